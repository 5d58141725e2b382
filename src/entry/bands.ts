/** How near is near: cuts of similarity by model, and a known entry beside a new one. */
import type { Bands } from "../config.js";
import type { Entry } from "./entry.js";

/** A known entry beside a new one, with how near it is. The numbers come from search; nothing here embeds. */
export interface Candidate {
  entry: Entry;
  /** Cosine of the two template texts; absent without a model or vector. */
  similarity?: number | undefined;
  /** Cosine of the two claims alone, of several wordings the nearest. */
  claim?: number | undefined;
  /** `lex(a, b)` of the two template texts, 0 to 1. */
  lexical: number;
}

/** Two decimals: more would differ between processors. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const MINILM: Bands = { same: 0.85, evolve: 0.66, contest: 0.45, link: 0.4, lex_link: 0.27, blend: 0.38 };

/**
 * Cuts shipped with tenet, by the model's last name. Measured for MiniLM (q8, one text a call); those of the two others
 * are estimates, to be calibrated before they are relied on.
 */
export const SHIPPED_BANDS: Readonly<Record<string, Bands>> = {
  default: MINILM,
  "all-MiniLM-L6-v2": MINILM,
  "bge-small-en-v1.5": { same: 0.95, evolve: 0.83, contest: 0.78, link: 0.76, lex_link: 0.27, blend: 0.6 },
  "e5-small-v2": { same: 0.97, evolve: 0.92, contest: 0.89, link: 0.88, lex_link: 0.27, blend: 0.62 },
};

/** Lexical cut for links where no bands apply: it does not depend on the model. */
export const LEX_LINK = MINILM.lex_link;
/** Without meanings to compare: from here on two claims share so many rare words that they say one thing, unless the change guard objects. */
export const LEX_REPEAT = 0.45;
/** The same beside meanings that are not near: a sentence and its passive, for example. */
export const LEX_SAME = 0.8;
/** Near claims of which less is common, of the longer one's words, are never made one. */
export const COMMON_MERGE = 0.6;
/** From here on a belief is what a correction taught, and from here on it may be. */
export const COMMON_OVERTURN = 0.65;
export const COMMON_ASK = 0.45;
/** A text with a larger share of non-Latin letters is outside what the shipped models were trained on. */
const NON_LATIN_SHARE = 0.3;

/** The cuts of a model: the profile's own (by full name or last part) before the shipped ones; undefined when neither knows it. */
export function bandsFor(model: string | undefined, profile: Readonly<Record<string, Bands>>): Bands | undefined {
  if (model === undefined) return undefined;
  const last = model.split(/[/\\]/).findLast((part) => part !== "") ?? model;
  const own = (table: Readonly<Record<string, Bands>>, name: string) =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  return own(profile, model) ?? own(profile, last) ?? own(SHIPPED_BANDS, last);
}

/** True when more than 30 % of the letters are not Latin: cosines of such a text mean nothing. */
export function isOutsideModel(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && (letters - latin) / letters > NON_LATIN_SHARE;
}
