/** `tenet export`: every record as data. */
import type { z } from "zod";
import type { Context } from "../context.js";
import { type EntryFilter, filteredIn } from "../recall/filter.js";
import { openShown } from "../store/viewer.js";
import type { exportedSchema } from "./import-schemas.js";

export type Exported = z.infer<typeof exportedSchema>;

/** Whole records by time, superseded and forgotten ones included; sensitive ones by id only. */
export async function exportEntries(ctx: Context, filter: EntryFilter): Promise<Exported> {
  const tree = await openShown(ctx);
  const heads = filteredIn(tree, filter, ctx.clock.now());
  const loaded = new Map((await tree.load(heads.map((head) => head.id))).map(({ entry }) => [entry.id, entry]));
  return {
    entries: heads.flatMap((head): Exported["entries"] => {
      if (head.review?.state === "sensitive") return [{ id: head.id, type: head.type, sensitive: true }];
      const entry = loaded.get(head.id);
      return entry === undefined ? [] : [entry];
    }),
  };
}

/** JSON Lines: one record a line. */
export const exportText = ({ entries }: Exported): string => entries.map((one) => `${JSON.stringify(one)}\n`).join("");
