/** The options and the results of a search. */
import type { EntryType } from "../entry/entry.js";
import type { StepText } from "../steps.js";
import type { Row } from "../store/open-store.js";
import type { RecallMode, Scored, WordsWeight } from "./fusion.js";
import type { Cuts } from "./near-cuts.js";
import type { IndexState } from "./vectors/entry-rows.js";

/** The texts of a draft that are compared: the whole, its claim, and the earlier belief of a correction. */
export interface ComparedTexts {
  template: string;
  claim: string;
  prior?: string | undefined;
}

/** What is near a new text, before any decision. */
export interface Neighbourhood {
  /** Live entries: the lexically nearest and the nearest by meaning, whole, claim alone and to the prior belief, with every number known. */
  candidates: { id: string; similarity?: number; claim?: number; prior?: number; lexical: number }[];
  model: string | undefined;
  /** `partial`: the index is not complete; `unchecked`: no vectors could be compared, or there are no cuts for the model. */
  novelty: "checked" | "partial" | "unchecked";
  cuts?: Cuts;
  warnings: StepText[];
}

export interface FoundEntry {
  head: Row;
  /** From 0 to 1, not rounded. */
  score: number;
  bm25: number;
  /** BM25 in relation to the best match. */
  byWords: number;
  /** Of the whole text; absent where there is no vector to compare. */
  cosine?: number;
  /** The same, or of the claim alone where that is nearer. */
  meaning?: number;
  /** Near, and not clearly an answer. */
  weak: boolean;
  /** Words of the query that the entry holds. */
  words: string[];
  /** Which of the trees that were searched holds it. */
  from: number;
}

export interface Found extends IndexState {
  results: FoundEntry[];
  /** As it was answered: `keyword` where the model could not be used. */
  mode: RecallMode;
  /** How words and meaning were joined, in hybrid mode. */
  weighed?: WordsWeight;
  /** Entries that would stand among the results if they did not wait for review. */
  withheld: number;
}

export interface RecallOptions {
  mode: RecallMode;
  limit: number;
  /** At most so many weak ones; all unless stated. */
  weak?: number;
  /** The requested types, read from the ids: entries of other types are not looked up. */
  types?: ReadonlySet<EntryType>;
  accept(head: Row): boolean;
  /** Entries that match the same filters and wait for review: only counted. */
  waits?(head: Row): boolean;
  /** What its score is multiplied by before they are put in order. */
  weight?(head: Row): number;
  /** Of some of those that are accepted no more than so many, the best. */
  atMost?: { count: number; of(head: Row): boolean };
}

/** What one tree has for a query. */
export interface ScoredCandidates {
  scored: Scored[];
  /** `keyword` where the model could not be used. */
  mode: RecallMode;
  state: IndexState;
  /** The cosine from which an entry clearly answers; undefined where the model has none. */
  clear?: number;
}

export interface BuildReport extends IndexState {
  /** Live entries. */
  entries: number;
  /** Vectors made now, and taken from the cache. */
  embedded: number;
  cached: number;
  seconds: number;
}
