/** Lists the record folders and reads single files. Follows no links; never throws for one bad file. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, type Stats } from "node:fs";
import type { Finding } from "../../entry/findings.js";
import { codeOf } from "../files/file-failure.js";
import { linkFinding, unreadableFinding, unreadFinding } from "../files/file-findings.js";
import type { Workspace } from "../workspace.js";
import { RECORD_PATH } from "./record-place.js";

const RECORD_FILE = { workspace: new RegExp(`^${RECORD_PATH}`), anywhere: new RegExp(`(?:^|/)${RECORD_PATH}`) };

/** `path` with `/`, relative to the workspace, or to anywhere above it: git names files from the top of its repository. */
export const isRecordFile = (path: string, relativeTo: "workspace" | "anywhere" = "workspace"): boolean =>
  RECORD_FILE[relativeTo].test(path);

/** A file's stat fields that change when its content does, on a file system that keeps its clock. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

export interface ScannedFile {
  file: string;
  path: string;
  stamp: Stamp;
}

/** Larger files are not read as records. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Month folders below a record folder; deeper ones hold no records. */
const MAX_DEPTH = 2;

const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp => ({ size, mtimeMs, ctimeMs, ino });

/** Undefined where it is missing or unreadable. */
function statsAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

export function stampAt(path: string): Stamp | undefined {
  const stats = statsAt(path);
  return stats && stampOf(stats);
}
export const isLink = (path: string): boolean => statsAt(path)?.isSymbolicLink() === true;

/** A stat, and the machine's time when it was taken. */
export interface Seen {
  stamp: Stamp;
  at: number;
}

/** File systems keep times in steps of up to two seconds, and a second write within one step leaves the stat as it was. */
const RACY_MS = 2_000;

/** Only a stat clearly older than the moment it was taken proves that a file is unchanged (git's racy-clean rule). */
export function isUnchanged({ stamp, at }: Seen, now: Stamp): boolean {
  const isSame = (["size", "mtimeMs", "ctimeMs", "ino"] as const).every((part) => stamp[part] === now[part]);
  return isSame && Math.max(now.mtimeMs, now.ctimeMs) < at - RACY_MS;
}

/** Every record file with its stat; what else stands there is a finding. */
export function scanRecords(ws: Workspace, findings: Finding[]): ScannedFile[] {
  const root = [ws.memory, ws.learning].find(isLink);
  if (root === undefined) return ws.recordFolders.flatMap((path) => filesAt(path, ws.relative(path), 0, findings));
  findings.push(linkFinding(ws.relative(root)));
  return [];
}

function filesAt(path: string, file: string, depth: number, findings: Finding[]): ScannedFile[] {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) findings.push(linkFinding(file));
    else if (depth === 0 || (stats.isDirectory() && depth < MAX_DEPTH)) {
      const names = readdirSync(path).filter((name) => !name.startsWith("."));
      return names.sort().flatMap((name) => filesAt(`${path}/${name}`, `${file}/${name}`, depth + 1, findings));
    } else if (stats.isFile() && file.endsWith(".md")) return [{ file, path, stamp: stampOf(stats) }];
    else if (stats.isFile() && /\.(?:ya?ml|jsonl?)$/i.test(file)) findings.push(unreadFinding(file));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") findings.push(unreadableFinding(file, error));
  }
  return [];
}

/** O_NONBLOCK: a named pipe in place of a file must not hang a scan. Both flags are absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The code of the error for a folder, a pipe or a device. */
export const NOT_PLAIN = "EINVAL";

/** The bytes of a plain file and the stat they were read under. Throws the system's error; a link fails as ELOOP. */
export function readPlainFile(path: string): { bytes: Buffer; stamp: Stamp } {
  const handle = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no plain file`), { code: NOT_PLAIN });
    return { bytes: readFileSync(handle), stamp: stampOf(stats) };
  } finally {
    closeSync(handle);
  }
}

function refusal(file: string, code: string, line: number, message: string): Finding {
  const next = "Mend the file by hand; tenet leaves it as it is.";
  return { code, severity: "error", file, line, message, next };
}

/** Text, or the finding that says why it is none: bad UTF-8 and NUL would be lost or changed by writing them back. */
export function textOfRecordFile(bytes: Uint8Array, file: string): string | Finding {
  if (bytes.length > MAX_FILE_BYTES) {
    const size = Math.ceil(bytes.length / 1024 / 1024);
    return refusal(file, "too-large", 1, `the file is ${size} MB; files over 10 MB are not read`);
  }
  if (isUtf8(bytes) && !bytes.includes(0)) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const rows = Buffer.from(bytes).toString("latin1").split("\n");
  const bad = rows.findIndex((row) => row.includes("\0") || !isUtf8(Buffer.from(row, "latin1")));
  return refusal(file, "bad-bytes", bad + 1, "the file is not valid UTF-8, or holds a NUL byte");
}
