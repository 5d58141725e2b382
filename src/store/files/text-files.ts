/** Reads text files that are not tenet's own: one named on the command line, and those of a workspace. */
import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { TenetError } from "../../errors.js";
import { MAX_FILE_BYTES, stampAt } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { readBytes } from "./safe-path.js";

/** A text file that a command was given, from anywhere. Wrong usage when it is missing or not UTF-8. */
export async function readInputFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    const trouble = { ENOENT: "there is no such file", EISDIR: "it is not a file" }[codeOf(cause) ?? ""];
    throw trouble === undefined ? fileFailure("read", path, cause) : notReadable(path, trouble);
  });
  if (!isUtf8(bytes)) throw notReadable(path, "it is not valid UTF-8");
  return new TextDecoder("utf-8").decode(bytes);
}

function notReadable(path: string, because: string): TenetError {
  const hint = "Name a text file, or - for stdin.";
  return new TenetError(`${path}: ${because}`, { failure: "usage", code: "input-file", hint, details: { path } });
}

/** Why a file is not read. */
type Unread = "binary" | "large" | "link" | "missing" | "unreadable";

/** The text of a file, relative to the workspace. Invalid UTF-8 is read as Latin-1, so that no byte is lost. */
export async function readText(ws: Workspace, file: string): Promise<string | { unread: Unread }> {
  const path = ws.absolute(file);
  if ((stampAt(path)?.size ?? 0) > MAX_FILE_BYTES) return { unread: "large" };
  try {
    const bytes = await readBytes(ws, path);
    if (bytes === undefined) return { unread: "missing" };
    return bytes.includes(0) ? { unread: "binary" } : bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    // Where a repository lies within this one there is no file of this one.
    return { unread: error.code === "link" ? "link" : error.code === "not-a-file" ? "missing" : "unreadable" };
  }
}
