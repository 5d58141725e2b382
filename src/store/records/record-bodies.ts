/** The records of a file as they are written: for comparing two states of it without reading what they say. */
import { bodyOf, idWithin, layoutOf } from "./record-parse.js";
import { textOfRecordFile } from "./scan.js";

/** Records by id, as the YAML of their fences. */
export type RecordBodies = ReadonlyMap<string, string>;

const NONE: RecordBodies = new Map();

/** Those of a file that can be read; of two with one id the first. */
export function bodiesIn(bytes: Buffer | undefined, file: string): RecordBodies {
  const text = bytes === undefined ? undefined : textOfRecordFile(bytes, file);
  if (typeof text !== "string") return NONE;
  const { lines, skeleton } = layoutOf(text);
  const bodies = new Map<string, string>();
  for (const fence of skeleton.fences) {
    const body = bodyOf(lines, fence);
    const id = idWithin(body);
    if (id !== undefined && !bodies.has(id)) bodies.set(id, body);
  }
  return bodies;
}
