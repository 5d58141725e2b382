/** Which entries a text of an agent names: a use that nobody had to state. */
import { tailOf } from "../../entry/entry.js";
import { DRAWN_TAIL, ID_FORM } from "../../entry/id-form.js";

/** As tenet draws them: five characters, a letter among them. Imported ids have other ends, which are no names. */
const DRAWN = new RegExp(`^(?=[0-9]{0,4}[A-Z])${DRAWN_TAIL}$`);
const WHOLE = new RegExp(ID_FORM, "gu");
const WORD = /[\p{L}\p{N}_]+/gu;

/** The ids among `known` that the text names, whole or by their drawn tail as a word of its own, in any case. */
export function citedIn(text: string, known: ReadonlySet<string>): string[] {
  if (known.size === 0) return [];
  const cited = new Set<string>();
  const upper = text.toUpperCase();
  for (const [id] of upper.matchAll(WHOLE)) if (known.has(id)) cited.add(id);
  // A tail within a whole id names that one alone.
  const rest = upper.replace(WHOLE, " ");
  const tails = new Map<string, string[]>();
  for (const id of known) {
    const tail = tailOf(id);
    if (DRAWN.test(tail)) tails.set(tail, [...(tails.get(tail) ?? []), id]);
  }
  for (const [word] of rest.matchAll(WORD)) {
    const named = tails.get(word);
    // Two of one tail: nobody can say which was meant.
    if (named?.length === 1) cited.add(named[0] as string);
  }
  return [...cited];
}
