/** An instruction file or a Markdown list -> memories of category `instruction`: its items. */

import type { Category } from "../../entry/entry.js";
import { hung } from "../../text/claims/hung.js";
import { defined } from "../../text/defined.js";
import { type MarkdownLine, markdownLines, type PassedOver } from "../../text/markdown-lines.js";
import { isEmptyValue } from "./labels.js";
import { type DraftEntry, type DraftFields, itemHash, type RawItem, rawItem } from "./plan.js";

const POINTER = /^\[[^\]]+\]\((?!https?:)[^)]+\.mdc?\)/;
export interface InstructionLines {
  items: RawItem[];
  passed: PassedOver[];
  headings: number;
}

/** What is no item of a list. */
const NO_ITEM: Record<Exclude<MarkdownLine["form"], "item">, string> = {
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
  const { lines, passed, headings } = markdownLines(text, name);
  const passedHere = passed.filter(({ line }) => outside(line));
  const items = lines.flatMap(({ line, length, item, hangsOn, form }): RawItem[] => {
    if (!outside(line)) return [];
    const because =
      isIndex && POINTER.test(item)
        ? "It points to a file."
        : isEmptyValue(item)
          ? "Nothing is said yet."
          : form !== "item" && NO_ITEM[form];
    if (because !== false) {
      passedHere.push({ line, because });
      return [];
    }
    const raw = hung(hangsOn, item);
    const hash = itemHash([...paths, raw].join("\n"));
    const more = { paths: paths.length === 0 ? undefined : [...paths] };
    const judge = (clean: string) => ({ plan: memoryOf(clean, "instruction", "An item of a list.", more) });
    return [rawItem({ line, length, hash }, raw, judge)];
  });
  return { items, passed: passedHere.sort((a, b) => a.line - b.line), headings };
}
