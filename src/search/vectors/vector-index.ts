/**
 * The vectors of a workspace: one LanceDB table, followed by what the cache knows of it. Whatever is wrong with the table,
 * it is dropped and filled again from the tree; rows that can still be read are carried over.
 */

import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { TenetError } from "../../errors.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { namesIn, removeDisposable } from "../../store/files/disposable.js";
import { withLock } from "../../store/files/lock.js";
import { lackingIds } from "../../store/state/unlooked.js";
import type { Workspace } from "../../store/workspace.js";
import type { LocatedModel } from "../model/embedder.js";
import { compareWithTable, newKeys, noteRows, readTableState, type TableState } from "./table-state.js";
import { kindIn, nameIn, type RowFilter } from "./text-name.js";
import {
  dot,
  type NearRow,
  type RowBlock,
  tableFolder,
  tableName,
  type VectorRow,
  VectorTable,
} from "./vector-table.js";

/** A context: its workspace, and what a process that stays keeps. */
interface Owner {
  workspace: Pick<Workspace, "index">;
  warm?: { indexes: Map<string, VectorIndex> };
}

export const LOCK = "lock";
const ofContexts = new WeakMap<Owner, VectorIndex>();

export class VectorIndex {
  readonly #folder: string;
  readonly #model: LocatedModel;
  readonly #stays: boolean;
  #table: VectorTable | undefined;
  #state: TableState | undefined;
  #lacking: readonly string[] = [];
  /** Rows of this process that are not in the table. */
  readonly #unwritten = new Map<string, Float32Array>();
  #trouble: string | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** The index of a workspace: one for a context, or for a process that stays. */
  static of(ctx: Owner, model: LocatedModel): VectorIndex {
    const place = `${ctx.workspace.index} ${tableName(model)}`;
    const index = ctx.warm?.indexes.get(place) ?? ofContexts.get(ctx);
    if (index !== undefined) return index;
    const opened = new VectorIndex(ctx.workspace, model, ctx.warm !== undefined);
    if (ctx.warm === undefined) ofContexts.set(ctx, opened);
    else ctx.warm.indexes.set(place, opened);
    return opened;
  }

  /** `stays`: the process searches again and again. */
  constructor({ index }: Pick<Workspace, "index">, model: LocatedModel, stays: boolean) {
    this.#folder = index;
    this.#model = model;
    this.#stays = stays;
  }

  /** Why the table had to be made again; undefined when nothing was wrong. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Entries that lacked a row when it was opened, the newest first. */
  get lacking(): readonly string[] {
    return this.#lacking;
  }

  /** Nothing can be near: there are no rows. */
  get isEmpty(): boolean {
    return this.#table === undefined && this.#unwritten.size === 0;
  }

  /**
   * Opens the table, or sees what others wrote to it since. Makes it again where it cannot be used, waiting so long for
   * the lock. Rejects where LanceDB cannot be loaded, or a new table cannot be written.
   */
  async open(database: CacheDatabase, waitMs: number): Promise<void> {
    await VectorTable.load();
    await this.#inTurn(() => this.#opened(database, waitMs));
  }

  async #opened(database: CacheDatabase, waitMs: number): Promise<void> {
    try {
      await this.#follow(database).catch(async () => {
        // Somebody may have put another in its place at this moment.
        this.#table = undefined;
        await this.#follow(database);
      });
    } catch (error) {
      if (error instanceof TenetError) throw error;
      // Whoever held the lock may have put it right.
      await this.#locked(waitMs, () => this.#follow(database).catch(() => this.#replace(database)));
    }
  }

  async #follow(database: CacheDatabase): Promise<void> {
    if (this.#table === undefined) this.#table = await VectorTable.open(this.#folder, this.#model);
    else await this.#table.refresh();
    const state = readTableState(database);
    const version = (await this.#table?.version()) ?? 0;
    const name = tableName(this.#model);
    const isOurs = state?.name === name;
    if (isOurs && version < state.version && this.#table !== undefined) throw new Error("its newest rows are gone");
    if (isOurs && version === state.version) {
      this.#state = state;
      this.#lacking = lackingIds(database);
      if (this.#lacking.length > 0 && this.#table !== undefined) await this.#note(database, state);
      return;
    }
    const made = isOurs && this.#table !== undefined ? state.made : newState(this.#model).made;
    const news = { name, made, version, tidied: isOurs ? state.tidied : 0 };
    this.#compare(database, news, (await this.#table?.keys()) ?? new Set());
  }

  #compare(database: CacheDatabase, state: TableState, keys: ReadonlySet<string>): void {
    this.#state = state;
    this.#lacking = compareWithTable(database, state, keys);
  }

  async nearest(vector: Float32Array, filter: RowFilter, limit: number): Promise<NearRow[]> {
    const rows = (await this.#table?.nearest(vector, filter, limit)) ?? [];
    const { kinds, part } = filter;
    const keys = [...this.#unwritten.keys()].filter(
      (key) => kinds.some((kind) => kind === kindIn(key)) && (part === undefined || part === nameIn(key).part),
    );
    return [...rows, ...this.#unwrittenTo(vector, keys)].sort((a, b) => b.cosine - a.cosine).slice(0, limit);
  }

  async cosinesTo(vector: Float32Array, keys: readonly string[]): Promise<NearRow[]> {
    return [...((await this.#table?.cosinesTo(vector, keys)) ?? []), ...this.#unwrittenTo(vector, keys)];
  }

  #unwrittenTo(vector: Float32Array, keys: readonly string[]): NearRow[] {
    return keys.flatMap((key) => {
      const other = this.#unwritten.get(key);
      return other === undefined ? [] : [{ key, cosine: dot(vector, other) }];
    });
  }

  /** Vectors of texts by their hashes, whoever's they are. */
  async vectorsOf(hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    return (await this.#table?.vectorsOf(hashes)) ?? new Map();
  }

  /** Of these keys those that have a row. */
  async keysAmong(wanted: readonly string[]): Promise<Set<string>> {
    const rows = (await this.#table?.keys(wanted)) ?? new Set<string>();
    return new Set(wanted.filter((key) => rows.has(key) || this.#unwritten.has(key)));
  }

  /** Rows for the next searches of this process, written or not. */
  hold(rows: readonly VectorRow[]): void {
    for (const { key, vector } of rows) this.#unwritten.set(key, vector);
  }

  /** A row of this process that is not written. */
  holds(key: string): boolean {
    return this.#unwritten.has(key);
  }

  /** How many rows are held. */
  get waiting(): number {
    return this.#unwritten.size;
  }

  /** Writes what is held, as the only writer. Throws `busy` or `failed` as the lock does, or LanceDB's error. */
  async write(database: CacheDatabase, waitMs: number): Promise<void> {
    const rows = Array.from(this.#unwritten, ([key, vector]) => ({ key, vector }));
    if (rows.length === 0) return;
    let isWritten = false;
    try {
      await this.#underLock(waitMs, () => this.#put(rows, database));
      isWritten = true;
    } finally {
      // A process that stays makes what it could not write anew: the words may be erased by then.
      if (isWritten || this.#stays) for (const { key } of rows) this.#unwritten.delete(key);
    }
  }

  async #put(rows: VectorRow[], database: CacheDatabase): Promise<void> {
    const put = async () => {
      await this.#follow(database);
      await (this.#table ?? (await this.#begin())).put(rows);
    };
    await put().catch(async () => {
      await this.#replace(database);
      await put();
    });
    await this.#note(database, {});
  }

  /** Notes the version of the table, and which entries lack a row in it. */
  async #note(database: CacheDatabase, news: Partial<TableState>): Promise<void> {
    const table = this.#table;
    if (table === undefined) return;
    const state = { ...(this.#state ?? newState(this.#model)), version: await table.version(), ...news };
    noteRows(database, state, await table.keys(newKeys(database)));
    this.#state = state;
    this.#lacking = lackingIds(database);
  }

  async #begin(): Promise<VectorTable> {
    this.#clear();
    this.#table = await VectorTable.create(this.#folder, this.#model);
    this.#state = newState(this.#model);
    return this.#table;
  }

  /** Removes what is of other models or versions, or was left by a killed writer. */
  #clear(): void {
    const own = new Set([LOCK, basename(tableFolder(this.#folder, tableName(this.#model)))]);
    for (const name of namesIn(this.#folder)) if (!own.has(name)) removeDisposable(join(this.#folder, name));
  }

  /** Opens it again after a search that failed: somebody may have replaced the table, or removed a version of long ago. */
  async reopen(database: CacheDatabase, waitMs: number): Promise<void> {
    this.#table = undefined;
    await this.open(database, waitMs);
  }

  /** A new table with the rows of the old one that can be read. */
  async makeAnew(database: CacheDatabase, waitMs: number, wants?: (key: string) => boolean): Promise<void> {
    await this.#underLock(waitMs, () => this.#replace(database, wants));
  }

  async #replace(database: CacheDatabase, wants: (key: string) => boolean = () => true): Promise<void> {
    const blocks = await this.#readable();
    // Made beside the old one: a full disk leaves that as it is.
    const name = tableName(this.#model);
    const folderBeside = tableFolder(this.#folder, `${name}-new`);
    try {
      const beside = await VectorTable.create(this.#folder, this.#model, `${name}-new`);
      const width = this.#model.dimensions;
      for (const { keys, numbers } of blocks) {
        const rows = keys.map((key, at) => ({ key, vector: numbers.subarray(at * width, (at + 1) * width) }));
        await beside.put(rows.filter(({ key, vector }) => wants(key) && vector.length === width && isUnit(vector)));
      }
      rmSync(tableFolder(this.#folder, name), { recursive: true, force: true });
      renameSync(folderBeside, tableFolder(this.#folder, name));
    } finally {
      removeDisposable(folderBeside);
    }
    this.#clear();
    const table = await VectorTable.open(this.#folder, this.#model);
    this.#table = table;
    const version = (await table?.version()) ?? 0;
    this.#compare(database, { ...newState(this.#model), version }, (await table?.keys()) ?? new Set());
    this.#trouble = "its files are damaged";
  }

  async #readable(): Promise<RowBlock[]> {
    const blocks: RowBlock[] = [];
    try {
      const table = await VectorTable.open(this.#folder, this.#model);
      for await (const block of table?.rows() ?? []) blocks.push(block);
    } catch {
      // The rest is embedded again.
    }
    return blocks;
  }

  /** Joins the pieces of the table, without rows that nobody wants. */
  async tidy(database: CacheDatabase, waitMs: number, wants: (key: string) => boolean): Promise<void> {
    await this.#underLock(waitMs, async () => {
      await this.#follow(database);
      const table = this.#table;
      if (table === undefined) return;
      await table.remove([...(await table.keys())].filter((key) => !wants(key)));
      const isLeft = await table.tidy();
      const version = await table.version();
      await this.#note(database, { tidied: version, outdated: isLeft ? Date.now() : undefined });
    });
  }

  #underLock(waitMs: number, body: () => Promise<void>): Promise<void> {
    return this.#inTurn(() => this.#locked(waitMs, body));
  }

  #locked(waitMs: number, body: () => Promise<void>): Promise<void> {
    return withLock(join(this.#folder, LOCK), "index", waitMs, body);
  }

  /** One after the other in this process: what one call looked at is not noted after another one wrote. */
  #inTurn(body: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(body);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Within rounding of length 1, as every vector was written. */
const isUnit = (vector: Float32Array): boolean => Math.abs(dot(vector, vector) - 1) < 0.01;

const newState = (model: LocatedModel): TableState => {
  return { name: tableName(model), made: randomBytes(8).toString("hex"), version: 0, tidied: 0 };
};
