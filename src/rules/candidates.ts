/** Which entries a digest looks at, and the candidates they are. */
import type { Context } from "../context.js";
import { isLive } from "../entry/entry.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import type { EvidenceLoader } from "./evidence-loader.js";
import { distilled } from "./policy/distil.js";
import { standingOf } from "./policy/qualify.js";
import type { Candidate } from "./policy/rule-candidates.js";

type Limits = Context["profile"]["promotion"];

/** So many entries that are not there yet are looked at, those with the most uses first. */
const NEARLY = 20;

/**
 * Ids of entries that may qualify, by heads alone: nothing else can have one of the five reasons. Uses count once a
 * session, so that an entry with fewer uses than sessions are wanted can only be nearly there; of those a few will do.
 */
export function possible(tree: Store, limits: Limits): string[] {
  const outcomes = tree.where({
    score: { least: limits.score },
    verdict: ["validated", "mixed"],
  });
  const used = tree.where({ uses: { least: 1 } });
  const enough = Math.min(limits.sessions, limits.applied);
  const uses = ({ uses: count = 0 }: EntryMeta) => count;
  const nearly = used
    .filter((head) => uses(head) < enough)
    .sort((a, b) => uses(b) - uses(a) || (a.timestamp < b.timestamp ? 1 : -1));
  const ids = [
    ...tree.where({ stick: "held" }).map(({ id }) => id),
    ...used.filter((head) => uses(head) >= enough || head.outcome === "validated").map(({ id }) => id),
    ...nearly.slice(0, NEARLY).map(({ id }) => id),
    ...outcomes.flatMap(({ references }) => references ?? []),
    ...judgedOften(tree, limits.applied),
    ...tree
      .where({
        tier: "owner",
        type: "correction",
        stakes: "high",
      })
      .map(({ id }) => id),
    // The members of a chain count together.
    ...tree.withAny("recurrence_of").map(({ id }) => id),
  ];
  return [...new Set(ids)].filter((id) => {
    const head = tree.head(id);
    // Memories stay memories: they are the last to be obeyed, and never become rules.
    return head !== undefined && head.type !== "memory" && isLive(head);
  });
}

/** Insights that so many validated outcomes judge: each may be a session in which they worked. */
function judgedOften(tree: Store, enough: number): string[] {
  const counts = tree.namedBy("references", "validated");
  return [...counts].flatMap(([id, count]) => (count >= enough && tree.head(id)?.type === "insight" ? [id] : []));
}

/** One candidate a lesson: of a chain of repeats only the entry that carries it. */
export function candidatesOf(
  ctx: Pick<Context, "profile">,
  gathering: EvidenceLoader,
  ids: Iterable<string>,
): Candidate[] {
  const carriers = new Set([...ids].map((id) => gathering.carrierOf(id)));
  return [...carriers].flatMap((id): Candidate[] => {
    const evidence = gathering.evidenceOf(id);
    if (evidence === undefined) return [];
    const standing = standingOf(evidence, ctx.profile.promotion);
    return [{ evidence, standing, text: distilled(evidence.entry, standing.qualified?.lesson?.text) }];
  });
}
