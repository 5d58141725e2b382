/** A page without what an erasing or a redacting takes out: lines that rest on it go, and so does what names it. */

import { linesOf } from "../records/fences.js";
import { readFrontMatter } from "../records/front-matter.js";
import { blockIn, withLinesOf } from "../records/marked-blocks.js";
import { blockHash, headerLines, linesIn, type PageHeader } from "./policy/page.js";
import { type FoundPage, isBarePage, readPage, WIKI_BLOCK } from "./wiki-file.js";

/** Recognises the forgotten words and ids. */
export interface WordMatcher {
  readonly ids: ReadonlySet<string>;
  matches(text: string): boolean;
}

/**
 * The page's text as it is kept, null where nothing is left that is worth keeping, undefined where it holds nothing of what
 * goes. Words outside the block are not looked at here.
 */
export function scrubbedPage(bytes: Uint8Array, matcher: WordMatcher): string | null | undefined {
  const page = readPage(bytes);
  const block = blockIn(page.text, WIKI_BLOCK);
  if (block.state !== "found") return undefined;
  const isGone = (raw: string): boolean => {
    const [line] = linesIn([raw]);
    return matcher.matches(raw) || (line?.ids ?? []).some((id) => matcher.ids.has(id));
  };
  const keptLines = block.lines.filter((raw) => !isGone(raw));
  const { domain = "", tags = [], generated = "", by = "" } = page.header;
  const isNamed = [domain, ...tags].some((name) => matcher.matches(name));
  if (keptLines.length === block.lines.length && !isNamed) return undefined;
  const text = withLinesOf(page.text, block, keptLines);
  if (keptLines.every((raw) => (linesIn([raw])[0]?.ids ?? []).length === 0) && isBarePage(readPage(Buffer.from(text))))
    return null;
  const safeDomain = matcher.matches(domain) ? "" : domain;
  return sealed(page, text, keptLines, { domain: safeDomain, generated, by, sources: 0, hash: "", tags: [] });
}

/** The page with other words in some lines of its block; the same bytes where none has any. */
export function renamedPage(bytes: Uint8Array, renamed: (raw: string) => string): Uint8Array {
  const page = readPage(bytes);
  const block = blockIn(page.text, WIKI_BLOCK);
  if (block.state !== "found") return bytes;
  const next = block.lines.map(renamed);
  if (next.every((line, at) => line === block.lines[at])) return bytes;
  const { domain = "", tags = [], generated = "", by = "", sources = 0, hash = "" } = page.header;
  const header = { domain, tags, generated, by, sources, hash };
  return Buffer.from(sealed(page, withLinesOf(page.text, block, next), next, header));
}

/** The text with a header for its block. Hand edits stay marked as such. */
function sealed(page: FoundPage, text: string, block: readonly string[], more: Omit<PageHeader, "block">): string {
  const header: PageHeader = { ...more, block: page.edited ? "" : blockHash(block) };
  const lines = linesOf(text);
  const { body } = readFrontMatter(lines);
  if (body === 0) return text;
  const rows = headerLines(header, lines.text.slice(1, body - 1));
  return `${rows.join(lines.eol)}${lines.eol}${text.slice(lines.start[body])}`;
}
