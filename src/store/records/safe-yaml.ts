/**
 * The only way YAML that people wrote enters the program. Its size is bounded before it is parsed, because hostile input
 * takes seconds in the parser itself or ends the process; aliases, duplicate keys, unknown tags and `__proto__` are errors.
 */
import { type Document, isMap, isNode, isScalar, Lexer, LineCounter, type Pair, parseDocument, visit } from "yaml";
import { isTooDeep, MAX_DEPTH } from "../../text/json.js";

/** How large a piece may be: in characters, in lines, and in characters between brackets (`[a, b]`, `{a: 1}`). */
export interface YamlLimits {
  chars: number;
  lines: number;
  flow: number;
}

/** Of a record or a header: no honest one comes near. */
const PLAIN: YamlLimits = { chars: 65_536, lines: 2_000, flow: 4_096 };
/** Of a list that somebody hands over, which may be JSON. */
const STATED: YamlLimits = { chars: 262_144, lines: 10_000, flow: 262_144 };

/** Why a piece of YAML is not read. `line` is 1-based within that piece. */
export class YamlTrouble extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = "YamlTrouble";
    this.line = line;
  }
}

/** A parsed piece: its plain value, and the document it was read from. */
export interface SafeYaml {
  document: Document.Parsed;
  value: unknown;
  /** 1-based line of a key by its path, of the nearest one above where it is missing. */
  lineOf(...path: PropertyKey[]): number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const REFUSED = /\r(?!\n)|[\u0000\u2028\u2029]/;
const NAME_OF: Record<string, string> = {
  "\r": "a lone carriage return",
  "\0": "a NUL byte",
  "\u2028": "a line separator (U+2028)",
  "\u2029": "a paragraph separator (U+2029)",
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Refuses what would keep a parser busy, without parsing. Throws {@link YamlTrouble}. */
export function requireBounds(text: string, { chars, lines, flow }: YamlLimits = PLAIN): void {
  const refused = REFUSED.exec(text);
  if (refused !== null) throw new YamlTrouble(`${NAME_OF[refused[0]]} in YAML`, lineAt(text, refused.index));
  if (text.length > chars) throw new YamlTrouble(`more than ${chars / 1024} KB of YAML in one piece`, 1);
  if (lineAt(text, text.length) > lines) throw new YamlTrouble(`more than ${lines} lines of YAML in one piece`, 1);
  // Lists and levels by indents alone cannot grow deep within these bounds.
  if ((text.match(/[[\]{},]|[-?][ \t]+[-?&!]/g)?.length ?? 0) > MAX_DEPTH) requireShallow(text, flow);
}

/** Flow text and levels are counted by the parser's own lexer: only it knows which bracket stands in a text. */
function requireShallow(text: string, mostFlow: number): void {
  const counted = { offset: 0, flow: 0, open: 0, dashes: 0 };
  const refuse = (message: string) => new YamlTrouble(message, lineAt(text, counted.offset));
  for (const token of new Lexer().lex(text)) {
    counted.offset += token.length;
    if (token === "[" || token === "{") counted.open++;
    if (counted.open > 0) counted.flow += token.length;
    if (token === "]" || token === "}") {
      if (counted.open === 0) throw refuse(`a \`${token}\` that closes nothing`);
      counted.open--;
    } else if (token === "-" || token === "?") counted.dashes++;
    else if (token.startsWith("\n")) counted.dashes = 0;
    if (counted.flow > mostFlow) throw refuse(`more than ${mostFlow / 1024} KB of YAML between brackets`);
    if (counted.open + counted.dashes > MAX_DEPTH) throw refuse(`nested deeper than ${MAX_DEPTH} levels`);
  }
}

/** What the parser would say to a programmer. */
const IN_OUR_WORDS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a second document begins here (`---`), and one is read",
};

/**
 * Parses one piece of YAML with `\n` line ends. Texts such as `1.10` that the file leaves unquoted under one of
 * `textKeys` come back as written, not as numbers. Throws {@link YamlTrouble}.
 */
export function parseSafeYaml(
  text: string,
  textKeys: ReadonlySet<string> = new Set(),
  limits: YamlLimits = PLAIN,
): SafeYaml {
  requireBounds(text, limits);
  const lineCounter = new LineCounter();
  // Its own search for equal keys compares each with each, and its own messages print the text around each error.
  const document = parseDocument(text, { lineCounter, uniqueKeys: false, prettyErrors: false });
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble !== undefined) {
    throw new YamlTrouble(IN_OUR_WORDS[trouble.code] ?? trouble.message, lineCounter.linePos(trouble.pos[0]).line);
  }
  const at = (node: unknown): number => {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? lineCounter.linePos(range[0]).line : 1;
  };
  visit(document, {
    Alias: (_, node) => {
      throw new YamlTrouble(`alias *${node.source}: references within YAML are not followed`, at(node));
    },
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) throw new YamlTrouble("a key that is not a word", at(key));
        const name = String(key.value);
        if (name === "__proto__") throw new YamlTrouble("the key __proto__ is refused", at(key));
        if (keys.has(name)) throw new YamlTrouble(`the key ${name.slice(0, 40)} stands twice`, at(key));
        keys.add(name);
      }
    },
  });
  if (textKeys.size > 0) restoreTexts(document, textKeys);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (isTooDeep(value)) throw new YamlTrouble(`nested deeper than ${MAX_DEPTH} levels`, 1);
  return {
    document,
    value,
    lineOf(...path) {
      let node: unknown = document.contents;
      let line = 1;
      for (const step of path) {
        const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined;
        const items = (node as { items?: unknown[] } | null)?.items;
        const next = pair?.key ?? (typeof step === "number" ? items?.[step] : undefined);
        if (next === undefined) break;
        line = at(next);
        node = pair === undefined ? next : pair.value;
      }
      return line;
    },
  };
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
 * The value of a text in JSON or YAML, a Markdown fence around the whole and a byte order mark left out. Throws
 * {@link YamlTrouble}.
 */
export function parseStated(text: string, textKeys?: ReadonlySet<string>): unknown {
  const plain = (FENCED.exec(text)?.[2] ?? text).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return parseSafeYaml(plain, textKeys, STATED).value;
}
