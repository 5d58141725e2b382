/**
 * The names of a contact: what their file calls them, how they are reached, and how a name is found in a text: as a whole
 * word, in any case; an ordinary word only where it is written as a name. Pure.
 */
import { personalIn } from "../text/personal-data.js";
import { isOrdinaryWord } from "../text/words/ordinary-words.js";

const HEADER = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---/;
const STATED = /^names?:[ \t]*(.*(?:\r?\n[ \t]*-[ \t].*)*)/m;
const HEADING = /^# +(.+)$/m;
/** In a text without spaces between its words names stand within runs of letters. */
const SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const UNSPACED = new RegExp(SCRIPTS, "u");
/** A letter or a short number alone names nobody. */
const TELLING = new RegExp(String.raw`\p{L}.*\p{L}|${SCRIPTS}|\d{7}`, "u");

/** Their id, and what their file calls them: its heading, and `name` or `names` in its header. */
export function namesOf(contact: string, fileText: string): string[] {
  const stated = STATED.exec(HEADER.exec(fileText)?.[1] ?? "")?.[1] ?? "";
  const listed = stated.split(/[\r\n,[\]]+/).map((name) => name.replace(/^[ \t]*-[ \t]/, ""));
  const names = [contact, HEADING.exec(fileText)?.[1] ?? "", ...listed].map((name) =>
    name
      .trim()
      .replace(/^["']|["']$/g, "")
      .trim(),
  );
  return [...new Set(names.filter((name) => TELLING.test(name)))];
}

/** Addresses and numbers by which somebody is reached, as they stand in some texts. */
export const reachedBy = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => personalIn(text).map(({ start, end }) => text.slice(start, end)))),
];

const BEFORE = "(?<![\\p{L}\\p{M}\\p{N}_-])";
const BEHIND = "(?![\\p{L}\\p{M}\\p{N}_-])";

/** Patterns of a name in both compositions. Between the digits of a number may stand what people write there. */
export function patternsOfName(name: string): string[] {
  return [...new Set(["NFC", "NFD"].map((form) => name.normalize(form)))].map((form) => {
    const escaped = form.replace(/[.^$*+?()[\]{}|\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
    const digits = form.replace(/\D/g, "");
    const isNumber = digits.length > 5 && !/\p{L}/u.test(form);
    const body = isNumber ? `\\+?${[...digits].join("[ ()./-]{0,3}")}` : escaped;
    const before = form.includes("@") ? `${BEFORE}(?<![.%+])` : BEFORE;
    return `${UNSPACED.test(form[0] ?? "") ? "" : before}${body}${UNSPACED.test(form.at(-1) ?? "") ? "" : BEHIND}`;
  });
}

/** `Will`, but neither `will` nor `WILL`. */
export const isWrittenAsName = (written: string): boolean =>
  !isOrdinaryWord(written.toLowerCase()) || /^\p{Lu}(?!\p{M}*\p{Lu})/u.test(written);
