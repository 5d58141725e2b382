/** Triggers: words in a session that show that an entry applies. */
import { STOP_WORDS } from "../../text/words/stop-words.js";

/** A trigger of a correction in a session where it was shown. */
export interface Opportunity {
  id: string;
  at: string;
  session: string;
}

/** An entry applies by one of `any`, or two of `pairs`. */
export interface Triggers {
  any: readonly string[];
  pairs: readonly string[];
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

const IN_WORD = /^[\p{L}\p{N}_]{2}$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** As whole words; scripts without spaces have no borders to respect. */
function holds(text: string, trigger: string): boolean {
  const isBorder = (before = "", after = "") => !IN_WORD.test(before + after) || UNSPACED.test(trigger);
  const parts = text.split(trigger);
  return parts.some(
    (part, at) => at > 0 && isBorder(parts[at - 1]?.at(-1), trigger[0]) && isBorder(trigger.at(-1), part[0]),
  );
}

const PIECE = /[\p{L}\p{M}\p{N}_]+(?:[.\-/:@+]+[\p{L}\p{M}\p{N}_]+)*/gu;

/** A name, path, number or version: prose does not hold it by chance. */
const IS_RARE = /[\p{N}_./:@+]|\p{Ll}\p{Lu}/u;

/** Said of everything: with them two words in common say nothing. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...["no", "not", "never", "always", "must", "should", "use"],
]);

/** Of a correction that states none: the content words of its claim and of the earlier belief. */
export function impliedTriggers(correction: { prior_belief?: string | undefined; corrected_to: string }): Triggers {
  const text = `${correction.prior_belief ?? ""} ${correction.corrected_to}`.normalize("NFKC");
  const words = (text.match(PIECE) ?? []).filter((word) => word.length > 1 && !EMPTY_WORDS.has(word.toLowerCase()));
  return {
    any: [...new Set(words)].filter((word) => word.length > 3 && IS_RARE.test(word)),
    pairs: [...new Set(words.map(fold))],
  };
}

/** The ids of which the triggers stand in the text, in any case, as whole words. */
export function triggersIn(text: string, triggers: ReadonlyMap<string, Triggers>): string[] {
  const foldedText = fold(text);
  const isHeard = (word: string): boolean => fold(word) !== "" && holds(foldedText, fold(word));
  return [...triggers]
    .filter(([, { any, pairs }]) => any.some(isHeard) || pairs.filter(isHeard).length >= 2)
    .map(([id]) => id);
}
