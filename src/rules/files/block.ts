/** The lines of a rules block: which of them are rules, which are anything else a person put there. */
import { createHash } from "node:crypto";
import { ID_FORM } from "../../entry/id-form.js";
import { type RuleLine, ruleLine, sayingOf, saysSame } from "../policy/rule.js";

/** A rule as it stands in a block; `from` and `to` are the block's lines (0-based, `to` exclusive). */
export interface BlockRule extends RuleLine {
  from: number;
  to: number;
}

/** A list item: indent, mark with its space, and the words behind it. */
const ITEM = /^([ \t]*)((?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))(.*)$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const BREAK = /^\s*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const IDS = new RegExp(String.raw`<!--\s*(${ID_FORM}(?:[\s,]+${ID_FORM})*)[\s,]*-->`, "g");
const IDS_ALONE = new RegExp(String.raw`^\s*<!--\s*${ID_FORM}(?:[\s,]+${ID_FORM})*[\s,]*-->\s*$`);
/** What ends an item that runs over several lines: headings, quotes, fences, rulers, comments, what git left. */
const BORDER = /^\s*(?:#{1,6}\s|>|`{3}|~{3}|<!--)|^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
/** Indented so far, a bullet is a detail of a rule, also of one that has left since. */
const NESTED = 2;
/** Longer than any sentence: prose that somebody put behind a bullet, left where it is. */
const LONGEST = 1_000;

const bare = (line: string | undefined): string => (line ?? "").replace(/\r$/, "");
const isBlank = (line: string | undefined): boolean => bare(line).trim() === "";

/** Columns of white space before a line's first word. */
function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === " ") columns++;
    else if (char === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Where the words of an item begin: what stands as far in belongs to it. */
function contentOf(indent: string, mark: string): number {
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
 * stand on a line of their own. What is indented like a detail is a rule only when it carries ids.
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

/** Lines of a block that belong together: a rule with its details, or one line of anything else. */
export interface BlockSegment {
  rule?: BlockRule;
  lines: string[];
}

/** A block cut at its rules. */
export function segmentsOf(lines: readonly string[]): BlockSegment[] {
  const segments: BlockSegment[] = [];
  const plain = (from: number, to: number) => lines.slice(from, to).map((line): BlockSegment => ({ lines: [line] }));
  const rules = rulesIn(lines);
  let at = 0;
  for (const [index, rule] of rules.entries()) {
    const to = Math.min(behindDetails(lines, rule), rules[index + 1]?.from ?? lines.length);
    segments.push(...plain(at, rule.from), { rule, lines: lines.slice(rule.from, to) });
    at = to;
  }
  return [...segments, ...plain(at, lines.length)];
}

/** One past the last line of the item that begins at `from`. */
function endOf(lines: readonly string[], from: number, content: number): number {
  let to = from + 1;
  let named = IDS.test(bare(lines[from]));
  IDS.lastIndex = 0;
  for (; to < lines.length; to++) {
    const line = bare(lines[to]);
    const onlyIds = IDS_ALONE.test(line);
    if (onlyIds ? named : !continues(line, content)) break;
    named ||= onlyIds || new RegExp(IDS.source).test(line);
  }
  if (named) return to;
  // Ids that somebody, or a formatter, moved away from their bullet.
  let next = to;
  while (next < lines.length && isBlank(lines[next])) next++;
  return IDS_ALONE.test(bare(lines[next])) ? next + 1 : to;
}

function continues(line: string, content: number): boolean {
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
  const written = joined(parts);
  const ids = [...written.matchAll(IDS)].flatMap(([, found = ""]) => found.split(/[\s,]+/));
  const text = written
    .replace(IDS, " ")
    .replace(/\s{2,}/g, " ")
    .trim();
  return { text, ids: [...new Set(ids)] };
}

/** What a block says, apart from layout and order: a formatter or a moved line leaves it as it is. Null: no rule. */
export function blockHash(rules: readonly RuleLine[]): string | null {
  if (rules.length === 0) return null;
  const said = rules.map(({ text, ids }) => `${sayingOf(text)}|${[...ids].sort().join(" ")}`).sort();
  return createHash("sha256").update(said.join("\n")).digest("hex");
}

/** One change of a block: what becomes of a rule that stands there, or a rule to add. */
export interface BlockPlan {
  /** By index into {@link rulesIn}: the new line, or null to take it out. Others stay byte for byte. */
  changed: ReadonlyMap<number, RuleLine | null>;
  /** `before`: the rule it goes before, where it binds more than that one; otherwise behind the last. */
  added: readonly (RuleLine & { before?: number | undefined })[];
}

/**
 * The lines of a block with a plan carried out. Lines that are no rules stay where they are, and a rule that says the
 * same keeps its words as they are written. Lines end in `\r` where those of the block do.
 */
export function replanned(lines: readonly string[], plan: BlockPlan, newline: "\n" | "\r\n" = "\n"): string[] {
  const rules = rulesIn(lines);
  const end = newline === "\r\n" ? "\r" : "";
  const next: string[] = [];
  let at = 0;
  const last = rules.at(-1);
  const place = last === undefined ? undefined : behindDetails(lines, last);
  const mark = marksFor(lines, rules, plan);
  const add = (added: readonly RuleLine[]) => {
    next.push(...added.map((rule, count) => `${mark(count)}${ruleLine(rule).slice(2)}${end}`));
  };
  // Numbers go on behind the last one.
  const isNumbered = /^\s*\d/.test(mark(0));
  const later = plan.added.filter(({ before }) => before === undefined || isNumbered);
  for (const [index, rule] of rules.entries()) {
    const earlier = plan.added.filter((one) => one.before === index && !later.includes(one));
    const known = rules[index - 1];
    const upTo = known === undefined ? rule.from : Math.min(behindDetails(lines, known), rule.from);
    if (earlier.length > 0) {
      next.push(...lines.slice(at, upTo));
      add(earlier);
      at = upTo;
    }
    next.push(...lines.slice(at, rule.from));
    const change = plan.changed.get(index);
    const raw = lines.slice(rule.from, rule.to);
    if (change === undefined) next.push(...raw);
    else if (change !== null) next.push(...rewritten(raw, rule, change));
    at = rule.to;
  }
  if (later.length === 0) return [...next, ...lines.slice(at)];
  if (place !== undefined) {
    next.push(...lines.slice(at, place));
    add(later);
    // Markdown would read a line of prose right behind a new rule as its end.
    const runsOn = place < lines.length && continues(bare(lines[place]), 0);
    return [...next, ...(runsOn ? [end] : []), ...lines.slice(place)];
  }
  // The first rule of a block: behind its heading, set apart by an empty line.
  next.push(...lines);
  while (next.length > 0 && isBlank(next.at(-1))) next.pop();
  if (next.length > 0) next.push(end);
  add(later);
  return next;
}

/** One past what is nested beneath a rule: a new one must not come between. */
function behindDetails(lines: readonly string[], rule: BlockRule): number {
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

/** The list mark of new rules: that of the last one; numbers go on. */
function marksFor(lines: readonly string[], rules: readonly BlockRule[], plan: BlockPlan): (count: number) => string {
  const marks = rules.map((rule) => ITEM.exec(bare(lines[rule.from])) ?? ["", "", "- "]);
  const [, indent = "", mark = "- "] = marks.findLast((_, index) => plan.changed.get(index) !== null) ?? [];
  const number = /^(\d+)([.)])/.exec(mark);
  const space = /[ \t]/.test(mark) ? mark : `${mark} `;
  if (number === null) return () => `${indent}${space}`;
  const [, digits = "1", sign = "."] = number;
  const before = /^(\d+)/.exec(marks.at(-2)?.[2] ?? "")?.[1];
  const step = before === digits ? 0 : 1;
  return (count) => `${indent}${Number(digits) + step * (count + 1)}${sign} `;
}

/** A rule's lines with another line in their place; where it says the same only its ids change. */
function rewritten(raw: readonly string[], known: BlockRule, next: RuleLine): string[] {
  const [, indent = "", mark = "- "] = ITEM.exec(bare(raw[0])) ?? [];
  const end = raw[0]?.endsWith("\r") === true ? "\r" : "";
  if (saysSame(known.text, next.text)) {
    const renamed = withIds(raw, next.ids, end);
    if (renamed !== undefined) return renamed;
    return [`${indent}${mark}${ruleLine({ text: known.text, ids: next.ids }).slice(2)}${end}`];
  }
  return [`${indent}${mark}${ruleLine(next).slice(2)}${end}`];
}

/** The lines with other ids; undefined where their comment is spread over lines or stands twice. */
function withIds(raw: readonly string[], ids: readonly string[], end: string): string[] | undefined {
  const comment = ids.length === 0 ? "" : `<!-- ${ids.join(" ")} -->`;
  const text = raw.map(bare).join("\n");
  const found = [...text.matchAll(IDS)];
  const [only] = found;
  if (found.length > 1 || only?.[0].includes("\n") === true) return undefined;
  const changed =
    only === undefined
      ? `${text.trimEnd()} ${comment}`
      : `${text.slice(0, only.index)}${comment}${text.slice(only.index + only[0].length)}`;
  return changed
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line, index) => line !== "" || isBlank(raw[index]))
    .map((line) => `${line}${end}`);
}
