/** Two claims that put things in order: the same order, or another one. */
import { type Compared, contentOf } from "./compare.js";
import { type Difference, difference } from "./difference.js";
import type { Reading } from "./reading.js";
import { NARROWING } from "./words.js";

/** "Before shipping check it" beside "after shipping check it" and "check it after shipping", without a comma. */
function turnedOpening(a: Reading, b: Reading): Difference | undefined {
  const opens = ({ tokens, order }: Reading) => order === undefined && NARROWING.has(tokens[0]?.word ?? "");
  const mark = (reading: Reading) => (opens(reading) ? reading.tokens[0] : reading.order?.word);
  const [mine, theirs] = [mark(a), mark(b)];
  if (mine === undefined || theirs === undefined || mine.word === theirs.word) return undefined;
  if (!NARROWING.has(mine.word) || !NARROWING.has(theirs.word)) return undefined;
  const sameStart = contentOf(a.terms)[0]?.key === contentOf(b.terms)[0]?.key;
  return sameStart === (opens(a) && opens(b)) ? difference("antonym", mine.raw, theirs.raw) : undefined;
}

/** What both claims put in order, and put in the other order. */
export function differingRelation({ a, b }: Compared): Difference | undefined {
  if (a.order === undefined || b.order === undefined) return turnedOpening(a, b);
  const { first, second } = a.order;
  const later = [...first].filter((key) => !second.has(key) && b.order?.second.has(key) && !b.order.first.has(key));
  const sooner = [...second].filter((key) => !first.has(key) && b.order?.first.has(key) && !b.order.second.has(key));
  const stays =
    [...first].some((key) => b.order?.first.has(key)) && [...second].some((key) => b.order?.second.has(key));
  if (later.length === 0 || sooner.length === 0 || (stays && later.length + sooner.length < 2)) return undefined;
  const [mine, theirs] = [a.order.word, b.order.word];
  return mine.word !== theirs.word && NARROWING.has(mine.word) && NARROWING.has(theirs.word)
    ? difference("antonym", mine.raw, theirs.raw)
    : difference("order", undefined, undefined);
}

/** Whether both put the same things in the same order: then the order of the words says nothing. */
export function sameRelation({ a, b }: Compared): boolean {
  if (a.order === undefined || b.order === undefined) return false;
  const meets = (mine: ReadonlySet<string>, theirs: ReadonlySet<string> = new Set()) =>
    [...mine].some((key) => theirs.has(key));
  return meets(a.order.first, b.order.first) && meets(a.order.second, b.order.second);
}
