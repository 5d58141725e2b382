/** Files of a workspace that are not tenet's own, read as text: no link is followed, and nothing is written. */
import { isUtf8 } from "node:buffer";
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { TenetError } from "../../errors.js";
import { MAX_FILE_BYTES, readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { codeOf } from "./file-failure.js";
import { folderInTree } from "./safe-path.js";

/** Why a file is not read. */
export type Unread = "binary" | "large" | "link" | "missing" | "unreadable";

/** Decodes text; undefined for bytes with a NUL. Invalid UTF-8 is read as Latin-1, so that no byte is lost. */
export function textOfBytes(bytes: Buffer): string | "binary" {
  if (bytes.includes(0)) return "binary";
  return bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
}

/** Reads files one after the other; a folder is looked at once. */
export class WorkspaceTexts {
  readonly #ws: Workspace;
  readonly #folders = new Map<string, Promise<boolean>>();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  #isInTree(folder: string): Promise<boolean> {
    const isInTree = this.#folders.get(folder) ?? folderInTree(this.#ws, folder);
    this.#folders.set(folder, isInTree);
    return isInTree;
  }

  /** Text and time of the last change (milliseconds) of a file, relative to the workspace; or why it is not read. */
  async read(file: string): Promise<{ text: string; changed: number } | Unread> {
    const path = this.#ws.absolute(file);
    try {
      if (!(await this.#isInTree(dirname(path)))) return "missing";
      const stats = lstatSync(path, { throwIfNoEntry: false });
      // Where a repository lies within this one there is no file of this one.
      if (stats === undefined || stats.isDirectory()) return "missing";
      if (stats.isSymbolicLink()) return "link";
      if (stats.size > MAX_FILE_BYTES) return "large";
      const { bytes, stamp } = readPlainFile(path);
      const text = textOfBytes(bytes);
      return text === "binary" ? text : { text, changed: stamp.mtimeMs };
    } catch (error) {
      if (error instanceof TenetError) return error.code === "link" ? "link" : "unreadable";
      const code = codeOf(error);
      return code === "ENOENT" ? "missing" : code === "ELOOP" ? "link" : "unreadable";
    }
  }
}
