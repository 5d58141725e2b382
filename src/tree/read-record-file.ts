import type { Entry } from "../memory/entry.js";
import { sha256 } from "./atomic-file.js";
import { type Head, headOf } from "./head.js";
import type { FileRecord } from "./month-cache.js";
import { textOfRecordFile } from "./record-bytes.js";
import type { Stamp } from "./scan.js";

/** What parsing one file gave. */
export interface ReadFile {
  record: FileRecord;
  heads: Head[];
  entries: [Entry, number][];
}

/** Parses one record file's bytes. Loads yaml and zod. */
export async function readRecordFile(file: string, bytes: Uint8Array, stamp: Stamp, agent: string): Promise<ReadFile> {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { stamp, sha256: hash, findings: [text] }, heads: [], entries: [] };
  const { parseRecordFile } = await import("./record-file.js");
  const { records, findings } = parseRecordFile(text, file, { agent });
  return {
    record: { stamp, sha256: hash, findings },
    heads: records.map(({ entry, line }) => headOf(entry, file, line)),
    entries: records.map(({ entry, line }) => [entry, line]),
  };
}
