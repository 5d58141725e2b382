/** In which order a person is asked about what waits. Pure. */
import type { Stakes } from "../../entry/entry.js";
import type { EntryView, QueueItem } from "../review-schemas.js";

const RANK: Readonly<Record<Stakes, number>> = { high: 0, medium: 1, low: 2 };
const rankOf = ({ stakes }: Pick<EntryView, "stakes">): number => RANK[stakes ?? "medium"];

/** What is at stake while it waits. Rules stand before every session, so that versions and lines of rules count as high. */
function stakesRank(item: QueueItem): number {
  if (item.kind === "version" || item.kind === "unproven") return RANK.high;
  if (item.kind === "file" || item.kind === "heard") return RANK.medium;
  return "first" in item ? Math.min(rankOf(item.first), rankOf(item.second)) : rankOf(item);
}

/** What names an item while others of its queue are decided. */
export function keyOf(item: QueueItem): string {
  if ("first" in item) return `${item.first.id}+${item.second.id}`;
  if (item.kind === "line") return `${item.id}+${item.written.ref}`;
  return `${item.kind} ${item.id} ${item.kind === "unproven" ? item.text : ""}`;
}

/** Nothing goes wrong while a fact of an entry is missing: those are asked for last. */
const isDetail = (item: QueueItem): boolean => item.kind === "facts";

/** A near pair keeps both sides from what they could become; what an agent asks keeps the agent waiting. */
const turn = ({ kind }: QueueItem): number => (kind === "pair" || kind === "line" ? 0 : kind === "ask" ? 1 : 2);

/** Near pairs before everything else, then what an agent asks; then what most is at stake in, of that the oldest; facts that entries lack behind everything else. */
export function inReviewOrder<T extends QueueItem>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) =>
      turn(a) - turn(b) ||
      Number(isDetail(a)) - Number(isDetail(b)) ||
      stakesRank(a) - stakesRank(b) ||
      Date.parse(a.since) - Date.parse(b.since) ||
      (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}
