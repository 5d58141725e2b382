/** Tells an empty form from a filled-in row. */

const PLACEHOLDER = /Y{4}[-/.]?(?:M{2}|MM)|\b[A-Z]{1,12}-(?:YYYYMMDD|[X#N]{2,}|DATE|ID)\b|\bX{3,}\b(?=\s*\]|\s*$)/;

/** A whole value in brackets that names what belongs there: `[category]`, `<title>`, `{date}`, `...`. */
const SLOT = /^(?:\[[^\]\d]{1,60}\]|<[^>\d]{1,60}>|\{[^}\d]{1,60}\}|\.{3}|…)$/u;

/** Does this text still hold the places to fill in? */
export function hasPlaceholder(text: string): boolean {
  const plain = text.replace(/[*_`]/g, "").trim();
  return PLACEHOLDER.test(plain) || SLOT.test(plain);
}
