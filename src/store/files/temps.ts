/** Leftovers of writers that were killed, in `.tenet/tmp`. Swept by every change and by erasings, under the lock. */
import { join } from "node:path";
import { stampAt } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { namesIn, removeDisposable } from "./disposable.js";
import { isChangePending } from "./transaction.js";

/** Younger ones may belong to a writer that takes no lock, such as the index page's. */
const OLD_MS = 60_000;

/** Removes those that are older, by the machine's clock; none while a decided change waits for its content. */
export function sweepTemps(ws: Workspace, olderThanMs = OLD_MS): void {
  if (isChangePending(ws)) return;
  for (const path of namesIn(ws.tmp).map((name) => join(ws.tmp, name))) {
    // A clock that went backwards must not keep a leftover for years.
    if (Math.abs(Date.now() - (stampAt(path)?.mtimeMs ?? 0)) >= olderThanMs) removeDisposable(path);
  }
}
