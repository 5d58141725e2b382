/** The header of a Markdown file: YAML between two lines of `---`. Versions and wiki pages are read by it. */
import type { Lines } from "./fences.js";
import { parseSafeYaml, YamlTrouble } from "./safe-yaml.js";

interface FrontMatter {
  data: Readonly<Record<string, unknown>>;
  /** 0-based line where the body starts; 0 without a header. */
  body: number;
  /** Why the header is not read. `line` is 1-based. */
  trouble?: { message: string; line: number };
}

/** Reads the header of a file of at most so many characters. A broken one is reported as trouble, never thrown. */
export function readFrontMatter({ text: lines }: Lines, chars?: number): FrontMatter {
  if (lines[0]?.replace(/^\ufeff/, "") !== "---") return { data: {}, body: 0 };
  const close = lines.indexOf("---", 1);
  try {
    if (close === -1) throw new YamlTrouble("the header is never closed by a line of `---`", 0);
    const value = parseSafeYaml(lines.slice(1, close).join("\n"), undefined, chars).value ?? {};
    if (typeof value === "object" && !Array.isArray(value)) return { data: { ...value }, body: close + 1 };
    throw new YamlTrouble("the header is not a list of `key: value` lines", 1);
  } catch (error) {
    if (!(error instanceof YamlTrouble)) throw error;
    return { data: {}, body: close + 1, trouble: { message: error.message, line: error.line + 1 } };
  }
}
