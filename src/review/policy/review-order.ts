/** The order of the review's queue. Called by `review-queue.ts`. Pure. */
import type { Stakes } from "../../entry/entry.js";
import type { EntryView, QueueItem } from "../review-schemas.js";

const RANK: Readonly<Record<Stakes, number>> = { high: 0, medium: 1, low: 2 };
const rankOf = ({ stakes }: Pick<EntryView, "stakes">): number => RANK[stakes ?? "medium"];

/** The stakes of an item. Rules are in every session, so versions count as high. */
function stakesRank(item: QueueItem): number {
  if (item.kind === "version") return RANK.high;
  if (item.kind === "heard") return RANK.medium;
  return "first" in item ? Math.min(rankOf(item.first), rankOf(item.second)) : rankOf(item);
}

/** An open pair blocks both sides, so it goes first; then the questions of agents, which block the agent. */
const turn = ({ kind }: QueueItem): number => (kind === "pair" || kind === "line" ? 0 : kind === "ask" ? 1 : 2);

/** Near pairs, then questions of agents, then by stakes and age. */
export function inReviewOrder<T extends QueueItem>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) =>
      turn(a) - turn(b) ||
      stakesRank(a) - stakesRank(b) ||
      Date.parse(a.since) - Date.parse(b.since) ||
      (a.key < b.key ? -1 : 1),
  );
}
