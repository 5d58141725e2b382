/**
 * Ids of entries from a merge, a pull or a hand edit that are not compared with the rest yet. Local state: noted when
 * their vectors are made, removed once a writing command has compared them. Appended without a lock, one id a line.
 */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { CacheDatabase } from "./cache/database.js";
import { standingSql } from "./cache/entry-query.js";
import { writeFileAtomic } from "./files/atomic-file.js";
import { namesIn } from "./files/disposable.js";
import type { Workspace } from "./workspace.js";

/** Ids that wait for a look, in the order in which they came. */
export function unlookedIn({ unlooked }: Pick<Workspace, "unlooked">): string[] {
  try {
    return [
      ...new Set(
        readFileSync(unlooked, "utf8")
          .split("\n")
          .filter((id) => id !== ""),
      ),
    ];
  } catch {
    return [];
  }
}

/** Where vectors are made, ids of entries that nobody compared yet: those noted, and those without a vector. */
export function notLookedAt(ws: Pick<Workspace, "unlooked" | "index">, database: CacheDatabase): Set<string> {
  const isModelUsed = namesIn(ws.index, /\.lance$/).length > 0;
  return new Set(isModelUsed ? [...unlookedIn(ws), ...lackingIds(database)] : []);
}

/** Ids of searched entries whose texts lack a vector, the newest first. */
export function lackingIds(database: CacheDatabase): string[] {
  const isSearched = `twin = 0 AND ${standingSql("searched")}`;
  const sql = `SELECT id FROM entries WHERE number IN (SELECT entry FROM unembedded) AND ${isSearched}`;
  return database.column<string>(`${sql} ORDER BY timestamp DESC, id DESC`);
}

/** Notes ids. What cannot be written is looked up when the index is built. */
export function noteUnlooked({ unlooked }: Pick<Workspace, "unlooked">, ids: readonly string[]): void {
  if (ids.length === 0) return;
  try {
    mkdirSync(dirname(unlooked), { recursive: true });
    appendFileSync(unlooked, `${ids.join("\n")}\n`);
  } catch {
    // A read-only tree: nothing can be opened there either.
  }
}

/** Takes ids off. Called under the lock. */
export async function dropUnlooked(ws: Workspace, ids: ReadonlySet<string>): Promise<void> {
  const unlookedIds = unlookedIn(ws);
  const remainingIds = unlookedIds.filter((id) => !ids.has(id));
  if (remainingIds.length === unlookedIds.length) return;
  await writeFileAtomic(ws.unlooked, remainingIds.length === 0 ? "" : `${remainingIds.join("\n")}\n`, { within: ws });
}
