/** Links among tenet's own folders: a cloned repository could make one lead anywhere. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { linkRefused } from "./safe-path.js";

/** The first link among the local folders and the files of the state, as an absolute path. */
export function localLink(ws: Workspace): string | undefined {
  const linkedPath = [ws.local, ws.state, ws.sessionFindings, join(ws.sessions, "lock")].find(isLink);
  return linkedPath ?? linkIn(ws.state);
}

function linkIn(folder: string): string | undefined {
  try {
    const link = readdirSync(folder, { withFileTypes: true }).find((one) => one.isSymbolicLink());
    return link === undefined ? undefined : join(folder, link.name);
  } catch {
    return undefined;
  }
}

/** Throws `refused` for such a link: every command keeps something there, or deletes it. Derived files do without. */
export function refuseLocalLinks(ws: Workspace): void {
  const link = localLink(ws);
  if (link !== undefined) throw linkRefused(ws, link);
}
