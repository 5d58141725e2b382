/** Which rows of the table are still of something: texts of entries, passages, people's lines. */
import type { Context } from "../../context.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { coreLines } from "../../store/records/peoples-lines.js";
import { claimHash } from "../../text/claims/canonical.js";
import { wantedKeys } from "./table-state.js";
import { keyOf } from "./text-name.js";

export const passageKey = (hash: string): string => keyOf({ owner: "passage", part: "whole", hash });
export const lineKey = (hash: string): string => keyOf({ owner: "line", part: "whole", hash });

export async function wantedRows(ctx: Context, database: CacheDatabase): Promise<(key: string) => boolean> {
  const keys = wantedKeys(database);
  for (const hash of database.column<string>("SELECT hash FROM passages")) keys.add(passageKey(hash));
  for (const { item } of await coreLines(ctx)) keys.add(lineKey(claimHash(item)));
  return (key) => keys.has(key);
}
