/** Changes one setting in the text of `tenet.yaml`: the lines of that setting, and nothing else. */
import { isMap, type Pair, parse, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { TenetError } from "../../errors.js";
import { flowOf } from "./profile-page.js";

interface Spot {
  pair: Pair<Scalar, unknown>;
  /** Offset just behind the colon of the key. */
  behindColon: number;
}

const rangeOf = (node: unknown): [number, number, number] | undefined =>
  (node as { range?: [number, number, number] | null } | null)?.range ?? undefined;

function unreadable(reason: string): TenetError {
  return new TenetError(`tenet.yaml cannot be changed by a program: ${reason}`, {
    failure: "conflict",
    hint: "Edit the setting by hand.",
  });
}

function spotOf(text: string, map: YAMLMap, key: string): Spot | undefined {
  const pair = map.items.find((item) => (item.key as Scalar | null)?.value === key) as Spot["pair"] | undefined;
  const keyEnd = rangeOf(pair?.key)?.[1];
  if (pair === undefined || keyEnd === undefined) return undefined;
  return { pair, behindColon: text.indexOf(":", keyEnd) + 1 };
}

const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** The end of a value, before the line end or comment that follows. */
function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] as string)) end--;
  return end;
}

function replaceValue(text: string, { pair, behindColon }: Spot, value: unknown): string {
  const range = rangeOf(pair.value);
  const flow = flowOf(value);
  if (range === undefined || range[0] === range[1]) return splice(text, behindColon, behindColon, ` ${flow}`);
  const sameLine = !text.slice(behindColon, range[0]).includes("\n");
  const from = sameLine ? range[0] : behindColon;
  return splice(text, from, trimmedEnd(text, range[0], range[1]), sameLine ? flow : ` ${flow}`);
}

function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function appendLines(text: string, lines: string): string {
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}\n`;
}

function insertInto(text: string, parent: YAMLMap, key: string, value: unknown): string {
  const [start, end] = rangeOf(parent) ?? [0, 0];
  const line = `${key}: ${flowOf(value)}`;
  if (parent.flow === true) {
    const close = text.lastIndexOf("}", end - 1);
    return splice(text, close, close, parent.items.length === 0 ? line : `, ${line}`);
  }
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const last = trimmedEnd(text, start, end);
  const at = lineEndAfter(text, last);
  return splice(text, at, at, `\n${" ".repeat(column)}${line}`);
}

function mapOf(text: string): YAMLMap | undefined {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw unreadable(error.message);
  if (document.contents === null) return undefined;
  if (!isMap(document.contents)) throw unreadable("it is not a list of settings");
  return document.contents;
}

/** The text with one setting (`caps.soul`, `apply_mode`) set; comments and all other lines stay as they are. */
export function withSetting(text: string, key: string, value: unknown): string {
  const newline = text.includes("\r\n");
  const edited = edit(newline ? text.replaceAll("\r\n", "\n") : text, key, value);
  return newline ? edited.replaceAll("\n", "\r\n") : edited;
}

function edit(text: string, key: string, value: unknown): string {
  const map = mapOf(text);
  const [first = "", second] = key.split(".");
  const spot = map === undefined ? undefined : spotOf(text, map, first);
  if (second === undefined) {
    return spot === undefined ? appendLines(text, `${first}: ${flowOf(value)}`) : replaceValue(text, spot, value);
  }
  if (spot === undefined) return appendLines(text, `${first}:\n  ${second}: ${flowOf(value)}`);
  const parent = spot.pair.value;
  if (!isMap(parent)) return replaceValue(text, spot, { [second]: value });
  const inner = spotOf(text, parent, second);
  return inner === undefined ? insertInto(text, parent, second, value) : replaceValue(text, inner, value);
}

/** A value as people write it in `tenet.yaml`: `4`, `true`, `[3, 7, 14]`, a word. Usage error for anything else. */
export function settingValue(text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new TenetError(`${JSON.stringify(text)} is not a value`, {
      failure: "usage",
      hint: "Write it as in tenet.yaml: 4, true, [3, 7, 14], a word.",
      cause,
    });
  }
}
