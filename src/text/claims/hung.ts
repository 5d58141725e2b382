/** A line of a list with the headings and the lead-in that it hangs on, as one text: `Never › push to main`. */

const HANGS = " › ";
/** One word in Latin letters, or one piece of code. */
const BARE = /^(?:`[^`]*`|[\x21-\x7e]+)[\s.]*$/;

export const isBare = (text: string): boolean => BARE.test(text);

export const withoutColon = (text: string): string => text.replace(/\s*[:：]$/, "");

/** `Never:` + `push to main` -> `Never › push to main`; the outermost stands first. */
export function hung(hangsOn: readonly string[], item: string): string {
  return [...hangsOn.map(withoutColon), item].join(HANGS);
}

/** What is compared of such a text: the item, since headings are common to many; one bare word says nothing without them. */
export function itemOf(text: string): string {
  const item = text.slice(text.lastIndexOf(HANGS) + 1).replace(/^› /, "");
  return isBare(item) ? text : item;
}
