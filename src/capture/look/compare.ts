/**
 * Compares a draft with the tree as it is now: equal claims, near claims, entries worth a link. Called under the lock
 * by everything that stores an entry.
 */
import { type Correction, comparedClaim, type Entry } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isLive } from "../../entry/gates/visible.js";
import { type Candidate, cutsOf, isOutsideModel } from "../../entry/near/near-cuts.js";
import { isComparedType } from "../../entry/record-types.js";
import { inForce } from "../../entry/status.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { canonicalHash, claimHash, withOneWord } from "../../text/claims/canonical.js";
import { relatedOf } from "../policy/links.js";
import { type NearClaim, nearClaims } from "../policy/near-claims.js";
import { isTurnedDown } from "../policy/repeats.js";
import type { PreparedDraft } from "./prepare.js";

/** A known entry compared with the draft. `prior`: cosine to the prior belief of a correction. */
export interface Beside extends Candidate {
  prior?: number | undefined;
}

export interface Compared {
  /** Live entries of any type that its author may be shown, with how near they are. */
  candidates: readonly Beside[];
  /** Live entries worth a link, closest first. */
  related: readonly Candidate[];
  /** Entries with one of the claims in equal words, whatever their type, review or status. */
  sameClaim: readonly Entry[];
  /** Set when the draft could not be compared with everything; `tenet index` compares it later. */
  novelty?: "partial" | "unchecked";
}

/**
 * Compares a draft with its candidates as they are now. `claims`: texts whose equals are looked up. `namedIds`: entries
 * about which the author states something; they are left out.
 */
export async function compareWithKnown(
  change: Change,
  prepared: PreparedDraft,
  claims: readonly string[],
  namedIds: ReadonlySet<string>,
): Promise<Compared> {
  const { neighbourhood, mode } = prepared;
  const candidates: Beside[] = [];
  for (const { id, ...how } of neighbourhood.candidates) {
    if (namedIds.has(id) || change.head(id) === undefined) continue;
    const entry = inForce(await change.entry(id), mode);
    if (isLive(entry)) candidates.push({ entry, ...how });
  }
  return {
    candidates,
    related: relatedOf(candidates, neighbourhood.cuts),
    sameClaim: await holdersOf(change, prepared, claims, namedIds),
    ...(neighbourhood.novelty === "checked" ? {} : { novelty: neighbourhood.novelty }),
  };
}

async function holdersOf(
  change: Change,
  prepared: PreparedDraft,
  claims: readonly string[],
  namedIds: ReadonlySet<string>,
): Promise<Entry[]> {
  const holders: Entry[] = [];
  for (const head of change.tree.claiming(new Set(claims.map(claimHash)))) {
    if (head.status === "forgotten" || namedIds.has(head.id) || isTurnedDown(head)) continue;
    if (await prepared.isShown(head)) holders.push(inForce(await change.entry(head.id), prepared.mode));
  }
  return holders;
}

/** What a correction says was believed before: its equal words, or a claim in which they are the one word that differs. */
export async function believedBefore(
  change: Change,
  prepared: PreparedDraft,
  { corrected_to, prior_belief }: Pick<Correction, "corrected_to" | "prior_belief">,
): Promise<Entry[]> {
  if (prior_belief === undefined) return [];
  const hashes = new Set([claimHash(prior_belief), ...withOneWord(corrected_to, prior_belief).map(canonicalHash)]);
  hashes.delete(claimHash(corrected_to));
  const isMeant = (head: Row) => isComparedType(head.type) && hashes.has(head.claims[0] as string);
  const entries: Entry[] = [];
  for (const head of change.tree.claiming(hashes)) {
    // A contact's keyed facts are never equal words.
    const isFact = contactOf(head) !== undefined && head.key !== undefined;
    if (isFact || !isMeant(head) || !isLive(head) || !(await prepared.isShown(head))) continue;
    entries.push(inForce(await change.entry(head.id), prepared.mode));
  }
  return entries;
}

/** Without an embedding, this many candidates with the most words in common are compared. */
const MOST_BY_WORDS = 20;

/**
 * The candidates about which the draft is asked. `also`: entries that are asked about at any distance. `compared`: of the
 * claim, where not all of it is.
 */
export function nearAmong(
  { candidates }: Pick<Compared, "candidates">,
  {
    claim,
    compared = claim,
    search,
    neighbourhood,
    profile,
    lines,
  }: Pick<PreparedDraft, "claim" | "search" | "neighbourhood" | "profile" | "lines"> & { compared?: string },
  { also = [], without }: { also?: readonly Entry[]; without: ReadonlySet<string> },
): NearClaim[] {
  const cuts = neighbourhood.cuts ?? cutsOf(profile);
  const isForeign = neighbourhood.cuts === undefined || isOutsideModel(compared);
  const comparedCandidates = candidates.filter(({ entry }) => isComparedType(entry.type) && !without.has(entry.id));
  const byWords = [...comparedCandidates].sort((a, b) => b.lexical - a.lexical).slice(0, MOST_BY_WORDS);
  const comparable = comparedCandidates.map((one) => {
    const { entry } = one;
    const cosines = isForeign || isOutsideModel(comparedClaim(entry)) ? {} : { claim: one.claim, prior: one.prior };
    const lex = () => (byWords.includes(one) ? search.likeness(compared, comparedClaim(entry)).lex : 0);
    return { id: entry.id, ...cosines, lex };
  });
  const ownHash = claimHash(claim);
  const comparableLines = lines
    .filter(({ line }) => line.hash !== ownHash && !without.has(line.ref))
    .map(({ line, ...cosines }) => {
      return { id: line.ref, ...(isForeign ? {} : cosines), lex: () => search.likeness(compared, line.item).lex };
    });
  const claims = nearClaims([...comparable, ...comparableLines], cuts);
  for (const { id } of also) {
    const one = comparable.find((other) => other.id === id);
    if (one === undefined || claims.some((other) => other.id === id)) continue;
    claims.push({ id, by: one.claim === undefined ? "lex" : "claim", score: Math.max(0, one.claim ?? one.lex()) });
  }
  return claims;
}
