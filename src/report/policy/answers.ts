/** Chains of corrections, and what is known of each saying of one. Pure; used by every part of the report. */
import { byAge } from "../../entry/lessons.js";
import type { StickWord } from "../../entry/standing/standing.js";
import { keptOf } from "../../recall/policy/kept.js";
import type { Row } from "../../store/cache/row.js";
import { grouped } from "../../text/grouped.js";

/** A chain, the oldest first. */
export type Chain = readonly [Row, ...Row[]];

export function chainsOf(rows: readonly Row[], type: Row["type"] = "correction"): Chain[] {
  const inOrder = rows.filter((row) => row.type === type).sort(byAge);
  return [...grouped(inOrder, ({ chain }) => chain).values()].flatMap(([first, ...again]) =>
    first === undefined ? [] : [[first, ...again]],
  );
}

/** What is known of one correction: each saying of a lesson but the newest failed when it was said again. */
export interface Answer {
  row: Row;
  word: StickWord;
  at: string;
}

/** What is known of each of a chain. */
export const answersIn = (chain: readonly Row[]): Answer[] =>
  chain.flatMap((row, place): Answer[] => {
    const again = chain[place + 1];
    if (again !== undefined) return again.session === row.session ? [] : [{ row, word: "failed", at: again.timestamp }];
    const found = keptOf(row);
    // It failed by being said as this one.
    return found === undefined || found.at === row.timestamp ? [] : [{ row, ...found }];
  });
