/** A page's file: reading what stands in it, and its text with another block. What people write around the block stays. */

import { neutral } from "../../text/markdown.js";
import { conflictLine, linesOf } from "../records/fences.js";
import { readFrontMatter } from "../records/front-matter.js";
import { beginMark, blockIn, endMark, withLinesOf } from "../records/marked-blocks.js";
import {
  blockHash,
  headerLines,
  isHeading,
  linesIn,
  lineText,
  OWN_ROW,
  type PageHeader,
  pageOf,
  type WikiLine,
} from "./policy/page.js";

export const WIKI_BLOCK = "wiki";

/** A page as it was found. */
export interface FoundPage {
  text: string;
  header: Partial<PageHeader>;
  lines: (WikiLine | undefined)[];
  /** Why tenet does not write it: 1-based line and a plain sentence. */
  trouble?: { line: number; message: string };
  /** The text between the marks was edited by hand. */
  edited: boolean;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function headerIn(data: Readonly<Record<string, unknown>>): Partial<PageHeader> {
  const header: Record<string, unknown> = {};
  for (const key of ["domain", "generated", "by", "hash", "block"] as const) {
    if (typeof data[key] === "string") header[key] = data[key];
  }
  if (typeof data["sources"] === "number") header["sources"] = data["sources"];
  return { ...(header as Partial<PageHeader>), tags: texts(data["tags"]) };
}

/** The parsed bytes of a page. */
export function readPage(bytes: Uint8Array): FoundPage {
  const text = Buffer.from(bytes).toString("utf8");
  const { data, trouble: broken } = readFrontMatter(linesOf(text));
  const header = headerIn(data);
  const block = blockIn(text, WIKI_BLOCK);
  const conflict = conflictLine(text);
  const none = { text, header, lines: [], edited: false };
  if (conflict !== undefined) return { ...none, trouble: { line: conflict, message: "unresolved conflict markers" } };
  if (broken !== undefined) return { ...none, trouble: broken };
  if (block.state === "missing") return none;
  if (block.state === "damaged") return { ...none, trouble: block };
  const edited = blockHash(block.lines) !== header.block;
  return { ...none, lines: linesIn(block.lines), edited };
}

/** Whether tenet has written on a page; any other file in the folder belongs to people. */
export const isGenerated = ({ header, text }: FoundPage): boolean =>
  header.hash !== undefined || text.includes(beginMark(WIKI_BLOCK));

/** Why tenet neither writes a page nor shows it as its own; undefined when it may. */
export function whyLeft(page: FoundPage): string | undefined {
  const { trouble, edited, text } = page;
  if (trouble !== undefined) return `line ${trouble.line}: ${trouble.message}`;
  if (edited) return "somebody changed what stands between its marks";
  if (isGenerated(page)) return undefined;
  const lines = linesOf(text);
  const { body } = readFrontMatter(lines);
  const row = lines.text.slice(0, body).find((line) => OWN_ROW.test(line));
  return row && `its header is somebody's own and says ${row.split(":")[0]}, as tenet's would`;
}

/** The lines of a block, with blank lines around headings. */
function blockLines(lines: readonly WikiLine[]): string[] {
  return lines.flatMap((line, at) => {
    if (!isHeading(line)) return [lineText(line)];
    const above = lines[at - 1];
    return [...(above === undefined || isHeading(above) ? [] : [""]), line.text, ""];
  });
}

function titleOf(domain: string): string {
  return `# ${neutral(`${domain.slice(0, 1).toUpperCase()}${domain.slice(1)}`)}`;
}

/** The text of a page with these lines; `found`: the page as it stands, which keeps what people wrote around the block. */
export function pageText(
  row: Omit<PageHeader, "block">,
  lines: readonly WikiLine[],
  pageBefore: FoundPage | undefined,
): string {
  const block = blockLines(lines);
  const header: PageHeader = { ...row, block: blockHash(block) };
  const now = pageBefore?.text.replaceAll("\r\n", "\n") ?? "";
  const all = now.split("\n");
  const { body } = readFrontMatter(linesOf(now));
  const rest = all.slice(body).join("\n");
  const others = body === 0 ? [] : all.slice(1, body - 1);
  const place = blockIn(rest, WIKI_BLOCK);
  const marked = [beginMark(WIKI_BLOCK), ...block, endMark(WIKI_BLOCK), ""].join("\n");
  const text =
    place.state === "found"
      ? withLinesOf(rest, place, block)
      : rest.trim() === ""
        ? `${titleOf(row.domain)}\n\n${marked}`
        : `${rest.replace(/\n*$/, "\n\n")}${marked}`;
  const whole = `${headerLines(header, others).join("\n")}\n${text}`;
  return pageBefore?.text.includes("\r\n") === true ? whole.replaceAll("\n", "\r\n") : whole;
}

/** True when the page has no text around the block. */
export function isBarePage({ text, header }: FoundPage): boolean {
  const plain = text.replaceAll("\r\n", "\n");
  const { body } = readFrontMatter(linesOf(plain));
  const rest = plain.split("\n").slice(body).join("\n");
  const place = blockIn(rest, WIKI_BLOCK);
  const around = place.state === "found" ? withLinesOf(rest, place, []) : rest;
  // The title stays as it was made when the domain is spelt another way.
  const isTitle = (line: string) => line.startsWith("# ") && pageOf(line) === pageOf(header.domain);
  const marks = ["", beginMark(WIKI_BLOCK), endMark(WIKI_BLOCK)];
  return around.split("\n").every((line) => marks.includes(line.trim()) || isTitle(line));
}
