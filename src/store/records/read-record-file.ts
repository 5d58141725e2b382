import type { Entry } from "../../entry/entry.js";
import type { EntryMeta } from "../cache/entry-meta.js";
import { entryMetaOf } from "../cache/entry-meta-of.js";
import type { FileRecord } from "../cache/file-table.js";
import { sha256 } from "../files/atomic-file.js";
import { knownBodies } from "./known-bodies.js";
import { textOfRecordFile } from "./record-bytes.js";
import { parseRecordFile } from "./record-file.js";
import type { Stamp } from "./scan.js";

/** What parsing one file gave. */
export interface ReadFile {
  record: FileRecord;
  heads: EntryMeta[];
  entries: [Entry, number][];
}

/** What a file held before, read without a finding: its records are not parsed again where their text is the same. */
export interface ReadBefore {
  bytes: Uint8Array;
  entries: readonly Entry[];
}

/** Parses one record file's bytes. Imported when there is one to parse: it brings yaml and zod along. */
export function readRecordFile(
  file: string,
  bytes: Uint8Array,
  stamp: Stamp,
  agent: string,
  before?: ReadBefore,
): ReadFile {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { stamp, sha256: hash, findings: [text] }, heads: [], entries: [] };
  const held = before === undefined ? undefined : textOfRecordFile(before.bytes, file);
  const known = before === undefined || typeof held !== "string" ? undefined : knownBodies(held, before.entries);
  const { records, findings } = parseRecordFile(text, file, { agent, known });
  return {
    record: { stamp, sha256: hash, findings },
    heads: records.map(({ entry, line }) => entryMetaOf(entry, file, line)),
    entries: records.map(({ entry, line }) => [entry, line]),
  };
}
