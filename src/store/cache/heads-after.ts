/** The heads of a tree after a change of some files: none is made of those that stand in others. */
import { areDistinct, staysDistinct } from "../duplicate-ids.js";
import { byTime, type EntryMeta } from "./entry-meta.js";
import { HeadList } from "./head-columns.js";
import { packRuns } from "./head-packing.js";
import { runsAfter } from "./head-runs.js";

/** What the heads of a tree are known to be. */
export interface KnownHeads {
  heads: HeadList;
  /** No id stands twice. */
  distinct: boolean;
}

/** `fresh` are all heads of the touched files, `names` all files there are after the change, in order. */
export function headsAfter(
  { heads, distinct }: KnownHeads,
  touched: ReadonlySet<string>,
  fresh: readonly EntryMeta[],
  names: readonly string[],
): KnownHeads {
  const { columns } = heads;
  if (columns === undefined) {
    const all = [...heads.all.filter((head) => !touched.has(head.file)), ...fresh].sort(byTime);
    return { heads: HeadList.of(all), distinct: areDistinct(all) };
  }
  const gone = [...touched].flatMap((file) => columns.rowsIn(file)).sort((a, b) => a - b);
  const after = HeadList.stored(packRuns(runsAfter(columns, gone, fresh), names), names);
  const isEasy = distinct && columns.ids.width > 0;
  return { heads: after, distinct: isEasy ? staysDistinct(columns, gone, fresh) : areDistinct(after.all) };
}
