/** Reads one record file: its entries and findings. Called when the store opens, and for files that a change wrote. */
import type { ParsedRecord } from "../cache/entry-writer.js";
import type { FileRecord } from "../cache/files.js";
import { sha256 } from "../files/atomic-file.js";
import { parseRecordFile } from "./record-parse.js";
import { type Seen, textOfRecordFile } from "./scan.js";

/** The result of parsing one file. */
interface ReadFile {
  record: FileRecord;
  entries: readonly ParsedRecord[];
}

/** Parses one record file's bytes. Imported when there is one to parse: it brings yaml and zod along. */
export function readRecordFile(file: string, bytes: Uint8Array, seen: Seen, agent: string): ReadFile {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { ...seen, sha256: hash, findings: [text] }, entries: [] };
  const { records, findings } = parseRecordFile(text, file, { agent });
  return { record: { ...seen, sha256: hash, findings }, entries: records };
}
