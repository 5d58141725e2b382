/** Reads one record file: its entries, their bodies, and findings. Called when the store opens. */
import type { Entry } from "../../entry/entry.js";
import type { EntryMeta } from "../cache/entry-meta.js";
import { entryMetaOf } from "../cache/entry-meta-of.js";
import type { FileRecord } from "../cache/files.js";
import { sha256 } from "../files/atomic-file.js";
import type { ReadFor } from "./read-for.js";
import { parseRecordFile } from "./record-parse.js";
import { type Seen, textOfRecordFile } from "./scan.js";

/** The result of parsing one file. */
interface ReadFile {
  record: FileRecord;
  entries: { entry: Entry; meta: EntryMeta }[];
}

/** Parses one record file's bytes. Imported when there is one to parse: it brings yaml and zod along. */
export function readRecordFile(
  file: string,
  bytes: Uint8Array,
  stampAndTime: Seen,
  { agent, mode }: ReadFor,
): ReadFile {
  const hash = sha256(bytes);
  const text = textOfRecordFile(bytes, file);
  if (typeof text !== "string") return { record: { ...stampAndTime, sha256: hash, findings: [text] }, entries: [] };
  const { records, findings } = parseRecordFile(text, file, { agent });
  return {
    record: { ...stampAndTime, sha256: hash, findings },
    entries: records.map(({ entry, line }) => ({ entry, meta: entryMetaOf(entry, file, line, mode) })),
  };
}
