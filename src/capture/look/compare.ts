/**
 * Compares a draft with the tree as it is now: equal claims, near claims, entries worth a link. Called under the lock
 * by everything that stores an entry.
 */
import { type Correction, comparedClaim } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isLive } from "../../entry/gates/visible.js";
import { isComparedType } from "../../entry/record-types.js";
import { cutsOf, isOutsideModel } from "../../search/near-cuts.js";
import { entryOf } from "../../store/cache/row.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { canonicalHash, claimHash, withOneWord } from "../../text/claims/canonical.js";
import { type Candidate, relatedOf } from "../policy/links.js";
import { type NearClaim, nearClaims } from "../policy/near-claims.js";
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
}

/** Compares a draft with its candidates as they are now. `named`: those about which something is stated; they are left out. */
export async function compareWithKnown(
  change: Change,
  { neighbourhood }: PreparedDraft,
  named: ReadonlySet<string>,
): Promise<Compared> {
  const candidates = neighbourhood.candidates.flatMap(({ id, ...how }): Beside[] => {
    const row = named.has(id) ? undefined : change.tree.head(id);
    return row === undefined || !isLive(row) ? [] : [{ entry: entryOf(row), ...how }];
  });
  return { candidates, related: relatedOf(candidates, neighbourhood.cuts) };
}

/** What a correction says was believed before: its equal words, or a claim in which they are the one word that differs. */
export async function believedBefore(
  change: Change,
  prepared: PreparedDraft,
  { corrected_to, prior_belief }: Pick<Correction, "corrected_to" | "prior_belief">,
): Promise<Row[]> {
  if (prior_belief === undefined) return [];
  const hashes = new Set([claimHash(prior_belief), ...withOneWord(corrected_to, prior_belief).map(canonicalHash)]);
  hashes.delete(claimHash(corrected_to));
  const isMeant = (head: Row) => isComparedType(head.type) && hashes.has(head.claim);
  const rows: Row[] = [];
  for (const head of change.tree.naming(hashes, "claim")) {
    // A contact's keyed facts are never equal words.
    const isFact = contactOf(head) !== undefined && head.key !== undefined;
    if (isFact || !isMeant(head) || !isLive(head) || !(await prepared.isShown(head))) continue;
    rows.push(head);
  }
  return rows;
}

/** Without an embedding, this many candidates with the most words in common are compared. */
const MOST_BY_WORDS = 20;

/**
 * The candidates about which the draft is asked; `without`: not about these. `compared`: what of the claim is compared, where
 * not all of it is.
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
  without: ReadonlySet<string>,
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
  return nearClaims([...comparable, ...comparableLines], cuts);
}
