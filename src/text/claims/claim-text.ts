/** Invisible characters: format characters, variation selectors, fillers that draw nothing. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u{34f}|\u{115f}|\u{1160}|\u{17b4}|\u{17b5}|\u{3164}|\u{ffa0}/gu;
const SUPERSCRIPTS = /[⁰¹²³⁴-⁹⁺⁻]+/g;
const VULGAR_FRACTIONS = /[¼-¾⅐-⅞]/g;
/** Full-width sentence marks become spaces: scripts that use them put none around them. */
const WIDE_MARKS = /[。、！；：，．·・…‥]/g;
const APOSTROPHES = /[‘’‚‛ʼʻ′＇´]/g;
const QUOTES = /[“”„‟″＂«»「」『』《》〈〉‹›]/g;

/** Positions of code between back-ticks: a run of n opens, the next run of n closes. Unmatched runs open nothing. */
export function codeSpans(text: string): [number, number][] {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const byLength = new Map<number, number[]>();
  runs.forEach((run, index) => {
    const starts = byLength.get(run.length);
    if (starts === undefined) byLength.set(run.length, [index]);
    else starts.push(index);
  });
  const cursor = new Map<number, number>();
  const spans: [number, number][] = [];
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index];
    if (open === undefined) break;
    const same = byLength.get(open.length) ?? [];
    let at = cursor.get(open.length) ?? 0;
    while (at < same.length && (same[at] ?? 0) <= index) at++;
    cursor.set(open.length, at);
    const closing = same[at];
    const close = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || close === undefined) continue;
    spans.push([open.at, close.at + close.length]);
    index = closing;
  }
  return spans;
}

const OPENS_AFTER = /[\s([{"'>~_—–:,;-]/u;
const CLOSES_BEFORE = /[\s)\]}"'<~_—–:,;.!?/-]/u;

/**
 * Drops paired `**` outside code. A pair must hug its words from outside, so that `**kwargs`, `2**3**4` and
 * `src/**` keep theirs: they are operators and patterns there.
 */
function withoutBold(text: string): string {
  if (!text.includes("**")) return text;
  const spans = codeSpans(text);
  let span = 0;
  let open: number | undefined;
  const cuts: number[] = [];
  for (const match of text.matchAll(/\*+/g)) {
    const at = match.index;
    while ((spans[span]?.[1] ?? Number.POSITIVE_INFINITY) <= at) span++;
    const [from] = spans[span] ?? [Number.POSITIVE_INFINITY];
    if (at >= from || match[0].length !== 2) continue;
    const before = text[at - 1];
    const after = text[at + 2];
    const canClose =
      before !== undefined && !/[\s/]/u.test(before) && (after === undefined || CLOSES_BEFORE.test(after));
    const canOpen = (before === undefined || OPENS_AFTER.test(before)) && after !== undefined && !/[\s/]/u.test(after);
    if (open !== undefined && /\n\s*\n/.test(text.slice(open, at))) open = undefined;
    if (open !== undefined && canClose) {
      cuts.push(open, at);
      open = undefined;
    } else if (canOpen) {
      open = at;
    }
  }
  let out = "";
  let from = 0;
  for (const cut of cuts) {
    out += text.slice(from, cut);
    from = cut + 2;
  }
  return out + text.slice(from);
}

/**
 * Drops marks at the start of lines: bullets, headings, and numbers that count up from 1. Any other number is kept:
 * "3. Mai" is a date.
 */
function withoutListMarks(text: string): string {
  let expected = 1;
  return text
    .split("\n")
    .map((line) => {
      const plain = line.replace(/^\s*(?:[-*+•‣◦–—]\s+|#{1,6}\s+(?=\p{L}))+/u, "");
      const numbered = /^\s*(\d{1,3})[.)]\s+(?=\S)/.exec(plain);
      if (numbered === null || Number(numbered[1]) !== expected) return plain;
      expected++;
      return plain.slice(numbered[0].length);
    })
    .join("\n");
}

/**
 * A claim as plain text on one line: NFKC, typographic signs folded, without invisible characters, list marks, bold
 * and back-ticks. Case, digits, operators and words are as written.
 */
export function plainClaim(text: string): string {
  const folded = text
    .replace(SUPERSCRIPTS, (digits) => `^${digits}`)
    .replace(VULGAR_FRACTIONS, (fraction) => ` ${fraction}`)
    .replace(WIDE_MARKS, " ")
    .replace(/？/g, " ? ")
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(/\r\n?/g, "\n")
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/\p{Cc}/gu, (control) => (control === "\n" ? control : " "));
  return withoutBold(withoutListMarks(folded)).replaceAll("`", "").replace(/\s+/gu, " ").trim();
}
