/** `tenet export`: every record as data, and the files they stand in, so that an import can put them back. */
import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import type { Context } from "../context.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { type EntryFilter, FILTERS, filterOf } from "../recall/filter.js";
import { openStore } from "../store/open-store.js";
import { withoutRecords } from "../store/records/record-edit.js";
import { isAbout } from "../store/records/record-place.js";
import { readPlainFile, scanRecords } from "../store/records/scan.js";
import { openShown } from "../store/viewer.js";
import type { exportedSchema } from "./import-schemas.js";

export type Exported = z.infer<typeof exportedSchema>;

/** Whole records by time, superseded and forgotten ones included; sensitive ones by id only. */
export async function exportEntries(ctx: Context, filter: EntryFilter): Promise<Exported> {
  const tree = await openShown(ctx);
  const heads = tree.heads.filter(filterOf(filter, { now: ctx.clock.now(), cuts: cutsOf(ctx.profile) }, tree));
  const loaded = new Map((await tree.load(heads.map((head) => head.id))).map(({ entry }) => [entry.id, entry]));
  return {
    entries: heads.flatMap((head): Exported["entries"] => {
      if (head.review?.state === "sensitive") return [{ id: head.id, type: head.type, sensitive: true }];
      const entry = loaded.get(head.id);
      return entry === undefined ? [] : [entry];
    }),
  };
}

/** What nobody but some may read, in a record that tenet cannot read: left out, in doubt. */
const MAY_BE_KEPT_BACK = /sensitive|\bscope["']?\s*:\s*["']?(?:user|conversation|contact:)/;

/**
 * The record files as they stand, without the records that the export keeps back. What cannot be carried as text is
 * named in a warning.
 */
async function recordFiles(ctx: Context, { entries }: Exported): Promise<{ file: string; text: string }[]> {
  const publicIds = new Set(
    entries.flatMap((entry) => ("sensitive" in entry && entry.sensitive === true ? [] : entry.id)),
  );
  const store = await openStore(ctx);
  let privateCount = 0;
  let contactCount = 0;
  const keptBack = (id: string | undefined, body: string): boolean => {
    const isRead = id !== undefined && store.head(id) !== undefined;
    const back = isRead ? !publicIds.has(id) : MAY_BE_KEPT_BACK.test(body);
    if (back) privateCount++;
    return back;
  };
  const files = scanRecords(ctx.workspace).files.flatMap(({ file, path }) => {
    if (!isAbout(file, ctx.actor.contact)) {
      contactCount++;
      return [];
    }
    try {
      const { bytes } = readPlainFile(path);
      if (isUtf8(bytes)) return [{ file, text: withoutRecords(bytes.toString("utf8"), keptBack) }];
      ctx.warn(`${file} is not in the export: it is not UTF-8.`);
    } catch (cause) {
      ctx.warn(`${file} is not in the export: it cannot be read (${(cause as NodeJS.ErrnoException).code}).`);
    }
    return [];
  });
  if (privateCount > 0)
    ctx.warn(
      `${privateCount} ${privateCount === 1 ? "record is" : "records are"} kept back: sensitive, private, or somebody else's.`,
    );
  if (contactCount > 0) {
    const contactText = contactCount === 1 ? "one contact is" : `${contactCount} contacts is`;
    ctx.warn(`What is known of ${contactText} not in the export: it is asked for with --contact, one at a time.`);
  }
  return files;
}

/** JSON Lines: one record a line, then one file of records a line. A part of the tree has no whole files. */
export async function exportText(ctx: Context, exported: Exported, filter: EntryFilter): Promise<string> {
  const files = FILTERS.every((name) => filter[name] === undefined) ? await recordFiles(ctx, exported) : [];
  return [...exported.entries, ...files].map((one) => `${JSON.stringify(one)}\n`).join("");
}
