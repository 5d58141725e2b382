/** What the gate kept out of the entries, from the daily logs of a workspace. */
import { readDailyLogs } from "../store/daily-log.js";
import { type GateLine, gateLinesIn } from "../store/gate-lines.js";
import type { Workspace } from "../store/workspace.js";

/** All of it that the logs hold, by day and in the order of their lines. */
export function readGateLines(ws: Workspace): GateLine[] {
  return readDailyLogs(ws).flatMap(({ day, text }) => gateLinesIn(text, day));
}
