/** Which table of vectors counts: a small file beside the tables, one for each model and version. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readDisposable, removeDisposable, writeDisposable } from "../../store/files/disposable.js";
import type { Workspace } from "../../store/workspace.js";
import type { LocatedModel } from "../model/embedder.js";

/** Raised when the layout of the table or its pointer changes. */
const SCHEMA = 4;
/** The only version this code was measured with; a test holds it to the one installed. */
export const LANCEDB_VERSION = "0.30.0";

/** After so many writes the table is copied without what nobody needs. The later, the less time the writer has. */
export const COMPACT_AFTER = { reading: 20, heartbeat: 50, capturing: 100 } as const;

const GENERATION = "g-";
const POINTER = "current-";

/** What must be the same for a table to be read at all, and its vectors to be compared. */
interface Stamp {
  schema: number;
  lancedb: string;
  fingerprint: string;
  dimensions: number;
}

export interface Pointed {
  /** The folder of the current generation of the table. */
  folder: string;
  /** Of the table after the last write. When the table has a lower one, its newest manifest is gone. */
  version: number;
  /** Writes since the table was made. */
  changes: number;
  /** Hash of a tree of which every live entry has its row; empty before there was one. */
  tree: string;
}

/** The pointer of one model. Those of other models and versions lie beside it and are never touched. */
export class VectorPointer {
  readonly root: string;
  readonly path: string;
  readonly #stamp: Stamp;
  readonly #prefix: string;

  constructor(
    { index }: Pick<Workspace, "index">,
    { fingerprint, dimensions }: Pick<LocatedModel, "fingerprint" | "dimensions">,
  ) {
    this.root = index;
    this.#stamp = { schema: SCHEMA, lancedb: LANCEDB_VERSION, fingerprint, dimensions };
    const identity = createHash("sha256").update(JSON.stringify(this.#stamp)).digest("hex").slice(0, 8);
    this.path = join(index, `${POINTER}${identity}`);
    this.#prefix = `${GENERATION}${identity}-`;
  }

  /** True also when it cannot be used. */
  get exists(): boolean {
    return existsSync(this.path);
  }

  /** Undefined when it is absent or damaged. */
  read(): Pointed | undefined {
    try {
      const pointer = JSON.parse(readDisposable(this.path)?.toString("utf8") ?? "") as Stamp & Pointed;
      const { folder, version, changes, tree } = pointer;
      const isOurs = Object.entries(this.#stamp).every(([name, value]) => pointer[name as keyof Stamp] === value);
      const isWhole = Number.isInteger(version) && Number.isInteger(changes) && typeof tree === "string";
      if (!isOurs || !isWhole || !folder.startsWith(this.#prefix) || !/^[\w-]+$/.test(folder)) return undefined;
      return { folder, version, changes, tree };
    } catch {
      return undefined;
    }
  }

  write(pointed: Pointed): void {
    if (!writeDisposable(this.path, JSON.stringify({ ...this.#stamp, ...pointed }))) {
      throw new Error(`cannot write ${this.root}`);
    }
  }

  /** Folders of tables of this model, whether they count or not. */
  generations(): string[] {
    return namesIn(this.root).filter((name) => name.startsWith(this.#prefix));
  }

  /** The name of a table that is to be made. */
  newGeneration(): string {
    return `${this.#prefix}${randomBytes(6).toString("hex")}`;
  }

  /** Removes older tables; one that was just left may stay for those who are reading it. */
  removeOthers(...folders: (string | undefined)[]): void {
    for (const name of this.generations()) if (!folders.includes(name)) removeDisposable(join(this.root, name));
  }

  /** Removes whatever this does not point to, of other models and versions as well. */
  removeAllOthers(): void {
    removeIndexes(this.root, new Set([basename(this.path), this.read()?.folder ?? ""]));
  }
}

/** Paths of the pointers of all models and versions. */
export function pointersIn({ index }: Pick<Workspace, "index">): string[] {
  return namesIn(index).flatMap((name) => (/^current-[0-9a-f]+$/.test(name) ? [join(index, name)] : []));
}

const isIndex = (name: string): boolean => name.startsWith(GENERATION) || name.startsWith(POINTER);

/** True when there is a table or a pointer of whatever model and version. */
export const hasIndexes = (root: string): boolean => namesIn(root).some(isIndex);

/** Removes tables and pointers of whatever model and version. */
export function removeIndexes(root: string, except: ReadonlySet<string> = new Set()): void {
  for (const name of namesIn(root)) if (isIndex(name) && !except.has(name)) removeDisposable(join(root, name));
}

/** Names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
