/** Where the cache lies: `tenet.db`, and beside it a new one for each that could not be used. */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  type Stats,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Workspace } from "../workspace.js";

export type Place = Pick<Workspace, "local" | "cache">;

const NAME = /^tenet(?:-([1-9]\d{0,8}))?\.db$/;
const nameOf = (number: number): string => (number === 0 ? "tenet.db" : `tenet-${number}.db`);
/** Files that SQLite puts beside it. */
const BESIDE = ["-wal", "-shm", "-journal"] as const;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const LOGGED_AT = 18;
const PAGES_AT = 28;
const FREE_PAGES_AT = 36;
/** A smaller file is not worth the look. */
const FEW_PAGES = 256;

/** Sealed files get a time that no clock gives, by their size. Even seconds: some disks keep no others. */
const SEALED_FROM_S = 1_000_000_000;
const SEALED_STEPS = 10_000_000;
const PAGE_BYTES = 4_096;
/** Longest time between a writer's last write and the seal. */
const SEALING_MS = 50;

function numbersIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [Number(match[1] ?? 0)];
  });
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export class DatabaseFile {
  readonly path: string;
  readonly #folder: string;
  readonly #number: number;

  private constructor(folder: string, number: number) {
    this.#folder = folder;
    this.#number = number;
    this.path = join(folder, nameOf(number));
  }

  /**
   * The file in use, which need not exist yet. Undefined where there can be none: the folder cannot be made, or it is a
   * link, which a cloned repository could make lead anywhere.
   */
  static newest({ local, cache }: Place, make: boolean): DatabaseFile | undefined {
    try {
      if (isLink(local) || isLink(cache)) return undefined;
      if (make) mkdirSync(cache, { recursive: true });
      const file = new DatabaseFile(cache, Math.max(0, ...numbersIn(cache)));
      const stats = file.#stats();
      if (stats !== undefined && !stats.isFile()) return undefined;
      return file;
    } catch {
      return undefined;
    }
  }

  get url(): string {
    return pathToFileURL(this.path).href;
  }

  #stats(): Stats | undefined {
    return lstatSync(this.path, { throwIfNoEntry: false });
  }

  get exists(): boolean {
    return existsSync(this.path);
  }

  get isEmpty(): boolean {
    return (this.#stats()?.size ?? 0) === 0;
  }

  /** Writes that are not in the file yet: another process is writing, or was killed while it wrote. */
  get hasLog(): boolean {
    return (lstatSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  #header(): Buffer {
    const bytes = Buffer.alloc(HEADER_BYTES);
    try {
      const file = openSync(this.path, "r");
      try {
        return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
      } finally {
        closeSync(file);
      }
    } catch {
      return bytes.subarray(0, 0);
    }
  }

  /** It has a log of writes: readers and a writer do not stand in each other's way. */
  get isLogged(): boolean {
    const header = this.#header();
    return isDatabase(header) && header[LOGGED_AT] === 2;
  }

  /**
   * The file differs from its seal: every process seals it at the end, and a write from outside breaks the seal. SQLite
   * itself would notice a broken page, but not a changed letter.
   */
  isDamaged(): boolean {
    for (let waited = 0; ; waited += 5) {
      const stats = this.#stats();
      if (stats === undefined || stats.size === 0 || this.hasLog) return false;
      const header = this.#header();
      if (!isDatabase(header)) return true;
      if (header[LOGGED_AT] !== 2 || Math.trunc(stats.mtimeMs) === sealOf(stats.size) * 1000) return false;
      if (waited >= SEALING_MS) return true;
      pause(5);
    }
  }

  /** More than half of its pages hold nothing. */
  get isHalfFree(): boolean {
    const header = this.#header();
    if (!isDatabase(header)) return false;
    const [pages, freePages] = [header.readUInt32BE(PAGES_AT), header.readUInt32BE(FREE_PAGES_AT)];
    return pages > FEW_PAGES && freePages > pages / 2;
  }

  /** Files that this one took the place of, and that could not be removed then. */
  get predecessors(): string[] {
    return numbersIn(this.#folder).flatMap((number) =>
      number < this.#number ? join(this.#folder, nameOf(number)) : [],
    );
  }

  /** Marks it as left by us. */
  seal(): void {
    const stats = this.hasLog ? undefined : this.#stats();
    if (stats === undefined || Math.trunc(stats.mtimeMs) === sealOf(stats.size) * 1000) return;
    utimesSync(this.path, sealOf(stats.size), sealOf(stats.size));
  }

  /** Tells the file at the path from another that lay or will lie there. */
  get ino(): number | undefined {
    return this.#stats()?.ino;
  }

  /**
   * Another one takes its place, under a new name: who has the old one open may go on, and closes it without touching
   * the new one. False where that cannot be written.
   */
  replace(): boolean {
    try {
      closeSync(openSync(join(this.#folder, nameOf(this.#number + 1)), "a"));
      removeDatabase(this.path);
      return true;
    } catch {
      return false;
    }
  }
}

/** Removes a file of the cache, and those that SQLite put beside it. */
export function removeDatabase(path: string): void {
  for (const end of ["", ...BESIDE]) rmSync(`${path}${end}`, { recursive: true, force: true });
}

const isDatabase = (header: Buffer): boolean =>
  header.length === HEADER_BYTES && header.toString("latin1", 0, 16) === MAGIC;

const sealOf = (size: number): number => SEALED_FROM_S + 2 * (Math.trunc(size / PAGE_BYTES) % SEALED_STEPS);
