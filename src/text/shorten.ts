/** Text made short: on one line, and cut so that no character is halved. */

/** One line: line ends and runs of white space become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** At most so many UTF-16 units of its beginning; half of a surrogate pair is never kept. */
export function beginningOf(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, "");
}

/**
 * At most so many UTF-16 units, the last one an ellipsis when something was cut. `wordFrom`: cut at the last space that
 * stands behind this share of the length; anywhere when there is none.
 */
export function shorten(text: string, longest: number, wordFrom = 1): string {
  if (text.length <= longest) return text;
  const beginning = beginningOf(text, longest - 1);
  const space = beginning.lastIndexOf(" ");
  return `${(space > longest * wordFrom ? beginning.slice(0, space) : beginning).trimEnd()}…`;
}
