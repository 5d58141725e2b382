/** One segment of a file -> what its author said, with ids, day, priority and the rest in one shape. */

import type { Stakes } from "../../entry/entry.js";
import { defined } from "../../text/defined.js";
import { dayInId, epochOf, findDate, type Moment } from "./dates.js";
import { type EntryFields, readFields } from "./fields.js";
import { headingLine, idsIn, readMarks, trimMarks } from "./headings.js";
import type { ContentLabel } from "./labels.js";
import { classifyLines } from "./lines.js";
import type { ImportItem } from "./plan.js";
import type { Segment } from "./segments.js";
import { cutAtWord, isName } from "./wording.js";

export interface ParsedEntry {
  ids: string[];
  /** Milliseconds. */
  at?: number | undefined;
  /** A day was named and no time of day. */
  dayOnly?: boolean | undefined;
  /** The heading's or bullet's own words, when they are no category. */
  title?: string | undefined;
  category?: string | undefined;
  content: Partial<Record<ContentLabel, string>>;
  rest: string;
  stakes?: Stakes | undefined;
  /** What stands behind the level in `Severity: CRITICAL - all capital is lost`. */
  risk?: string | undefined;
  status?: string | undefined;
  area?: string | undefined;
  source?: string | undefined;
  byUser: boolean;
  tags: string[];
  references: string[];
  seen?: number | undefined;
  verdict?: string | undefined;
  score?: string | undefined;
}

const CATEGORIES = new Set(
  `correction insight knowledge_gap best_practice workflow pattern discovery learning lesson error feature simplify
   convention preference feedback`.split(/\s+/),
);

const LEVEL_WORDS: Record<Stakes, RegExp> = {
  high: /^(?:critical|highest|high|urgent|severe|blocker|major|p0|p1|crítica?|alta?|alto|cao|hoch|kritisch|haute?|élevée?|critique|высок\p{L}*|критич\p{L}*)(?![\p{L}\d])|^(?:紧急|严重|高|높음|緊急)/iu,
  medium:
    /^(?:medium|med|moderate|normal|p2|média?|medio|media|trung bình|mittel|moyenne?|средн\p{L}*)(?![\p{L}\d])|^(?:中|중간|보통)/iu,
  low: /^(?:low|lowest|minor|trivial|p3|p4|baixa?|baja?|bajo|thấp|niedrig|gering|basse?|faible|низк\p{L}*)(?![\p{L}\d])|^(?:低|낮음)/iu,
};

/** `critical`, `P1`, `高`, `high: releases break` -> the level and the text behind it. */
export function readLevel(text: string): { stakes?: Stakes; rest?: string } {
  const plain = text
    .slice(0, 2_000)
    .replace(/[*_`[\]]/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "");
  for (const [stakes, words] of Object.entries(LEVEL_WORDS) as [Stakes, RegExp][]) {
    const match = words.exec(plain);
    if (match === null) continue;
    const rest = trimMarks(plain.slice(match[0].length)).replace(/^[(（](.*)[)）]$/u, "$1");
    return { stakes, ...(rest === "" ? {} : { rest }) };
  }
  return {};
}

/** `a, b`, `#a #b`, `[a, b]`, `a; b`. */
export function readList(text: string): string[] {
  const plain = text.replace(/[[\]`"]/g, "").trim();
  const parts = /[,;，、；]/.test(plain) ? plain.split(/[,;，、；]/) : plain.split(/\s+(?=#)/);
  return [...new Set(parts.map((part) => part.trim().replace(/^#/, "")).filter((part) => part !== ""))].slice(0, 40);
}

const plainCategory = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** Splits an entry into its opening line and the lines below. */
function parts(raw: string): { opening: string; fields: EntryFields } {
  const [first = "", ...lines] = raw.split("\n");
  const heading = headingLine(first);
  const below = heading === undefined ? lines.map((line) => line.replace(/^(?: {2,4}|\t)/, "")) : lines;
  const opening = heading?.text ?? first.replace(/^[-*+] +(?:\[[ xX]\] +)?/, "");
  return { opening, fields: readFields(classifyLines(below.join("\n"))) };
}

/** Reads one entry's text; `raw` may differ from the segment's own when secrets were replaced in it. */
export function parseEntry(segment: Segment, raw: string, timezone: string): ParsedEntry {
  const { opening, fields } = parts(raw);
  const { meta, content, rest } = fields;
  const marks = readMarks(opening);
  for (const { label, value } of marks.fields) {
    if (label === "priority" || label === "status" || label === "category" || label === "area") meta[label] ??= value;
  }
  const own = [...new Set([...marks.ids, ...idsIn(meta.id ?? "")])].map((id) => cutAtWord(id, 120));
  let title = marks.title.replace(/^[(（]([^)）]{1,40})[)）]\s*[:：]\s*/u, (_, area: string) => {
    meta.area ??= area;
    return "";
  });
  const promoted = /(?:→|->|=>)\s*\**(promoted|resolved|archived)\b.*$/iu.exec(title);
  if (promoted !== null) {
    meta.status ??= (promoted[1] ?? "").toLowerCase();
    title = trimMarks(title.slice(0, promoted.index));
  }
  const isCategory = CATEGORIES.has(plainCategory(title));
  const grouped = /^corrections?$/i.test(trimMarks(segment.group ?? "")) ? "correction" : undefined;
  const category = isCategory ? title : (meta.category ?? grouped);
  const { status, area } = meta;
  const count = Number.parseInt((meta.recurrence ?? "").replace(/^\D+/, ""), 10);
  return {
    ids: own,
    content,
    rest,
    ...factsOf(meta, own, timezone, segment.marked.moment),
    references: idsIn(meta.see_also ?? "").filter((id) => !own.includes(id)),
    title: isCategory || title === "" ? undefined : title,
    category: category && plainCategory(category),
    risk: readLevel(meta.priority ?? "").rest,
    status: status && trimMarks(status.slice(0, 80)),
    area: area && trimMarks(area.slice(0, 120)),
    seen: count > 0 && count < 100_000 ? count : undefined,
  };
}

/**
 * The parts common to an entry's fields and a row's cells. The day comes from the most deliberate place: the logged
 * date, the heading, the id.
 */
export function factsOf(meta: EntryFields["meta"], ids: readonly string[], timezone: string, heading?: Moment) {
  const { source, tags, priority, verdict, score } = meta;
  const moment = findDate(meta.logged ?? "")?.moment ?? heading ?? ids.flatMap((id) => dayInId(id) ?? [])[0];
  return {
    byUser: /^\W*user[ _-]?(?:feedback|correction)\b/i.test(source ?? ""),
    tags: readList(tags ?? ""),
    at: moment && epochOf(moment, timezone),
    dayOnly: moment && moment.hour === undefined,
    stakes: readLevel(priority ?? "").stakes,
    source: source?.slice(0, 200),
    verdict,
    score,
  };
}

/** The title when it is a sentence a person wrote, not a machine's name for the entry. */
export function spokenTitle(parsed: ParsedEntry): string | undefined {
  return parsed.title === undefined || isName(parsed.title) ? undefined : parsed.title;
}

/** When it was written, for an item. */
export function whenOf({ at, dayOnly }: ParsedEntry): Pick<ImportItem, "at" | "dayOnly"> {
  return defined({ at, dayOnly: dayOnly === true ? true : undefined });
}
