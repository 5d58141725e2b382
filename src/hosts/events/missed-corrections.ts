/** Corrections that a conversation held and that nobody recorded: hints for the next session, never entries. */
import { canonicalClaim } from "../../guard/canonical.js";

/** One of them. The quote is screened and on one line. */
export interface MissedCorrection {
  /** Six hex digits, from session and quote: what a person names to dismiss it. */
  key: string;
  /** UTC to the second: when it was said, as far as the transcript tells. */
  at: string;
  /** The host's name of the session. */
  session: string;
  /** Whose session it was, where that is known: nobody else is shown it. */
  user?: string;
  quote: string;
  /** The words that gave it away. */
  phrase: string;
  corrected_to?: string;
  prior_belief?: string;
  /** A person said that it is none. */
  dismissed?: true;
}

/** So long a hint is worth telling. */
export const HEARD_DAYS = 7;
/** So many are kept of one session. */
export const MOST_HEARD = 5;
export const MOST_QUOTED = 200;

/** What of a recorded correction says whether it is the one that was heard. */
export interface Recorded {
  corrected_to: string;
  prior_belief: string;
  behavioral_change?: string | undefined;
  context?: string | undefined;
}

/** How alike two texts are, from 0 to 1; and the telling words of a text. Given by the caller: words are search's. */
export interface Likeness {
  lex(a: string, b: string): number;
  words(text: string): readonly string[];
}

/** From here on two texts share enough rare words to be about one thing (the link rule's cut). */
const ALIKE = 0.27;
/** A quote is talk around a claim: of its own words, this share stands in the correction that covers it. */
const SHARE = 0.5;
const FEW_WORDS = 2;

/** Words with which people correct, whatever about. */
const TALK = new Set(
  "no not wrong actually should told you already said stop use please again instead never always don right correct that this it is was are be mean meant want need".split(
    " ",
  ),
);

/** Does a recorded correction say what was heard? Then nothing is left to record. */
export function isRecorded(heard: MissedCorrection, recorded: Recorded, { lex, words }: Likeness): boolean {
  if (heard.corrected_to !== undefined) {
    if (canonicalClaim(heard.corrected_to) === canonicalClaim(recorded.corrected_to)) return true;
  }
  const whole = [recorded.corrected_to, recorded.prior_belief, recorded.context, recorded.behavioral_change]
    .filter((part) => part !== undefined)
    .join("\n");
  if (lex(heard.quote, whole) >= ALIKE) return true;
  const telling = [...new Set(words(heard.quote))].filter((word) => !TALK.has(word));
  const known = new Set(words(whole));
  const shared = telling.filter((word) => known.has(word)).length;
  return shared >= Math.min(FEW_WORDS, telling.length) && telling.length > 0 && shared / telling.length >= SHARE;
}

/** A text on one line, cut at a word's border. */
export function quoteOf(text: string, longest = MOST_QUOTED): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S{0,30}$/u, "")}…`;
}

/** Longer messages are pasted material; what a person says stands at their beginning. */
const MOST_LOOKED_AT = 20_000;
const LONGEST_WORD = 4_000;

/** The part of a message that is looked at, cut between words: half a secret would not be known for one. */
export function openingOf(text: string): string {
  if (text.length <= MOST_LOOKED_AT) return text;
  const cut = text.slice(0, MOST_LOOKED_AT);
  const border = Math.max(...[" ", "\n", "\t"].map((space) => cut.lastIndexOf(space)));
  return border < MOST_LOOKED_AT - LONGEST_WORD ? cut : cut.slice(0, border);
}
