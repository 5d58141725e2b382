/** A piece of a written token: an operator or sign, or what stands between them. */
export interface TokenPart {
  text: string;
  operator: boolean;
}

const SAME_MARK = new Map(
  Object.entries({
    "→": "->",
    "⇒": "=>",
    "←": "<-",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "/",
    "–": "-",
  }),
);
const ONLY_MARKS = /^[^\p{L}\p{N}\s_.]+$/u;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\/|^www\./i;
/** Operators that part two operands even without spaces: `x>5`, `a&&b`, `--flag=value`. */
const INSIDE =
  /(===|!==|==|!=|<=|>=|=>|->|<-|:=|&&|\|\||[=<>|&+≤≥≠→←⇒×÷]|(?<=[\p{L}\p{N})])(?:\*\*|[*^])(?=[\p{L}\p{N}(]))/u;
const LEADING = /^(!+|\*\*|\*(?=[\p{L}_])|~(?=[\d\p{L}])|\^(?=[\d\p{L}])|&(?=\p{L})|%(?=\p{L}))(?=.)/u;
const SPOKEN_TENS = /^(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(\p{L}+)$/iu;
const PORT = /^([^:]*[\p{L}\d\])]):(\d{1,5})(?::(\d{1,5}))?$/u;

const operatorOf = (mark: string): string => SAME_MARK.get(mark) ?? mark;

function unwrapped(text: string): string {
  let inner = text.replace(/\(\)$/, "");
  for (;;) {
    const first = inner[0];
    const last = inner.at(-1);
    if (first === "(" && !inner.includes(")")) inner = inner.slice(1);
    else if (last === ")" && !inner.includes("(")) inner = inner.slice(0, -1);
    else if (first === "(" && last === ")") inner = inner.slice(1, -1);
    else if ((first === '"' || first === "'") && inner.length > 1) inner = inner.slice(1);
    else if ((last === '"' || last === "'") && inner.length > 1 && !/\d.$/.test(inner)) inner = inner.slice(0, -1);
    else return inner;
  }
}

/** Takes operators, signs and marks off a written token and apart from its operands. */
export function splitMarks(written: string): TokenPart[] {
  const text = unwrapped(written);
  if (text === "") return [];
  if (ONLY_MARKS.test(text))
    return /^[()[\]{},;"'`#]+$|^[-=_~#]{4,}$|^---$/.test(text) ? [] : [{ text: operatorOf(text), operator: true }];
  if (URL_LIKE.test(text)) return [{ text, operator: false }];
  const lead = LEADING.exec(text)?.[0];
  if (lead !== undefined) return [{ text: lead, operator: true }, ...splitMarks(text.slice(lead.length))];
  if (/[/\\]/.test(text) && !INSIDE.test(text)) return port(text);
  if (/^[\p{L}]+\+\+$/u.test(text) || /^[+-]\d/.test(text)) return signed(text);
  const pieces: TokenPart[] = [];
  for (const [at, part] of text.split(INSIDE).entries()) {
    if (part === undefined || part === "") continue;
    if (at % 2 === 1) pieces.push({ text: operatorOf(part), operator: true });
    else if (ONLY_MARKS.test(part)) pieces.push(...splitMarks(part));
    else pieces.push(...port(unwrapped(part)));
  }
  return pieces;
}

function signed(text: string): TokenPart[] {
  const rest = text.slice(1).split(INSIDE);
  if (rest.length === 1) return [{ text, operator: false }];
  return [
    { text: `${text[0]}${rest[0]}`, operator: false },
    ...rest.slice(1).flatMap((part, at): TokenPart[] => (part === "" ? [] : [{ text: part, operator: at % 2 === 0 }])),
  ];
}

/** `localhost:3000` and `app.ts:12` are a place and a number; `5-step` is a number and a word; `14:30` is a time. */
function port(text: string): TokenPart[] {
  if (text === "") return [];
  const match = PORT.exec(text);
  if (match !== null && !/^\d+$/.test(match[1] ?? "")) {
    return [match[1], match[2], match[3]].flatMap((part): TokenPart[] =>
      part === undefined ? [] : [{ text: part, operator: false }],
    );
  }
  const counted = /^(\d+)-(\p{L}[\p{L}-]*)$/u.exec(text) ?? SPOKEN_TENS.exec(text);
  if (counted !== null) return [counted[1], counted[2]].map((part) => ({ text: part ?? "", operator: false }));
  const alternatives = /^(\p{Ll}+)\/(\p{Ll}+)$/u.exec(text);
  if (alternatives !== null && /^(?:and|or|either|neither)$/.test(alternatives[1] ?? "")) {
    return [{ text, operator: false }];
  }
  return [{ text: text.replace(/^:(?=\d)/, ""), operator: false }];
}
