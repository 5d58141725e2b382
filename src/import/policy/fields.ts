/** The body of one entry -> what its author filed under which word. */
import { headingLine } from "./headings.js";
import {
  type ContentLabel,
  type FieldLine,
  isEmptyValue,
  isMeta,
  type Label,
  type MetaLabel,
  readFieldLine,
  sectionOf,
} from "./labels.js";
import type { ClassifiedLine } from "./lines.js";

export interface EntryFields {
  meta: Partial<Record<MetaLabel, string>>;
  content: Partial<Record<ContentLabel, string>>;
  /** Text under no word at all, and under words of the entry's own. */
  rest: string;
}

/** Lines of text without comments, outer blank lines and shared indent. */
function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/<!--.{0,2000}?-->/gs, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/** Where lines go at present: under a heading, or under a field of a list or paragraph. */
interface Section {
  label: Label;
  by: "heading" | "field";
  indent: number;
}

class Collector {
  readonly #content = new Map<ContentLabel, string[]>();
  readonly #meta = new Map<MetaLabel, string>();
  readonly #rest: string[] = [];

  text(label: ContentLabel | undefined, line: string): void {
    if (label === undefined) this.#rest.push(line);
    else {
      const lines = this.#content.get(label) ?? [];
      lines.push(line);
      this.#content.set(label, lines);
    }
  }

  /** The first value counts; later ones extend lists and fill empty fields. */
  meta(label: MetaLabel, value: string): void {
    const metaText = this.#meta.get(label);
    if (metaText === undefined || isEmptyValue(metaText)) this.#meta.set(label, value.trim());
    else if ((label === "tags" || label === "see_also") && value.trim() !== "") {
      this.#meta.set(label, `${metaText}, ${value.trim()}`);
    }
  }

  fields(): EntryFields {
    const meta: EntryFields["meta"] = {};
    const content: EntryFields["content"] = {};
    for (const [label, value] of this.#meta) if (!isEmptyValue(value)) meta[label] = value;
    for (const [label, lines] of this.#content) {
      const text = tidy(lines);
      if (!isEmptyValue(text)) content[label] = text;
    }
    return { meta, content, rest: tidy(this.#rest) };
  }
}

/**
 * What the lines behind a field stand under; undefined where it is no field but text of what it stands in: below a
 * heading for free text only bold labels at the margin count.
 */
function addField(collector: Collector, section: Section | undefined, field: FieldLine): Section | undefined {
  const { label, value, indent, bullet, bold } = field;
  const heading = section?.by === "heading" ? section : undefined;
  const isNested = section?.by === "field" && indent > section.indent && bullet;
  if (isNested && !isMeta(section.label)) return undefined;
  if (heading?.label === "resolution") {
    if (label === "details") collector.text("resolution", value);
    else if (label === undefined || !isMeta(label)) return undefined;
    else if (label !== "aside" && label !== "logged") collector.meta(label, value);
    return heading;
  }
  if (label === undefined) {
    if (heading !== undefined || isNested) return undefined;
    collector.text("details", `${field.name}: ${value}`);
    return { label: "details", by: "field", indent };
  }
  const own: Section = { label, by: "field", indent };
  if (isMeta(label)) {
    if (heading !== undefined && !isMeta(heading.label)) return undefined;
    collector.meta(label, value);
    return heading ?? own;
  }
  const isAtMargin = bold && !bullet && indent === 0;
  if (heading !== undefined && !isAtMargin) return isMeta(heading.label) ? heading : undefined;
  if (value.trim() !== "") collector.text(label, value);
  return own;
}

const BULLET = /^\s*[-*+]\s+/;
const BREAK = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** Reads the lines below an entry's heading. */
export function readFields(lines: readonly ClassifiedLine[]): EntryFields {
  const collector = new Collector();
  let section: Section | undefined;
  for (const { text, kind } of lines) {
    if (kind === "comment" || (kind === "text" && BREAK.test(text))) continue;
    const heading = kind === "text" ? headingLine(text) : undefined;
    if (heading !== undefined) {
      const label = sectionOf(heading.text);
      section = { label: label ?? "details", by: "heading", indent: 0 };
      if (label === undefined) collector.text("details", `\n${heading.text}`);
      continue;
    }
    const field = kind === "text" ? readFieldLine(text) : undefined;
    const under = field && addField(collector, section, field);
    if (under !== undefined) {
      section = under;
      continue;
    }
    const label = section?.label;
    if (label === undefined || !isMeta(label)) collector.text(label, text);
    else if (label === "aside" || text.trim() === "") continue;
    else if (BULLET.test(text) || section?.by === "heading") collector.meta(label, text.replace(BULLET, ""));
    else {
      section = undefined;
      collector.text(undefined, text);
    }
  }
  return collector.fields();
}
