/**
 * The only way YAML that people wrote enters the program. Hostile input takes seconds in the parser itself, so its size is
 * bounded; aliases, duplicate keys, unknown tags and `__proto__` are errors.
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

/** The most characters of a record or a header, and of a list that somebody hands over: no honest one comes near. */
const [RECORD_CHARS, STATED_CHARS] = [65_536, 262_144];
/** For so many characters that are allowed, one line or bracket is: floods of either take the parser seconds. */
const PER = 32;

/** Made once: a fifth of the time of reading a record. */
const SCHEMA = new Schema({ schema: "core", resolveKnownTags: false });

/** Why a piece of YAML is not read; `line` is 1-based within it. */
export class YamlTrouble extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export interface SafeYaml {
  document: Document.Parsed;
  value: unknown;
  /** 1-based line of a key by its path, of the nearest one above where it is missing. */
  lineOf(...path: PropertyKey[]): number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const REFUSED = /\r(?!\n)|[\u0000\u2028\u2029]/;

function requireBounds(text: string, chars: number): void {
  const [refused = "", before] = [REFUSED.exec(text)?.[0], text.split(REFUSED, 1)[0]];
  if (refused !== "") {
    const code = refused.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw new YamlTrouble(`the character U+${code}, which YAML does not hold`, before?.split("\n").length ?? 1);
  }
  if (text.length > chars) throw new YamlTrouble(`more than ${chars / 1024} KB of YAML in one piece`, 1);
  const most = chars / PER;
  if (text.split(/[\n[{]/, most + 2).length > most + 1)
    throw new YamlTrouble(`more than ${most} lines and brackets of YAML`, 1);
}

/** Parses one piece of YAML with `\n` line ends. What stands under `textKeys` is text, `1.10` too. Throws {@link YamlTrouble}. */
export function parseSafeYaml(text: string, textKeys: ReadonlySet<string> = new Set(), chars = RECORD_CHARS): SafeYaml {
  requireBounds(text, chars);
  const lineCounter = new LineCounter();
  // Its own search for equal keys compares each with each, and its own messages print the text around each error.
  const document = parseDocument(text, { schema: SCHEMA, lineCounter, uniqueKeys: false, prettyErrors: false });
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble !== undefined) {
    const second = "a second document begins here (`---`), and one is read";
    const message = trouble.code === "MULTIPLE_DOCS" ? second : trouble.message;
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
      if (key !== "key" && isText && ["number", "boolean"].includes(typeof node.value)) node.value = node.source;
    },
  });
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  if (isTooDeep(value)) throw new YamlTrouble(`nested deeper than ${MAX_DEPTH} levels`, 1);
  return {
    document,
    value,
    lineOf(...path) {
      for (let depth = path.length - 1; depth >= 0; depth--) {
        const within = document.getIn(path.slice(0, depth), true);
        const pair = isMap(within) ? within.items.find(({ key }) => (key as Scalar).value === path[depth]) : undefined;
        const node = isSeq(within) ? within.items[Number(path[depth])] : pair?.key;
        if (node) return at(node);
      }
      return 1;
    },
  };
}

const FENCED = /^\s*(`{3,})(?:ya?ml|json)?[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;

/** The value of a text in JSON or YAML, out of the Markdown fence that may stand around it. Throws {@link YamlTrouble}. */
export function parseStated(text: string, textKeys?: ReadonlySet<string>): unknown {
  const plain = (FENCED.exec(text)?.[2] ?? text).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return parseSafeYaml(plain, textKeys, STATED_CHARS).value;
}
