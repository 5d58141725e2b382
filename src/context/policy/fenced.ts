/** What stands between tenet's fences is what tenet printed: nobody said it, whoever's turn it stands in. */

/** `<tenet-core-1f9c…>` and `<tenet-now-…>`, with the end mark of the same name. */
const OPENS = /<(tenet-(?:core|now)-[0-9A-Za-z]{4,64})>/;

/** The end mark, with whatever quotes the lines in front of it. */
const endOf = (name: string): RegExp => new RegExp(`</${name}>`);

/**
 * The text without everything between tenet's fences, the marks included; quoted ones (`> `) too. Behind a mark that
 * nothing closes all is dropped: the end may have been cut off, and what was printed may not count as said.
 */
export function withoutFenced(text: string): string {
  if (!text.includes("<tenet-")) return text;
  let kept = "";
  let rest = text;
  for (;;) {
    const opens = OPENS.exec(rest);
    if (opens === null) return kept + rest;
    kept += withoutQuoteMark(rest.slice(0, opens.index));
    const inside = rest.slice(opens.index + opens[0].length);
    const ends = endOf(opens[1] as string).exec(inside);
    if (ends === null) return kept;
    rest = inside.slice(ends.index + ends[0].length);
  }
}

/** The quotation mark that stood before a fence goes with it. */
function withoutQuoteMark(text: string): string {
  return text.replace(/(^|\n)[ \t]*(?:>[ \t]*)+$/, "$1");
}
