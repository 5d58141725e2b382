/** Links among tenet's own folders: a cloned repository could make one lead anywhere. */
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { linkRefused } from "./safe-path.js";

/** The first link among the local folder and its files, as an absolute path. */
export const localLink = (ws: Workspace): string | undefined => [ws.local, ws.stateDb, ws.lock, ws.tmp].find(isLink);

/** Throws `refused` for such a link: every command keeps something there, or deletes it. Derived files do without. */
export function refuseLocalLinks(ws: Workspace): void {
  const link = localLink(ws);
  if (link !== undefined) throw linkRefused(ws.relative(link), link);
}
