/** The text of a piece of Markdown without its emphasis, otherwise as written. */

/** A run of back-ticks opens code, the next one of as many closes it. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs;

const codeSpans = (text: string): [from: number, to: number][] =>
  [...text.matchAll(CODE)].map(({ 0: code, index }) => [index, index + code.length]);

interface Run {
  at: number;
  mark: string;
  left: number;
  opens: boolean;
  closes: boolean;
}

/** Nobody emphasises within a longer text, and looking would take long. */
const LONGEST = 8_000;

const SPACE = /^$|\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Beside these a mark is part of a name, a number or a pattern: `2**12`, `src/**`, `**kwargs`. */
const JOINS = /[\w/]/;

/** CommonMark's rule of what may open and close, but never within a name, a number or a pattern. */
function runOf(text: string, at: number, marks: string): Run {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + marks.length)];
  const isOpen = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const isClose = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  return {
    at,
    mark: marks.charAt(0),
    left: marks.length,
    opens: isOpen && after !== "/" && !JOINS.test(before),
    closes: isClose && before !== "/" && !JOINS.test(after),
  };
}

/** Code, links' targets and tags are taken as they stand. */
function isTaken(text: string): (at: number) => boolean {
  const spans = codeSpans(text);
  for (const match of text.matchAll(/\]\([^()\s]{1,500}\)|<[^<>\s][^<>\n]{0,500}>|\\[*_]|https?:\/\/\S+/g)) {
    spans.push([match.index, match.index + match[0].length]);
  }
  return (at) => spans.some(([from, to]) => from <= at && at < to);
}

/** Removes emphasis by Markdown's rules; `__all__` is more often a name than emphasis and stays. */
export function plainText(text: string): string {
  if (text.length > LONGEST || !/[*_]/.test(text)) return text;
  const isTakenAt = isTaken(text);
  const open: Run[] = [];
  const removedAt = new Set<number>();
  for (const { 0: marks, index } of text.matchAll(/\*+|_+/g)) {
    if (isTakenAt(index)) continue;
    const run = runOf(text, index, marks);
    while (run.closes && run.left > 0) {
      const from = open.findLastIndex(({ mark }) => mark === run.mark);
      const opener = open[from];
      if (opener === undefined) break;
      open.length = from + 1;
      if (run.mark === "_" && marks.length > 1 && !/\s/.test(text.slice(opener.at, index))) {
        open.pop();
        break;
      }
      const both = Math.min(opener.left, run.left, 2);
      for (let nth = 0; nth < both; nth++) {
        removedAt.add(opener.at + --opener.left);
        removedAt.add(run.at + marks.length - run.left--);
      }
      if (opener.left === 0) open.pop();
    }
    if (run.opens && run.left === marks.length) open.push(run);
  }
  return removedAt.size === 0 ? text : without(text, removedAt);
}

function without(text: string, removedAt: ReadonlySet<number>): string {
  let out = "";
  for (let at = 0; at < text.length; at++) if (!removedAt.has(at)) out += text.charAt(at);
  return out;
}

/** The same on one line: white space outside code is single. */
export function plainLine(text: string): string {
  const plain = plainText(text.trim());
  let out = "";
  let from = 0;
  for (const [start, end] of [...codeSpans(plain), [plain.length, plain.length] as const]) {
    out += plain.slice(from, start).replace(/\s+/g, " ") + plain.slice(start, end).replace(/\n\s*/g, " ");
    from = end;
  }
  return out;
}

/** Behind a full stop, and before what may begin a sentence; `e.g. this` is one. */
const STOP = /(?<!\.\p{L})[.!?]["'”’)\]]*(?=\s+[\p{Lu}\p{Lo}\p{N}"'“‘`*_([])|[。！？]["”’」）]*/gu;

/** Where each sentence of a text begins and ends; a stop within code ends none. */
export function sentencePlaces(text: string): [from: number, to: number][] {
  const spans = codeSpans(text);
  const places: [number, number][] = [];
  let from = 0;
  for (const { 0: stop, index } of text.matchAll(STOP)) {
    if (spans.some(([start, end]) => start <= index && index < end)) continue;
    places.push([from, index + stop.length]);
    from = index + stop.length;
  }
  if (text.slice(from).trim() !== "") places.push([from, text.length]);
  return places;
}
