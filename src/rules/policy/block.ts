/** The lines of a rules block: which of them are rules, which are anything else a person put there. */
import { ID_FORM } from "../../entry/id-form.js";
import { withImports } from "../../text/imports.js";
import type { RuleLine } from "./rule.js";

/** A rule as it stands in a block; `from` and `to` are the block's lines (0-based, `to` exclusive). */
export interface BlockRule extends RuleLine {
  from: number;
  to: number;
}

/** A list item: indent, mark with its space, and the words behind it. */
export const ITEM = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))(.*)$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const BREAK = /^\s*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
export const IDS = new RegExp(String.raw`<!--\s*(${ID_FORM}(?:[\s,]+${ID_FORM})*)[\s,]*-->`, "g");
const IDS_ALONE = new RegExp(String.raw`^\s*<!--\s*${ID_FORM}(?:[\s,]+${ID_FORM})*[\s,]*-->\s*$`);
/** Lines that end an item of several lines: headings, quotes, fences, rulers, comments, conflict markers. */
const BORDER = /^\s*(?:#{1,6}\s|>|`{3}|~{3}|<!--)|^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
/** Indented so far, a bullet is a detail of a rule, also of one that has left since. */
const NESTED = 2;
/** Longer than any sentence: prose behind a bullet, left in place. */
const LONGEST = 1_000;

export const bare = (line: string | undefined): string => (line ?? "").replace(/\r$/, "");
export const isBlank = (line: string | undefined): boolean => bare(line).trim() === "";

/** Columns of white space before a line's first word. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === " ") columns++;
    else if (char === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Where the words of an item begin: what stands as far in belongs to it. */
export function contentOf(indent: string, mark: string): number {
  const before = indentOf(indent);
  const width = mark.trimEnd().length;
  const space = mark.length - width;
  return before + width + (space >= 1 && space <= 4 ? space : 1);
}

/** Fences and comments that span lines, followed line by line. */
class Nesting {
  #fence: string | undefined;
  #comment = false;

  /** True when the line is inside one, or opens or closes one. */
  takes(line: string): boolean {
    if (this.#fence !== undefined) {
      const mark = FENCE.exec(line)?.[1];
      if (mark?.startsWith(this.#fence) === true && line.trim() === mark) this.#fence = undefined;
      return true;
    }
    if (this.#comment) {
      if (line.includes("-->")) this.#comment = false;
      return true;
    }
    this.#fence = FENCE.exec(line)?.[1];
    this.#comment = /^\s*<!--/.test(line) && !line.includes("-->");
    return this.#fence !== undefined || this.#comment;
  }

  get isOpen(): boolean {
    return this.#fence !== undefined || this.#comment;
  }
}

/** True when a fence or a comment that begins within these lines does not end there: nothing can be added to them. */
export function leavesOpen(lines: readonly string[]): boolean {
  const nesting = new Nesting();
  for (const line of lines) nesting.takes(bare(line));
  return nesting.isOpen;
}

/**
 * Every rule among the lines of a block, the marks apart. A bullet that a formatter wrapped is one rule; its ids may
 * stand on the next line. A bullet indented like a detail is a rule only when it carries ids.
 */
export function rulesIn(lines: readonly string[]): BlockRule[] {
  const rules: BlockRule[] = [];
  const nesting = new Nesting();
  let content: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = bare(lines[at]);
    if (nesting.takes(line) || line.trim() === "") continue;
    const item = BREAK.test(line) ? null : ITEM.exec(line);
    if (item === null) {
      if (content !== undefined && indentOf(line) < content) content = undefined;
      continue;
    }
    const [, indent = "", mark = "", first = ""] = item;
    const own = contentOf(indent, mark);
    const top = content === undefined ? indentOf(indent) < 4 : indentOf(indent) < content;
    if (top) content = own;
    const to = endOf(lines, at, own);
    const rule = lineOf([first, ...lines.slice(at + 1, to).map(bare)]);
    const looksTop = top && indentOf(indent) < NESTED;
    const isRule = rule.text !== "" && rule.text.length <= LONGEST && (looksTop || rule.ids.length > 0);
    if (isRule) rules.push({ ...rule, from: at, to });
    at = to - 1;
  }
  return rules;
}

/** One past the last line of the item that begins at `from`. */
function endOf(lines: readonly string[], from: number, content: number): number {
  let to = from + 1;
  let hasIds = IDS.test(bare(lines[from]));
  IDS.lastIndex = 0;
  for (; to < lines.length; to++) {
    const line = bare(lines[to]);
    const onlyIds = IDS_ALONE.test(line);
    if (onlyIds ? hasIds : !continues(line, content)) break;
    hasIds ||= onlyIds || new RegExp(IDS.source).test(line);
  }
  if (hasIds) return to;
  // Ids that a person or a formatter moved away from their bullet.
  let next = to;
  while (next < lines.length && isBlank(lines[next])) next++;
  return IDS_ALONE.test(bare(lines[next])) ? next + 1 : to;
}

export function continues(line: string, content: number): boolean {
  if (line.trim() === "" || BORDER.test(line) || BREAK.test(line)) return false;
  const [, indent = "", mark = ""] = ITEM.exec(line) ?? [];
  if (mark === "") return true;
  // Markdown lets only the number 1 begin a list within a paragraph.
  return /^\d/.test(mark) && !/^0*1[.)]/.test(mark) && indentOf(indent) >= content;
}

const WIDE = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uffef]`;
const WIDE_END = new RegExp(`${WIDE}$`, "u");
const WIDE_START = new RegExp(`^${WIDE}`, "u");

/** Wrapped lines joined as they would be read: scripts without spaces take none. */
function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .reduce((text, part) => {
      const close = text === "" || (WIDE_END.test(text) && WIDE_START.test(part));
      return `${text}${close ? "" : " "}${part}`;
    }, "");
}

function lineOf(parts: readonly string[]): RuleLine {
  const joinedText = joined(parts);
  const ids = [...joinedText.matchAll(IDS)].flatMap(([, found = ""]) => found.split(/[\s,]+/));
  const text = joinedText
    .replace(IDS, " ")
    .replace(/\s{2,}/g, " ")
    .trim();
  return { text: withImports(text), ids: [...new Set(ids)] };
}

/** For each rule of a block the index of the one beneath which it is nested. */
export function rulesAbove(lines: readonly string[], rules: readonly BlockRule[]): (number | undefined)[] {
  const ends = rules.map((rule) => behindDetails(lines, rule));
  return rules.map(({ from }, index) => {
    const above = rules.findLastIndex((_, other) => other < index && from < (ends[other] ?? 0));
    return above === -1 ? undefined : above;
  });
}

/** The rule beneath none that a rule is nested in, or the rule itself. */
export function topOf(above: readonly (number | undefined)[], index: number): number {
  const next = above[index];
  return next === undefined ? index : topOf(above, next);
}

/** One past the lines nested beneath a rule: a new rule must not come between. */
export function behindDetails(lines: readonly string[], rule: BlockRule): number {
  const [, indent = "", mark = "- "] = ITEM.exec(bare(lines[rule.from])) ?? [];
  const content = contentOf(indent, mark);
  const nesting = new Nesting();
  let place = rule.to;
  for (let at = rule.to; at < lines.length; at++) {
    const line = bare(lines[at]);
    const begun = nesting.isOpen;
    nesting.takes(line);
    if (!begun && line.trim() === "") continue;
    const lazy = at > rule.to && place === at && continues(line, 0);
    if (!begun && indentOf(line) < content && !lazy) break;
    place = at + 1;
  }
  return place;
}
