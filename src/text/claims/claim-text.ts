/** Invisible characters: format characters, variation selectors, fillers that draw nothing. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u{34f}|\u{115f}|\u{1160}|\u{17b4}|\u{17b5}|\u{3164}|\u{ffa0}/gu;
const SUPERSCRIPTS = /[⁰¹²³⁴-⁹⁺⁻]+/g;
/** Full-width sentence marks become spaces: scripts that use them put none around them. */
const WIDE_MARKS = /[。、！；：，．·・…‥]/g;
const APOSTROPHES = /[‘’‚‛ʼʻ′＇´]/g;
const QUOTES = /[“”„‟″＂«»「」『』《》〈〉‹›]/g;

/**
 * A span of code, which is passed over, or bold: a pair of `**` that hugs its words from outside, so that `**kwargs`,
 * `2**3**4` and `src/**` keep theirs, which are operators and patterns there.
 */
const BOLD =
  /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<![^\s([{"'>~_—–:,;-])\*\*(?![\s/*])([^*]*[^\s/*])\*\*(?![^\s)\]}"'<~_—–:,;.!?/-])/gsu;

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
      const [mark = "", number] = /^\s*(\d{1,3})[.)]\s+(?=\S)/.exec(plain) ?? [];
      if (Number(number) !== expected) return plain;
      expected++;
      return plain.slice(mark.length);
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
    .replace(WIDE_MARKS, " ")
    .replace(/？/g, " ? ")
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(/\r\n?/g, "\n")
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(/\p{Cc}/gu, (control) => (control === "\n" ? control : " "));
  const unmarked = withoutListMarks(folded).replace(BOLD, (whole, _, words: string | undefined) => words ?? whole);
  return unmarked.replaceAll("`", "").replace(/\s+/gu, " ").trim();
}
