/** An instruction file or a list in Markdown -> the lines that say how to behave or what is so. */

import type { Memory } from "../../entry/entry.js";
import { defined } from "../../text/defined.js";
import { headingLine } from "./headings.js";
import { claimOfLine, judgeItem, judgeParagraph, type LineKind, plainLine } from "./line-kinds.js";
import { type ClassifiedLine, classifyLines } from "./lines.js";
import { type DraftEntry, itemHash, type Plan, type RawItem } from "./plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, LONGEST_FIELD } from "./wording.js";

/** One line to judge: an item of a list with what belongs to it, or a paragraph. */
interface Said {
  /** 1-based. */
  line: number;
  /** How many lines it takes. */
  length: number;
  /** Behind the list's mark, joined where it was wrapped. */
  text: string;
  form: "item" | "paragraph";
  indent: number;
  /** Headings, and items that introduce a list, above it. */
  trail: string[];
}

const ITEM = /^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const TABLE = /^\s*\|/;
/** A box or tree drawn with characters: a picture of folders. */
const DRAWN = /[│├└┌┐┘─━╭╰]/;

/** Tenet's own block, markers included: its lines are entries already. */
function withoutOwnBlocks(lines: readonly ClassifiedLine[]): ClassifiedLine[] {
  let inside = false;
  return lines.map((line) => {
    if (/<!--\s*tenet:begin\b/.test(line.text)) inside = true;
    const own = inside;
    if (/<!--\s*tenet:end\b/.test(line.text)) inside = false;
    return own ? { ...line, kind: "comment" as const } : line;
  });
}

const widthOf = (indent: string): number => indent.replaceAll("\t", "    ").length;

/** What files the instructions are for, where the head of the file says so. */
function appliesTo(lines: readonly ClassifiedLine[]): string | undefined {
  const found = lines.find(({ kind, text }) => kind === "front" && /^(?:globs|applyTo|paths)\s*:\s*\S/i.test(text));
  const files = found?.text
    .replace(/^[^:]*:\s*/, "")
    .replace(/^["'[]+|["'\]]+$/g, "")
    .trim();
  return files === undefined || files === "" || files === "**" || files === "**/*" ? undefined : `in ${files}`;
}

class Reader {
  readonly said: Said[] = [];
  readonly headings: string[] = [];
  #open: Said | undefined;
  #levels: { level: number; title: string }[] = [];
  /** Items that the next ones may stand beneath. */
  #parents: Said[] = [];
  readonly #files: string | undefined;

  constructor(lines: readonly ClassifiedLine[]) {
    this.#files = appliesTo(lines);
    for (const [at, line] of lines.entries()) {
      if (line.kind === "text") this.#line(line.text, at);
      else this.#open = undefined;
    }
  }

  #line(text: string, at: number): void {
    if (text.trim() === "" || BREAK.test(text) || TABLE.test(text) || DRAWN.test(text)) {
      this.#open = undefined;
      return;
    }
    const heading = headingLine(text);
    if (heading !== undefined) {
      this.#heading(heading.level, heading.text);
      return;
    }
    const item = ITEM.exec(text);
    if (item !== null) this.#item(widthOf(item[1] ?? ""), (item[2] ?? "").trim(), at);
    else if (this.#open !== undefined) {
      this.#open.text += ` ${text.trim()}`;
      this.#open.length = at + 2 - this.#open.line;
    } else if (/^(?: {4}|\t)/.test(text) || /^\s*[>@]/.test(text)) return;
    else
      this.#begin({ line: at + 1, length: 1, text: text.trim(), form: "paragraph", indent: -1, trail: this.#trail() });
  }

  #heading(level: number, text: string): void {
    this.#open = undefined;
    this.#parents = [];
    this.#levels = this.#levels.filter((one) => one.level < level);
    const title = plainLine(text.replace(/\s+#+$/, "")).replace(/[:：]$/, "");
    if (level > 1 && title !== "") this.#levels.push({ level, title });
    if (title !== "") this.headings.push(title);
  }

  #trail(): string[] {
    return [...(this.#files === undefined ? [] : [this.#files]), ...this.#levels.map(({ title }) => title)];
  }

  #item(indent: number, text: string, at: number): void {
    this.#parents = this.#parents.filter((parent) => parent.indent < indent);
    const above = this.#parents.map((parent) => plainLine(parent.text).replace(/[:：]$/, ""));
    const said: Said = { line: at + 1, length: 1, text, form: "item", indent, trail: [...this.#trail(), ...above] };
    this.#begin(said);
    this.#parents.push(said);
  }

  #begin(said: Said): void {
    this.#open = said;
    if (said.form === "paragraph") this.#parents = [];
    this.said.push(said);
  }
}

/** What was looked at and is no entry, by reason. */
export interface PassedOver {
  line: number;
  because: string;
}

export interface InstructionLines {
  items: RawItem[];
  passed: PassedOver[];
  headings: number;
}

/** A line as it is judged and known again: where it stands, then what it says. */
const rawOf = ({ trail, text }: Said): string => `${trail.join(" › ")}\n${text}`;

function judgeSaid(text: string, form: Said["form"]): LineKind {
  return form === "item" ? judgeItem(text) : judgeParagraph(text);
}

/** A rule or fact as a draft: its own words and where they stood; nothing else is known of it. */
export function draftOfLine(kind: Exclude<LineKind, { becomes: "neither" }>, text: string, trail: string): DraftEntry {
  const said = flatText(text);
  const claim = cutAtWord(said, LONGEST_CLAIM);
  const context = trail === "" ? undefined : cutAtWord(trail, LONGEST_FIELD);
  const cut = claim === said ? {} : { cut: [kind.becomes === "memory" ? "content" : "corrected_to"] };
  const provenance = kind.becomes === "memory" ? cut : { ...cut, people: true as const };
  const shared = { fate: "entry" as const, byUser: false, references: [], provenance, because: kind.because };
  return kind.becomes === "correction"
    ? { ...shared, type: "correction", fields: defined({ corrected_to: claim, context }) }
    : {
        ...shared,
        type: "memory",
        fields: defined({ content: claim, category: kind.category satisfies Memory["category"], context }),
      };
}

function planOf(raw: string, form: Said["form"]): Plan {
  const end = raw.indexOf("\n");
  const text = raw.slice(end + 1);
  const kind = judgeSaid(text, form);
  if (kind.becomes === "neither") return { fate: "skip", because: kind.because };
  return draftOfLine(kind, claimOfLine(text), raw.slice(0, end));
}

/** Takes the lines of a file that are entries; `outside` says which lines belong to something else. */
export function instructionItems(text: string, outside: (line: number) => boolean = () => true): InstructionLines {
  const reader = new Reader(withoutOwnBlocks(classifyLines(text, () => false)));
  const found: InstructionLines = { items: [], passed: [], headings: reader.headings.length };
  for (const said of reader.said) {
    if (!outside(said.line)) continue;
    const { line, length, form } = said;
    const kind = judgeSaid(said.text, form);
    if (kind.becomes === "neither") {
      found.passed.push({ line, because: kind.because });
      continue;
    }
    const raw = rawOf(said);
    const hash = itemHash(raw);
    found.items.push({
      line,
      length,
      hash,
      raw,
      judge: (clean) => ({ line, hash, aliases: [], plan: planOf(clean, form) }),
    });
  }
  return found;
}
