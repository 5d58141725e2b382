/** How new an insight is against what is known: said before, grown, or something of its own. Pure, with its reasons. */
import type { Candidate } from "../../entry/bands.js";
import { type Entry, type Insight, isApproved, isLive } from "../../entry/entry.js";
import { compareTiers, mayEvolve, maySkipOnto } from "../../entry/trust.js";
import { canonicalClaim } from "../../guard/canonical.js";
import { changeGuard, contestsBy } from "../../guard/change-guard.js";
import type { Difference } from "../../guard/difference.js";
import { addedEvidence } from "./added-evidence.js";
import {
  byCloseness,
  closeReason,
  type JudgementDecision,
  type JudgementInput,
  nearEntries,
  quotedDifferences,
  relatedReason,
  withNeighbours,
} from "./neighbours.js";

/** What must be known of a new insight to judge how new it is. What waits for review neither grows into nor replaces what is approved. */
export type InsightDraft = Pick<Insight, "insight" | "evidence" | "tier" | "scope" | "review">;

export interface NoveltyInput extends JudgementInput {
  draft: InsightDraft;
}

/** Everything the operation needs to write what was decided about an insight. */
export interface NoveltyDecision extends JudgementDecision {
  decision: "skipped" | "evolved" | "restated" | "stored" | "linked";
  /** The known entry that was skipped onto or evolved. */
  target?: string;
  /** For evolved and restated: the operation adds when, who and where from. */
  evolution?: { text: string; evidence: string; restated?: true };
}

const DEFAULT_SCOPE = "project";

/** Every wording an insight has had: its claim and the texts of its evolution, oldest first. */
export function wordingsOf(entry: Insight): string[] {
  return [entry.insight, ...(entry.evolution ?? []).map((item) => item.text)];
}

function knownTexts(entry: Insight): string[] {
  const grown = (entry.evolution ?? []).flatMap((item) => [item.text, item.evidence ?? ""]);
  return [entry.insight, entry.evidence, ...grown];
}

function inScope(entry: Insight, draft: InsightDraft): boolean {
  return (entry.scope ?? DEFAULT_SCOPE) === (draft.scope ?? DEFAULT_SCOPE);
}

/** May a new insight be compared with this entry: a live insight of the same scope, approved or of the same tier. */
export function comparable(entry: Entry, draft: InsightDraft): entry is Insight {
  return (
    entry.type === "insight" &&
    isLive(entry) &&
    inScope(entry, draft) &&
    (isApproved(entry) || compareTiers(entry.tier, draft.tier) === 0)
  );
}

/**
 * May the new words become part of this entry: trusted the same, and both approved or both waiting. Otherwise they
 * would be approved unseen, or hidden with an entry that waits.
 */
function mayGrow(draft: InsightDraft, entry: Insight): boolean {
  return mayEvolve(draft.tier, entry.tier) && isApproved(draft) === isApproved(entry);
}

interface GuardAnswer {
  entry: Insight;
  silent: boolean;
  differences: Difference[];
  contests: boolean;
}

/**
 * Asks the guard about every wording of a neighbour, newest first: the newest one that either says the same or
 * contradicts decides, for later words stand for what is believed now.
 */
function askGuard(entry: Insight, claim: string): GuardAnswer {
  let fewest: Difference[] | undefined;
  for (const wording of wordingsOf(entry).reverse()) {
    const differences = changeGuard(wording, claim);
    if (differences.length === 0) return { entry, silent: true, differences, contests: false };
    if (contestsBy(differences, wording, claim)) return { entry, silent: false, differences, contests: true };
    if (fewest === undefined || differences.length < fewest.length) fewest = differences;
  }
  return { entry, silent: false, differences: fewest ?? [], contests: false };
}

type NoveltyPart = Omit<NoveltyDecision, "neighbours" | "novelty">;

function noveltyPart(part: Partial<NoveltyPart> & { because: string[] }): NoveltyPart {
  const linked = part.linked ?? [];
  return { decision: linked.length > 0 ? "linked" : "stored", contests: [], supersedes: [], ...part, linked };
}

/** The new words become part of an entry: as evidence, or as another wording where they bring none. */
function evolutionPart(entry: Insight, draft: InsightDraft, because: string): NoveltyPart {
  const added = addedEvidence([draft.insight, draft.evidence], knownTexts(entry));
  const restated = added.length === 0;
  const grown = restated
    ? "It adds no evidence; its words are kept as another wording."
    : `It adds evidence: ${added.slice(0, 5).join(", ")}.`;
  return noveltyPart({
    decision: restated ? "restated" : "evolved",
    target: entry.id,
    evolution: { text: draft.insight, evidence: draft.evidence, ...(restated ? { restated } : {}) },
    because: [because, grown],
  });
}

const BY_TRUST = (a: Entry, b: Entry) =>
  compareTiers(b.tier, a.tier) || (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0);

/** Row one and two of the table: the same canonical claim or evolution item, without any model. */
function sameWords(input: NoveltyInput): NoveltyPart | undefined {
  const { draft } = input;
  const canonical = canonicalClaim(draft.insight);
  const holders = input.sameClaim
    .filter(
      (entry): entry is Insight =>
        entry.type === "insight" &&
        entry.status !== "forgotten" &&
        inScope(entry, draft) &&
        wordingsOf(entry).some((wording) => canonicalClaim(wording) === canonical),
    )
    .sort(BY_TRUST);
  if (holders.length === 0) return undefined;
  const live = holders.filter(isLive);
  const trusted = (live.length > 0 ? live : holders).filter((entry) => maySkipOnto(draft.tier, entry.tier));
  for (const entry of trusted) {
    if (addedEvidence([draft.insight, draft.evidence], knownTexts(entry)).length > 0) continue;
    return noveltyPart({
      decision: "skipped",
      target: entry.id,
      because: [`${entry.id} says the same${stateNote(entry)}, and the evidence brings nothing new.`],
    });
  }
  const equal = live.find((entry) => mayGrow(draft, entry));
  if (equal !== undefined) return evolutionPart(equal, draft, `${equal.id} says the same.`);
  const outranked = live.filter(
    (entry) => !maySkipOnto(draft.tier, entry.tier) && (isApproved(draft) || !isApproved(entry)),
  );
  if (trusted.length === 0 && outranked.length > 0) {
    return noveltyPart({
      decision: "stored",
      supersedes: outranked.map((entry) => entry.id),
      because: outranked.map(
        (entry) => `${entry.id} says the same but is trusted less (${entry.tier}); this one replaces it.`,
      ),
    });
  }
  const known = trusted[0] ?? holders[0];
  if (known === undefined) return undefined;
  const why = isLive(known) ? ` ${apartBecause(draft, known)}` : stateNote(known);
  const because = [`${known.id} says the same${why}; the new evidence is stored beside it.`];
  return noveltyPart({ linked: [known.id], because });
}

function apartBecause(draft: InsightDraft, known: Insight): string {
  const trust = compareTiers(known.tier, draft.tier);
  if (trust !== 0) return `and is trusted ${trust > 0 ? "more" : "less"} (${known.tier})`;
  return isApproved(known) ? "and is approved, while this waits for review" : "and waits for review";
}

function stateNote(entry: Entry): string {
  if (entry.status === "superseded") return " (it was superseded)";
  if (!isLive(entry)) return ` (it was ${entry.review?.state === "expired" ? "never reviewed in time" : "rejected"})`;
  return "";
}

/** Row three and four: neighbours above `evolve`, each put to the change guard. */
function nearWords(
  input: NoveltyInput,
  near: readonly Candidate[],
  related: readonly string[],
): NoveltyPart | undefined {
  const { draft } = input;
  const answers = near.map((candidate) => askGuard(candidate.entry as Insight, draft.insight));
  const silent = answers.filter((answer) => answer.silent);
  const equal = silent.find((answer) => mayGrow(draft, answer.entry));
  if (equal !== undefined) {
    return evolutionPart(equal.entry, draft, `${equal.entry.id} says the same in other words.`);
  }
  const links = (first: readonly string[]) => [...new Set([...first, ...related])].slice(0, input.maxLinks);
  const contesting = answers.filter((answer) => answer.contests);
  const contests = contesting.map(({ entry }) => entry.id);
  const [unequal] = silent;
  if (unequal !== undefined) {
    const { entry } = unequal;
    const apart = `${entry.id} says the same in other words ${apartBecause(draft, entry)}, so both are kept.`;
    return noveltyPart({ linked: links([entry.id]), contests, because: [apart, ...contesting.flatMap(reasonsOf)] });
  }
  if (answers.length === 0) return undefined;
  return noveltyPart({
    decision: "stored",
    linked: links(answers.map((answer) => answer.entry.id)),
    contests,
    because: answers.slice(0, input.maxLinks).flatMap(reasonsOf),
  });
}

function reasonsOf({ entry, contests, differences }: GuardAnswer): string[] {
  return [closeReason(entry.id, contests), ...quotedDifferences(entry, differences)];
}

/**
 * How new an insight is against what is known, and what is to be written. Cosine alone never makes a text
 * superfluous: one-word changes of real learnings have a median cosine of .97.
 */
export function noveltyOf(input: NoveltyInput): NoveltyDecision {
  const { draft } = input;
  const known = nearEntries(draft.insight, input, "insight");
  const { bands } = known;
  const near = known.candidates
    .filter(
      ({ entry, similarity }) => bands !== undefined && (similarity ?? -1) > bands.evolve && comparable(entry, draft),
    )
    .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0) || byCloseness(a, b));
  const related = known.related.map(({ entry }) => entry.id);
  const part =
    sameWords(input) ??
    nearWords(input, near, related) ??
    noveltyPart({ linked: related, because: [relatedReason(related)] });
  return withNeighbours(part, known);
}
