/** A new claim beside the claims of what is known: how near they are, and what differs. Insights, corrections and memories ask it. */
import type { Bands } from "../../config.js";
import { type Candidate, COMMON_MERGE, LEX_REPEAT, LEX_SAME } from "../../entry/bands.js";
import { comparedClaims, type Entry } from "../../entry/entry.js";
import { compareClaims, type GuardAnswer, type GuardClaim, guardClaim } from "../../guard/change-guard.js";
import type { Likeness } from "../../search/words/bm25.js";

/** What two texts have in common by their words, under the tree's own word frequencies. */
export type LikenessOf = (a: string, b: string) => Likeness;

/**
 * How near two claims are: `same` words or above the band of that name, `maybe` the same, `near` enough to ask the change
 * guard, or `far`. Likeness alone decides nothing: the guard is asked about all but the last.
 */
export type Nearness = "same" | "maybe" | "near" | "far";

export interface ComparedClaim<E extends Entry = Entry> {
  entry: E;
  candidate: Candidate;
  nearness: Nearness;
  /** Whether it says the same as the entry. */
  same: "yes" | "maybe" | "no";
  /** The same words in the same order, but for fillers and endings. */
  equal: boolean;
  /** What the guard says of the wording that decided; nothing differs where it was not asked. */
  answer: GuardAnswer;
}

const sameWords = (a: GuardClaim, b: GuardClaim): boolean =>
  a.reading.terms.length > 0 &&
  a.reading.terms.map(({ key }) => key).join(" ") === b.reading.terms.map(({ key }) => key).join(" ");

/**
 * Whether two claims say the same. The nearest do while the guard is silent and they share most of their words: what is
 * said in other words throughout may be its contrary, and no list of words knows all of them. That is asked about, as is
 * what the guard is not sure of: half of it says the same.
 */
function saysTheSame(
  nearness: Nearness,
  { relation }: GuardAnswer,
  isNearest: boolean,
  common: () => number,
): ComparedClaim["same"] {
  if (nearness === "same" && relation === "silent") return common() >= COMMON_MERGE ? "yes" : "maybe";
  return (nearness === "maybe" && relation === "silent") || (isNearest && relation === "unclear") ? "maybe" : "no";
}

function nearnessOf(claim: string, candidate: Candidate, bands: Bands | undefined, likeness: LikenessOf): Nearness {
  const cosine = candidate.claim ?? -1;
  if (bands !== undefined && cosine > bands.same) return "same";
  if (bands !== undefined && cosine > bands.evolve) return "maybe";
  // A claim shares no word that its whole entry does not share.
  const wordings = candidate.lexical > 0 ? comparedClaims(candidate.entry) : [];
  const lex = Math.max(0, ...wordings.map((wording) => likeness(wording, claim).lex));
  if (lex >= (bands === undefined ? LEX_REPEAT : LEX_SAME)) return "maybe";
  return (bands !== undefined && cosine > bands.contest) || lex >= LEX_REPEAT ? "near" : "far";
}

const FAR: GuardAnswer = { differences: [], relation: "unclear" };

/**
 * Compares a claim with every wording of an entry, the newest first: the first that says the same or the contrary decides,
 * for later words stand for what is believed now.
 */
export function comparedWith<E extends Entry>(
  claim: GuardClaim,
  candidate: Candidate & { entry: E },
  bands: Bands | undefined,
  likeness: LikenessOf,
): ComparedClaim<E> {
  const { entry } = candidate;
  const nearness = nearnessOf(claim.text, candidate, bands, likeness);
  const compared = { entry, candidate, nearness, equal: false };
  if (nearness === "far") return { ...compared, same: "no", answer: FAR };
  // A correction that was said again is seldom said alike, and to miss it costs more than to ask.
  const unsure = bands && (entry.type === "correction" ? (bands.same + bands.evolve) / 2 : bands.same);
  const isNearest = unsure !== undefined && (candidate.claim ?? -1) > unsure;
  const decided = (wording: string, answer: GuardAnswer) => {
    const same = saysTheSame(nearness, answer, isNearest, () => likeness(wording, claim.text).common);
    return { ...compared, same, answer };
  };
  let fewest: GuardAnswer | undefined;
  for (const wording of comparedClaims(entry).reverse()) {
    const known = guardClaim(wording);
    const answer = compareClaims(known, claim);
    if (answer.relation === "silent" && sameWords(known, claim)) {
      return { ...compared, nearness: "same", same: "yes", equal: true, answer };
    }
    if (answer.relation === "silent" || answer.relation === "contests") return decided(wording, answer);
    if (fewest === undefined || answer.differences.length < fewest.differences.length) fewest = answer;
  }
  return decided(claim.text, fewest ?? FAR);
}
