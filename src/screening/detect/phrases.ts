/**
 * The phrases that announce a learning, one file of data a language in `languages/`. A phrase is a regular expression in
 * small letters, tried against one sentence at a time, with a few words of our own:
 *
 * - `( )` captures nothing; `{name}` stands for one of the file's `parts`;
 * - `^` in front: where the sentence begins, or behind words that lead in (the file's `lead`: "no", "sorry, but");
 * - `{term}` a short piece up to a comma or the like;
 * - `{start}` where the sentence begins, and nothing else; `{clause}` there or behind a comma or colon;
 * - `{letter}` a letter, `{w}` one word; `{gap}` a few words of the same clause; `{rest}` all up to the end of the sentence.
 *
 * Letters at the edges of a phrase are edges of words, but for Chinese and Japanese, which write none.
 */
import type { EntryType } from "../../entry/entry.js";
import type { Strength } from "./detect-schemas.js";
import de from "./languages/de.json" with { type: "json" };
import en from "./languages/en.json" with { type: "json" };
import findings from "./languages/en-findings.json" with { type: "json" };
import es from "./languages/es.json" with { type: "json" };
import fr from "./languages/fr.json" with { type: "json" };
import ja from "./languages/ja.json" with { type: "json" };
import zh from "./languages/zh.json" with { type: "json" };

/** What one kind of phrase announces. */
interface SignalKind {
  type: EntryType;
  strength: Strength;
  /** What the phrase shows, in plain words. */
  says: string;
  /** It was said before and not found: also a failure of retrieval. */
  repeat?: boolean;
  /** The phrase counts in a question, too: "why did you …". */
  asks?: boolean;
}

export interface SignalRow extends SignalKind {
  pattern: RegExp;
  questions: boolean;
}

interface Language {
  /** Is it written with spaces between words? */
  spaced?: boolean;
  /** Do signals of medium strength count, as weak ones, in questions? */
  questions?: boolean;
  /** Words that may stand before what `^` begins with. */
  lead?: string;
  parts?: Readonly<Record<string, string>>;
  signals: readonly (SignalKind & { patterns: readonly string[] })[];
  /** A signal of one of the file's types that overlaps one of these is none. */
  none: readonly string[];
}

const LANGUAGES = { en, findings, de, es, fr, zh, ja } as Readonly<
  Record<"en" | "findings" | "de" | "es" | "fr" | "zh" | "ja", Language>
>;

/**
 * Letters and digits, as few ranges: `\b` knows ASCII only. Phrases and sentences are in small letters: with the flags
 * `i` and `u` and with `\p{L}`, which has hundreds of ranges, V8 takes more than a second to compile all of them.
 */
const LETTER = String.raw`0-9A-Za-z_\u00c0-\u02af\u0370-\u1fff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af`;
const OPENS = `(?<![${LETTER}])`;
const CLOSES = `(?!(?<=[${LETTER}])[${LETTER}])`;

const INNER = '[^,;.!?()，。！？；、"\\s]';
/** Lazy, for what something else follows; at the end of a phrase as long as it goes. */
const TERM = `${INNER}[^,;!?()，。！？；、"]{0,60}?`;
const LAST_TERM = `${INNER}(?:[^,;!?()，。！？；、"]{0,60}${INNER})?`;
const BUILT_IN: Readonly<Record<string, string>> = {
  letter: `[${LETTER}]`,
  w: String.raw`[${LETTER}\uE000][${LETTER}\uE000'./@+-]*`,
  gap: "[^.!?。！？,;:，；：]{0,50}?",
  rest: "[^.!?。！？]*",
  end: String.raw`(?=[\s.!?。！？…)"'*\uE000]*$)`,
  start: String.raw`(?<=^[\s"'(*•>-]*)`,
  clause: String.raw`(?<=(?:^|[,;:()，；：–—]|\s-)[\s\uE000]*)`,
};

function sourceOf(phrase: string, parts: Readonly<Record<string, string>>): string {
  const grouped = phrase.replace(/\((?!\?)/g, "(?:").replace(/\$$/, "{end}");
  return grouped.replace(/\{([a-z_]+)\}/g, (whole, name: string, at: number) => {
    const term = at + whole.length < grouped.length ? TERM : LAST_TERM;
    if (name === "term") return term;
    const part = parts[name];
    return part === undefined ? (BUILT_IN[name] ?? whole) : `(?:${sourceOf(part, parts)})`;
  });
}

/** Any of these phrases of a language, as one pattern: what they have in common stands in it once. */
function anyOf(phrases: readonly string[], { spaced = true, lead, parts = {} }: Language): RegExp {
  const opening = phrases.filter((phrase) => phrase.startsWith("^")).map((phrase) => phrase.slice(1));
  const anywhere = phrases.filter((phrase) => !phrase.startsWith("^"));
  const any = (some: readonly string[]) => `(?:${some.map((phrase) => sourceOf(phrase, parts)).join("|")})`;
  const leading = `(?:${lead ?? "$"})${spaced ? CLOSES : ""}`;
  const begin = String.raw`(?<=^[\s"'(*•>-]*(?:${leading}[\s,.!:;，、！：…–—-]*)*)`;
  const all = [...(opening.length > 0 ? [begin + any(opening)] : []), ...(anywhere.length > 0 ? [any(anywhere)] : [])];
  const source = spaced ? `${OPENS}(?:${all.join("|")})${CLOSES}` : all.join("|");
  return new RegExp(source, "g");
}

/** What is looked for in sentences of some languages. */
export interface Phrases {
  /** In the order in which they are tried. */
  signals: readonly SignalRow[];
  /** These phrases cancel overlapping signals of the given types: "no, thanks", "what is wrong with". */
  negatives: readonly { types: ReadonlySet<EntryType>; pattern: RegExp }[];
}

function compiled(languages: readonly Language[]): Phrases {
  const signals = languages.flatMap((language) =>
    language.signals.map(({ patterns, ...kind }) => ({
      ...kind,
      pattern: anyOf(patterns, language),
      questions: language.questions === true,
    })),
  );
  const negatives = languages.map((language) => ({
    types: new Set(language.signals.map(({ type }) => type)),
    pattern: anyOf(language.none, language),
  }));
  return { signals, negatives };
}

const { zh: chinese, ja: japanese, ...spaced } = LANGUAGES;
const once = (languages: readonly Language[]) => {
  let phrases: Phrases | undefined;
  return () => (phrases ??= compiled(languages));
};
/** The first language whose letters stand in a sentence: kana are Japanese, Han without them Chinese. */
const SCRIPTS = [
  { letters: /[\u3040-\u30ff]/, phrases: once([japanese]) },
  { letters: /[\u3400-\u9fff]/, phrases: once([chinese]) },
  { letters: /(?:)/, phrases: once(Object.values(spaced)) },
];

/** The phrases of the languages that a sentence may be in. */
export function phrasesFor(sentence: string): Phrases {
  return (SCRIPTS.find(({ letters }) => letters.test(sentence)) as (typeof SCRIPTS)[number]).phrases();
}
