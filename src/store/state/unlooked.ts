/** Entries that came by a merge, a pull or a hand: noted when their vectors are made, until a writing command compares them. */
import type { CacheDatabase } from "../cache/database.js";
import { namesIn } from "../files/disposable.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

const UNLOOKED = "not looked at";

export const unlookedIn = (ws: Pick<Workspace, "stateDb">): string[] =>
  State.of(ws)
    .facts(UNLOOKED)
    .map(({ key }) => key);

/** Where vectors are made: what was noted, and what has none. */
export function notLookedAt(ws: Pick<Workspace, "stateDb" | "index">, database: CacheDatabase): Set<string> {
  const isModelUsed = namesIn(ws.index, /\.lance$/).length > 0;
  return new Set(isModelUsed ? [...unlookedIn(ws), ...lackingIds(database)] : []);
}

/** Searched entries whose texts lack a vector, the newest first. */
export function lackingIds(database: CacheDatabase): string[] {
  const sql = "SELECT id FROM entries WHERE number IN (SELECT entry FROM unembedded) AND twin = 0 AND searched";
  return database.column<string>(`${sql} ORDER BY timestamp DESC, id DESC`);
}

/** What cannot be written is looked up when the index is built. */
export function noteUnlooked(ws: Pick<Workspace, "stateDb">, ids: readonly string[]): void {
  State.of(ws).note(UNLOOKED, ...ids.map((key) => ({ key, at: "", value: null })));
}

/** Under the lock. */
export function dropUnlooked(ws: Pick<Workspace, "stateDb">, ids: Iterable<string>): void {
  const state = State.of(ws);
  state.transaction(() => {
    for (const id of ids) state.drop(UNLOOKED, id);
  });
}
