/**
 * A Markdown text -> what it says: the items of its lists and the sentences of its paragraphs, each with what it hangs
 * on: the headings above, the parent items, the paragraph that leads its list in. The one reader of people's lines, for
 * captures, recall, contexts and imports. Nothing here judges what a line means. Loads the parser: import it late.
 */
import MarkdownIt from "markdown-it";
import { hung, isBare, withoutColon } from "./claims/hung.js";
import { plainLine, plainText, sentencePlaces } from "./plain-text.js";

export interface MarkdownLine {
  /** 1-based. */
  line: number;
  /** How many lines it takes. */
  length: number;
  item: string;
  /** The outermost first. */
  hangsOn: string[];
  form: "item" | "sentence" | "heading" | "quote";
}

/** What was looked at and is no line, by reason. */
export interface PassedOver {
  line: number;
  because: string;
}

export interface MarkdownLines {
  lines: MarkdownLine[];
  passed: PassedOver[];
  headings: number;
}

/** A line while it is read. */
interface Said extends MarkdownLine {
  /** Bold from end to end, or one word: with items beneath it, it only names what they are about. */
  isLabel?: boolean;
  /** Items stand beneath it and carry it. */
  leads?: true;
}

/** What items may stand beneath: the file (-1), or an item by the indent of its mark. */
interface Container {
  indent: number;
  /** The item; undefined where nothing hangs on it any more. */
  said?: Said | undefined;
  /** The paragraph before the next list. */
  lead?: string | undefined;
  leadSaid?: Said | undefined;
  /** A list has followed the lead. */
  isListed?: true | undefined;
  /** Why the item and all beneath it are no lines. */
  passed?: string | undefined;
}

interface Heading {
  level: number;
  text: string;
}

type Token = ReturnType<MarkdownIt["parse"]>[number];
type BlockRule = Parameters<MarkdownIt["block"]["ruler"]["at"]>[1];

const COLON = /[:：]$/;
/** A bold line that ends so is no heading: it is said, or leads a list in. */
const ENDS = /[.!?:。！？：]["'”’)\]]*$/;
const BOLD_LINE = /^\*\*[^*]{4,200}\*\*\s*$/;
const BOLD_LABEL = /^\*\*[^*]+\*\*:?$/;
/** Below every heading of Markdown. */
const BOLD_LEVEL = 7;
/** One HTML tag, or how loud a quote is (`[!WARNING]`). */
const TAG = /^(?:<\/?[a-z][^<>]*>|\[!\w+\])$/i;
/** `<summary>No longer valid</summary>`: what stands between is said. */
const TAGGED = /^(?:<[a-z][^<>]*>)+([^<>]+)(?:<\/[a-z][^<>]*>)+$/i;
const TASK = /^\[([ xX~-])\](?:\s|$)/;
const STRUCK = /^~~[^~]+~~[\s.]*$/;
/** A place to fill in, from end to end. */
const BLANK = /^(?:\[[^\]]*\]|<[^<>]*>|\{+[^{}]*\}+|\.{3}|…)$/;
const LINK = /^!?(?:\[(?:[^\]]|\](?=\())*\]\([^)]*\)|<?https?:\/\/\S+>?)[\s.]*$/;
const UNREAD: readonly [RegExp, string][] = [
  [/^\s*\|/, "A table."],
  [/[│├└┌┐┘─━╭╰]/, "A drawing."],
  [/^\s*@[\w~./-]+\s*$/, "It takes in another file."],
];
/** A mark of a block of tenet's own. */
const OWN = /^<!--\s*tenet:(begin|end)\b/;
const FRONT = /^---\n(?:(?:(?:[ \t#]|-[ \t]|[\w-]+[ \t]*:).*)?\n)*?---(?=\n|$)/;
const LONGEST = 2_000;
/** Longer code is no part of a sentence. */
const LONGEST_CODE = 300;

/** Comments and lines with one tag are blocks of their own, wherever they stand; all other HTML is text. */
const markup: BlockRule = (state, start, _, silent) => {
  const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const text = state.src.slice(from, state.eMarks[start]).trim();
  state.env.lastEnd ??= state.src.lastIndexOf("-->");
  const end = text.startsWith("<!--") && from < state.env.lastEnd ? state.src.indexOf("-->", from + 4) : -1;
  const before = state.src.slice(state.src.lastIndexOf("\n", from - 1) + 1, from);
  if (end === -1 && !(TAG.test(text) && /^[\s>]*$/.test(before))) return false;
  if (silent) return true;
  let next = start + 1;
  while (end !== -1 && next < state.lineMax && (state.bMarks[next] ?? 0) <= end) next++;
  const token = state.push(end === -1 ? "tag" : "comment", "", 0);
  token.content = text;
  token.map = [start, next];
  state.line = next;
  return true;
};

const parser = new MarkdownIt();
parser.block.ruler.at("html_block", markup, { alt: ["paragraph", "reference", "blockquote"] });

/** Whether a heading only names its file; any other may be what turns a list into a sentence: "Never do these". */
function namesFile(name: string): (heading: Heading) => boolean {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  const stem = base.replace(/\.[^.]*$/, "");
  return ({ level, text }) => level === 1 && (text.toLowerCase().startsWith(base) || text.toLowerCase() === stem);
}

/** `name`: of the file. Tenet's own blocks hold nobody's lines. */
export function markdownLines(text: string, name: string): MarkdownLines {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const body = plain.replace(FRONT, (front) => front.replace(/[^\n]+/g, "")).replace(/^([ \t]*)•(?=[ \t])/gm, "$1*");
  const tokens: Token[] = [];
  parser.block.parse(body, parser, {}, tokens);
  const { said, passed, headings } = new Reader(namesFile(name), body.split("\n")).read(tokens);
  const lines = said.flatMap((one) => {
    const because = whyNone(one);
    if (because === undefined) return one;
    passed.push({ line: one.line, because });
    return [];
  });
  return { lines, passed: passed.sort((a, b) => a.line - b.line), headings };
}

/** Why nothing is said by a line, by its form alone. */
function whyNone({ item, hangsOn, leads, isLabel, form }: Said): string | undefined {
  if (COLON.test(item) || (leads === true && isLabel === true)) return "It only introduces what follows.";
  if (STRUCK.test(item)) return "It is struck out.";
  if (BLANK.test(item)) return "A place to fill in.";
  if (LINK.test(item)) return "A link alone.";
  if ((hangsOn.length === 0 || form !== "item") && isBare(item))
    return "One word or path, and nothing that says what of it.";
  return hung(hangsOn, item).length > LONGEST ? "Longer than what one entry says." : undefined;
}

class Reader {
  readonly said: Said[] = [];
  readonly passed: PassedOver[] = [];
  headings = 0;
  readonly #isTitle: (heading: Heading) => boolean;
  readonly #source: readonly string[];
  /** What all of it hangs on, where it is a quote. */
  readonly #base: readonly string[] | undefined;
  #levels: Heading[] = [];
  #containers: [Container, ...Container[]] = [{ indent: -1 }];

  constructor(isTitle: (heading: Heading) => boolean, source: readonly string[], base?: readonly string[]) {
    this.#isTitle = isTitle;
    this.#source = source;
    this.#base = base;
  }

  read(tokens: readonly Token[]): this {
    let isOwn = false;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as Token;
      const mark = token.type === "comment" ? OWN.exec(token.content)?.[1] : undefined;
      if (mark !== undefined) isOwn = mark === "begin";
      if (isOwn) continue;
      const line = (token.map?.[0] ?? 0) + 1;
      const [open, inline] = [tokens[at + 1], tokens[at + 2]];
      if (token.type === "heading_open" && open?.type === "inline") {
        this.#heading(Number(token.tag.slice(1)), open.content.replaceAll("\n", " "), line);
      } else if (token.type === "list_item_open") {
        const isText = inline?.type === "inline" && inline.map?.[0] === token.map?.[0];
        this.#item(this.#indentOf(line), isText ? inline.content : "", line);
        if (isText) at += 2;
      } else if (token.type === "paragraph_open") {
        this.#paragraph(open?.content ?? "", line);
      } else if (token.type === "fence" || token.type === "code_block") {
        this.#ends(line, token.content);
        this.passed.push({ line, because: "A code block." });
      } else if (token.type === "tag" && token.content.startsWith("</")) this.#ends(line);
      else if (token.type === "hr") this.#begin(BOLD_LEVEL);
      else if (token.type === "table_open") {
        at = closeOf(tokens, at);
        this.#ends(line);
        for (let row = line; row <= (token.map?.[1] ?? 0); row++) this.passed.push({ line: row, because: "A table." });
      } else if (token.type === "blockquote_open") {
        const open = at;
        at = closeOf(tokens, at);
        this.#quote(tokens.slice(open + 1, at));
      }
    }
    return this;
  }

  #indentOf(line: number): number {
    const text = this.#source[line - 1] ?? "";
    const own = this.#base === undefined ? text : text.replace(/^[\s>]*> ?/, "");
    return (/^\s*/.exec(own)?.[0] ?? "").replaceAll("\t", "    ").length;
  }

  /** Nothing that follows hangs on a list or paragraph above, nor on headings of this level and below. */
  #begin(level: number): void {
    this.#containers = [{ indent: -1 }];
    this.#levels = this.#levels.filter((one) => one.level < level);
  }

  /** Code, a table or a closing tag: what leads in led this in. Short code becomes part of the sentence before it. */
  #ends(line: number, code = ""): void {
    const container = this.#container(this.#indentOf(line));
    const { said, leadSaid = said, isListed } = container;
    const isLeadIn = leadSaid !== undefined && COLON.test(leadSaid.item) && isListed === undefined;
    const codeLines = code.split("\n").flatMap((one) => one.trim() || []);
    if (isLeadIn && codeLines.length > 0 && code.length <= LONGEST_CODE) {
      leadSaid.item += ` ${codeLines.map((one) => `\`${one}\``).join(" ")}`;
      leadSaid.form = "sentence";
    }
    if (container.indent === -1) this.#begin(BOLD_LEVEL);
    else Object.assign(container, { lead: undefined, leadSaid: undefined, isListed: undefined });
    if (isLeadIn && leadSaid === said) container.said = undefined;
  }

  #heading(level: number, title: string, line: number): void {
    this.#begin(level);
    const text = withoutColon(plainLine(title));
    if (text === "") return;
    this.headings++;
    const isRule = (text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length >= 3 || /[^\p{ASCII}]{6}/u.test(text);
    if (isRule && !this.#isTitle({ level, text })) {
      this.said.push({ line, length: 1, item: text, hangsOn: this.#path(false), form: "heading" });
    }
    this.#levels.push({ level, text });
  }

  #item(indent: number, content: string, line: number): void {
    const [container, hangsOn] = [this.#container(indent), this.#path(true)];
    container.isListed = true;
    const task = TASK.exec(content)?.[1];
    const done = task === " " ? "An open task." : task === undefined ? undefined : "A task that is done or dropped.";
    const item = plainLine(content);
    const passed = container.passed ?? done ?? (STRUCK.test(item) ? "It is struck out." : undefined);
    if (passed !== undefined) this.passed.push({ line, because: passed });
    else if (container.said !== undefined) container.said.leads = true;
    const isLabel = BOLD_LABEL.test(content) || !/\s/.test(content);
    const said: Said = { line, length: content.split("\n").length, item, hangsOn, form: "item", isLabel };
    if (passed === undefined && item !== "") this.said.push(said);
    this.#containers.push({ indent, said, passed });
  }

  #paragraph(content: string, line: number): void {
    const indent = this.#indentOf(line);
    const container = this.#container(indent);
    let passage: string[] = [];
    const close = (at: number) => {
      if (passage.length > 0) this.#passage(passage.join("\n"), at - passage.length, this.#container(indent));
      passage = [];
    };
    for (const [nth, text] of content.split("\n").entries()) {
      const at = line + nth;
      const because = container.passed ?? UNREAD.find(([form]) => form.test(text))?.[1];
      const isHeading = indent === 0 && BOLD_LINE.test(text) && !ENDS.test(plainText(text.trim()));
      if (because === undefined && !isHeading) {
        passage.push(text.trim());
        continue;
      }
      close(at);
      if (because === undefined) this.#heading(BOLD_LEVEL, text.trim(), at);
      else this.passed.push({ line: at, because });
    }
    close(line + content.split("\n").length);
  }

  #passage(passage: string, line: number, container: Container): void {
    const hangsOn = this.#path(false);
    const text = plainText(TAGGED.exec(passage)?.[1] ?? passage);
    for (const [from, to] of sentencePlaces(text)) {
      const sentence = text.slice(from, to);
      const start = from + sentence.search(/\S/);
      const at = line + text.slice(0, start).split("\n").length - 1;
      const length = sentence.trim().split("\n").length;
      this.said.push({ line: at, length, item: plainLine(sentence), hangsOn, form: "sentence" });
    }
    Object.assign(container, { lead: plainLine(text), leadSaid: this.said.at(-1), isListed: undefined });
  }

  #quote(tokens: readonly Token[]): void {
    const container = this.#container(this.#indentOf((tokens[0]?.map?.[0] ?? 0) + 1));
    const quoted = new Reader(this.#isTitle, this.#source, this.#path(false)).read(tokens);
    const [{ lead }] = quoted.#containers;
    if (lead !== undefined) Object.assign(container, { lead, leadSaid: undefined, isListed: undefined });
    this.said.push(...quoted.said.map((said) => ({ ...said, form: "quote" as const })));
    this.passed.push(...quoted.passed);
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
      return [said?.item ?? "", isHeld ? lead : ""];
    });
    return [...(this.#base ?? []), ...headings, ...above].filter((text) => text !== "");
  }
}

/** The place of the token that closes the one at `open`. */
function closeOf(tokens: readonly Token[], open: number): number {
  const level = tokens[open]?.level;
  return tokens.findIndex((token, at) => at > open && token.level === level && token.nesting === -1);
}
