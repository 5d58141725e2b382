/** A document cut into passages: at its headings, and where a section is longer than about 1,000 characters. Pure. */
import { shorten } from "../../../text/shorten.js";

/** A piece of a document that is found and shown on its own. */
export interface Passage {
  /** Counts from 1: the line of its heading, or its own first line where a section is split. */
  line: number;
  /** Headings above it, the outermost first. */
  headings: readonly string[];
  text: string;
}

/** Characters of one passage with its headings. */
export const LONGEST = 1_000;
/** Headings of a passage take no more than this of it. */
const LONGEST_HEADINGS = 300;
const LONGEST_HEADING = 120;

/** What is compared with a question: the headings and the text beneath them. */
export const comparedText = ({ headings, text }: Pick<Passage, "headings" | "text">): string =>
  headings.length === 0 ? text : `${headings.join(" > ")}\n${text}`;

const IS_MARKDOWN = /\.(?:md|mdx|markdown|mdown|mkd)$/i;

/** A document as passages, in its order. Only Markdown has headings; of other files long texts are cut alone. */
export function passagesOf(file: string, text: string): Passage[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const sections = IS_MARKDOWN.test(file) ? sectionsOf(lines) : [{ line: 1, level: 0, headings: [], first: 1, lines }];
  return sections.flatMap((section, at) => {
    if (section.lines.some((line) => line.trim() !== "")) return cutSection(section);
    // A heading above others gives their subject; one with nothing beneath it stands alone.
    const isAbove = (sections[at + 1]?.level ?? 0) > section.level;
    const { line, headings } = section;
    return isAbove || headings.length === 0 ? [] : [{ line, headings, text: headings.at(-1) ?? "" }];
  });
}

interface Section {
  /** Of its heading. */
  line: number;
  level: number;
  headings: readonly string[];
  /** The number of its first line beneath the heading. */
  first: number;
  lines: readonly string[];
}

/** Spaces of indentation after which a line is code. */
const CODE_INDENT = 4;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** `## Heading ##`, written so that no line takes more than its length. */
function atxHeading(line: string): { level: number; title: string } | undefined {
  const text = line.trim();
  if (indentOf(line) >= CODE_INDENT || !text.startsWith("#")) return undefined;
  let level = 0;
  while (text[level] === "#") level++;
  if (level > 6 || (level < text.length && !/\s/.test(text[level] as string))) return undefined;
  let title = text.slice(level).trim();
  let end = title.length;
  while (title[end - 1] === "#") end--;
  if (end < title.length && (end === 0 || /\s/.test(title[end - 1] as string))) title = title.slice(0, end).trim();
  return { level, title };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The fence that is open behind a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === undefined)
    return mark.startsWith("`") && line.trim().slice(mark.length).includes("`") ? undefined : mark;
  const closes = mark[0] === open[0] && mark.length >= open.length && line.trim() === mark;
  return closes ? undefined : open;
}

/** How many lines are front matter. */
function frontMatterOf(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  return 1 + lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
}

/** Collects the lines beneath each heading. */
class Sections {
  readonly sections: Section[] = [];
  readonly #path: { level: number; title: string }[] = [];
  #lines: string[] = [];
  #open: Omit<Section, "lines"> = { line: 1, level: 0, headings: [], first: 1 };

  add(line: string): void {
    this.#lines.push(line);
  }

  begin(level: number, title: string, line: number, first: number): void {
    this.end();
    while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop();
    this.#path.push({ level, title: shorten(title, LONGEST_HEADING) });
    const headings = this.#path.map((one) => one.title).filter((one) => one !== "");
    this.#open = { line, level, headings: fittingHeadings(headings), first };
  }

  end(): void {
    this.sections.push({ ...this.#open, lines: this.#lines });
    this.#lines = [];
  }
}

/** The innermost headings that leave room for the text. */
function fittingHeadings(headings: readonly string[]): string[] {
  const keptLines: string[] = [];
  let length = 0;
  for (const heading of headings.toReversed()) {
    length += heading.length + 3;
    if (length > LONGEST_HEADINGS && keptLines.length > 0) break;
    keptLines.unshift(heading);
  }
  return keptLines;
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections = new Sections();
  const matter = frontMatterOf(lines);
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const within = fence !== undefined || at < matter;
    if (at >= matter) fence = fenceAfter(line, fence);
    if (within || fence !== undefined) {
      sections.add(line);
      continue;
    }
    const heading = atxHeading(line);
    if (heading !== undefined) sections.begin(heading.level, heading.title, at + 1, at + 2);
    else sections.add(line);
  }
  sections.end();
  return sections.sections;
}

/** A section as passages of at most {@link LONGEST}: cut between paragraphs where it can be, else between lines, words. */
function cutSection({ line, headings, first, lines }: Section): Passage[] {
  const room = LONGEST - headings.reduce((sum, heading) => sum + heading.length + 3, 0);
  const pieces = lines.flatMap((text, at) => shortEnough(text, room).map((part) => ({ line: first + at, text: part })));
  const passages: Passage[] = [];
  let from = 0;
  while (from < pieces.length) {
    const to = endOfPassage(pieces, from, room);
    const some = pieces.slice(from, to);
    const start = some.find(({ text }) => text.trim() !== "");
    if (start !== undefined) {
      const text = some.map((piece) => piece.text).join("\n");
      passages.push({ line: passages.length === 0 ? line : start.line, headings, text: withoutBlankEnds(text) });
    }
    from = to;
  }
  return passages;
}

const withoutBlankEnds = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();

/** Where the passage that begins at `from` ends: behind its last paragraph that fits, if that leaves it half full. */
function endOfPassage(pieces: readonly { text: string }[], from: number, room: number): number {
  let length = 0;
  let paragraph = -1;
  for (let at = from; at < pieces.length; at++) {
    const { text } = pieces[at] as { text: string };
    if (text.trim() === "" && length > room / 2) paragraph = at + 1;
    length += text.length + 1;
    if (length > room && at > from) return paragraph > from ? paragraph : at;
  }
  return pieces.length;
}

/** A line in parts that fit: between words, or within a run that is longer. */
const shortEnough = (line: string, room: number): string[] =>
  line.length <= room
    ? [line]
    : (line.match(new RegExp(`.{1,${room - 1}}(?:\\s|$)|.{1,${room - 1}}`, "gu")) ?? []).map((one) => one.trim());
