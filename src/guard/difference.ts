/** What two claims differ in, each with its sentence for people. */
import { shorten } from "../text/shorten.js";

/** What is made of a difference of some kind. */
interface KindTraits {
  /** What the two differ in, for people. */
  noun: string;
  /** One of two claims that differ so is probably wrong or out of date. */
  contests?: true;
  /** It is told by single words, which may show several kinds at once. */
  ofWords?: true;
}

const KINDS = {
  number: { noun: "a number" },
  date: { noun: "a date" },
  version: { noun: "a version" },
  path: { noun: "a path" },
  identifier: { noun: "an identifier" },
  name: { noun: "a name" },
  negation: { noun: "a negation", contests: true, ofWords: true },
  antonym: { noun: "an opposite", contests: true, ofWords: true },
  modal: { noun: "how binding it is", contests: true, ofWords: true },
  quantifier: { noun: "how much it covers", contests: true, ofWords: true },
  exception: { noun: "an exception", contests: true, ofWords: true },
  operator: { noun: "an operator or sign", contests: true },
  direction: { noun: "a direction", contests: true, ofWords: true },
  "swapped-word": { noun: "one word" },
  order: { noun: "the order of its words" },
} satisfies Readonly<Record<string, KindTraits>>;
/** What kind of thing two claims differ in. */
export type DifferenceKind = keyof typeof KINDS;

/** What is made of them, the most telling kinds first. */
export const TRAITS: Readonly<Record<DifferenceKind, KindTraits>> = KINDS;

/** One thing in which a new claim (`b`) differs from a known one (`a`). One side is absent when it says nothing there. */
export interface Difference {
  kind: DifferenceKind;
  a?: string;
  b?: string;
  /** A sentence for people. */
  message: string;
  /** An addition that narrows the claim ("before committing"): told apart, but no contradiction. */
  narrows?: true;
}

const LONGEST_SHOWN = 60;

function shown(text: string, quoted: boolean): string {
  const cut = shorten(text, LONGEST_SHOWN);
  return quoted ? `"${cut}"` : cut;
}

/** A difference with its sentence: "Differs in a number: 500 -> 300." */
export function difference(kind: DifferenceKind, a: string | undefined, b: string | undefined): Difference {
  const quoted = kind === "operator";
  const start = `Differs in ${TRAITS[kind].noun}`;
  if (kind === "order") return { kind, message: `${start}.` };
  if (a !== undefined && b !== undefined)
    return { kind, a, b, message: `${start}: ${shown(a, quoted)} -> ${shown(b, quoted)}.` };
  if (b !== undefined) return { kind, b, message: `${start}: only the new one has "${shown(b, false)}".` };
  if (a !== undefined) return { kind, a, message: `${start}: only the known one has "${shown(a, false)}".` };
  return { kind, message: `${start}.` };
}
