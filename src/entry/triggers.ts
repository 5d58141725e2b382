/** One moment at which a correction could have been applied: one of its triggers in a session where it was shown. */
export interface Opportunity {
  id: string;
  at: string;
  session: string;
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

const WORD = /[\p{L}\p{N}_]/u;

/** Does the text hold the trigger as whole words? Scripts without spaces have no word borders to respect. */
function holds(text: string, trigger: string): boolean {
  const borders = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(trigger);
  for (let at = text.indexOf(trigger); at !== -1; at = text.indexOf(trigger, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + trigger.length] ?? " ";
    const starts = !WORD.test(trigger[0] ?? "") || !WORD.test(before);
    const ends = !WORD.test(trigger.at(-1) ?? "") || !WORD.test(after);
    if (!borders || (starts && ends)) return true;
  }
  return false;
}

/** The ids of which a trigger stands in the text, in any case, as whole words. */
export function triggersIn(text: string, triggers: ReadonlyMap<string, readonly string[]>): string[] {
  const heard = fold(text);
  return [...triggers]
    .filter(([, words]) => words.map(fold).some((word) => word !== "" && holds(heard, word)))
    .map(([id]) => id);
}
