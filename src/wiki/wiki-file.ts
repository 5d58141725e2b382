/** A page's file, which is tenet's as a whole: reading what stands in it, and its text. */

import { conflictLine, linesOf } from "../store/records/fences.js";
import { readFrontMatter } from "../store/records/front-matter.js";
import { neutral } from "../text/markdown.js";
import { headerLines, isHeading, linesIn, lineText, type PageHeader, type WikiLine } from "./policy/page.js";

/** A page as it was found. */
export interface FoundPage {
  header: Partial<PageHeader>;
  lines: (WikiLine | undefined)[];
  /** Why tenet does not write it: 1-based line and a plain sentence. */
  trouble?: { line: number; message: string };
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function headerIn(data: Readonly<Record<string, unknown>>): Partial<PageHeader> {
  const header: Record<string, unknown> = {};
  for (const key of ["domain", "generated", "by", "hash"] as const) {
    if (typeof data[key] === "string") header[key] = data[key];
  }
  if (typeof data["sources"] === "number") header["sources"] = data["sources"];
  return { ...(header as Partial<PageHeader>), tags: texts(data["tags"]) };
}

/** The parsed bytes of a page. */
export function readPage(bytes: Uint8Array): FoundPage {
  const text = Buffer.from(bytes).toString("utf8");
  const lines = linesOf(text);
  const { data, body, trouble } = readFrontMatter(lines);
  const header = headerIn(data);
  const conflict = conflictLine(text);
  if (conflict !== undefined)
    return { header, lines: [], trouble: { line: conflict, message: "unresolved conflict markers" } };
  if (trouble !== undefined) return { header, lines: [], trouble };
  return { header, lines: linesIn(lines.text.slice(body).filter((line) => !line.startsWith("# "))) };
}

/** Whether tenet has written a page; any other file in the folder belongs to people. */
export const isGenerated = ({ header }: FoundPage): boolean => header.hash !== undefined;

/** Why tenet neither writes a page nor shows it as its own; undefined when it may. */
export function whyLeft(page: FoundPage): string | undefined {
  if (page.trouble !== undefined) return `line ${page.trouble.line}: ${page.trouble.message}`;
  return isGenerated(page) ? undefined : "it is somebody's own file";
}

/** The text of a page with these lines, with blank lines around headings. */
export function pageText(row: PageHeader, lines: readonly WikiLine[]): string {
  const body = lines.flatMap((line, at) => {
    if (!isHeading(line)) return [lineText(line)];
    const above = lines[at - 1];
    return [...(above === undefined || isHeading(above) ? [] : [""]), line.text, ""];
  });
  const title = `# ${neutral(`${row.domain.slice(0, 1).toUpperCase()}${row.domain.slice(1)}`)}`;
  return [...headerLines(row), title, "", ...body, ""].join("\n");
}
