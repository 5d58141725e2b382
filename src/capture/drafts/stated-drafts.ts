/**
 * The drafts in a text that somebody hands over: one entry or a list, YAML or JSON, several documents or lines of JSON, or Markdown that
 * holds records, in fences or bare; and the `memory_writes` of a host's result. Fields are not checked here.
 */

import { TenetError } from "../../errors.js";
import { bareRecords, saysRecord, stretches } from "../../store/records/bare-records.js";
import { type Fence, linesOf, skeletonOf } from "../../store/records/fences.js";
import { parseStated, YamlTrouble } from "../../store/records/safe-yaml.js";
import type { CaptureDraft } from "./draft.js";

type Fields = Record<string, unknown>;

const EXAMPLE = 'A correction: {"type": "correction", "corrected_to": "..."}';

function wrong(message: string, line?: number): TenetError {
  return new TenetError(`input${line === undefined ? "" : `:${line}`}: ${message}`, {
    failure: "usage",
    code: "wrong-input",
    hint: EXAMPLE,
  });
}

/** A part of a text that is YAML or JSON by itself, and the 1-based line on which it begins. */
interface Piece {
  text: string;
  line: number;
}

/** The drafts in a text, one or more. A usage error names the line. */
export function readDrafts(text: string): CaptureDraft[] {
  if (text.trim() === "") throw wrong("nothing to add");
  const whole = parsed({ text, line: 1 });
  if (!(whole instanceof TenetError) && isOfMaps(whole)) return draftsIn(whole);
  const pieces = piecesOf(text);
  if (pieces.length > 0) {
    return pieces.flatMap((piece) => {
      const value = parsed(piece);
      if (value instanceof TenetError) throw value;
      if (!isOfMaps(value)) throw wrong("this is no map of fields and no list of them", piece.line);
      return draftsIn(value);
    });
  }
  if (whole instanceof TenetError) throw whole;
  return draftsIn(whole);
}

function parsed({ text, line }: Piece): unknown {
  try {
    return parseStated(text);
  } catch (thrown) {
    if (thrown instanceof YamlTrouble) return wrong(thrown.message, line + thrown.line - 1);
    throw thrown;
  }
}

const isMap = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof TenetError);

const isOfMaps = (value: unknown): boolean =>
  isMap(value) || (Array.isArray(value) && value.length > 0 && value.every(isMap));

/**
 * What of a text is data by itself: lines of JSON, closed fences of YAML and JSON, records among the prose, and, where there is neither
 * prose nor fence, the documents between `---` lines.
 */
function piecesOf(text: string): Piece[] {
  const lines = linesOf(text.replace(/^\uFEFF/, ""));
  const skeleton = skeletonOf(lines);
  const body = ({ open, close }: Fence) => lines.text.slice(open + 1, close).join("\n");
  const piece = ({ from, to }: { from: number; to: number }): Piece => ({
    text: lines.text.slice(from, to).join("\n"),
    line: from + 1,
  });
  const filled = lines.text.flatMap((line, at) => (line.trim() === "" ? [] : [{ from: at, to: at + 1 }]));
  if (filled.length > 1 && filled.every(({ from }) => /^\s*\{.*\}\s*$/.test(lines.text[from] ?? "")))
    return filled.map(piece);
  const { fences, headings } = skeleton;
  const isMarkdown = fences.length > 0 || headings.some(({ level }) => level > 1);
  if (!isMarkdown) {
    const documents = stretches(lines, { fences: [], headings: [] }).map(piece);
    const areData = documents.length > 1 && documents.every((one) => isOfMaps(parsed(one)));
    return areData ? documents : bareRecords(lines, skeleton).map(piece);
  }
  const data = fences.filter((fence) => {
    if (/^(?:ya?ml|json)$/.test(fence.language)) return body(fence).trim() !== "";
    return fence.language === "" && saysRecord(body(fence));
  });
  const open = data.find(({ closed }) => !closed);
  if (open !== undefined) throw wrong("this code fence is never closed", open.open + 1);
  return [
    ...data.map((fence) => ({ text: body(fence), line: fence.open + 2 })),
    ...bareRecords(lines, skeleton).map(piece),
  ].sort((a, b) => a.line - b.line);
}

/** Keys under which a host hands over what its agent wants to remember. */
const WRITES = ["memory_writes", "__lf_memory_writes"] as const;

/** The drafts of a value: itself, its items, or what it holds under one of the keys for memories to be written. */
function draftsIn(value: unknown): CaptureDraft[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw wrong("an empty list");
  const items = list.flatMap((item) => writesIn(item) ?? [item]);
  return items.map((item, at) => {
    if (!isMap(item)) throw wrong(`entry ${at + 1} is not a map of fields`);
    return asDraft(item);
  });
}

/** What stands under the keys, in order; undefined where there is none of them. */
function writesIn(value: unknown): unknown[] | undefined {
  if (!isMap(value)) return undefined;
  const held = WRITES.filter((key) => Object.hasOwn(value, key));
  if (held.length === 0) return undefined;
  return held.flatMap((key) => {
    const writes = value[key] ?? [];
    if (!Array.isArray(writes)) throw wrong(`${key} is not a list`);
    return writes;
  });
}

/** `{scope, source, content, confidence}` is a memory. */
function asDraft(item: Fields): CaptureDraft {
  if ((item["type"] ?? undefined) !== undefined || typeof item["content"] !== "string") return item as CaptureDraft;
  return { ...item, type: "memory" } as CaptureDraft;
}

/** What a host's result hands over. */
export interface ResultWrites {
  drafts: CaptureDraft[];
  /** What the run taught. */
  reflexion?: CaptureDraft;
  /** Nothing of it says what to remember. */
  none?: string;
}

/** The drafts of a host's result file: under its keys, or the whole of it where it is a list. */
export function resultWrites(text: string, file: string): ResultWrites {
  let result: unknown;
  try {
    result = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new TenetError(`${file} is not JSON: ${(cause as Error).message}`, { failure: "usage", cause });
  }
  const held = Array.isArray(result) ? result : writesIn(result);
  const taught = reflexionIn(result);
  const reflexion = taught === undefined ? {} : { reflexion: taught };
  if (held === undefined) {
    const none = `${file} has no ${WRITES.join(" and no ")}: nothing is taken from it.`;
    return { drafts: [], ...(taught === undefined ? { none } : reflexion) };
  }
  // Once more as text: what is refused in a list of entries is refused here.
  return { drafts: held.length === 0 ? [] : readDrafts(JSON.stringify(held)), ...reflexion };
}

/** Under `reflexion`: one text, or a text with what it is about. */
function reflexionIn(result: unknown): CaptureDraft | undefined {
  const said = isMap(result) ? (result["reflexion"] ?? undefined) : undefined;
  if (said === undefined || said === "") return undefined;
  if (typeof said === "string") return { type: "reflexion", reflexion: said };
  if (!isMap(said)) throw wrong("reflexion is neither a text nor {text, entities, tags}");
  const { text, ...about } = said;
  return { ...about, type: "reflexion", reflexion: said["reflexion"] ?? text };
}
