/** Heads in order, as stretches of rows that stay together: after a change nearly all rows are those of before. */
import { firstPlace } from "../../text/arrays.js";
import { byTime, type EntryMeta } from "./entry-meta.js";
import { storedPlace } from "./head-columns.js";
import { OpenColumns } from "./open-columns.js";

/** Rows `start` to `end` (not included) of the columns, then heads that do not come from there. */
export interface Run {
  start: number;
  end: number;
  heads: readonly EntryMeta[];
}

export interface HeadRuns {
  /** Where the rows are; without any row where all heads stand alone. */
  columns: OpenColumns;
  runs: readonly Run[];
  /** Of the heads in all runs. */
  count: number;
}

const NO_COLUMNS = new OpenColumns(
  {
    count: 0,
    widths: [0, 0],
    changes: 0,
    sections: new Map(
      ["ids", "timestamps", "files", "lines", "texts", "textEnds", "claims", "claimCounts"].map((name) => [
        name,
        new Uint8Array(0),
      ]),
    ),
  },
  [],
);

/** The runs of a list; of heads from several columns those of the first count as rows. */
export function runsOf(heads: readonly EntryMeta[]): HeadRuns {
  let columns: OpenColumns | undefined;
  let last: { start: number; end: number; heads: EntryMeta[] } = { start: 0, end: 0, heads: [] };
  const runs = [last];
  for (const head of heads) {
    const place = storedPlace(head);
    columns ??= place?.columns;
    if (place === undefined || place.columns !== columns) last.heads.push(head);
    else if (last.end === place.row && last.heads.length === 0) last.end++;
    else {
      last = { start: place.row, end: place.row + 1, heads: [] };
      runs.push(last);
    }
  }
  return { columns: columns ?? NO_COLUMNS, runs, count: heads.length };
}

/** All rows of columns. */
export function allRows(columns: OpenColumns): HeadRuns {
  const { count } = columns;
  return { columns, runs: [{ start: 0, end: count, heads: [] }], count };
}

/** How many rows come before a head: those that are earlier, and those at the same place in the order. */
function rowsBefore(columns: OpenColumns, { id, timestamp }: EntryMeta): number {
  return firstPlace(columns.count, (row) => {
    const there = columns.timestamp(row);
    return there > timestamp || (there === timestamp && columns.id(row) > id);
  });
}

/** The runs of ordered columns without some rows (in order) and with some heads, each at its place. */
export function runsAfter(columns: OpenColumns, gone: readonly number[], fresh: readonly EntryMeta[]): HeadRuns {
  const runs: Run[] = [];
  const cuts = fresh.toSorted(byTime).map((head) => ({ row: rowsBefore(columns, head), head }));
  let row = 0;
  let next = 0;
  const keep = (end: number, heads: readonly EntryMeta[]): void => {
    while (next < gone.length && (gone[next] as number) < end) {
      const hole = gone[next++] as number;
      if (hole > row) runs.push({ start: row, end: hole, heads: [] });
      row = hole + 1;
    }
    runs.push({ start: row, end, heads });
    row = end;
  };
  for (const { row: end, head } of cuts) keep(end, [head]);
  keep(columns.count, []);
  return { columns, runs, count: columns.count - gone.length + fresh.length };
}
