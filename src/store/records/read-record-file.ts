/** Reads one record file: its entries, their bodies, and findings. Called when the store opens. */
import type { Entry } from "../../entry/entry.js";
import type { EntryMeta } from "../cache/entry-meta.js";
import { entryMetaOf } from "../cache/entry-meta-of.js";
import type { FileRecord } from "../cache/files.js";
import { sha256 } from "../files/atomic-file.js";
import { isYaml } from "./fences.js";
import type { ReadFor } from "./read-for.js";
import { bodyOf, idWithin, type KnownBodies, layoutOf, parseRecordFile } from "./record-parse.js";
import { type Seen, textOfRecordFile } from "./scan.js";

/** The result of parsing one file. */
interface ReadFile {
  record: FileRecord;
  entries: { entry: Entry; meta: EntryMeta }[];
}

/** The earlier content of a file, read without a finding: records with equal text are not parsed again. */
export interface ReadBefore {
  bytes: Uint8Array;
  entries: readonly Entry[];
}

/** Parses one record file's bytes. Imported when there is one to parse: it brings yaml and zod along. */
export function readRecordFile(
  file: string,
  bytes: Uint8Array,
  stampAndTime: Seen,
  { agent, mode }: ReadFor,
  before?: ReadBefore,
): ReadFile {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { ...stampAndTime, sha256: hash, findings: [text] }, entries: [] };
  const textBefore = before === undefined ? undefined : textOfRecordFile(before.bytes, file);
  const known =
    before === undefined || typeof textBefore !== "string" ? undefined : knownBodies(textBefore, before.entries);
  const { records, findings } = parseRecordFile(text, file, { agent, known });
  return {
    record: { ...stampAndTime, sha256: hash, findings },
    entries: records.map(({ entry, line }) => ({ entry, meta: entryMetaOf(entry, file, line, mode) })),
  };
}

/** The records of a text that was read before without any finding, by their own text. */
function knownBodies(text: string, entries: readonly Entry[]): KnownBodies {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  // An id that stands twice does not say which record is meant.
  if (byId.size < entries.length) return new Map();
  const { lines, skeleton } = layoutOf(text);
  const bodies = new Map<string, Entry>();
  for (const fence of skeleton.fences) {
    if (!fence.closed || !isYaml(fence)) continue;
    const body = bodyOf(lines, fence);
    const entry = byId.get(idWithin(body) ?? "");
    if (entry !== undefined) bodies.set(body, entry);
  }
  return bodies;
}
