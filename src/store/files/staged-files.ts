/** The files of one change: each is read once, and its hash is the guard against lost updates. Called by staged changes. */
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
  /** For record files: the text after the edits so far. */
  text?: string | undefined;
  /** Looked at once, before the first of many additions: does it end outside of any fence? */
  checked?: boolean;
}

/** The text of a record file after an edit. */
export const putText = (staged: Staged, text: string): unknown => Object.assign(staged, { text, after: text });

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
    return [...this.#files.values()].flatMap(({ path, before, original, after: content }) => {
      const after = content === null ? null : Buffer.from(content);
      return (after && sha256(after)) === before ? [] : { path, before, after, ...defined({ read: original }) };
    });
  }

  /** The staged state of the file; read from disk at the first call. */
  stage(path: string): Staged {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const original = plainBytes(this.#ws, path);
    const staged: Staged = { path, before: original ? sha256(original) : null, original, after: original ?? null };
    this.#files.set(path, staged);
    return staged;
  }

  /** A record file as text; undefined when its bytes cannot be text, so that nothing is lost by writing them back. */
  record(path: string): Staged | undefined {
    const staged = this.stage(path);
    if (staged.text !== undefined || staged.after === null) return staged;
    const file = this.#ws.relative(path);
    const text = textOfRecordFile(Buffer.from(staged.after), file);
    if (typeof text !== "string") return undefined;
    refuseConflict(text, file);
    staged.text = text;
    return staged;
  }
}
