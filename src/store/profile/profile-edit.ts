/** Changes one setting in the text of `tenet.yaml`: the lines of that setting, and nothing else. */
import { isMap, type Pair, parse, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { TenetError } from "../../errors.js";
import { flowOf } from "./profile-page.js";

type Spot = Pair<Scalar, unknown>;

const rangeOf = (node: unknown): [number, number, number] | undefined =>
  (node as { range?: [number, number, number] | null } | null)?.range ?? undefined;

function unreadable(reason: string): TenetError {
  return new TenetError(`tenet.yaml cannot be changed by a program: ${reason}`, {
    failure: "conflict",
    hint: "Edit the setting by hand.",
  });
}

const splice = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to);

/** The end of a value, before the line end or comment that follows. */
const trimmedEnd = (text: string, from: number, to: number): number => from + text.slice(from, to).trimEnd().length;

function replaceValue(text: string, { key, value: node }: Spot, flow: string): string {
  const behindColon = text.indexOf(":", rangeOf(key)?.[1]) + 1;
  const range = rangeOf(node);
  if (range === undefined || range[0] === range[1]) return splice(text, behindColon, behindColon, ` ${flow}`);
  const sameLine = !text.slice(behindColon, range[0]).includes("\n");
  const from = sameLine ? range[0] : behindColon;
  return splice(text, from, trimmedEnd(text, range[0], range[1]), sameLine ? flow : ` ${flow}`);
}

/** Behind the last of a map's pairs: on a line of its own, or within the braces. */
function insertInto(text: string, parent: YAMLMap, pair: string): string {
  const [start, end] = rangeOf(parent) ?? [0, 0];
  if (parent.flow === true) {
    const close = text.lastIndexOf("}", end - 1);
    return splice(text, close, close, parent.items.length === 0 ? pair : `, ${pair}`);
  }
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const lineEnd = text.indexOf("\n", trimmedEnd(text, start, end));
  const at = lineEnd === -1 ? text.length : lineEnd;
  return splice(text, at, at, `\n${" ".repeat(column)}${pair}`);
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
  const unixText = text.replaceAll("\r\n", "\n");
  const edited = editIn(unixText, mapOf(unixText), key.split("."), value);
  return unixText === text ? edited : edited.replaceAll("\n", "\r\n");
}

function editIn(
  text: string,
  map: YAMLMap | undefined,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): string {
  const spot = map?.items.find((item) => (item.key as Scalar | null)?.value === key) as Spot | undefined;
  if (spot !== undefined && rest.length > 0 && isMap(spot.value)) return editIn(text, spot.value, rest, value);
  const flow = flowOf(rest.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value));
  if (spot !== undefined) return replaceValue(text, spot, flow);
  if (map !== undefined) return insertInto(text, map, `${key}: ${flow}`);
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${key}: ${flow}\n`;
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
