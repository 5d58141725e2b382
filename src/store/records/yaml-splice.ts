/** Changes of single fields within a YAML text, as splices that leave every other byte alone. */
import { isDeepStrictEqual } from "node:util";
import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { type Fields, fieldLines, inline, isFields, itemLines } from "./yaml-text.js";

/** Replace `start..end` (offsets) by `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** A shape this module does not splice (flow maps, odd keys): the caller writes the whole piece anew. */
export class CannotSplice extends Error {}

function rangeOf(node: unknown): [number, number, number] {
  const range = (node as Node | null)?.range;
  if (!range) throw new CannotSplice();
  return range;
}

/** Applies splices to a text; they must not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  // Where one puts something before what another takes away, the latter goes first: offsets are those of the source.
  const inOrder = splices
    .map((splice, at) => ({ ...splice, at }))
    .sort((a, b) => b.start - a.start || b.end - a.end || b.at - a.at);
  let result = text;
  let border = text.length;
  for (const { start, end, text: put } of inOrder) {
    if (end > border) throw new CannotSplice();
    result = result.slice(0, start) + put + result.slice(end);
    border = start;
  }
  return result;
}

/** How many items two lists share at their beginning, and how many of the rest at their end. */
export function sharedEnds(old: readonly unknown[], next: readonly unknown[]): { head: number; tail: number } {
  const room = Math.min(old.length, next.length);
  let head = 0;
  while (head < room && isDeepStrictEqual(old[head], next[head])) head++;
  let tail = 0;
  while (tail < room - head && isDeepStrictEqual(old.at(-1 - tail), next.at(-1 - tail))) tail++;
  return { head, tail };
}

class Splicing {
  readonly splices: Splice[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  #lineStart(offset: number): number {
    return this.#source.lastIndexOf("\n", offset - 1) + 1;
  }

  /** One past the line end behind an offset; an offset already behind one stays. */
  #lineEnd(offset: number): number {
    if (offset > 0 && this.#source[offset - 1] === "\n") return offset;
    const end = this.#source.indexOf("\n", offset);
    return end === -1 ? this.#source.length : end + 1;
  }

  #column(offset: number): string {
    const start = this.#lineStart(offset);
    const indent = this.#source.slice(start, offset);
    if (/^ *$/.test(indent)) return indent;
    // The first key of a list item stands behind its dash.
    if (/^[ -]*$/.test(indent)) return " ".repeat(indent.length);
    throw new CannotSplice();
  }

  /** Whole lines, wherever the source lacks its final line end. */
  #putLines(start: number, end: number, lines: readonly string[]): void {
    const atEnd = end === this.#source.length && !this.#source.endsWith("\n");
    const text = lines.map((line) => `${line}\n`).join("");
    if (!atEnd) this.splices.push({ start, end, text });
    else if (start === end) this.splices.push({ start, end, text: lines.map((line) => `\n${line}`).join("") });
    else if (lines.length > 0) this.splices.push({ start, end, text: text.slice(0, -1) });
    else this.splices.push({ start: Math.max(0, start - 1), end, text: "" });
  }

  map(map: YAMLMap, changes: Fields, order: readonly string[]): void {
    if (map.flow || map.items.length === 0) throw new CannotSplice();
    const added: [string, unknown][] = [];
    for (const [field, value] of Object.entries(changes)) {
      const pair = map.items.find((item) => isScalar(item.key) && item.key.value === field);
      if (pair === undefined) {
        if (value !== undefined) added.push([field, value]);
      } else if (value === undefined) {
        this.#remove(pair, map);
      } else {
        this.#replace(pair, field, value);
      }
    }
    if (added.length > 0) this.#insert(map, added, order, changes);
  }

  #pairEnd(pair: Pair): number {
    const node = pair.value === null ? pair.key : pair.value;
    let end = rangeOf(node)[1];
    const keyEnd = rangeOf(pair.key)[1];
    if (end <= keyEnd) end = this.#source.indexOf(":", keyEnd) + 1;
    // An empty value's range may lie on a later line than its colon.
    if (isScalar(node) && node.source === "" && node.type === "PLAIN") end = this.#source.indexOf(":", keyEnd) + 1;
    while (end > keyEnd && /\s/.test(this.#source[end - 1] ?? "")) end--;
    return this.#lineEnd(end);
  }

  #pairStart(pair: Pair): number {
    const start = rangeOf(pair.key)[0];
    if (!/^ *$/.test(this.#source.slice(this.#lineStart(start), start))) throw new CannotSplice();
    return this.#lineStart(start);
  }

  #remove(pair: Pair, map: YAMLMap): void {
    if (map.items.length === 1) throw new CannotSplice();
    this.#putLines(this.#pairStart(pair), this.#pairEnd(pair), []);
  }

  #replace(pair: Pair, field: string, value: unknown): void {
    const old = pair.value as Node | null;
    const short = inline(field, value);
    if (short !== undefined && isScalar(old) && old.source !== "" && old.range) this.#scalar(pair, old, short);
    else if (isSeq(old) && !old.flow && Array.isArray(value) && value.length > 0) this.#list(old, field, value);
    else if (isMap(old) && !old.flow && isFields(value) && Object.keys(value).length > 0) this.#nested(old, value);
    else {
      const start = this.#pairStart(pair);
      this.#putLines(start, this.#pairEnd(pair), fieldLines(field, value, this.#column(rangeOf(pair.key)[0])));
    }
  }

  #scalar(pair: Pair, old: Scalar, short: string): void {
    const colon = this.#source.indexOf(":", rangeOf(pair.key)[1]) + 1;
    const [, end] = rangeOf(old);
    if (old.type !== "BLOCK_LITERAL" && old.type !== "BLOCK_FOLDED") {
      this.splices.push({ start: colon, end, text: ` ${short}` });
      return;
    }
    const line = this.#lineStart(colon);
    this.#putLines(line, this.#blockEnd(end), [`${this.#source.slice(line, colon)} ${short}`]);
  }

  #nested(old: YAMLMap, value: Fields): void {
    const before = toPlain(old) as Fields;
    const keys = [...Object.keys(before).filter((key) => value[key] === undefined), ...Object.keys(value)];
    const changed = keys.filter((key) => !isDeepStrictEqual(before[key], value[key]));
    this.map(old, Object.fromEntries(changed.map((key) => [key, value[key]])), Object.keys(value));
  }

  /** Behind a block scalar, its closing blank lines left where they are. */
  #blockEnd(end: number): number {
    let at = end;
    while (at > 1 && /\n[ \t]*\n$/.test(this.#source.slice(0, at))) at = this.#source.lastIndexOf("\n", at - 2) + 1;
    return at;
  }

  #list(seq: YAMLSeq, field: string, next: readonly unknown[]): void {
    const old = seq.items.map((item) => toPlain(item));
    const { head, tail } = sharedEnds(old, next);
    const dash = this.#dashOf(seq.items[0]);
    const indent = this.#column(dash);
    const lines = next.slice(head, next.length - tail).flatMap((item) => itemLines(field, item, indent));
    const from =
      head < old.length ? this.#lineStart(this.#dashOf(seq.items[head])) : this.#itemEnd(seq.items[head - 1]);
    const last = old.length - tail - 1;
    this.#putLines(from, last < head ? from : this.#itemEnd(seq.items[last]), lines);
  }

  #dashOf(item: unknown): number {
    const start = rangeOf(item)[0];
    const dash = this.#source.lastIndexOf("-", start - 1);
    if (dash === -1 || !/^-\s*$/.test(this.#source.slice(dash, start))) throw new CannotSplice();
    return dash;
  }

  #itemEnd(item: unknown): number {
    let [start, end] = rangeOf(item);
    while (end > start && /\s/.test(this.#source[end - 1] ?? "")) end--;
    return this.#lineEnd(end);
  }

  /** New fields go behind the nearest present field that precedes them in the schema's order. */
  #insert(map: YAMLMap, added: [string, unknown][], order: readonly string[], changes: Fields): void {
    const rank = (field: string) => {
      const at = order.indexOf(field);
      return at === -1 ? order.length : at;
    };
    const staying = map.items.filter((pair) => {
      const name = isScalar(pair.key) ? String(pair.key.value) : "";
      return !(name in changes && changes[name] === undefined);
    });
    const first = staying[0];
    if (first === undefined) throw new CannotSplice();
    const indent = this.#column(rangeOf(first.key)[0]);
    for (const [field, value] of added.sort((a, b) => rank(a[0]) - rank(b[0]))) {
      let before: Pair | undefined;
      for (const pair of staying)
        if (isScalar(pair.key) && rank(String(pair.key.value)) <= rank(field)) before = best(before, pair, rank);
      const at = before === undefined ? this.#pairStart(first) : this.#pairEnd(before);
      this.#putLines(at, at, fieldLines(field, value, indent));
    }
  }
}

function best(current: Pair | undefined, next: Pair, rank: (field: string) => number): Pair {
  if (current === undefined) return next;
  const of = (pair: Pair) => rank(isScalar(pair.key) ? String(pair.key.value) : "");
  return of(next) >= of(current) ? next : current;
}

function toPlain(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  if (isMap(node))
    return Object.fromEntries(
      node.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : "", toPlain(pair.value)]),
    );
  if (isSeq(node)) return node.items.map(toPlain);
  return isCollection(node) ? undefined : node;
}

/** The splices that make a block map of `source` hold `changes`; `undefined` removes a field. Throws {@link CannotSplice}. */
export function spliceFields(source: string, map: YAMLMap, changes: Fields, order: readonly string[]): Splice[] {
  const splicing = new Splicing(source);
  splicing.map(map, changes, order);
  return splicing.splices;
}
