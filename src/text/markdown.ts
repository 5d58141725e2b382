/**
 * Words of records within Markdown. Nothing of them acts there: no link, image, tag, mention, reference, list or fence.
 * Mentions and references are looked for in rendered text, where escapes are gone, so what could act becomes code.
 */

/** A text as one span of code. It must be one line, and not empty. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** What white space parts, but for spans of code that hold some. */
const CHUNKS = /(?:(`+)(?!`).*?(?<!`)\1(?!`)|\S)+/gu;
const SPAN = /^["'(]*(`+)(?!`)[^`](?:.*?[^`])?\1(?!`)["'),.:;!?]*$/u;
/** Letters, digits and whatever is no mark of Markdown, joined by marks that are harmless between them. */
const LETTER = String.raw`(?:[\p{L}\p{M}\p{N}]|[^\x00-\x7f])`;
const PLAIN = new RegExp(
  String.raw`^(?:["'(]*(?:(?:\p{L}\.)+\p{L}|${LETTER}(?:${LETTER}|['/-](?=${LETTER})|[.,:](?=\p{N}))*)%?["'),.:;!?]*|[-+=/&%])$`,
  "u",
);
/** Plain words that act all the same: a commit, a reference, and what begins a list where it stands first. */
const REFERENCE = /\b(?:(?=\p{L}*\p{N})[0-9a-f]{7,40}|GH-\d+)\b/iu;
const LIST = /^(?:[-+=/&%]|\d+[.)]+)$/;

const isPlain = (chunk: string, at: number): boolean =>
  PLAIN.test(chunk) && !REFERENCE.test(chunk) && !(at === 0 && LIST.test(chunk));

/** One line of a record as Markdown: plain words as they are, spans of code as they are, everything else as code. */
export function neutral(line: string): string {
  const parts: string[] = [];
  let acting: string[] = [];
  const flush = () => {
    if (acting.length > 0) parts.push(codeSpan(acting.join(" ")));
    acting = [];
  };
  for (const [at, [chunk]] of [...line.matchAll(CHUNKS)].entries()) {
    const harmless = isPlain(chunk, at) || SPAN.test(chunk);
    if (!harmless) acting.push(chunk);
    else {
      flush();
      parts.push(chunk);
    }
  }
  flush();
  return parts.join(" ");
}
