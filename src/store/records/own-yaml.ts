/**
 * Reads YAML in the form in which tenet writes it (`yaml-text.ts`): block style, one line a value, texts in quotes. Such
 * lines have one meaning, which is found in a tenth of the parser's time; any other line is left to the parser.
 */
import { BARE_INSTANT, BARE_WORD, TAKEN_WORD } from "./yaml-text.js";

/** What a piece of YAML says, and the 1-based line of each of its keys. */
interface OwnYaml {
  value: Record<string, unknown>;
  lines: ReadonlyMap<string, number>;
}

/** The parser is asked about longer and deeper pieces: it counts what they hold. */
const MOST_LINES = 1_000;
const MOST_INDENT = 20;

const PAIR = /^([A-Za-z_][A-Za-z0-9_-]{0,99}):(?: (.+))?$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
/** As the header of a record file has it. */
const BARE_DAY = /^\d{4}-\d{2}-\d{2}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no quoted text in this form holds them
const DOUBLE = /^"(?:[^"\\\u0000-\u001f\u2028\u2029]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no quoted text in this form holds them
const SINGLE = /^'(?:[^'\u0000-\u001f\u2028\u2029]|'')*'$/;

/** Thrown at a line of another form. */
const OTHER_FORM = Symbol("another form");

/** Throws {@link OTHER_FORM}. */
const leave = (): never => {
  throw OTHER_FORM;
};

/** A value on one line. `isText`: words and numbers stay as they are written. */
function scalarIn(written: string, isText: boolean): unknown {
  if (written.startsWith('"')) return DOUBLE.test(written) ? JSON.parse(written) : leave();
  if (written.startsWith("'")) return SINGLE.test(written) ? written.slice(1, -1).replaceAll("''", "'") : leave();
  if (BARE_DAY.test(written) || BARE_INSTANT.test(written) || (BARE_WORD.test(written) && !TAKEN_WORD.test(written)))
    return written;
  if (NUMBER.test(written) && !Object.is(Number(written), -0)) return isText ? written : Number(written);
  if (written === "true" || written === "false") return isText ? written : written === "true";
  return leave();
}

class OwnReading {
  readonly keys = new Map<string, number>();
  readonly #lines: string[];
  readonly #textKeys: ReadonlySet<string>;
  #at = 0;

  constructor(lines: string[], textKeys: ReadonlySet<string>) {
    this.#lines = lines;
    this.#textKeys = textKeys;
  }

  whole(): Record<string, unknown> {
    const value = this.#map("", true);
    return this.#at === this.#lines.length ? value : leave();
  }

  /** The rest of the next line, if it has this indent. */
  #behind(indent: string): string | undefined {
    const line = this.#lines[this.#at];
    return line?.startsWith(indent) === true && line[indent.length] !== " " ? line.slice(indent.length) : undefined;
  }

  #map(indent: string, isText: boolean): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (let line = this.#behind(indent); line !== undefined; line = this.#behind(indent)) {
      const [, key, written] = PAIR.exec(line) ?? leave();
      if (key === undefined || key === "__proto__" || TAKEN_WORD.test(key) || Object.hasOwn(fields, key))
        return leave();
      this.#at++;
      if (indent === "") this.keys.set(key, this.#at);
      const isTextHere = isText && this.#textKeys.has(key);
      fields[key] = written === undefined ? this.#below(`${indent}  `, isTextHere) : scalarIn(written, isTextHere);
    }
    return fields;
  }

  #below(indent: string, isText: boolean): unknown {
    const first = this.#behind(indent);
    if (first === undefined || indent.length > MOST_INDENT) return leave();
    return first.startsWith("- ") ? this.#list(indent, isText) : this.#map(indent, isText);
  }

  #list(indent: string, isText: boolean): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#behind(indent); line?.startsWith("- "); line = this.#behind(indent)) {
      const written = line.slice(2);
      if (PAIR.test(written)) {
        this.#lines[this.#at] = `${indent}  ${written}`;
        items.push(this.#map(`${indent}  `, isText));
      } else {
        this.#at++;
        items.push(scalarIn(written, isText));
      }
    }
    return items;
  }
}

/** Undefined where a line has another form: the parser decides then what it says, or what is wrong with it. */
export function readOwnYaml(text: string, textKeys: ReadonlySet<string> = new Set()): OwnYaml | undefined {
  const lines = text.split("\n");
  if (lines.length > MOST_LINES) return undefined;
  const reading = new OwnReading(lines, textKeys);
  try {
    return { value: reading.whole(), lines: reading.keys };
  } catch (thrown) {
    if (thrown === OTHER_FORM) return undefined;
    throw thrown;
  }
}
