/** A Markdown file -> the stretches of text that are one entry each, and the templates among them. */

import { defined } from "../../text/defined.js";
import type { Moment } from "./dates.js";
import { bulletEntry, type HeadingMarks, headingLine, isBullet, isStrong, readMarks } from "./headings.js";
import { isEmptyValue, isMeta, labelNamed, readFieldLine } from "./labels.js";
import { type ClassifiedLine, classifyLines } from "./lines.js";
import type { Source } from "./plan.js";
import { hasPlaceholder, isExampleSection, isSlot } from "./templates.js";

/** One entry as it stands in its file. */
export interface Segment {
  /** 1-based line of its heading or bullet. */
  line: number;
  marked: HeadingMarks;
  /** Its text with `\n` line ends, from the heading to the last line with content. */
  raw: string;
  /** Title of the heading above it that is no entry itself (`Corrections`), when there is one. */
  group?: string;
}

export interface Segments {
  entries: Segment[];
  templates: Source["templates"];
}

interface SectionHeading {
  at: number;
  level: number;
  text: string;
  marked: HeadingMarks;
  /** Index of the next heading of any level, or the end. */
  until: number;
}

interface Group {
  level: number;
  title: string;
  moment?: Moment;
  example: boolean;
}

const BLANK = /^\s*$/;
const BREAK = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

function startsEntry(text: string): boolean {
  const heading = headingLine(text);
  if (heading === undefined || heading.level === 7) return false;
  const marks = readMarks(heading.text);
  return marks.ids.length > 0 || (marks.moment !== undefined && marks.title !== "");
}

function headingsOf(lines: readonly ClassifiedLine[]): SectionHeading[] {
  const headings: SectionHeading[] = [];
  for (const [at, line] of lines.entries()) {
    const heading = line.kind === "text" ? headingLine(line.text) : undefined;
    if (heading === undefined) continue;
    const marks = readMarks(heading.text);
    if (heading.level === 7 && !(isStrong(marks) && (marks.ids.length > 0 || marks.title !== ""))) continue;
    const before = headings.at(-1);
    if (before !== undefined) before.until = at;
    headings.push({ at, level: heading.level, text: heading.text, marked: marks, until: lines.length });
  }
  return headings;
}

/** How many short facts stand directly below a heading, and how many of them are still a form's choices. */
function factsBelow(lines: readonly ClassifiedLine[], from: number, until: number): { real: number; slots: number } {
  let real = 0;
  let slots = 0;
  for (let at = from; at < Math.min(until, from + 40); at++) {
    const line = lines[at];
    if (line === undefined || line.kind !== "text") continue;
    const field = readFieldLine(line.text);
    if (field?.label === undefined || !isMeta(field.label) || field.label === "id") continue;
    if (isSlot(field.value)) slots++;
    else if (!isEmptyValue(field.value)) real++;
  }
  return { real, slots };
}

/** Last line of an entry that ends before `until`: a rule and a footer behind it are the file's, not the entry's. */
function trimmedEnd(lines: readonly ClassifiedLine[], from: number, until: number): number {
  const isText = (at: number, form: RegExp) => lines[at]?.kind === "text" && form.test(lines[at].text);
  let end = until;
  while (end > from + 1 && (isText(end - 1, BLANK) || isText(end - 1, BREAK) || lines[end - 1]?.kind === "comment"))
    end--;
  if (!isText(end - 1, /^\s*[*_][^*_].*[*_]\s*$/)) return end;
  let rule = end - 2;
  while (rule > from && isText(rule, BLANK)) rule--;
  return isText(rule, BREAK) ? trimmedEnd(lines, from, rule) : end;
}

class Reader {
  readonly entries: Segment[] = [];
  readonly templates: Segments["templates"] = [];
  readonly #lines: readonly ClassifiedLine[];
  #groups: Group[] = [];

  constructor(lines: readonly ClassifiedLine[]) {
    this.#lines = lines;
  }

  #entry(from: number, until: number, marks: HeadingMarks): void {
    const end = trimmedEnd(this.#lines, from, until);
    const raw = this.#lines
      .slice(from, end)
      .map(({ text }) => text.trimEnd())
      .join("\n");
    const moment = marks.moment ?? this.#groups.findLast((one) => one.moment !== undefined)?.moment;
    const group = this.#groups.findLast(({ level }) => level > 1)?.title;
    this.entries.push({ line: from + 1, marked: { ...marks, ...defined({ moment }) }, raw, ...defined({ group }) });
  }

  /** Text that belongs to no heading's entry: bullets that are entries, and templates in fences and comments. */
  #loose(from: number, until: number): void {
    const group = this.#groups.at(-1);
    const example = group?.example === true;
    for (let at = from; at < until; at++) {
      const line = this.#lines[at];
      if (line === undefined) continue;
      if (BREAK.test(line.text) && group !== undefined) group.example = false;
      if (line.kind === "fence" || line.kind === "comment") {
        let end = at;
        while (end < until && this.#lines[end]?.kind === line.kind) end++;
        this.#hidden(at, end);
        at = end - 1;
        continue;
      }
      if (!isBullet(line.text)) continue;
      const marks = bulletEntry(line.text, group?.moment !== undefined);
      if (marks === undefined) continue;
      let end = at + 1;
      while (end < until && /^(\s*$|\s{2,}|\t)/.test(this.#lines[end]?.text ?? "")) end++;
      if (marks.placeholder) this.templates.push({ line: at + 1, reason: "a bullet with places to fill in" });
      else if (example && group?.example === true) {
        this.templates.push({ line: at + 1, reason: `an example under "${group.title}"` });
      } else this.#entry(at, end, marks);
      at = end - 1;
    }
  }

  #hidden(from: number, until: number): void {
    const where = this.#lines[from]?.kind === "comment" ? "in a comment" : "in a code fence";
    const before = this.templates.length;
    for (let at = from; at < until; at++) {
      const text = (this.#lines[at]?.text ?? "").replace(/^\s*<!--\s*/, "");
      const heading = headingLine(text);
      const marks = heading !== undefined && heading.level < 7 ? readMarks(heading.text) : bulletEntry(text, false);
      if (marks === undefined || !(marks.placeholder || isStrong(marks))) continue;
      this.templates.push({ line: at + 1, reason: where });
    }
    if (this.templates.length > before) return;
    const form = this.#lines.slice(from, until).findIndex(({ text }) => hasPlaceholder(text.replace(/<!--|-->/g, "")));
    if (form !== -1) this.templates.push({ line: from + form + 1, reason: where });
  }

  read(headings: readonly SectionHeading[]): void {
    this.#loose(0, headings[0]?.at ?? this.#lines.length);
    for (let index = 0; index < headings.length; ) index = this.#heading(headings, index);
  }

  /** Handles one heading and answers the index of the next one that it did not take in. */
  #heading(headings: readonly SectionHeading[], index: number): number {
    const heading = headings[index] as SectionHeading;
    const { at, level, text, marked, until } = heading;
    this.#groups = this.#groups.filter((group) => group.level < level);
    const facts = factsBelow(this.#lines, at + 1, until);
    // What stands below a template's heading is passed over.
    const behind = () => nextWhere(headings, index, (other) => other.level <= level || isStrong(other.marked));
    const inExample = this.#groups.some(({ example }) => example);
    // A legend below the file's own title (`Status: pending | resolved`) explains; it is no form.
    const form = level > 1 && (facts.slots >= 2 || (facts.slots === 1 && facts.real === 0 && marked.ids.length === 0));
    const strong = isStrong(marked);
    const weak = !strong && level > 1 && facts.real >= 2 && labelNamed(text) === undefined;
    if ((marked.placeholder && facts.real < 2) || form) {
      this.templates.push({ line: at + 1, reason: "a heading with places to fill in" });
      this.#loose(this.#breakIn(at + 1, until), until);
      return behind();
    }
    if ((strong || weak) && inExample) {
      this.templates.push({ line: at + 1, reason: "an example" });
      return behind();
    }
    if ((strong && !this.#isGroup(headings, index)) || weak) return this.#taken(headings, index);
    const title = marked.title === "" ? "" : text;
    const example = level > 1 && isExampleSection(text);
    this.#groups.push({ level, title, example, ...defined({ moment: marked.moment }) });
    this.#loose(at + 1, until);
    return index + 1;
  }

  /** A day (or a file's title) above several entries is no entry: the entries are below it. */
  #isGroup(headings: readonly SectionHeading[], index: number): boolean {
    const heading = headings[index] as SectionHeading;
    if (heading.marked.ids.length > 0) return false;
    const below = headings.slice(
      index + 1,
      nextWhere(headings, index, ({ level }) => level <= heading.level),
    );
    if (below.some(({ marked }) => isStrong(marked))) return true;
    const isTitled = heading.marked.title !== "";
    if (below.length > 0 && (heading.level === 1 || !isTitled))
      return below.every((one) => labelNamed(one.text) === undefined);
    if (isTitled) return false;
    const lines = this.#lines.slice(heading.at + 1, heading.until).filter(({ kind }) => kind === "text");
    const bullets = lines.filter(({ text }) => isBullet(text));
    return bullets.length > 0 && bullets.every(({ text }) => readFieldLine(text)?.label === undefined);
  }

  #taken(headings: readonly SectionHeading[], index: number): number {
    const heading = headings[index] as SectionHeading;
    const next = nextWhere(headings, index, ({ level, text, marked }) => {
      if (level < heading.level || (level === heading.level && labelNamed(text) === undefined)) return true;
      return isStrong(marked) && labelNamed(marked.title) === undefined;
    });
    this.#entry(heading.at, headings[next]?.at ?? this.#lines.length, heading.marked);
    return next;
  }

  #breakIn(from: number, until: number): number {
    let at = from;
    while (at < until && !(this.#lines[at]?.kind === "text" && BREAK.test(this.#lines[at]?.text ?? ""))) at++;
    return at;
  }
}

/** Index of the first heading behind one that fits; the number of headings when none does. */
function nextWhere(
  headings: readonly SectionHeading[],
  index: number,
  fits: (heading: SectionHeading) => boolean,
): number {
  let next = index + 1;
  while (next < headings.length && !fits(headings[next] as SectionHeading)) next++;
  return next;
}

/** Finds every entry of a `.learnings/` file; text outside of entries and templates is the file's prose. */
export function segmentText(text: string): Segments {
  const lines = classifyLines(text, startsEntry);
  const reader = new Reader(lines);
  reader.read(headingsOf(lines));
  return { entries: reader.entries, templates: reader.templates };
}
