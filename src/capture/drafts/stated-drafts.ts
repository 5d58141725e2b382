/**
 * Reads the drafts in a text: one entry or a list, YAML or JSON, Markdown with records in fences, and the
 * `memory_writes` of a host's result. Called by `tenet add` and `tenet run`. Fields are checked elsewhere.
 */

import { ENTRY_TYPES } from "../../entry/entry-schema.js";
import { TenetError } from "../../errors.js";
import { bodyOf, layoutOf } from "../../store/records/fences.js";
import { parseStated, YamlTrouble } from "../../store/records/safe-yaml.js";
import { foreignJson } from "../../text/json.js";
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
  const wholeValue = parsePiece({ text, line: 1 });
  if (!(wholeValue instanceof TenetError) && isOfMaps(wholeValue)) return draftsIn(wholeValue);
  const pieces = piecesOf(text);
  if (pieces.length > 0) {
    return pieces.flatMap((piece) => {
      const value = parsePiece(piece);
      if (value instanceof TenetError) throw value;
      if (!isOfMaps(value)) throw wrong("this is no map of fields and no list of them", piece.line);
      return draftsIn(value);
    });
  }
  if (wholeValue instanceof TenetError) throw wholeValue;
  return draftsIn(wholeValue);
}

function parsePiece({ text, line }: Piece): unknown {
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

/** A line by which YAML declares itself an entry. */
const TYPE_LINE = new RegExp(
  String.raw`^(?:-[ \t]+|  )?["']?type["']?[ \t]*:[ \t]*["']?(?:${ENTRY_TYPES.join("|")})\b`,
  "m",
);

/** The closed fences of YAML and JSON in a Markdown text. */
function piecesOf(text: string): Piece[] {
  const { lines, fences } = layoutOf(text.replace(/^\uFEFF/, ""));
  const data = fences.filter((fence) => {
    const body = bodyOf(lines, fence);
    return /^(?:ya?ml|json)$/.test(fence.language) ? body.trim() !== "" : fence.language === "" && TYPE_LINE.test(body);
  });
  const openFence = data.find(({ closed }) => !closed);
  if (openFence !== undefined) throw wrong("this code fence is never closed", openFence.open + 1);
  return data.map((fence) => ({ text: bodyOf(lines, fence), line: fence.open + 2 }));
}

/** Keys under which a host returns what its agent wants to remember. */
const WRITES = ["memory_writes", "__lf_memory_writes"] as const;

/** The drafts of a value: itself, its items, or the writes under one of the host's keys. */
function draftsIn(value: unknown): CaptureDraft[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw wrong("an empty list");
  const items = list.flatMap((item) => writesIn(item) ?? [item]);
  return items.map((item, at) => {
    if (!isMap(item)) throw wrong(`entry ${at + 1} is not a map of fields`);
    return asDraft(item);
  });
}

/** The writes under the host's keys, in order; undefined without any key. */
function writesIn(value: unknown): unknown[] | undefined {
  if (!isMap(value)) return undefined;
  const presentKeys = WRITES.filter((key) => Object.hasOwn(value, key));
  if (presentKeys.length === 0) return undefined;
  return presentKeys.flatMap((key) => {
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

/** The drafts in a host's result. */
export interface ResultWrites {
  drafts: CaptureDraft[];
  /** The reflexion on the run. */
  reflexion?: CaptureDraft;
  /** The reason why there are no drafts. */
  none?: string;
}

/** The drafts of a host's result file: under its keys, or the whole file where it is a list. */
export function resultWrites(text: string, file: string): ResultWrites {
  let result: unknown;
  try {
    result = foreignJson(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new TenetError(`${file} cannot be read as JSON: ${(cause as Error).message}`, { failure: "usage", cause });
  }
  const writes = Array.isArray(result) ? result : writesIn(result);
  const reflexionDraft = reflexionIn(result);
  const reflexion = reflexionDraft === undefined ? {} : { reflexion: reflexionDraft };
  if (writes === undefined) {
    const none = `${file} has no ${WRITES.join(" and no ")}: nothing is taken from it.`;
    return { drafts: [], ...(reflexionDraft === undefined ? { none } : reflexion) };
  }
  // As text again, so that the checks of a list of entries apply.
  return { drafts: writes.length === 0 ? [] : readDrafts(JSON.stringify(writes)), ...reflexion };
}

/** The reflexion of a result: one text, or a text with its subject. */
function reflexionIn(result: unknown): CaptureDraft | undefined {
  const statedReflexion = isMap(result) ? (result["reflexion"] ?? undefined) : undefined;
  if (statedReflexion === undefined || statedReflexion === "") return undefined;
  if (typeof statedReflexion === "string") return { type: "reflexion", reflexion: statedReflexion };
  if (!isMap(statedReflexion)) throw wrong("reflexion is neither a text nor {text, entities, tags}");
  const { text, ...about } = statedReflexion;
  return { ...about, type: "reflexion", reflexion: statedReflexion["reflexion"] ?? text };
}
