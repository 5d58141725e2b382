/** Whether two rules tell an agent to do opposite things. */
import { changeGuard, contestsBy } from "../../guard/change-guard.js";
import { sayingOf } from "./rule.js";

/** So much of the longer line's words must be common: rules are short, and most of them share a modal or a quantifier. */
const COMMON_SHARE = 0.5;
const SHORTEST_WORD = 4;

/** A plan holds each rule against many others: the words of the texts it met last are kept. */
const wordsMet = new Map<string, ReadonlySet<string>>();
const MOST_KEPT = 500;

function wordsOf(text: string): ReadonlySet<string> {
  const known = wordsMet.get(text);
  if (known !== undefined) return known;
  const words = new Set(
    sayingOf(text)
      .split(" ")
      .filter((word) => word.length >= SHORTEST_WORD),
  );
  if (wordsMet.size >= MOST_KEPT) wordsMet.clear();
  wordsMet.set(text, words);
  return words;
}

/** What differs between two rules that speak of the same and contest each other; undefined when they do not. */
export function contradiction(known: string, next: string): string | undefined {
  const [a, b] = [wordsOf(known), wordsOf(next)];
  const common = [...a].filter((word) => b.has(word)).length;
  if (common < COMMON_SHARE * Math.max(a.size, b.size, 1)) return undefined;
  const differences = changeGuard(known, next);
  return contestsBy(differences, known, next) ? differences[0]?.message : undefined;
}
