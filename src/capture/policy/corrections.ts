/** What a new correction does to the known ones: overturns, repeats, contests. Pure, with its reasons. */
import { COMMON_ASK, COMMON_OVERTURN } from "../../entry/bands.js";
import { type Correction, type Entry, isApproved, isLive } from "../../entry/entry.js";
import { byAge } from "../../entry/lessons.js";
import { mayFail, maySupersede } from "../../entry/trust.js";
import { compareClaims, type GuardClaim, guardClaim } from "../../guard/change-guard.js";
import { type ComparedClaim, comparedWith } from "./claims.js";
import {
  byNearness,
  type JudgementDecision,
  type JudgementInput,
  type NearEntries,
  nearEntries,
  quoted,
  reasonsOf,
  relatedReason,
  withNeighbours,
} from "./neighbours.js";

/**
 * What must be known of a new correction to judge what it does to known ones. What waits for review takes nothing
 * approved away.
 */
type CorrectionDraft = Pick<Correction, "prior_belief" | "corrected_to" | "tier" | "review">;

export interface CorrectionInput extends JudgementInput {
  draft: CorrectionDraft;
}

/** Everything the operation needs to write what was decided about a correction, which is always stored. */
export interface CorrectionDecision extends JudgementDecision {
  decision: "stored" | "linked" | "recurrence" | "superseded";
  recurrence_of?: string;
  maybe_recurrence_of?: string;
  /** A correction that this one perhaps takes back. */
  maybe_supersedes?: string;
  /** Ids whose stick becomes `failed`, with the new correction as evidence. */
  failed: string[];
}

/** A live correction beside the new one. */
interface KnownCorrection extends ComparedClaim<Correction> {
  canonical: boolean;
  /** Whether the new one's belief is what it taught. */
  overturned: "yes" | "maybe" | "no";
}

/** Fewer words in common than this say nothing: "never" stands in many a correction. */
const LEAST_SHARED = 2;

/**
 * Whether a belief says what an earlier correction taught: in the same words, or nearly, looked at from both sides. Less
 * than that may be, and is asked about.
 */
function saysWhatWasTaught(
  belief: GuardClaim,
  taught: GuardClaim,
  likeness: CorrectionInput["likeness"],
): KnownCorrection["overturned"] {
  if (belief.canonical === taught.canonical) return "yes";
  const { common, shared } = likeness(belief.text, taught.text);
  if (shared < LEAST_SHARED || common < COMMON_ASK) return "no";
  if (compareClaims(taught, belief).relation !== "silent") return "no";
  return common >= COMMON_OVERTURN ? "yes" : "maybe";
}

function knownCorrections(input: CorrectionInput, near: NearEntries): KnownCorrection[] {
  const { draft, likeness } = input;
  const claim = guardClaim(draft.corrected_to);
  const belief = draft.prior_belief === undefined ? undefined : guardClaim(draft.prior_belief);
  const all = new Map(near.candidates.map((candidate) => [candidate.entry.id, candidate]));
  for (const entry of input.sameClaim) if (!all.has(entry.id)) all.set(entry.id, { entry, lexical: 0 });
  const known: KnownCorrection[] = [];
  for (const candidate of all.values()) {
    const { entry } = candidate;
    if (entry.type !== "correction" || !isLive(entry)) continue;
    const taught = guardClaim(entry.corrected_to);
    const canonical = taught.canonical === claim.canonical;
    const compared = comparedWith(claim, { ...candidate, entry }, near.bands, likeness);
    const isRepeat = canonical || compared.same === "yes";
    const saysSo = isRepeat || belief === undefined ? "no" : saysWhatWasTaught(belief, taught, likeness);
    known.push({ ...compared, canonical, overturned: saysSo });
  }
  return known.sort(byNearness);
}

/** The repeated one: the same words before near ones, the newest of a chain before those it repeats. */
function repeatedOf(
  likely: readonly KnownCorrection[],
  known: readonly KnownCorrection[],
): KnownCorrection | undefined {
  const same = likely.filter((known) => known.canonical);
  let found = (same.length > 0 ? [...same].sort(newestFirst) : likely)[0];
  for (let next = found; next !== undefined; ) {
    found = next;
    const id = found.entry.id;
    next = known.find((one) => one.entry.recurrence_of === id && newestFirst(one, found as KnownCorrection) < 0);
  }
  return found;
}

const newestFirst = (a: KnownCorrection, b: KnownCorrection): number => byAge(b.entry, a.entry);

const idsOf = (all: readonly { entry: Entry }[]): string[] => all.map(({ entry }) => entry.id);

type CorrectionPart = Omit<CorrectionDecision, "linked" | "neighbours" | "novelty" | "decision">;

/** Nothing is done to any of them, unless stated. */
function partOf(part: Partial<CorrectionPart>): CorrectionPart {
  return { supersedes: [], failed: [], contests: [], because: [], ...part };
}

function overturnPart(overturned: readonly KnownCorrection[], draft: CorrectionDraft): CorrectionPart {
  const { tier } = draft;
  const part = partOf({});
  for (const { entry } of overturned) {
    const what = `It takes back ${quoted(entry, true)}`;
    if (!isApproved(draft) && isApproved(entry)) {
      part.because.push(`${what}, but waits for review itself; both stay until then.`);
    } else if (maySupersede(tier, entry.tier)) {
      part.supersedes.push(entry.id);
      part.because.push(`${what}, which is superseded.`);
    } else {
      part.because.push(`${what}, but is trusted less (${tier}, not ${entry.tier}); both stay.`);
    }
  }
  return part;
}

/** What a repeat says about the entry it repeats, by how far the repeating source is trusted. */
export function repeatProves(id: string, tier: CorrectionDraft["tier"], fails: boolean): string {
  return fails
    ? `${id} did not stick: it is up for reinforcement until it has held again.`
    : `A repeat by a less trusted source (${tier}) does not prove that ${id} failed.`;
}

function repeatPart(repeated: KnownCorrection, tier: CorrectionDraft["tier"]): CorrectionPart {
  const { entry } = repeated;
  const { id } = entry;
  const fails = mayFail(tier, entry.tier);
  const same = `${quoted(entry)} said the same${repeated.canonical ? "" : " in other words"}.`;
  return partOf({ recurrence_of: id, failed: fails ? [id] : [], because: [same, repeatProves(id, tier, fails)] });
}

function maybeParts(known: readonly KnownCorrection[]): CorrectionPart {
  const takenBack = known.find(({ overturned }) => overturned === "maybe");
  const repeated = known.find((one) => one.same === "maybe" && one !== takenBack);
  const because = [
    ...(takenBack === undefined ? [] : [`It may take back ${quoted(takenBack.entry)}; that is asked once.`]),
    ...(repeated === undefined ? [] : [`It may repeat ${quoted(repeated.entry)}; that is asked once.`]),
  ];
  return partOf({
    because,
    ...(takenBack === undefined ? {} : { maybe_supersedes: takenBack.entry.id }),
    ...(repeated === undefined ? {} : { maybe_recurrence_of: repeated.entry.id }),
  });
}

/**
 * What a new correction does to known ones. Overturning is tested first and excludes recurrence; where the change
 * guard names a telling difference the two are linked and, when one of them must be wrong, contested.
 */
export function judgeCorrection(input: CorrectionInput): CorrectionDecision {
  const { draft } = input;
  const live = input.candidates.filter(({ entry }) => isLive(entry));
  const near = nearEntries(draft.corrected_to, { ...input, candidates: live });
  const known = knownCorrections(input, near);

  const overturned = known.filter((one) => one.overturned === "yes");
  const repeats = (one: KnownCorrection) => one.canonical || one.same === "yes";
  const repeated = overturned.length > 0 ? undefined : repeatedOf(known.filter(repeats), known);
  const part =
    overturned.length > 0
      ? overturnPart(overturned, draft)
      : repeated !== undefined
        ? repeatPart(repeated, draft.tier)
        : maybeParts(known);

  const asked = [part.recurrence_of, part.maybe_recurrence_of, part.maybe_supersedes];
  const named = new Set([...part.supersedes, ...asked]);
  const apart = known.filter((one) => {
    return one.nearness !== "far" && !named.has(one.entry.id) && one.answer.relation !== "silent";
  });
  part.contests.push(...idsOf(apart.filter(({ answer }) => answer.relation === "contests")));
  part.because.push(...apart.slice(0, Math.max(input.maxLinks, part.contests.length)).flatMap(reasonsOf));
  const tied = [...known.filter(repeats), ...known.filter((one) => one.overturned !== "no"), ...apart, ...near.related];
  const linked = [...new Set([...part.contests, ...idsOf(tied)])]
    .filter((id) => !named.has(id))
    .slice(0, Math.max(input.maxLinks, part.contests.length));
  if (part.because.length === 0) part.because.push(relatedReason(near));
  return withNeighbours({ decision: decisionOf(part, linked), ...part, linked }, near);
}

function decisionOf(part: CorrectionPart, linked: readonly string[]): CorrectionDecision["decision"] {
  if (part.supersedes.length > 0) return "superseded";
  if (part.recurrence_of !== undefined) return "recurrence";
  const isAsked = part.maybe_recurrence_of !== undefined || part.maybe_supersedes !== undefined;
  return linked.length > 0 || isAsked ? "linked" : "stored";
}
