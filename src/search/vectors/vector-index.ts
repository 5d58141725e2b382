import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../clock.js";
import { removeDisposable, writeDisposable } from "../../store/files/disposable.js";
import { withLock } from "../../store/files/lock.js";
import type { Workspace } from "../../store/workspace.js";
import { readDisposable } from "../disposable-file.js";
import type { LocatedModel } from "../model/embedder.js";
import { type FileRows, type IndexRows, type IndexStamp, RowFiles, readRows, writeRows } from "./index-rows.js";
import { LANCEDB_VERSION, VectorTable } from "./vector-table.js";

/** Raised when the layout of rows or table changes. */
const SCHEMA = 2;
const CHANGES_UNTIL_TIDY = 20;
/** Tidying keeps an hour of versions; beyond this many files the table is copied instead. */
const MOST_FILES = 200;

interface Opened {
  folder: string;
  rows: IndexRows;
}

const emptyRows = (stamp: IndexStamp): IndexRows => ({
  stamp,
  tree: "",
  version: 0,
  changes: 0,
  files: new RowFiles(),
  behind: new Map(),
  table: {},
});

const sameStamp = (a: IndexStamp, b: IndexStamp) =>
  a.schema === b.schema && a.lancedb === b.lancedb && a.fingerprint === b.fingerprint && a.dimensions === b.dimensions;

/** True when a file that was there at the last write is gone or another; files that came since are a write in progress. */
function isDamaged(folder: string, recorded: Record<string, string>): boolean {
  try {
    const found = VectorTable.files(folder);
    return Object.entries(recorded).some(([file, state]) => found[file] !== state);
  } catch {
    return true;
  }
}

/**
 * The vector table of one model with the record of what is in it. Each generation is a folder of its own; a pointer
 * names the one that counts. Indexes of other versions and models have other pointers and are never touched.
 */
export class VectorIndex {
  readonly #root: string;
  readonly #stamp: IndexStamp;
  readonly #pointer: string;
  readonly #prefix: string;
  #opened: Opened | undefined;
  #table: Promise<VectorTable> | undefined;
  /** The generation that LanceDB failed on. */
  #failed: string | undefined;
  #off: string | undefined;

  constructor(workspace: Pick<Workspace, "index">, model: Pick<LocatedModel, "fingerprint" | "dimensions">) {
    this.#root = workspace.index;
    const { fingerprint, dimensions } = model;
    this.#stamp = { schema: SCHEMA, lancedb: LANCEDB_VERSION, fingerprint, dimensions };
    const identity = createHash("sha256").update(JSON.stringify(this.#stamp)).digest("hex").slice(0, 8);
    this.#pointer = join(this.#root, `current-${identity}`);
    this.#prefix = `g-${identity}-`;
    this.#reload();
  }

  #reload(): void {
    this.#opened = undefined;
    this.#table = undefined;
    this.#off = undefined;
    const pointer = readDisposable(this.#pointer)?.toString("utf8").trim();
    if (pointer === undefined) return;
    this.#off = "its files are damaged";
    if (!pointer.startsWith(this.#prefix) || !/^[\w-]+$/.test(pointer)) return;
    const folder = join(this.#root, pointer);
    const rows = readRows(folder);
    if (rows === undefined || !sameStamp(rows.stamp, this.#stamp) || isDamaged(folder, rows.table)) return;
    this.#off = undefined;
    this.#opened = { folder, rows };
  }

  /** What is in the index; nothing when there is none to use. */
  get rows(): IndexRows {
    return this.#opened?.rows ?? emptyRows(this.#stamp);
  }

  /** Why what was found cannot be used, or could not before it was built anew; undefined when nothing was wrong. */
  get off(): string | undefined {
    return this.#off;
  }

  get exists(): boolean {
    return this.#opened !== undefined;
  }

  /** A generation begins with its rows; its table is made when the first of them is written into it. */
  get hasTable(): boolean {
    return this.#opened !== undefined && this.#opened.rows.version > 0;
  }

  /** The open table; rejects when there is none or LanceDB cannot use it. */
  table(): Promise<VectorTable> {
    if (this.#opened === undefined || !this.hasTable) return Promise.reject(new Error("there is no index yet"));
    this.#table ??= VectorTable.open(this.#opened.folder, this.#stamp.dimensions);
    return this.#table;
  }

  /** Forgets what was opened after LanceDB failed on it: the next change builds anew. */
  giveUp(why: string): void {
    this.#off = why;
    this.#failed = this.#opened?.folder;
    this.#opened = undefined;
    this.#table = undefined;
  }

  /** Runs something as the only one that writes here. */
  underLock(waitMs: number, body: () => Promise<void>): Promise<void> {
    return withLock(join(this.#root, "lock"), "index", waitMs, body);
  }

  /**
   * Changes the record alone, without LanceDB: what `edit` notes in `behind` is written into the table by the next
   * {@link change}. Throws `busy` or `failed` as the lock does.
   */
  async note(waitMs: number, edit: (rows: IndexRows) => void): Promise<void> {
    await this.underLock(waitMs, async () => {
      const { rows, folder } = this.#current() ?? this.#begin();
      edit(rows);
      if (!writeRows(folder, rows)) throw new Error(`cannot write ${this.#root}`);
    });
  }

  /**
   * Changes table and record together, as the only writer. `edit` gets the rows as they are on disk at that moment. A
   * missing, damaged or unusable index is replaced by an empty one first. Throws `busy` or `failed` as the lock does.
   */
  async change(waitMs: number, edit: (rows: IndexRows, table: VectorTable) => Promise<void>): Promise<void> {
    await this.underLock(waitMs, async () => {
      const { rows, folder } = this.#current() ?? this.#begin();
      const table = await this.#tableFor(rows, folder);
      const version = await table.version();
      if (version !== rows.version) await reconcile(rows, table);
      await edit(rows, table);
      if ((await table.version()) !== version) rows.changes++;
      if (rows.changes >= CHANGES_UNTIL_TIDY) {
        rows.changes = 0;
        await table.tidy(systemClock.now());
        if (Object.keys(table.files()).length > MOST_FILES) {
          await this.#copyBeside(table, rows);
          return;
        }
      }
      rows.version = await table.version();
      rows.table = table.files();
      writeRows(folder, rows);
    });
  }

  /** The generation as it is on disk now; undefined when there is none to go on with. Call under the lock. */
  #current(): Opened | undefined {
    const off = this.#off;
    this.#reload();
    this.#off ??= off;
    const opened: Opened | undefined = this.#opened;
    return opened?.folder === this.#failed ? undefined : opened;
  }

  async #tableFor(rows: IndexRows, folder: string): Promise<VectorTable> {
    if (rows.version > 0) return this.table();
    this.#table = VectorTable.create(folder, this.#stamp.dimensions);
    const table = await this.#table;
    rows.version = await table.version();
    return table;
  }

  #newFolder(): string {
    return join(this.#root, `${this.#prefix}${randomBytes(6).toString("hex")}`);
  }

  /** Points to an empty generation without a table. What was there could not be used, so it goes. */
  #begin(): Opened {
    const off = this.#off;
    const opened = { folder: this.#newFolder(), rows: emptyRows(this.#stamp) };
    this.#pointTo(opened, undefined, []);
    this.#off = off;
    return opened;
  }

  async #copyBeside(old: VectorTable, rows: IndexRows): Promise<void> {
    const folder = this.#newFolder();
    const table = await VectorTable.create(folder, this.#stamp.dimensions);
    for await (const batch of old.all()) await table.put(batch);
    const copied = { ...rows, version: await table.version(), table: table.files() };
    // The generation just left stays for those who are reading it.
    this.#pointTo({ folder, rows: copied }, table, [this.#opened?.folder ?? ""]);
  }

  #pointTo(opened: Opened, table: VectorTable | undefined, keep: readonly string[]): void {
    const { folder, rows } = opened;
    if (!writeRows(folder, rows) || !writeDisposable(this.#pointer, folder.slice(this.#root.length + 1))) {
      throw new Error(`cannot write ${this.#root}`);
    }
    this.#opened = opened;
    this.#table = table === undefined ? undefined : Promise.resolve(table);
    for (const name of readdirSync(this.#root)) {
      const path = join(this.#root, name);
      if (name.startsWith(this.#prefix) && path !== folder && !keep.includes(path)) removeDisposable(path);
    }
  }
}

/** After a write that was cut short the table itself says what is in it; which file each row belongs to is looked up again. */
async function reconcile(rows: IndexRows, table: VectorTable): Promise<void> {
  const contents = await table.contents();
  rows.tree = "";
  rows.behind.clear();
  for (const name of rows.files.names()) {
    const file = rows.files.get(name) as FileRows;
    file.hash = "";
    for (const [id, hash] of file.rows) {
      if (contents.get(id) === hash) contents.delete(id);
      else file.rows.delete(id);
    }
  }
  if (contents.size > 0) rows.files.set("", { hash: "", rows: contents });
}
