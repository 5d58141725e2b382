/**
 * gray-matter behind one hardened door. It runs code from `---js`, closes a header at any line that starts with
 * `---`, answers from a cache without options and is slow on hostile input, so the fences are split here and it
 * only ever sees `---\n<header>\n---\n`.
 */
import matter from "gray-matter";
import type { Lines } from "./fences.js";
import { readOwnYaml } from "./own-yaml.js";
import { countTokens, MAX_TOKENS, parseSafeYaml, YamlTrouble } from "./safe-yaml.js";

/** How large a header may be, in characters and tokens. */
export interface HeaderLimits {
  chars: number;
  tokens: number;
}

/** No honest header of a record file comes near it. */
const PLAIN: HeaderLimits = { chars: 65_536, tokens: MAX_TOKENS };

/** The text between the first two `---` lines. */
export interface FrontMatter {
  data: Record<string, unknown>;
  /** 0-based line where the body starts; 0 without a header. */
  body: number;
  trouble?: { message: string; line: number };
}

function refuse(): never {
  throw new YamlTrouble("code in a header is never run", 1);
}

const engines = (limits: HeaderLimits) => ({
  yaml: (header: string) => {
    // It comes with the line end of the opening fence, which would shift every line number.
    const { value } = parseSafeYaml(header.replace(/^\n/, ""), undefined, limits.tokens);
    return (value ?? {}) as object;
  },
  js: refuse,
  javascript: refuse,
  coffee: refuse,
  json: refuse,
});

/** Reads the header of a file. A broken one is reported as trouble, never thrown: the records behind it still count. */
export function readFrontMatter(lines: Lines, limits: HeaderLimits = PLAIN): FrontMatter {
  const first = (lines.text[0] ?? "").replace(/^\ufeff/, "");
  if (!first.startsWith("---")) return { data: {}, body: 0 };
  if (first !== "---") {
    if (/^-+\s*$/.test(first)) return { data: {}, body: 0 };
    const message = `the header opens with \`${first.slice(0, 40)}\`; only a line of exactly \`---\` does`;
    return { data: {}, body: 0, trouble: { message, line: 1 } };
  }
  const close = lines.text.indexOf("---", 1);
  if (close === -1) {
    return { data: {}, body: 0, trouble: { message: "the header is never closed by a line of `---`", line: 1 } };
  }
  const header = lines.text.slice(1, close).join("\n");
  try {
    return { data: parseHeader(header, limits), body: close + 1 };
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { data: {}, body: close + 1, trouble: { message: error.message, line: error.line + 1 } };
  }
}

function parseHeader(header: string, limits: HeaderLimits): Record<string, unknown> {
  if (header.length > limits.chars) throw new YamlTrouble(`the header is over ${limits.chars / 1024} KB`, 1);
  // Counted before gray-matter sees it: its own pattern for comment-only headers is quadratic on blank lines.
  countTokens(header, limits.tokens);
  const own = readOwnYaml(header);
  if (own !== undefined) return own.value;
  const { data } = matter(`---\n${header}\n---\n`, { language: "yaml", engines: engines(limits) }) as { data: unknown };
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new YamlTrouble("the header is not a list of `key: value` lines", 1);
  }
  return { ...data };
}
