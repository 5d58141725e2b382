import type { Stakes } from "../entry/entry.js";
import type { StickWord } from "../entry/standing/standing.js";

export type RecallMode = "hybrid" | "keyword";

/** One entry with its score by each measure. */
export interface Scored {
  id: string;
  /** 0 without a shared word. */
  bm25: number;
  /** Which part of the question the entry holds, 0 to 1: by the idf of its words, those outside the claim for less. */
  share: number;
  /** Of the whole text. Absent when there is no vector to compare. */
  cosine?: number | undefined;
  /** Of the nearest wording of its claim alone. */
  claim?: number | undefined;
}

/**
 * How near an entry is by meaning: as a whole, or by its claim alone where that is nearer. Most questions are about the
 * claim, while details cover much else: R@5 .655 against .568 by the whole alone over generated notes, and questions
 * about details lose nothing. Undefined without a vector to compare.
 */
export function meaningOf({ cosine, claim }: Pick<Scored, "cosine" | "claim">): number | undefined {
  return cosine === undefined ? claim : Math.max(cosine, claim ?? cosine);
}

/** From here on words count as much as meaning: the best match by words holds so much of the question. */
export const ENOUGH_HELD = 0.4;

/** How much words say beside meaning, and why. */
export interface WordsWeight {
  /** From 0 to 1, where 1 is as much as meaning. */
  weight: number;
  /** The part of the question that the best match by words holds. */
  held: number;
}

/** What becomes of measures that lie on no common scale. */
export interface Fused {
  /** From 0 to 1, not rounded: two decimals would make equals of entries that are none. */
  scores: Map<string, number>;
  /** By entry: its BM25 in relation to the best. */
  words: Map<string, number>;
  /** In hybrid mode. */
  weighed?: WordsWeight;
}

/**
 * One score for each candidate: (t · bm25/max + max(0, meaning)) / (1 + t) with t = min(1, g/0.4)², where `g` is the part of
 * the question that the best match by words holds. Where even that one holds little, words are an accident and meaning
 * decides; with no shared word at all it decides alone. A question `outsideModel` is not in the letters the model knows:
 * words count as much as they can. Measured on 10,000 notes, three held-out seeds: R@5 .853 against .740 with half and half.
 */
export function fuse(candidates: readonly Scored[], mode: RecallMode, outsideModel = false): Fused {
  const best = candidates.reduce<Scored | undefined>(
    (one, other) => (other.bm25 > (one?.bm25 ?? 0) ? other : one),
    undefined,
  );
  const bestShare = best?.share ?? 0;
  const weight = best === undefined ? 0 : outsideModel ? 1 : Math.min(1, bestShare / ENOUGH_HELD) ** 2;
  const words = new Map(candidates.map(({ id, bm25 }) => [id, best === undefined ? 0 : bm25 / best.bm25]));
  const scoreOf = (scored: Scored): number => {
    const [byWords, byMeaning] = [words.get(scored.id) ?? 0, Math.max(0, meaningOf(scored) ?? 0)];
    if (mode === "keyword") return byWords;
    return (weight * byWords + byMeaning) / (1 + weight);
  };
  const scores = new Map(candidates.map((candidate) => [candidate.id, scoreOf(candidate)]));
  return { scores, words, ...(mode === "hybrid" ? { weighed: { weight, held: bestShare } } : {}) };
}

/** From here on an entry answers by its words: it holds so much of the question. */
export const CLEAR_SHARE = 0.3;
/** From here on it answers by its meaning, in relation to the cosine above which two texts are linked: .36 for MiniLM. */
export const CLEAR_OF_LINK = 0.9;

/**
 * Neither words nor meaning say clearly that it answers; `clear` is the cosine that does. Measured on generated notes and on
 * 63 real ones: of questions that nothing answers 93 % and 92 % get weak hits or none, of those with an answer 2 %.
 */
export function isWeak(scored: Scored, clear: number): boolean {
  const meaning = meaningOf(scored);
  return scored.share < CLEAR_SHARE && (meaning === undefined || meaning < clear);
}

/** What decides between entries of the same score. */
export interface Standing {
  id: string;
  timestamp: string;
  stakes?: Stakes | undefined;
  kept?: StickWord | undefined;
}

const KEPT_RANK = { held: 0, "not repeated": 0, unknown: 1, failed: 2 } as const;
const STAKES_RANK = { high: 0, medium: 1, low: 2 } as const;
const NO_STAKES = 3;

/** Order of two entries with the same score: proven before failed, higher stakes, newer, then by id. */
export function byStanding(a: Standing, b: Standing): number {
  const kept = (standing: Standing) => KEPT_RANK[standing.kept ?? "unknown"];
  const stakes = (standing: Standing) => (standing.stakes === undefined ? NO_STAKES : STAKES_RANK[standing.stakes]);
  return (
    kept(a) - kept(b) ||
    stakes(a) - stakes(b) ||
    Date.parse(b.timestamp) - Date.parse(a.timestamp) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}
