/** An instruction file or a Markdown list -> memories of category `instruction`: its items, and the rest as offers. */

import type { Category } from "../../entry/entry.js";
import { defined } from "../../text/defined.js";
import { isEmptyValue } from "./labels.js";
import { type ClassifiedLine, classifyLines } from "./lines.js";
import { type DraftEntry, type DraftFields, itemHash, type RawItem, rawItem } from "./plan.js";
import { COLON, namesFile, type PassedOver, Reader, type Said, SENTENCE_END, withoutColon } from "./said-lines.js";
import { LONGEST_CLAIM } from "./wording.js";

const INTRODUCES = "It only introduces what follows.";
/** A place to fill in, from end to end. */
const BLANK = /^(?:\[[^\]]*\]|<[^<>]*>|\{+[^{}]*\}+|\.{3}|…)$/;
const LINK = /^!?(?:\[(?:[^\]]|\](?=\())*\]\([^)]*\)|<?https?:\/\/\S+>?)[\s.]*$/;
const POINTER = /^\[[^\]]+\]\((?!https?:)[^)]+\.mdc?\)/;
/** One word in Latin letters, or one piece of code. */
const BARE = /^(?:`[^`]*`|[\x21-\x7e]+)[\s.]*$/;

/** `Never` + `push to main` -> `Never: push to main`; several leads stand one within the other. */
function hung(under: readonly string[], text: string): string {
  if (under.length === 0) return text;
  const ended = (lead: string) => SENTENCE_END.test(lead);
  const lead = under.map(withoutColon).reduce((all, one) => `${all}${ended(all) ? " " : " › "}${one}`);
  return `${lead}${ended(lead) ? " " : ": "}${text}`;
}

/** Tenet's own block, markers included: its lines are entries already. */
function withoutOwnBlocks(lines: readonly ClassifiedLine[]): ClassifiedLine[] {
  let isInside = false;
  return lines.map((line) => {
    if (/<!--\s*tenet:begin\b/.test(line.text)) isInside = true;
    const own = isInside;
    if (/<!--\s*tenet:end\b/.test(line.text)) isInside = false;
    return own ? { ...line, kind: "comment" as const } : line;
  });
}

export interface InstructionLines {
  items: RawItem[];
  passed: PassedOver[];
  headings: number;
}

/** Why nothing is made of it, by its form alone. */
function leftOut({ text, under, leads, isLabel }: Said): string | undefined {
  if (COLON.test(text) || (leads === true && isLabel === true)) return INTRODUCES;
  if (BLANK.test(text)) return "A place to fill in.";
  if (LINK.test(text)) return "A link alone.";
  if (isEmptyValue(text)) return "Nothing is said yet.";
  if (under.length === 0 && BARE.test(text)) return "One word or path, and nothing that says what of it.";
  return hung(under, text).length > LONGEST_CLAIM ? "Longer than what one entry says." : undefined;
}

const BECAUSE: Record<Said["form"], string> = {
  item: "An item of a list.",
  sentence: "A sentence in prose.",
  heading: "A heading.",
  quote: "A sentence in a quote.",
};

/** Somebody's words as a memory, with what more is known of them. */
export function memoryOf(
  content: string,
  category: Category,
  because: string,
  more: { [F in "paths" | "tags" | "context"]?: DraftFields[F] | undefined } = {},
): DraftEntry {
  return {
    fate: "entry",
    type: "memory",
    because,
    fields: defined({ content, category, ...more }),
    byUser: false,
    references: [],
    provenance: {},
  };
}

interface InstructionFile {
  name: string;
  /** Globs of the files that all of it holds for. */
  paths?: readonly string[];
  /** The file is an index, whose items may point to other files. */
  isIndex?: boolean;
  outside?: (line: number) => boolean;
}

/** The items of a file; `outside` tells which lines belong to another part of it. */
export function instructionItems(
  text: string,
  { name, paths = [], isIndex = false, outside = () => true }: InstructionFile,
): InstructionLines {
  const lines = withoutOwnBlocks(classifyLines(text));
  const reader = new Reader(namesFile(name)).read(lines);
  const passed = reader.passed.filter(({ line }) => outside(line));
  const items = reader.said.flatMap((statement): RawItem[] => {
    const { line, length, form } = statement;
    if (!outside(line)) return [];
    const because = isIndex && POINTER.test(statement.text) ? "It points to a file." : leftOut(statement);
    if (because !== undefined) {
      passed.push({ line, because });
      return [];
    }
    const raw = hung(statement.under, statement.text);
    const hash = itemHash([...paths, raw].join("\n"));
    const more = { paths: paths.length === 0 ? undefined : [...paths] };
    const offered = form === "item" ? {} : { offered: true as const };
    const judge = (clean: string) => ({ plan: { ...memoryOf(clean, "instruction", BECAUSE[form], more), ...offered } });
    return [rawItem({ line, length, hash }, raw, judge)];
  });
  return { items, passed: passed.sort((a, b) => a.line - b.line), headings: reader.headings };
}
