/** Files of a workspace that are not tenet's own, read as text: no link is followed, and nothing is written. */
import { isUtf8 } from "node:buffer";
import { TenetError } from "../../errors.js";
import { MAX_FILE_BYTES, stampAt } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { readBytes } from "./safe-path.js";

/** Why a file is not read. */
export type Unread = "binary" | "large" | "link" | "missing" | "unreadable";

export type ReadText = string | { unread: Unread };

/** Decodes text, which holds no NUL. Invalid UTF-8 is read as Latin-1, so that no byte is lost. */
export const textOfBytes = (bytes: Buffer): ReadText =>
  bytes.includes(0) ? { unread: "binary" } : bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");

/** The text of a file, relative to the workspace. */
export async function readText(ws: Workspace, file: string): Promise<ReadText> {
  const path = ws.absolute(file);
  if ((stampAt(path)?.size ?? 0) > MAX_FILE_BYTES) return { unread: "large" };
  try {
    const bytes = await readBytes(ws, path);
    return bytes === undefined ? { unread: "missing" } : textOfBytes(bytes);
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    // Where a repository lies within this one there is no file of this one.
    return { unread: error.code === "link" ? "link" : error.code === "not-a-file" ? "missing" : "unreadable" };
  }
}
