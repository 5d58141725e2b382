/** One segment of a file -> what its author said, with ids, day, priority and the rest in one shape. */

import type { Stakes } from "../../entry/entry.js";
import { defined } from "../../text/defined.js";
import { dayInId, epochOf, findDate } from "./dates.js";
import { type EntryFields, readFields } from "./fields.js";
import { entryHeading, idsIn, trimMarks } from "./headings.js";
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
  /** The heading's own words, when they are no category. */
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
  high: /^(?:critical|highest|high|urgent|severe|blocker|major|p0|p1)(?![\p{L}\d])/iu,
  medium: /^(?:medium|med|moderate|normal|p2)(?![\p{L}\d])/iu,
  low: /^(?:low|lowest|minor|trivial|p3|p4)(?![\p{L}\d])/iu,
};

/** `critical`, `P1`, `high: releases break` -> the level and the text behind it. */
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
  const parts = /[,;]/.test(plain) ? plain.split(/[,;]/) : plain.split(/\s+(?=#)/);
  return [...new Set(parts.map((part) => part.trim().replace(/^#/, "")).filter((part) => part !== ""))].slice(0, 40);
}

const plainCategory = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** Reads one entry's text; `raw` may differ from the segment's own when secrets were replaced in it. */
export function parseEntry(segment: Segment, raw: string, timezone: string): ParsedEntry {
  const [first = "", ...below] = raw.split("\n");
  const { meta, content, rest } = readFields(classifyLines(below.join("\n")));
  // Where a secret took the id's place, the file's own heading stands.
  const heading = entryHeading(first) ?? segment.heading;
  const own = [cutAtWord(heading.id, 120)];
  let { title } = heading;
  const promoted = /(?:→|->|=>)\s*\**(promoted|resolved|archived)\b.*$/iu.exec(title);
  if (promoted !== null) {
    meta.status ??= (promoted[1] ?? "").toLowerCase();
    title = trimMarks(title.slice(0, promoted.index));
  }
  const isCategory = CATEGORIES.has(plainCategory(title));
  const category = isCategory ? title : meta.category;
  const { status, area } = meta;
  const count = Number.parseInt((meta.recurrence ?? "").replace(/^\D+/, ""), 10);
  return {
    ids: own,
    content,
    rest,
    ...factsOf(meta, own, timezone),
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
 * The parts common to an entry's fields and a row's cells. The day is the logged one, else that
 * of the id.
 */
export function factsOf(meta: EntryFields["meta"], ids: readonly string[], timezone: string) {
  const { source, tags, priority, verdict, score } = meta;
  const moment = findDate(meta.logged ?? "") ?? ids.flatMap((id) => dayInId(id) ?? [])[0];
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
