/** Do ideas grow, and by whom? */

import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { type Chain, chainsOf } from "./answers.js";
import { median, share, shareOf } from "./figure.js";
import { isIn, type Period } from "./period.js";

/** One time that a claim was said. `entry`: as an entry of its own; `item`: with new evidence; `again`: in equal words. */
export interface Saying {
  id: string;
  at: string;
  agent?: string | undefined;
  kind: "entry" | "item" | "again";
}

/** Every time that a chain was said, the first one first. */
export function sayingsOf(chain: Chain): Saying[] {
  const sayings = chain.flatMap(({ id, timestamp: at, agent, evolution = [], said = [] }): Saying[] => [
    { id, at, agent, kind: "entry" },
    ...evolution.map((item) => ({ id, ...item, kind: "item" as const })),
    ...said.map((one) => ({ id, ...one, kind: "again" as const })),
  ]);
  return sayings.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** An insight that grew: who began it, how many wordings it has, and those that came in a period. */
interface Thread {
  id: string;
  agent?: string | undefined;
  length: number;
  grown: readonly Saying[];
}

function threadsIn({ entries, now }: History, period: Period): Thread[] {
  return chainsOf(entries, "insight").flatMap((chain): Thread[] => {
    const [first, ...later] = sayingsOf(chain).filter(({ kind }) => kind !== "again");
    const grown = later.filter(({ at }) => isIn(period, at, now));
    return first === undefined || grown.length === 0 ? [] : [{ ...first, length: 1 + later.length, grown }];
  });
}

/** A thread counts in the period in which it grew; its length is all of it. */
export function evolutionOf(history: History, period: Period): Report["evolution"] {
  const threads = threadsIn(history, period);
  const grown = threads.flatMap(({ id, agent: first, grown: all }) =>
    all.map((one) => ({ ...one, id, first, own: one.id })),
  );
  return {
    threads: { count: threads.length, entries: threads.map(({ id }) => id) },
    length: median(
      threads.map(({ id, length }) => ({ id, value: length })),
      "wordings",
    ),
    by_others: shareOf(
      grown,
      ({ agent, first }) => agent !== undefined && agent !== first,
      ({ id }) => id,
    ),
    ...(isOfSeveral(history) && {
      // Entries that came to a known claim by themselves, as an answer or equal words say.
      converging: share(
        grown.flatMap(({ kind, own }) => (kind === "entry" ? own : [])),
        grown.flatMap(({ kind, id }) => (kind === "item" ? id : [])),
      ),
    }),
  };
}

/** Do several agents tell of insights? One alone converges with nobody. */
const isOfSeveral = ({ entries }: History): boolean =>
  new Set(chainsOf(entries, "insight").flatMap((chain) => sayingsOf(chain).flatMap(({ agent }) => agent ?? []))).size >
  1;
