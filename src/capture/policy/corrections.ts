/** What a new correction does to the known ones: overturns, repeats, contests. Pure, with its reasons. */
import type { Bands } from "../../config.js";
import { type Candidate, LEX_REPEAT } from "../../entry/bands.js";
import { type Correction, type Entry, isApproved, isLive } from "../../entry/entry.js";
import { byAge } from "../../entry/lessons.js";
import { mayFail, maySupersede } from "../../entry/trust.js";
import { canonicalClaim } from "../../guard/canonical.js";
import { changeGuard, contestsBy, deniesRepeat } from "../../guard/change-guard.js";
import type { Difference } from "../../guard/difference.js";
import {
  byCloseness,
  closeReason,
  type JudgementDecision,
  type JudgementInput,
  type NearEntries,
  nearEntries,
  quotedDifferences,
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
  /** `lex(a, b)` of two plain texts under the tree's own word frequencies: for beliefs, which have no template. */
  lex: (a: string, b: string) => number;
}

/** Everything the operation needs to write what was decided about a correction, which is always stored. */
export interface CorrectionDecision extends JudgementDecision {
  decision: "stored" | "linked" | "recurrence" | "superseded";
  recurrence_of?: string;
  maybe_recurrence_of?: string;
  /** Ids whose stick becomes `failed`, with the new correction as evidence. */
  failed: string[];
}

/** A live correction beside the new one. */
interface KnownCorrection {
  entry: Correction;
  candidate: Candidate;
  /** Between its `corrected_to` and the new one. */
  readonly differences: Difference[];
  canonical: boolean;
  related: boolean;
}

/** Whether a belief says what an earlier correction taught: the same words, or much the same with no telling change. */
function saysTheSame(text: string, taught: string, lex: CorrectionInput["lex"]): boolean {
  if (canonicalClaim(text) === canonicalClaim(taught)) return true;
  return lex(text, taught) >= LEX_REPEAT && !deniesRepeat(changeGuard(taught, text));
}

function isOverturned(known: KnownCorrection, draft: CorrectionDraft, lex: CorrectionInput["lex"]): boolean {
  const taught = known.entry.corrected_to;
  return saysTheSame(draft.prior_belief, taught, lex) && !saysTheSame(draft.corrected_to, taught, lex);
}

/** Close enough for a repeat, by words or by meaning, whatever the guard says. */
function isNear(candidate: Candidate, bands: Bands | undefined): boolean {
  if (candidate.lexical >= LEX_REPEAT) return true;
  return bands !== undefined && (candidate.similarity ?? -1) > bands.duplicate;
}

function knownCorrections({ draft, sameClaim }: CorrectionInput, near: NearEntries): KnownCorrection[] {
  const { candidates, related } = near;
  const canonical = canonicalClaim(draft.corrected_to);
  const all = new Map(candidates.map((candidate) => [candidate.entry.id, candidate]));
  for (const entry of sameClaim) if (!all.has(entry.id)) all.set(entry.id, { entry, lexical: 0 });
  const known: KnownCorrection[] = [];
  for (const candidate of [...all.values()].sort(byCloseness)) {
    const { entry } = candidate;
    if (entry.type !== "correction" || !isLive(entry)) continue;
    let differences: Difference[] | undefined;
    known.push({
      entry,
      candidate,
      // Asked of the few that are near: the guard takes most of the time of a judgement.
      get differences() {
        differences ??= changeGuard(entry.corrected_to, draft.corrected_to);
        return differences;
      },
      canonical: canonicalClaim(entry.corrected_to) === canonical,
      related: related.includes(candidate),
    });
  }
  return known;
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
    const { id } = entry;
    if (!isApproved(draft) && isApproved(entry)) {
      part.because.push(`It takes back what ${id} taught, but waits for review itself; both stay until then.`);
    } else if (maySupersede(tier, entry.tier)) {
      part.supersedes.push(id);
      part.because.push(`It takes back what ${id} taught; ${id} is superseded.`);
    } else {
      part.because.push(
        `It takes back what ${id} taught, but is trusted less (${tier}, not ${entry.tier}); both stay.`,
      );
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
  const { id } = repeated.entry;
  const fails = mayFail(tier, repeated.entry.tier);
  const same = repeated.canonical ? `${id} said the same.` : `${id} said the same in other words.`;
  return partOf({ recurrence_of: id, failed: fails ? [id] : [], because: [same, repeatProves(id, tier, fails)] });
}

function possibleRepeatPart(known: readonly KnownCorrection[]): CorrectionPart {
  const maybe = known.find((one) => one.related && !deniesRepeat(one.differences));
  if (maybe === undefined) return partOf({});
  const { id } = maybe.entry;
  return partOf({ maybe_recurrence_of: id, because: [`It may repeat ${id}; that is asked at the next heartbeat.`] });
}

/**
 * What a new correction does to known ones. Overturning is tested first and excludes recurrence; where the change
 * guard names a telling difference the two are linked and, when one of them must be wrong, contested.
 */
export function judgeCorrection(input: CorrectionInput): CorrectionDecision {
  const { draft } = input;
  const live = input.candidates.filter(({ entry }) => isLive(entry));
  const near = nearEntries(draft.corrected_to, { ...input, candidates: live });
  const { bands } = near;
  const known = knownCorrections(input, near);

  const overturned = known.filter((one) => isOverturned(one, draft, input.lex));
  const repeats = (one: KnownCorrection) =>
    one.canonical || (isNear(one.candidate, bands) && !deniesRepeat(one.differences));
  const repeated = overturned.length > 0 ? undefined : repeatedOf(known.filter(repeats), known);
  const part =
    overturned.length > 0
      ? overturnPart(overturned, draft)
      : repeated !== undefined
        ? repeatPart(repeated, draft.tier)
        : possibleRepeatPart(known);

  const named = new Set([...part.supersedes, part.recurrence_of, part.maybe_recurrence_of]);
  for (const one of known) {
    if (named.has(one.entry.id) || repeats(one)) continue;
    if (!isNear(one.candidate, bands) && !overturned.includes(one)) continue;
    const contested = contestsBy(one.differences, one.entry.corrected_to, draft.corrected_to);
    if (contested) part.contests.push(one.entry.id);
    part.because.push(closeReason(one.entry.id, contested), ...quotedDifferences(one.entry, one.differences));
  }
  const repeatsToo = known.filter((one) => !named.has(one.entry.id) && repeats(one));
  const linked = [...new Set([...part.contests, ...idsOf(overturned), ...idsOf(near.related), ...idsOf(repeatsToo)])]
    .filter((id) => !named.has(id))
    .slice(0, Math.max(input.maxLinks, part.contests.length));
  if (part.because.length === 0) part.because.push(relatedReason(linked));
  return withNeighbours({ decision: decisionOf(part, linked), ...part, linked }, near);
}

function decisionOf(part: CorrectionPart, linked: readonly string[]): CorrectionDecision["decision"] {
  if (part.supersedes.length > 0) return "superseded";
  if (part.recurrence_of !== undefined) return "recurrence";
  return linked.length > 0 || part.maybe_recurrence_of !== undefined ? "linked" : "stored";
}
