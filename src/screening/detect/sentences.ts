/** Where sentences stand in a text, and the whole sentences around the words that gave something away. */
import { oneLine } from "../../text/shorten.js";
import { overlaps, type Span, speechOf } from "./speech.js";

/** Longer texts are judged by their beginning: signals open a message, and patterns stay fast. */
const MAX_CHARS = 20_000;

/** Where the sentences of a text stand that are speech: signals stand within them. Longer texts: of their beginning. */
export function sentencePlaces(text: string): Span[] {
  return sentencesIn(speechOf(text.slice(0, MAX_CHARS)));
}

/** The sentences of a text of which all that is no speech is blanked, by places. */
export function sentencesIn(speech: string): Span[] {
  // A full stop inside `2.3` or `file.ts` ends nothing.
  return [...speech.matchAll(/(?:[^.!?。！？\n]|[.!?](?=[^\s"')\]]))+[.!?。！？]*/gu)]
    .filter(([whole]) => whole.trim() !== "")
    .map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));
}

/** What of a text is looked at, blanked where nobody speaks; places stay. */
export const spokenBeginning = (text: string): string => speechOf(text.slice(0, MAX_CHARS));

/** The words of a text, in small letters. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'_./-]*/gu) ?? [];

/** The end of the paragraph in which a place stands. */
export function paragraphEnd(text: string, from: number): number {
  const paragraphBreak = /\n[ \t]*\n/.exec(text.slice(from));
  return paragraphBreak === null ? text.length : from + paragraphBreak.index;
}

/** A sentence with fewer further words only signals an error; the next one then names it. */
const TELLING_WORDS = 4;
/** So many in all tell enough, whichever of them gave it away. */
const ENOUGH_WORDS = 8;
const LIST_MARK = /^\s*(?:[-*•>]|\d+[.)])\s+/;

/**
 * The person's words from the sentence of one signal to that of another, in full and on one line; with what follows in the
 * paragraph while they say little but that something is wrong. Empty where no sentence holds them.
 */
export function wholeSentences(text: string, places: readonly Span[], first: Span, last: Span): string {
  const opening = places.find((place) => overlaps(place, first));
  let closing = places.findIndex((place) => overlaps(place, last));
  if (opening === undefined || closing === -1) return "";
  const border = paragraphEnd(text, first.start);
  const givesAway = wordsIn(text.slice(first.start, first.end)).length;
  const saysLittle = () => {
    const wordCount = wordsIn(text.slice(opening.start, places[closing]?.end)).length;
    return wordCount < ENOUGH_WORDS && wordCount - givesAway < TELLING_WORDS;
  };
  const goesOn = (next: Span | undefined) =>
    next !== undefined && next.start < border && !LIST_MARK.test(text.slice(next.start, next.end));
  while (saysLittle() && goesOn(places[closing + 1])) closing++;
  return oneLine(text.slice(opening.start, places[closing]?.end)).replace(LIST_MARK, "");
}
