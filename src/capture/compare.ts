/** A draft beside the tree as it is now: what says the same, what is near, and what is worth a link. Called under the lock. */
import { type Correction, claimOf, type Entry } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { type Candidate, cutsOf, isOutsideModel } from "../entry/near/near-cuts.js";
import { isComparedType } from "../entry/record-types.js";
import { inForce } from "../entry/status.js";
import type { Change } from "../store/change/change.js";
import type { EntryMeta } from "../store/open-store.js";
import { canonicalHash, claimHash, withOneWord } from "../text/canonical.js";
import { relatedOf } from "./policy/links.js";
import { type NearClaim, nearClaims } from "./policy/near-claims.js";
import { isTurnedDown } from "./policy/repeats.js";
import type { PreparedDraft } from "./prepare.js";

/** A known entry beside the draft, with its cosine to the prior belief of a correction. */
export interface Beside extends Candidate {
  prior?: number | undefined;
}

export interface Compared {
  /** Live entries of any type that its author may be shown, with how near they are. */
  candidates: readonly Beside[];
  /** Live entries worth a link, closest first. */
  related: readonly Candidate[];
  /** Entries that hold one of the claims in equal words, whatever their type, review or status. */
  sameClaim: readonly Entry[];
  /** Why it was not compared with everything: it is looked at again when it can be. Absent when it was. */
  novelty?: "partial" | "unchecked";
}

/**
 * A draft beside its candidates as they are now. `claims`: texts whose equals count. `named`: entries about which the author
 * says something, which are not compared.
 */
export async function compareWithKnown(
  change: Change,
  prepared: PreparedDraft,
  claims: readonly string[],
  named: ReadonlySet<string>,
): Promise<Compared> {
  const { neighbourhood, mode } = prepared;
  const candidates: Beside[] = [];
  for (const { id, ...how } of neighbourhood.candidates) {
    if (named.has(id) || change.head(id) === undefined) continue;
    const entry = inForce(await change.entry(id), mode);
    if (isLive(entry)) candidates.push({ entry, ...how });
  }
  return {
    candidates,
    related: relatedOf(candidates, neighbourhood.cuts),
    sameClaim: await holdersOf(change, prepared, claims, named),
    ...(neighbourhood.novelty === "checked" ? {} : { novelty: neighbourhood.novelty }),
  };
}

async function holdersOf(
  change: Change,
  prepared: PreparedDraft,
  claims: readonly string[],
  named: ReadonlySet<string>,
): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const head of change.now.claiming(new Set(claims.map(claimHash)))) {
    if (head.status === "forgotten" || named.has(head.id) || isTurnedDown(head)) continue;
    if (await prepared.isShown(head)) found.push(inForce(await change.entry(head.id), prepared.mode));
  }
  return found;
}

/** Corrections whose claim is this one with the prior belief in the place of one of its words. */
export async function oneWordAway(
  change: Change,
  prepared: PreparedDraft,
  { corrected_to, prior_belief }: Pick<Correction, "corrected_to" | "prior_belief">,
): Promise<Correction[]> {
  if (prior_belief === undefined) return [];
  const hashes = new Set(withOneWord(corrected_to, prior_belief).map(canonicalHash));
  const isMeant = (head: EntryMeta) => head.type === "correction" && hashes.has(head.claims[0] as string);
  const found: Correction[] = [];
  for (const head of hashes.size === 0 ? [] : change.now.claiming(hashes)) {
    if (!isMeant(head) || !isLive(head) || !(await prepared.isShown(head))) continue;
    found.push(inForce(await change.entry(head.id), prepared.mode) as Correction);
  }
  return found;
}

/** So many of the nearest by their words are looked at where nothing else can be compared. */
const MOST_BY_WORDS = 20;

/** Which of the candidates the draft is asked about. `also`: those that are, however near they may be. */
export function nearAmong(
  { candidates }: Pick<Compared, "candidates">,
  {
    claim,
    search,
    neighbourhood,
    profile,
    lines,
  }: Pick<PreparedDraft, "claim" | "search" | "neighbourhood" | "profile" | "lines">,
  { also = [], without }: { also?: readonly Entry[]; without: ReadonlySet<string> },
): NearClaim[] {
  const cuts = neighbourhood.cuts ?? cutsOf(profile);
  const isForeign = neighbourhood.cuts === undefined || isOutsideModel(claim);
  const known = candidates.filter(({ entry }) => isComparedType(entry.type) && !without.has(entry.id));
  const byWords = [...known].sort((a, b) => b.lexical - a.lexical).slice(0, MOST_BY_WORDS);
  const comparable = known.map((one) => {
    const { entry } = one;
    const cosines = isForeign || isOutsideModel(claimOf(entry)) ? {} : { claim: one.claim, prior: one.prior };
    const lex = () => (byWords.includes(one) ? search.likeness(claim, claimOf(entry)).lex : 0);
    return { id: entry.id, ...cosines, lex };
  });
  const own = claimHash(claim);
  const written = lines
    .filter(({ line }) => line.hash !== own && !without.has(line.ref))
    .map(({ line, ...cosines }) => {
      return { id: line.ref, ...(isForeign ? {} : cosines), lex: () => search.likeness(claim, line.text).lex };
    });
  const found = nearClaims([...comparable, ...written], cuts);
  for (const { id } of also) {
    const one = comparable.find((other) => other.id === id);
    if (one === undefined || found.some((other) => other.id === id)) continue;
    found.push({ id, by: one.claim === undefined ? "lex" : "claim", score: Math.max(0, one.claim ?? one.lex()) });
  }
  return found;
}
