/**
 * The only way YAML that people wrote enters the program. Bounded in size, tokens and depth before it is parsed,
 * because hostile input of 64 KB takes seconds in the parser itself; aliases, duplicate keys, unknown tags and
 * `__proto__` are errors.
 */
import { type Document, isMap, isNode, isScalar, Lexer, LineCounter, type Pair, parseDocument, visit } from "yaml";
import { MAX_DEPTH } from "../../text/json.js";
import { readOwnYaml } from "./own-yaml.js";

/** More tokens than any honest header or record has: a realistic 60 KB header has 11,800. */
export const MAX_TOKENS = 12_000;
/** Too short to hold too many tokens or, by indents alone, too many levels: counting costs a fifth of a parse. */
const SMALL = 4_096;

/** Why a piece of YAML is not read. `line` is 1-based within that piece. */
export class YamlTrouble extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = "YamlTrouble";
    this.line = line;
  }
}

/** A parsed piece: its plain value, and the document with ranges for edits and line numbers. */
export interface SafeYaml {
  document: Document.Parsed;
  value: unknown;
  /** 1-based line of a top-level key, or of the first line when it has none. */
  lineOf(key: string): number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const REFUSED = /\r(?!\n)|[\u0000\u2028\u2029]/;
const NAME_OF: Record<string, string> = {
  "\r": "a lone carriage return",
  "\0": "a NUL byte",
  "\u2028": "a line separator (U+2028)",
  "\u2029": "a paragraph separator (U+2029)",
};

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Refuses what would keep a parser busy, without parsing. Throws {@link YamlTrouble}. */
export function countTokens(text: string, most: number = MAX_TOKENS): void {
  const refused = REFUSED.exec(text);
  if (refused !== null) throw new YamlTrouble(`${NAME_OF[refused[0]]} in YAML`, lineAt(text, refused.index));
  if (text.length < SMALL && (text.match(/[[{]|[-?]\s/g)?.length ?? 0) <= MAX_DEPTH) return;
  let tokens = 0;
  let flow = 0;
  let dashes = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (++tokens > most) {
      throw new YamlTrouble(`more than ${most} YAML tokens in one piece`, lineAt(text, offset));
    }
    offset += token.length;
    if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (token === "-" || token === "?") dashes++;
    else if (token.startsWith("\n")) dashes = 0;
    if (flow > MAX_DEPTH || dashes > MAX_DEPTH) {
      throw new YamlTrouble(`nested deeper than ${MAX_DEPTH} levels`, lineAt(text, offset));
    }
  }
}

/** What the parser would say to a programmer, or without the name of the key. */
const IN_OUR_WORDS: Readonly<Record<string, (key: string | undefined) => string>> = {
  DUPLICATE_KEY: (key) => `the key ${key} stands twice`,
  MULTIPLE_DOCS: () => "a second document begins here (`---`), and one is read",
};

/** The first line of a parser's message, without the code frame it appends. */
function plain(message: string): string {
  const [first = message] = message.split("\n");
  return first.replace(/ at line \d+, column \d+:?$/, "");
}

/**
 * Parses one piece of YAML with `\n` line ends. Texts such as `1.10` that the file leaves unquoted under one of
 * `textKeys` come back as written, not as numbers. Throws {@link YamlTrouble}.
 */
export function parseSafeYaml(
  text: string,
  textKeys: ReadonlySet<string> = new Set(),
  mostTokens: number = MAX_TOKENS,
): SafeYaml {
  countTokens(text, mostTokens);
  const lines = new LineCounter();
  const document = parse(text, lines);
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble !== undefined) {
    const key = /^[^\s:]{1,40}/.exec(text.slice(trouble.pos[0]))?.[0];
    const message = IN_OUR_WORDS[trouble.code]?.(key) ?? plain(trouble.message);
    throw new YamlTrouble(message, lines.linePos(trouble.pos[0]).line);
  }
  const at = (node: unknown): number => {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? lines.linePos(range[0]).line : 1;
  };
  visit(document, {
    Alias: (_, node) => {
      throw new YamlTrouble(`alias *${node.source}: references within YAML are not followed`, at(node));
    },
    Pair: (_, pair) => {
      if (isScalar(pair.key) && pair.key.value === "__proto__") {
        throw new YamlTrouble("the key __proto__ is refused", at(pair.key));
      }
      if (pair.key !== null && !isScalar(pair.key)) throw new YamlTrouble("a key that is not a word", at(pair.key));
    },
  });
  if (textKeys.size > 0) restoreTexts(document, textKeys);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw new YamlTrouble(plain((error as Error).message), 1);
  }
  return {
    document,
    value,
    lineOf(key) {
      if (!isMap(document.contents)) return 1;
      const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
      return pair === undefined ? 1 : at(pair.key);
    },
  };
}

/** What a piece says, without the document. Throws {@link YamlTrouble}. */
export function readSafeYaml(text: string, textKeys: ReadonlySet<string>): Pick<SafeYaml, "value" | "lineOf"> {
  const own = readOwnYaml(text, textKeys);
  if (own === undefined) return parseSafeYaml(text, textKeys);
  return { value: own.value, lineOf: (key) => own.lines.get(key) ?? 1 };
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter, uniqueKeys: true, strict: true, prettyErrors: true });
  } catch (error) {
    // The parser recurses; what it cannot hold is not a record.
    if (error instanceof RangeError) throw new YamlTrouble("nested too deeply", 1);
    throw error;
  }
}

/** `1.10` under a text key is the text "1.10": as a number it would lose its zero. Unknown fields keep their types. */
function restoreTexts(document: Document.Parsed, textKeys: ReadonlySet<string>): void {
  if (!isMap(document.contents)) return;
  const isText = (pair: Pair) => isScalar(pair.key) && textKeys.has(String(pair.key.value));
  for (const pair of document.contents.items) {
    if (!isText(pair) || !isNode(pair.value)) continue;
    visit(pair.value, {
      Pair: (_, inner) => (isText(inner) ? undefined : visit.SKIP),
      Scalar: (key, node) => {
        const odd = typeof node.value === "number" || typeof node.value === "boolean";
        if (key !== "key" && odd && node.type === "PLAIN" && node.source !== undefined) node.value = node.source;
      },
    });
  }
}

const FENCED = /^\s*(`{3,})(?:ya?ml|json)?[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;

/**
 * The value of a text, a Markdown fence around the whole and a byte order mark left out. YAML is a superset of JSON, so
 * one parser reads both. Throws `YamlTrouble`.
 */
export function parseStated(text: string, textKeys?: ReadonlySet<string>): unknown {
  const plain = FENCED.exec(text)?.[2] ?? text;
  return parseSafeYaml(plain.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"), textKeys).value;
}
