/** What two claims differ in, each with its sentence for people. */
import { shorten } from "../text/shorten.js";

/** What kind of thing two claims differ in, most telling first. */
export const DIFFERENCE_KINDS = [
  "number",
  "date",
  "version",
  "path",
  "identifier",
  "name",
  "negation",
  "antonym",
  "modal",
  "quantifier",
  "exception",
  "operator",
  "direction",
  "swapped-word",
  "order",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** One thing in which a new claim (`b`) differs from a known one (`a`). One side is absent when it says nothing there. */
export interface Difference {
  kind: DifferenceKind;
  a?: string;
  b?: string;
  /** A sentence for people. */
  says: string;
  /** An addition that narrows the claim ("before committing"): told apart, but no contradiction. */
  narrows?: true;
}

const LONGEST_SHOWN = 60;
const NOUN: Readonly<Record<DifferenceKind, string>> = {
  number: "a number",
  date: "a date",
  version: "a version",
  path: "a path",
  identifier: "an identifier",
  name: "a name",
  negation: "a negation",
  antonym: "an opposite",
  modal: "how binding it is",
  quantifier: "how much it covers",
  exception: "an exception",
  operator: "an operator or sign",
  direction: "a direction",
  "swapped-word": "one word",
  order: "the order of its words",
};

function shown(text: string, quoted: boolean): string {
  const cut = shorten(text, LONGEST_SHOWN);
  return quoted ? `"${cut}"` : cut;
}

/** A difference with its sentence: "Differs in a number: 500 -> 300." */
export function difference(kind: DifferenceKind, a: string | undefined, b: string | undefined): Difference {
  const quoted = kind === "operator";
  const start = `Differs in ${NOUN[kind]}`;
  if (kind === "order") return { kind, says: `${start}.` };
  if (a !== undefined && b !== undefined)
    return { kind, a, b, says: `${start}: ${shown(a, quoted)} -> ${shown(b, quoted)}.` };
  if (b !== undefined) return { kind, b, says: `${start}: only the new one has "${shown(b, false)}".` };
  if (a !== undefined) return { kind, a, says: `${start}: only the known one has "${shown(a, false)}".` };
  return { kind, says: `${start}.` };
}
