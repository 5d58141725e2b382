/** Reads a text file named on the command line. Called by the doors. */
import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { TenetError } from "../../errors.js";
import { fileFailure } from "./file-failure.js";

/** Larger than any text of a person or an agent; a mistaken path is refused before it fills the memory. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A text file that a command was given, from anywhere. Wrong usage when it is missing, too long or not UTF-8. */
export async function readInputFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw notReadable(path, `it is longer than ${MOST_BYTES / 1024 / 1024} MB`);
    const bytes = await readFile(path);
    if (!isUtf8(bytes)) throw notReadable(path, "it is not valid UTF-8");
    return new TextDecoder("utf-8").decode(bytes);
  } catch (thrown) {
    const { code = "" } = thrown as NodeJS.ErrnoException;
    const trouble = { ENOENT: "there is no such file", EISDIR: "it is not a file" }[code];
    throw trouble === undefined ? fileFailure("read", path, thrown) : notReadable(path, trouble);
  }
}

function notReadable(path: string, because: string): TenetError {
  return new TenetError(`${path}: ${because}`, {
    failure: "usage",
    code: "input-file",
    hint: "Name a text file, or - for stdin.",
    details: { path },
  });
}
