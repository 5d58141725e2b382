/** Lists the record folders and reads single files. Follows no links; never throws for one bad file. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, type Stats } from "node:fs";
import type { Finding } from "../../entry/findings.js";
import { codeOf } from "../files/file-failure.js";
import { linkFinding, unreadableFinding, unreadFinding } from "../files/file-findings.js";
import type { Workspace } from "../workspace.js";
import { RECORD_PATH } from "./record-place.js";

const RECORD_FILE = { workspace: new RegExp(`^${RECORD_PATH}`), anywhere: new RegExp(`(?:^|/)${RECORD_PATH}`) };

/**
 * Is this a file of records? `path` with `/`, relative to the workspace, or to anywhere above it: git names files from
 * the top of its repository.
 */
export function isRecordFile(path: string, relativeTo: "workspace" | "anywhere" = "workspace"): boolean {
  return RECORD_FILE[relativeTo].test(path);
}

/** A file's stat fields that change when its content does, on a file system that keeps its clock. */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

export interface ScannedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  path: string;
  stamp: Stamp;
}

export interface Scan {
  /** By name. */
  files: ScannedFile[];
  findings: Finding[];
  /** Folders that could not be listed, relative: the stored state beneath them stays. */
  unreadable: string[];
}

/** Larger files are not read as records: they get a finding, and the scan goes on. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Month folders below a record folder; deeper ones hold no records. */
const MAX_DEPTH = 2;

export function stampOf(stats: Stats): Stamp {
  return { size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, ino: stats.ino };
}

/** The stamp of a path; undefined where it is missing or unreadable. */
export function stampAt(path: string): Stamp | undefined {
  try {
    return stampOf(lstatSync(path));
  } catch {
    return undefined;
  }
}

export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** A stat, and the machine's time when it was taken. */
export interface Seen {
  stamp: Stamp;
  at: number;
}

/** File systems keep times in steps of up to two seconds, and a second write within one step leaves the stat as it was. */
const RACY_MS = 2_000;

/** A stat proves that a file is unchanged only when it was clearly older than the moment it was taken (git's racy-clean rule). */
export function isUnchanged(scannedBefore: Seen, now: Stamp): boolean {
  return sameStamp(scannedBefore.stamp, now) && Math.max(now.mtimeMs, now.ctimeMs) < scannedBefore.at - RACY_MS;
}

class Scanning {
  readonly scan: Scan = { files: [], findings: [], unreadable: [] };

  folder(path: string, relative: string, depth: number): void {
    let names: string[];
    try {
      names = readdirSync(path).sort();
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.#unreadable(relative, error);
      return;
    }
    for (const name of names) if (!name.startsWith(".")) this.#entry(`${path}/${name}`, `${relative}/${name}`, depth);
  }

  #entry(path: string, file: string, depth: number): void {
    let stats: Stats;
    try {
      stats = lstatSync(path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.#unreadable(file, error);
      return;
    }
    if (stats.isFile()) {
      if (file.endsWith(".md")) this.scan.files.push({ file, path, stamp: stampOf(stats) });
      else if (/\.(?:ya?ml|jsonl?)$/i.test(file)) this.scan.findings.push(unreadFinding(file));
    } else if (stats.isSymbolicLink()) this.scan.findings.push(linkFinding(file));
    else if (stats.isDirectory() && depth < MAX_DEPTH) this.folder(path, file, depth + 1);
  }

  #unreadable(file: string, error: unknown): void {
    this.scan.unreadable.push(file);
    this.scan.findings.push(unreadableFinding(file, error));
  }
}

/** A missing or unreadable path is no link that could be followed. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Lists every record file with its stat, in both layouts. */
export function scanRecords(ws: Workspace): Scan {
  const scanning = new Scanning();
  for (const path of [ws.memory, ws.learning]) {
    if (!isLink(path)) continue;
    scanning.scan.findings.push(linkFinding(ws.relative(path)));
    return scanning.scan;
  }
  for (const path of ws.recordFolders) {
    if (isLink(path)) scanning.scan.findings.push(linkFinding(ws.relative(path)));
    else scanning.folder(path, ws.relative(path), 1);
  }
  scanning.scan.files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return scanning.scan;
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

function lineOfBadBytes(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function refusal(file: string, code: string, line: number, message: string): Finding {
  const next = "Mend the file by hand; tenet leaves it as it is.";
  return { code, severity: "error", file, line, message, next };
}

/** The finding for a file of this many bytes, which is not read. */
export function tooLarge(file: string, size: number): Finding {
  const message = `the file is ${Math.ceil(size / 1024 / 1024)} MB; files over 10 MB are not read`;
  return refusal(file, "too-large", 1, message);
}

/**
 * A record file's bytes as text, or the finding that says why they are not read: bad UTF-8 and NUL would be lost or
 * changed by writing them back, and a file over 10 MB is no file of records.
 */
export function textOfRecordFile(bytes: Uint8Array, file: string): string | Finding {
  if (bytes.length > MAX_FILE_BYTES) return tooLarge(file, bytes.length);
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    const line = 1 + bytes.subarray(0, nul).filter((byte) => byte === 10).length;
    return refusal(file, "bad-bytes", line, "the file holds a NUL byte");
  }
  if (!isUtf8(bytes)) return refusal(file, "bad-bytes", lineOfBadBytes(bytes), "the file is not valid UTF-8");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
