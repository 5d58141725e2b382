/**
 * The only way YAML that people wrote enters the program. Its size is bounded before it is parsed, because hostile input
 * takes seconds in the parser itself; aliases, duplicate keys, unknown tags and `__proto__` are errors.
 */
import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  Schema,
  visit,
} from "yaml";
import { isTooDeep, MAX_DEPTH } from "../../text/json.js";

/** The most characters of a record or a header: no honest one comes near. */
const RECORD_CHARS = 65_536;
/** The most characters of a list that somebody hands over. */
const STATED_CHARS = 262_144;
/** For so many characters that are allowed, one line or bracket is: floods of either take the parser seconds. */
const PER = 32;

/** Made once: a fifth of the time of reading a record. Tags beside those of plain data are unknown, so that none changes it. */
const SCHEMA = new Schema({ schema: "core", resolveKnownTags: false });

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

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Refuses what would keep a parser busy, without parsing. Throws {@link YamlTrouble}. */
export function requireBounds(text: string, chars = RECORD_CHARS): void {
  const refused = REFUSED.exec(text);
  if (refused !== null) {
    const code = refused[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw new YamlTrouble(`the character U+${code}, which YAML does not hold`, lineAt(text, refused.index));
  }
  if (text.length > chars) throw new YamlTrouble(`more than ${chars / 1024} KB of YAML in one piece`, 1);
  const most = chars / PER;
  if (text.split(/[\n[{]/, most + 2).length > most + 1)
    throw new YamlTrouble(`more than ${most} lines and brackets of YAML`, 1);
}

/**
 * Parses one piece of YAML with `\n` line ends. Texts such as `1.10` that the file leaves unquoted under one of
 * `textKeys` come back as written, not as numbers. Throws {@link YamlTrouble}.
 */
export function parseSafeYaml(text: string, textKeys: ReadonlySet<string> = new Set(), chars = RECORD_CHARS): SafeYaml {
  requireBounds(text, chars);
  const lineCounter = new LineCounter();
  // Its own search for equal keys compares each with each, and its own messages print the text around each error.
  const document = parseDocument(text, { schema: SCHEMA, lineCounter, uniqueKeys: false, prettyErrors: false });
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble !== undefined) {
    const isSecond = trouble.code === "MULTIPLE_DOCS";
    const message = isSecond ? "a second document begins here (`---`), and one is read" : trouble.message;
    throw new YamlTrouble(message, lineCounter.linePos(trouble.pos[0]).line);
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
    Scalar: (key, node, path) => {
      const keys = path.filter((one) => isPair(one)).map((pair) => String((pair.key as Scalar).value));
      const isText = keys.length > 0 && keys.every((name) => textKeys.has(name));
      // As a number `1.10` would lose its zero. Unknown fields keep their types.
      const isOdd = typeof node.value === "number" || typeof node.value === "boolean";
      if (key !== "key" && isText && isOdd && node.type === "PLAIN") node.value = node.source;
    },
  });
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
        const next = pair?.key ?? (isSeq(node) ? node.items[Number(step)] : undefined);
        if (next === undefined) break;
        line = at(next);
        node = pair === undefined ? next : pair.value;
      }
      return line;
    },
  };
}

const FENCED = /^\s*(`{3,})(?:ya?ml|json)?[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;

/**
 * The value of a text in JSON or YAML, a Markdown fence around the whole and a byte order mark left out. Throws
 * {@link YamlTrouble}.
 */
export function parseStated(text: string, textKeys?: ReadonlySet<string>): unknown {
  const plain = (FENCED.exec(text)?.[2] ?? text).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return parseSafeYaml(plain, textKeys, STATED_CHARS).value;
}
