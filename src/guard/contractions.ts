/** Full forms of contractions that no rule yields. */
const IRREGULAR: Readonly<Record<string, string>> = {
  "can't": "can not",
  cannot: "can not",
  cant: "can not",
  "won't": "will not",
  "shan't": "shall not",
  "ain't": "is not",
  "let's": "let us",
  "y'all": "you all",
};

/** Written without the apostrophe; "wont" and "were" stay, they are words of their own. */
const BARE = /^(do|does|did|is|are|was|should|could|would|has|have|had|need|must)nt$/;
const NEGATED = /^(\p{L}+)n't$/u;
const ENDINGS: Readonly<Record<string, string>> = { re: "are", ll: "will", ve: "have", m: "am", d: "would" };
/** After these `'s` is "is"; after anything else it may be a possessive and stays. */
const IS_AFTER = /^(it|that|there|here|what|where|who|how|he|she|this|when|why|everything|something|nothing)$/;

/** The words a lower-case contraction stands for: `don't` → do not. Undefined for any other word. */
export function expandContraction(word: string): readonly string[] | undefined {
  const fixed = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (fixed !== undefined) return fixed.split(" ");
  const negated = NEGATED.exec(word) ?? BARE.exec(word);
  if (negated?.[1] !== undefined) return [negated[1], "not"];
  const [base, ending, ...more] = word.split("'");
  if (base === undefined || base === "" || ending === undefined || more.length > 0) return undefined;
  if (ending === "s") return IS_AFTER.test(base) ? [base, "is"] : undefined;
  const full = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  return full === undefined ? undefined : [base, full];
}
