/** Whether two rules tell an agent to do opposite things, or may tell it the same. */
import { compareClaims, type GuardClaim, guardClaim } from "../../guard/change-guard.js";
import { sayingOf } from "./rule.js";

/** So much of the longer line's words must be common: rules are short, and most of them share a modal or a quantifier. */
const COMMON_SHARE = 0.5;
const SHORTEST_WORD = 4;

interface Line {
  words: ReadonlySet<string>;
  claim: GuardClaim;
}

/** A plan holds each rule against many others: the texts it met last are kept, taken apart. */
const linesMet = new Map<string, Line>();
const MOST_KEPT = 500;

function lineOf(text: string): Line {
  const known = linesMet.get(text);
  if (known !== undefined) return known;
  const words = new Set(
    sayingOf(text)
      .split(" ")
      .filter((word) => word.length >= SHORTEST_WORD),
  );
  const line = { words, claim: guardClaim(text) };
  if (linesMet.size >= MOST_KEPT) linesMet.clear();
  linesMet.set(text, line);
  return line;
}

function haveMuchInCommon(a: Line, b: Line): boolean {
  const common = [...a.words].filter((word) => b.words.has(word)).length;
  return common >= COMMON_SHARE * Math.max(a.words.size, b.words.size, 1);
}

/** Whether two lines may say the same in other words: much in common, and nothing that makes them two matters. */
export function maySayTheSame(known: string, next: string): boolean {
  const [a, b] = [lineOf(known), lineOf(next)];
  if (!haveMuchInCommon(a, b)) return false;
  const { relation } = compareClaims(a.claim, b.claim);
  return relation === "silent" || relation === "unclear";
}

/** What differs between two rules that speak of the same and contest each other; undefined when they do not. */
export function contradiction(known: string, next: string): string | undefined {
  const [a, b] = [lineOf(known), lineOf(next)];
  if (!haveMuchInCommon(a, b)) return undefined;
  const { relation, differences } = compareClaims(a.claim, b.claim);
  return relation === "contests" ? differences[0]?.message : undefined;
}
