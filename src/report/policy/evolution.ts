/** Do ideas grow, and by whom? */
import { type Entry, historyOf, type Insight } from "../../entry/entry.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { idOf, median, share, shareOf } from "./figure.js";

export const isInsight = (entry: Entry): entry is Insight => entry.type === "insight";

/** A wording that was added to an insight, and the insight. */
interface Grown {
  entry: Insight;
  item: NonNullable<Insight["evolution"]>[number];
}

/** What was merged into another thread is counted there, with all its wordings. */
const itemsIn = ({ entries, byId, now }: History, period: Period): Grown[] =>
  entries
    .filter(isInsight)
    .filter((entry) => mergedInto(entry, byId) === undefined)
    .flatMap((entry) =>
      (entry.evolution ?? []).flatMap((item) => (isIn(period, item.at, now) ? [{ entry, item }] : [])),
    );

/** Items by another agent than the one that began. */
function othersOf(grown: readonly Grown[]): Report["evolution"]["by_others"] {
  const isOther = ({ entry, item }: Grown) => item.agent !== undefined && item.agent !== entry.agent;
  return shareOf(grown, isOther, ({ entry }) => entry.id);
}

/** A thread counts in the period in which it grew; its length is all of it. */
export function evolutionOf(history: History, period: Period): Report["evolution"] {
  const grown = itemsIn(history, period);
  const threads = [...new Set(grown.map(({ entry }) => entry))];
  return {
    threads: { count: threads.length, entries: threads.map(idOf) },
    length: median(
      threads.map((entry) => ({ id: entry.id, value: historyOf(entry).length })),
      "wordings",
    ),
    by_others: othersOf(grown),
    ...(isOfSeveral(history) ? { converging: convergingOf(history, period, grown) } : {}),
  };
}

/** Do several agents tell of insights? One alone converges with nobody. */
function isOfSeveral({ entries }: History): boolean {
  const wordings = entries.filter(isInsight).flatMap((entry) => [entry, ...(entry.evolution ?? [])]);
  return new Set(wordings.flatMap(({ agent }) => agent ?? [])).size > 1;
}

function convergingOf(history: History, period: Period, grown: readonly Grown[]): Report["evolution"]["by_others"] {
  const merged = mergedItems(history);
  return share(
    convergingIn(history, period).map(idOf),
    grown.filter(({ item }) => !merged.has(markOf(item))).map(({ entry }) => entry.id),
  );
}

/** Entries that reached a known claim independently, as an answer confirmed. Open questions do not count. */
function convergingIn(history: History, period: Period): Insight[] {
  return history.entries
    .filter(isInsight)
    .filter((entry) => isIn(period, entry.timestamp, history.now) && mergedInto(entry, history.byId) !== undefined);
}

/** The entry that an insight was merged into, as a wording of it. */
export function mergedInto(entry: Insight, byId: ReadonlyMap<string, Entry>): Insight | undefined {
  const into = entry.superseded_by === undefined ? undefined : byId.get(entry.superseded_by);
  if (into?.type !== "insight") return undefined;
  return itemOf(entry, into) === undefined ? undefined : into;
}

/** The item of a thread that was an entry before. Where the entry had grown by then it holds its newest wording. */
const itemOf = ({ id, timestamp, insight }: Insight, { evolution = [] }: Insight): Grown["item"] | undefined =>
  evolution.find(({ at, text, of }) => at === timestamp && (of === id || text === insight));

/** Items that were entries before: a mark of each, wherever the thread has been merged to since. */
export function mergedItems({ entries, byId }: History): Set<string> {
  const marks = entries.filter(isInsight).flatMap((entry) => {
    const into = mergedInto(entry, byId);
    const item = into === undefined ? undefined : itemOf(entry, into);
    return item === undefined ? [] : [markOf(item), markOf(historyOf(entry)[0])];
  });
  return new Set(marks);
}

/** What tells one wording from all others. */
export const markOf = ({ at, text }: Pick<Grown["item"], "at" | "text">): string => `${at} ${text}`;
