/**
 * gray-matter behind one hardened door. It runs code from `---js`, closes a header at any line that starts with
 * `---`, answers from a cache without options and is slow on hostile input, so the fences are split here and it
 * only ever sees `---\n<header>\n---\n`. Versions and wiki pages are read by it.
 */
import matter from "gray-matter";
import type { Lines } from "./fences.js";
import { parseSafeYaml, requireBounds, YamlTrouble } from "./safe-yaml.js";

/** The text between the first two `---` lines. */
interface FrontMatter {
  data: Record<string, unknown>;
  /** 0-based line where the body starts; 0 without a header. */
  body: number;
  trouble?: { message: string; line: number };
}

/** Reads the header of a file of at most so many characters. A broken one is reported as trouble, never thrown. */
export function readFrontMatter(lines: Lines, chars?: number): FrontMatter {
  const first = (lines.text[0] ?? "").replace(/^\ufeff/, "");
  if (!/^---.*[^-\s]|^---$/.test(first)) return { data: {}, body: 0 };
  const close = lines.text.indexOf("---", 1);
  try {
    if (first !== "---")
      throw new YamlTrouble(`the header opens with \`${first.slice(0, 40)}\`; only a line of exactly \`---\` does`, 0);
    if (close === -1) throw new YamlTrouble("the header is never closed by a line of `---`", 0);
    return { data: parseHeader(lines.text.slice(1, close).join("\n"), chars), body: close + 1 };
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { data: {}, body: close + 1, trouble: { message: error.message, line: error.line + 1 } };
  }
}

function parseHeader(header: string, chars?: number): Record<string, unknown> {
  // Before gray-matter sees it: its own pattern for comment-only headers is quadratic on blank lines.
  requireBounds(header, chars);
  // It hands the header over with the line end of the opening fence, which would shift every line number.
  const yaml = (text: string) => (parseSafeYaml(text.replace(/^\n/, ""), undefined, chars).value ?? {}) as object;
  const { data } = matter(`---\n${header}\n---\n`, { language: "yaml", engines: { yaml } }) as { data: unknown };
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new YamlTrouble("the header is not a list of `key: value` lines", 1);
  }
  return { ...data };
}
