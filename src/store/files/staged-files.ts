/** The files of one change: each is read once, and its hash is the guard against lost updates. */
import { defined } from "../../text/defined.js";
import { refuseConflict } from "../records/record-edit.js";
import { textOfRecordFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { sha256 } from "./atomic-file.js";
import { plainBytes } from "./safe-path.js";
import type { FileChange } from "./transaction.js";

/** A file as it was read, and as it will be written. */
export interface Staged {
  path: string;
  before: string | null;
  original: Uint8Array | undefined;
  after: Uint8Array | string | null;
  /** For record files: the text after the edits so far, and how many line ends it holds. */
  text?: string | undefined;
  lineEnds: number;
  /** Looked at once, before the first of many additions: does it end outside of any fence? */
  checked?: boolean;
}

/** How many lines a text adds to the one before it. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** The text of a record file after an edit. */
export function putText(staged: Staged, text: string, lineEnds = countLineEnds(text)): void {
  staged.text = text;
  staged.after = text;
  staged.lineEnds = lineEnds;
}

/** The files that a change reads and writes, by path. */
export class StagedFiles {
  readonly #ws: Workspace;
  readonly #files = new Map<string, Staged>();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  get(path: string): Staged | undefined {
    return this.#files.get(path);
  }

  /** The files with changes. */
  changes(): FileChange[] {
    const changes: FileChange[] = [];
    for (const { path, before, original, after } of this.#files.values()) {
      const bytes = after === null ? null : Buffer.from(after);
      const same = bytes === null ? original === undefined : original !== undefined && bytes.equals(original);
      if (!same) changes.push({ path, before, after: bytes, ...defined({ read: original }) });
    }
    return changes;
  }

  /** The staged state of the file; read from disk at the first call. */
  stage(path: string): Staged {
    let staged = this.#files.get(path);
    if (staged === undefined) {
      const original = plainBytes(this.#ws, path);
      const before = original === undefined ? null : sha256(original);
      staged = { path, before, original, after: original ?? null, lineEnds: 0 };
      this.#files.set(path, staged);
    }
    return staged;
  }

  /** A record file as text; undefined when its bytes cannot be text, so that nothing is lost by writing them back. */
  record(path: string): Staged | undefined {
    const staged = this.stage(path);
    if (staged.text !== undefined || staged.after === null) return staged;
    const file = this.#ws.relative(path);
    const text = typeof staged.after === "string" ? staged.after : textOfRecordFile(staged.after, file);
    if (typeof text !== "string") return undefined;
    refuseConflict(text, file);
    staged.text = text;
    staged.lineEnds = countLineEnds(text);
    return staged;
  }
}
