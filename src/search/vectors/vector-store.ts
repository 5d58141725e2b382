import { join } from "node:path";
import { withLock } from "../../store/files/lock.js";
import type { Workspace } from "../../store/workspace.js";
import type { LocatedModel } from "../model/embedder.js";
import { type Pointed, VectorPointer } from "./vector-pointer.js";
import { type RowName, type VectorRow, VectorRows } from "./vector-rows.js";
import { type TableRows, VectorTable } from "./vector-table.js";

/** What a process that stays keeps of the table between searches. */
export interface KeptRows {
  /** The generation and version it was read from. */
  at: string;
  rows: VectorRows;
}

/** The state of the rows in a tree. */
export interface RowsOfTree {
  /** The tree's. */
  hash: string;
  /** True for the text of a live entry. */
  wants(row: RowName): boolean;
}

/** What is to be written. */
export interface StoreChange {
  rows: readonly VectorRow[];
  of: RowsOfTree;
  /** With these the tree has all its rows. */
  isComplete: boolean;
  waitMs: number;
  compactAfter: number;
}

/**
 * The vectors of one model, in LanceDB. Each generation of the table has its own folder, and a pointer names the
 * current one: an unusable or fragmented table, or one with erased texts, is replaced by a new one beside it.
 */
export class VectorStore {
  readonly #pointer: VectorPointer;
  readonly #dimensions: number;
  readonly #kept: Map<string, KeptRows> | undefined;
  /** What was pointed to when it was read. */
  #pointed: Pointed | undefined;
  #rows = VectorRows.of([]);
  /** The generation that cannot be used as it is; empty where the pointer cannot. */
  #unusable: string | undefined;
  #trouble: string | undefined;

  /** `keptRows`: the rows that a long-lived process keeps, by path of the pointer. */
  constructor(workspace: Pick<Workspace, "index">, model: LocatedModel, keptRows?: Map<string, KeptRows>) {
    this.#pointer = new VectorPointer(workspace, model);
    this.#dimensions = model.dimensions;
    this.#kept = keptRows;
  }

  /** Why the stored table was unusable, also after it was replaced; undefined when nothing was wrong. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** False when the next change replaces the stored table with a new one. */
  get isUsable(): boolean {
    return this.#unusable === undefined;
  }

  /** True when there is a table, be it damaged. */
  get exists(): boolean {
    return this.#pointer.exists;
  }

  /** Hash of a tree of which every live entry has its row among those that were read; empty for none. */
  get tree(): string {
    return this.isUsable ? (this.#pointed?.tree ?? "") : "";
  }

  /**
   * All rows that can be used. Those of a table that is damaged come from whatever can still be read, and the next
   * change makes a new table of them. Rejects only where LanceDB cannot be loaded.
   */
  async read(): Promise<VectorRows> {
    for (let tries = 2; ; tries--) {
      this.#pointed = this.#pointer.read();
      const rows = this.#pointed === undefined ? undefined : await this.#readPointed(this.#pointed);
      // Somebody may have replaced it in this moment.
      if (rows === undefined && tries > 0 && this.#pointed?.folder !== this.#pointer.read()?.folder) continue;
      this.#rows = rows ?? (await this.#salvage());
      return this.#rows;
    }
  }

  /** Undefined when the table cannot be used as it is. */
  async #readPointed({ folder, version }: Pointed): Promise<VectorRows | undefined> {
    const { path } = this.#pointer;
    const at = `${folder} ${version}`;
    const keptTable = this.#kept?.get(path);
    if (keptTable?.at === at) return keptTable.rows;
    const tableRows = await this.#readTable(folder, version);
    if (tableRows?.isWhole !== true) return undefined;
    const { rows } = tableRows;
    this.#kept?.set(path, { at, rows });
    return rows;
  }

  /** Undefined when LanceDB cannot read it, or only older rows than there were. */
  async #readTable(folder: string, version = 0): Promise<TableRows | undefined> {
    // A machine without LanceDB is no damage.
    await VectorTable.load();
    try {
      const table = await this.#open(folder);
      return (await table.version()) < version ? undefined : await table.read();
    } catch {
      return undefined;
    }
  }

  #open(folder: string): Promise<VectorTable> {
    return VectorTable.open(join(this.#pointer.root, folder), this.#dimensions);
  }

  /** What can be read of any generation: a row proves itself, wherever it stands. */
  async #salvage(): Promise<VectorRows> {
    // Without a pointer nothing was finished yet, or it was removed.
    if (this.#pointer.exists) {
      this.#unusable = this.#pointed?.folder ?? "";
      this.#trouble = "its files are damaged";
    }
    const rows: VectorRow[] = [];
    for (const name of this.#pointer.generations()) rows.push(...((await this.#readTable(name))?.rows.all ?? []));
    return VectorRows.of(rows);
  }

  /**
   * Writes rows, as the only writer; without rows it only marks the tree as complete. An unusable table is replaced by
   * one with the readable rows and these. Throws `busy` or `failed` as the lock does, or LanceDB's error.
   */
  async change({ rows, of, isComplete, waitMs, compactAfter }: StoreChange): Promise<void> {
    await this.#underLock(waitMs, async () => {
      const pointed = this.#pointer.read();
      const tree = isComplete ? of.hash : "";
      if (pointed === undefined || pointed.folder === this.#unusable) {
        const all = [...this.#rows.all, ...rows].filter(of.wants);
        if (all.length > 0 || !this.isUsable) await this.#begin(all, tree);
        return;
      }
      // What another generation holds, nobody here has seen.
      const isSame = pointed.folder === this.#pointed?.folder;
      const next = { ...pointed, tree: isSame && isComplete ? tree : pointed.tree };
      if (rows.length > 0) {
        const table = await this.#open(pointed.folder);
        await table.put(rows);
        next.version = await table.version();
        next.changes++;
      }
      this.#pointer.write(next);
      if (isSame) this.#pointed = next;
      this.#unusable = undefined;
      if (next.changes >= compactAfter) await this.#copy(of);
    });
  }

  /** Copies the table without the rows that the tree does not want. */
  async compact(of: RowsOfTree, waitMs: number): Promise<void> {
    await this.#underLock(waitMs, () => this.#copy(of));
  }

  /** The same where words must go: nothing stays beside it, no older table and none of another model or version. */
  async purge(of: RowsOfTree, waitMs: number): Promise<void> {
    await this.#underLock(waitMs, async () => {
      await this.#copy(of);
      this.#pointer.removeAllOthers();
    });
  }

  async #copy(of: RowsOfTree): Promise<void> {
    const pointed = this.#pointer.read();
    if (pointed === undefined) return;
    const tableRows = await this.#readTable(pointed.folder, pointed.version);
    const isLevel = pointed.tree === of.hash && tableRows?.isWhole === true;
    const rows = tableRows?.rows ?? (await this.#salvage());
    await this.#begin(rows.all.filter(of.wants), isLevel ? of.hash : "");
  }

  /** A new generation. The one just left stays for those who are reading it. */
  async #begin(rows: readonly VectorRow[], tree: string): Promise<void> {
    const oldFolder = this.#pointer.read()?.folder;
    const folder = this.#pointer.newGeneration();
    const table = await VectorTable.create(join(this.#pointer.root, folder), this.#dimensions, rows);
    this.#pointed = { folder, version: await table.version(), changes: 0, tree };
    this.#pointer.write(this.#pointed);
    this.#pointer.removeOthers(folder, oldFolder);
    this.#unusable = undefined;
  }

  #underLock(waitMs: number, body: () => Promise<void>): Promise<void> {
    return withLock(join(this.#pointer.root, "lock"), "index", waitMs, body);
  }
}
