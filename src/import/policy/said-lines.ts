/**
 * The lines of an instruction file or a list -> its statements, each with its context: the headings above, the
 * paragraph that introduces the list, the parent items.
 */

import { headingLine } from "./headings.js";
import type { ClassifiedLine } from "./lines.js";
import { plainLine, plainText, sentencePlaces } from "./plain-text.js";

/** Something that is said, and where. */
export interface Said {
  /** 1-based. */
  line: number;
  /** How many lines it takes. */
  length: number;
  text: string;
  /** What it hangs on, the outermost first. */
  under: string[];
  form: "item" | "sentence" | "heading" | "quote";
  /** Bold from end to end, or one word: with items beneath it, it only names what they are about. */
  isLabel?: boolean;
  /** Items stand beneath it and carry it. */
  leads?: true;
}

/** What items may stand beneath: the file (-1), or an item by the indent of its mark. */
interface Container {
  indent: number;
  said?: Said;
  /** The paragraph before the next list. */
  lead?: string;
  /** A list has followed the lead. */
  isListed?: true | undefined;
}

interface Heading {
  level: number;
  text: string;
}

/** Lines that are one paragraph, of an item or of their own. */
interface Open {
  at: number;
  lines: string[];
  container: Container;
  item?: Said;
}

const ITEM = /^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$/;
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const QUOTE = /^\s*> ?/;
/** A sign of how loud a quote is (`[!WARNING]`), or one HTML tag. */
const SIGN = /^\s*(?:\[!\w+\]|<\/?[a-z][^<>]*>)\s*$/i;
/** What introduces something ends so. */
export const COLON = /[:：]$/;
/** A bold line that ends so is no heading: it is said, or leads a list in. */
const ENDS = /[.!?:。！？：]["'”’)\]]*$/;
export const SENTENCE_END = /[.!?。！？]["'”’)\]]*$/;

const UNREAD: readonly [RegExp, string][] = [
  [/^\s*\|/, "A table."],
  [/[│├└┌┐┘─━╭╰]/, "A drawing."],
  [/^\s*@[\w~./-]+\s*$/, "It takes in another file."],
];

const widthOf = (indent: string): number => indent.replaceAll("\t", "    ").length;
const indentOf = (text: string): number => widthOf(/^\s*/.exec(text)?.[0] ?? "");
export const withoutColon = (text: string): string => text.replace(/\s*[:：]$/, "");

/** Whether a heading only names its file; any other may be what turns a list into a sentence: "Never do these". */
export function namesFile(name: string): (heading: Heading) => boolean {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  const stem = base.replace(/\.[^.]*$/, "");
  return ({ level, text }) => level === 1 && (text.toLowerCase().startsWith(base) || text.toLowerCase() === stem);
}

/** What was looked at and is no entry, by reason. */
export interface PassedOver {
  line: number;
  because: string;
}

/** Reads the lines of a file one after the other; nothing here judges what they mean. */
export class Reader {
  readonly said: Said[] = [];
  readonly passed: PassedOver[] = [];
  headings = 0;
  readonly #isTitle: (heading: Heading) => boolean;
  readonly #base: readonly string[];
  #levels: Heading[] = [];
  #containers: Container[] = [{ indent: -1 }];
  #open: Open | undefined;
  #quote: { at: number; lines: ClassifiedLine[] } | undefined;
  #isInCode = false;

  /** `base`: what all of it hangs on. */
  constructor(isTitle: (heading: Heading) => boolean, base: readonly string[] = []) {
    this.#isTitle = isTitle;
    this.#base = base;
  }

  read(lines: readonly ClassifiedLine[], first = 1): this {
    for (const [index, line] of lines.entries()) this.#line(line, first + index);
    this.#close();
    this.#closeQuote();
    return this;
  }

  #line({ kind, text }: ClassifiedLine, at: number): void {
    if (kind === "text" && QUOTE.test(text)) {
      this.#close();
      this.#quote ??= { at, lines: [] };
      this.#quote.lines.push({ kind, text: text.replace(QUOTE, "") });
      return;
    }
    this.#closeQuote();
    if (kind === "text") this.#text(text, at);
    else this.#close();
    if (kind === "fence" && !this.#isInCode) this.#pass(at, "A code block.");
    this.#isInCode = kind === "fence";
  }

  #text(text: string, at: number): void {
    if (UNDERLINE.test(text) && this.#open?.item === undefined && this.#open !== undefined) {
      const { lines } = this.#open;
      this.#open = undefined;
      this.#heading(text.includes("=") ? 1 : 2, lines.join(" "), at - 1);
      return;
    }
    const heading = headingLine(text);
    const whyUnread = UNREAD.find(([form]) => form.test(text))?.[1];
    const item = ITEM.exec(text);
    if (text.trim() === "" || SIGN.test(text)) this.#close();
    else if (BREAK.test(text)) this.#begin();
    else if (heading !== undefined && !(heading.level === 7 && ENDS.test(plainText(heading.text))))
      this.#heading(heading.level, heading.text, at);
    else if (whyUnread !== undefined) {
      this.#close();
      this.#pass(at, whyUnread);
    } else if (item !== null) this.#item(widthOf(item[1] ?? ""), item[2] ?? "", at);
    else if (this.#open !== undefined) this.#open.lines.push(text.trim());
    else this.#paragraph(text, at);
  }

  #pass(line: number, because: string): void {
    this.passed.push({ line, because });
  }

  /** Nothing that follows hangs on a list or paragraph above. */
  #begin(): void {
    this.#close();
    this.#containers = [{ indent: -1 }];
  }

  #heading(level: number, title: string, at: number): void {
    this.#begin();
    this.#levels = this.#levels.filter((one) => one.level < level);
    const text = withoutColon(plainLine(title.replace(/\s+#+$/, "")));
    if (text === "") return;
    this.headings++;
    const heading = { level, text };
    const isRule = (text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length >= 3 || /[^\p{ASCII}]{6}/u.test(text);
    if (isRule && !this.#isTitle(heading)) {
      this.said.push({ line: at, length: 1, text, under: this.#path(false), form: "heading" });
    }
    this.#levels.push(heading);
  }

  #item(indent: number, text: string, at: number): void {
    this.#close();
    const container = this.#container(indent - 1);
    const under = this.#path(true);
    container.isListed = true;
    if (container.said !== undefined) container.said.leads = true;
    const item: Said = { line: at, length: 1, text: "", under, form: "item" };
    this.#open = { at, lines: [text.trim()], container, item };
    this.#containers.push({ indent, said: item });
  }

  #paragraph(text: string, at: number): void {
    const indent = indentOf(text);
    const container = this.#container(indent);
    if (indent >= (container.said === undefined ? 4 : container.indent + 6)) this.#pass(at, "A code block.");
    else this.#open = { at, lines: [text.trim()], container };
  }

  /** What a line of this indent stands in. */
  #container(indent: number): Container {
    while (this.#containers.length > 1 && (this.#containers.at(-1)?.indent ?? 0) >= indent) this.#containers.pop();
    return this.#containers.at(-1) as Container;
  }

  /** What stands above: a list hangs on the paragraph before it, other text only on one that ends in a colon. */
  #path(isItem: boolean): string[] {
    const headings = this.#levels.filter((one) => !this.#isTitle(one)).map(({ text }) => text);
    const inner = this.#containers.at(-1);
    const above = this.#containers.flatMap((one) => {
      const { said, lead = "", isListed } = one;
      const isHeld = isItem || one !== inner || (COLON.test(lead) && isListed === undefined);
      return [said?.text ?? "", isHeld ? lead : ""];
    });
    return [...this.#base, ...headings, ...above].filter((text) => text !== "");
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { at, lines, container, item } = this.#open;
    this.#open = undefined;
    const passage = lines.join("\n");
    if (item !== undefined) {
      item.text = plainLine(passage);
      item.length = lines.length;
      item.isLabel = /^\*\*[^*]+\*\*:?$/.test(passage) || !/\s/.test(passage);
      if (item.text !== "") this.said.push(item);
      return;
    }
    const under = this.#path(false);
    const text = plainText(passage);
    for (const [from, to] of sentencePlaces(text)) {
      const sentence = text.slice(from, to);
      const start = from + sentence.search(/\S/);
      const line = at + text.slice(0, start).split("\n").length - 1;
      const length = sentence.trim().split("\n").length;
      this.said.push({ line, length, text: plainLine(sentence), under, form: "sentence" });
    }
    container.lead = plainLine(passage);
    container.isListed = undefined;
  }

  #closeQuote(): void {
    if (this.#quote === undefined) return;
    const { at, lines } = this.#quote;
    this.#quote = undefined;
    const quoted = new Reader(this.#isTitle, this.#path(false)).read(lines, at);
    const { lead } = quoted.#containers[0] ?? {};
    if (lead !== undefined) Object.assign(this.#containers.at(-1) as Container, { lead, isListed: undefined });
    this.said.push(...quoted.said.map((said) => ({ ...said, form: "quote" as const })));
    this.passed.push(...quoted.passed);
  }
}
