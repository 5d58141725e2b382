/**
 * Settings in JSON with comments, edited by insertion alone: key order, comments, odd formatting, tabs, line ends, a
 * byte order mark and a missing final newline stay as they are.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Inserting, lineAt, lineEnd, type PatchState } from "./host-patch.js";

export type { Node } from "jsonc-parser";

/** Settings that cannot be read as what they are. */
export type BrokenSettings = PatchState & { state: "broken" };

/** What a text holds; `root` is missing in one that holds nothing but space and comments. */
type Settings = { root?: Node } | BrokenSettings;

/** `at`: the place in the text. */
export const brokenAt = (text: string, at: number, because: string): BrokenSettings => {
  return { state: "broken", because, line: lineAt(text, at) };
};

/** Reads settings. Comments and trailing commas are accepted as the hosts' editors accept them. */
export function settingsOf(text: string): Settings {
  const errors: ParseError[] = [];
  // A space in the mark's place: every offset stays.
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    const problem = printParseErrorCode(error.error).replace(/([a-z])([A-Z])/g, "$1 $2");
    return brokenAt(text, error.offset, `it is not valid JSON: ${problem.toLowerCase()}`);
  }
  if (root === undefined) return {};
  if (root.type !== "object") return brokenAt(text, root.offset, "it holds no object");
  return { root };
}

/** The properties of an object with a name; several are a mistake that only the user can repair. */
export function propertiesNamed(object: Node, name: string): Node[] {
  return (object.children ?? []).filter((property) => property.children?.[0]?.value === name);
}

/** The value of a property; undefined when there is none. */
export function valueNamed(object: Node, name: string): Node | undefined {
  return propertiesNamed(object, name)[0]?.children?.[1];
}

const endOf = (node: Node): number => node.offset + node.length;

/** The first place behind `from` that is neither space nor comment. */
function pastTrivia(text: string, from: number): number {
  const trivia = /(?:[\s\uFEFF]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  return from + (trivia.exec(text)?.[0].length ?? 0);
}

function commaBehind(text: string, from: number): number | undefined {
  const at = pastTrivia(text, from);
  return text[at] === "," ? at : undefined;
}

/** Where comments end that begin on the line of `from`; `from` itself when there are none. */
function pastLineComments(text: string, from: number): number {
  const comments = /(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/))*/y;
  comments.lastIndex = from;
  return from + (comments.exec(text)?.[0].length ?? 0);
}

/** The space a line begins with. */
function indentAt(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, at).replace(/^\uFEFF/, ""))?.[0] ?? "";
}

const beginsItsLine = (text: string, at: number): boolean =>
  /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at)) && text.lastIndexOf("\n", at - 1) !== -1;

/** The indentation of one level, from the first container with content on separate lines. */
function unitOf(text: string, node: Node): string | undefined {
  const [first] = node.children ?? [];
  if (first !== undefined && node.type !== "property" && beginsItsLine(text, first.offset)) {
    const [outer, inner] = [indentAt(text, node.offset), indentAt(text, first.offset)];
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  for (const child of node.children ?? []) {
    const unit = unitOf(text, child);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

const DEFAULT_UNIT = "  ";

/** What is put into a container: a value, with its name where the container is an object. */
export interface Member {
  name?: string;
  value: unknown;
}

/** A member on several lines; all but the first begin with `indent`. */
function onLines({ name, value }: Member, unit: string, indent: string, newline: string): string {
  const lines = JSON.stringify(value, null, unit)
    .split("\n")
    .join(newline + indent);
  return name === undefined ? lines : `${JSON.stringify(name)}: ${lines}`;
}

/** A member on one line. */
function onOneLine({ name, value }: Member, spaced: boolean): string {
  // A string holds no line end in JSON, so each of these is one that was put in here.
  const line = spaced ? JSON.stringify(value, null, 1).replace(/\n */g, " ") : JSON.stringify(value);
  return name === undefined ? line : `${JSON.stringify(name)}:${spaced ? " " : ""}${line}`;
}

/**
 * Puts a member behind the last one of an object or array. Comments behind that one on its line stay with it; a
 * container on one line stays on one line.
 */
export function putLast(into: Inserting, root: Node, container: Node, member: Member): void {
  const { text } = into;
  const newline = lineEnd(text);
  const unit = unitOf(text, root) ?? DEFAULT_UNIT;
  const spaced = /":\s/.test(text) || !text.includes('":');
  const outer = indentAt(text, container.offset);
  const lines = (indent: string) => newline + indent + onLines(member, unit, indent, newline);
  const last = container.children?.at(-1);
  if (last === undefined) {
    const minified = !text.trim().includes("\n") && (root.children ?? []).length > 0;
    if (minified) {
      into.insert(container.offset + 1, onOneLine(member, spaced));
      return;
    }
    const at = pastLineComments(text, container.offset + 1);
    const tail = text.slice(at, endOf(container) - 1).includes("\n") ? "" : newline + outer;
    into.insert(at, lines(outer + unit) + tail);
    return;
  }
  const comma = commaBehind(text, endOf(last));
  const from = comma === undefined ? endOf(last) : comma + 1;
  const at = pastLineComments(text, from);
  if (beginsItsLine(text, last.offset)) into.insert(at, lines(indentAt(text, last.offset)));
  else if (text.slice(from, at).includes("//")) into.insert(at, lines(outer + unit));
  else into.insert(at, `${spaced ? " " : ""}${onOneLine(member, spaced)}`);
  // Last, so that the place behind the comments is still where it was.
  if (comma === undefined) into.insert(endOf(last), ",");
}

/** Puts settings into a text that holds none. */
export function putWhole(into: Inserting, value: unknown): void {
  const { text } = into;
  const gap = text === "" || /[\n\uFEFF]$/.test(text) ? "" : "\n";
  into.insert(text.length, `${gap}${JSON.stringify(value, null, DEFAULT_UNIT)}\n`);
}

/**
 * Where the space before a member begins. It stays where a comment up to the end of the line stands before it and the
 * text behind the member would come to stand in that comment.
 */
function spaceBefore(text: string, from: number, at: number, to: number): number {
  let start = at;
  while (start > from && /[\s\uFEFF]/.test(text[start - 1] ?? "")) start--;
  const comments = text.slice(from, start).match(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g) ?? [];
  const inComment =
    comments.at(-1)?.startsWith("//") === true && text.slice(from, start).endsWith(comments.at(-1) ?? "");
  return inComment && !/^[ \t]*\r?\n/.test(text.slice(to)) ? at : start;
}

/** Takes one member out of its container with the comma and the space that came with it. */
export function cutMember(text: string, container: Node, member: Node): string {
  const members = container.children ?? [];
  const index = members.indexOf(member);
  const [before, behind] = [members[index - 1], members[index + 1]];
  const end = endOf(member);
  const comma = commaBehind(text, end);
  const to = comma === undefined ? end : comma + 1;
  const start = spaceBefore(text, before === undefined ? container.offset + 1 : endOf(before), member.offset, to);
  if (behind !== undefined && comma !== undefined) {
    let next = to;
    // The first of several on one line: the space behind it would open the list.
    if (start === member.offset) while (/[ \t]/.test(text[next] ?? "")) next++;
    return text.slice(0, start) + text.slice(next);
  }
  if (before !== undefined && comma === undefined) {
    const separator = commaBehind(text, endOf(before)) ?? start;
    return text.slice(0, separator) + text.slice(separator + 1, start) + text.slice(to);
  }
  const rest = text.slice(0, start) + text.slice(to);
  if (before !== undefined) return rest;
  const close = endOf(container) - 1 - (to - start);
  const containerText = rest.slice(container.offset + 1, close);
  return containerText.trim() === "" ? rest.slice(0, container.offset + 1) + rest.slice(close) : rest;
}
