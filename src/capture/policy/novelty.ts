/** How new an insight is against what is known: said before, grown, or something of its own. Pure, with its reasons. */
import { comparedClaims, type Entry, historyOf, type Insight, isApproved, isLive } from "../../entry/entry.js";
import { compareTiers, mayEvolve, maySkipOnto } from "../../entry/trust.js";
import { guardClaim } from "../../guard/change-guard.js";
import { canonicalClaim } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { addedEvidence } from "./added-evidence.js";
import { type ComparedClaim, comparedWith } from "./claims.js";
import {
  byNearness,
  type JudgementDecision,
  type JudgementInput,
  nearEntries,
  quoted,
  reasonsOf,
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
  /** Perhaps the same in other words: asked about once. */
  maybe_same_as?: string;
  /** For evolved and restated: the operation adds when, who and where from. */
  evolution?: { text: string; evidence?: string; restated?: true };
}

const DEFAULT_SCOPE = "project";

function knownTexts(entry: Insight): string[] {
  return historyOf(entry).flatMap(({ text, evidence = "" }) => [text, evidence]);
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

type NoveltyPart = Omit<NoveltyDecision, "neighbours" | "novelty">;

function noveltyPart(part: Partial<NoveltyPart> & { because: string[] }): NoveltyPart {
  const linked = part.linked ?? [];
  return { decision: linked.length > 0 ? "linked" : "stored", contests: [], supersedes: [], ...part, linked };
}

/** The new words become part of an entry: as evidence, or as another wording where they bring none. */
function evolutionPart(entry: Insight, draft: InsightDraft, because: string): NoveltyPart {
  const added = addedEvidence([draft.insight, draft.evidence ?? ""], knownTexts(entry));
  const restated = added.length === 0;
  const grown = restated
    ? "It adds no evidence; its words are kept as another wording."
    : `It adds evidence: ${added.slice(0, 5).join(", ")}.`;
  return noveltyPart({
    decision: restated ? "restated" : "evolved",
    target: entry.id,
    evolution: { text: draft.insight, ...defined({ evidence: draft.evidence }), ...(restated ? { restated } : {}) },
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
        comparedClaims(entry).some((wording) => canonicalClaim(wording) === canonical),
    )
    .sort(BY_TRUST);
  if (holders.length === 0) return undefined;
  const live = holders.filter(isLive);
  const trusted = (live.length > 0 ? live : holders).filter((entry) => maySkipOnto(draft.tier, entry.tier));
  for (const entry of trusted) {
    if (addedEvidence([draft.insight, draft.evidence ?? ""], knownTexts(entry)).length > 0) continue;
    return noveltyPart({
      decision: "skipped",
      target: entry.id,
      because: [`${quoted(entry)} says the same${stateNote(entry)}, and the evidence brings nothing new.`],
    });
  }
  const equal = live.find((entry) => mayGrow(draft, entry));
  if (equal !== undefined) return evolutionPart(equal, draft, `${quoted(equal)} says the same.`);
  const outranked = live.filter(
    (entry) => !maySkipOnto(draft.tier, entry.tier) && (isApproved(draft) || !isApproved(entry)),
  );
  if (trusted.length === 0 && outranked.length > 0) {
    return noveltyPart({
      decision: "stored",
      supersedes: outranked.map((entry) => entry.id),
      because: outranked.map(
        (entry) => `${quoted(entry)} says the same but is trusted less (${entry.tier}); this one replaces it.`,
      ),
    });
  }
  const known = trusted[0] ?? holders[0];
  if (known === undefined) return undefined;
  const why = isLive(known) ? ` ${apartBecause(draft, known)}` : stateNote(known);
  const because = [`${quoted(known)} says the same${why}; the new evidence is stored beside it.`];
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

/** The rows of the table below equal words: what is near by its claim, each put to the change guard. */
function nearWords(
  { draft, maxLinks }: NoveltyInput,
  near: readonly ComparedClaim<Insight>[],
  related: readonly string[],
): NoveltyPart | undefined {
  if (near.length === 0) return undefined;
  const same = near.filter((one) => one.same === "yes");
  const equal = same.find(({ entry }) => mayGrow(draft, entry));
  if (equal !== undefined) {
    return evolutionPart(equal.entry, draft, `${quoted(equal.entry)} says the same in other words.`);
  }
  const contesting = near.filter(({ answer }) => answer.relation === "contests");
  const contests = contesting.map(({ entry }) => entry.id);
  const links = (first: readonly ComparedClaim[]) =>
    [...new Set([...first.map(({ entry }) => entry.id), ...related])].slice(0, Math.max(maxLinks, contests.length));
  const [apart] = same;
  if (apart !== undefined) {
    const because = `${quoted(apart.entry)} says the same in other words ${apartBecause(draft, apart.entry)}, so both are kept.`;
    return noveltyPart({
      decision: "linked",
      linked: links([apart]),
      contests,
      because: [because, ...contesting.flatMap(reasonsOf)],
    });
  }
  const maybe = near.find((one) => one.same === "maybe");
  const others = near.filter((one) => one !== maybe && one.answer.relation !== "silent").slice(0, maxLinks);
  // What is merely near, and differs in nothing that is known, is no more than related.
  if (maybe === undefined && others.length === 0) return undefined;
  const asked = `${maybe && quoted(maybe.entry)} is maybe the same in other words; both are shown until someone says.`;
  return noveltyPart({
    decision: "stored",
    linked: links([...contesting, ...(maybe === undefined ? [] : [maybe]), ...others]),
    contests,
    ...(maybe === undefined ? {} : { maybe_same_as: maybe.entry.id }),
    because: [...(maybe === undefined ? [] : [asked]), ...others.flatMap(reasonsOf)],
  });
}

/**
 * How new an insight is against what is known, and what is to be written. Cosine alone never makes a text
 * superfluous: one-word changes of real learnings have a median cosine of .97.
 */
export function noveltyOf(input: NoveltyInput): NoveltyDecision {
  const { draft } = input;
  const known = nearEntries(draft.insight, input, "insight");
  const claim = guardClaim(draft.insight);
  const near = known.candidates
    .flatMap((candidate) => {
      const { entry } = candidate;
      return comparable(entry, draft)
        ? [comparedWith(claim, { ...candidate, entry }, known.bands, input.likeness)]
        : [];
    })
    .filter(({ nearness }) => nearness !== "far")
    .sort(byNearness);
  const related = known.related.map(({ entry }) => entry.id);
  const part =
    sameWords(input) ??
    nearWords(input, near, related) ??
    noveltyPart({ linked: related, because: [relatedReason(known)] });
  return withNeighbours(part, known);
}
