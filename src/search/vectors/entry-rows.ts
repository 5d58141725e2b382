/** The rows of a tree's entries: kept level with the tree within a budget, or whatever it takes. */
import type { Context, Progress } from "../../context.js";
import type { Entry } from "../../entry/entry.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row, Store } from "../../store/open-store.js";
import { noteUnlooked } from "../../store/state/unlooked.js";
import { keysOfHead, rowsFor, textsOf } from "./embed-missing.js";
import { READ_BUDGET_MS, READ_WAIT_MS, reasonOf, type StartedVectors } from "./started-vectors.js";
import { wantedRows } from "./wanted-rows.js";

/** How long a capture waits to add its own rows; the next reader would add them, too. */
const ADD_WAIT_MS = 5_000;
const BUILD_WAIT_MS = 15_000;
/** From here on a build writes in several steps. */
const MANY = 512;
/** More entries without a row than this mean an unfinished index, not a few new entries. */
const MOST_NEWS = 500;
/** Entries that are read at once. */
const STEP = 64;

/** How far an answer can be trusted to have looked everywhere. */
export interface IndexState {
  index: "fresh" | "partial" | "rebuilt" | "degraded";
  /** Entries that can be found by their words alone. */
  pending: number;
  /** Why it is not fresh; one plain sentence without a full stop. */
  why?: string;
  model?: string;
}

type Embed = (text: string) => Promise<Float32Array | undefined>;

export class EntryRows {
  readonly #ctx: Context;
  readonly #tree: Store;
  readonly #vectors: StartedVectors;
  #isFirst = true;

  constructor(ctx: Context, tree: Store, vectors: StartedVectors) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#vectors = vectors;
  }

  /** Entries that lack a row, the newest first. */
  get #lacking(): Row[] {
    return this.#vectors.index.lacking.flatMap((id) => this.#tree.head(id) ?? []);
  }

  /**
   * Embeds entries without a row, those in `urgent` before others, and writes the new rows. `isCapture`: the urgent ones
   * whatever it takes. Many searches in one process pay the budget once.
   */
  async follow(urgent: ReadonlySet<string>, isCapture: boolean): Promise<IndexState> {
    const { index } = this.#vectors;
    const lacking = this.#lacking;
    if (this.#isFirst) this.#noteNews(lacking);
    const budget = this.#vectors.ready.embedder.within(this.#isFirst ? READ_BUDGET_MS : 0);
    this.#isFirst = false;
    const first = lacking.filter(({ id }) => urgent.has(id));
    const others = lacking.filter(({ id }) => !urgent.has(id));
    await this.#embedWithin(isCapture ? Number.POSITIVE_INFINITY : budget, first);
    await this.#embedWithin(budget, others);
    try {
      await index.write(this.#vectors.database, READ_WAIT_MS);
    } catch (error) {
      const pending = lacking.filter((head) => !keysOfHead(head).every((key) => index.holds(key))).length;
      return { index: "degraded", pending, why: `the index cannot be written (${reasonOf(error)})` };
    }
    return this.#state();
  }

  /** Where the others have rows, entries that lack one came by another way than a capture here. */
  #noteNews(lacking: readonly Row[]): void {
    const isNewIndex = this.#vectors.index.isEmpty || lacking.length > MOST_NEWS;
    const ids = isNewIndex ? [] : lacking.map(({ id }) => id);
    noteUnlooked(this.#ctx.workspace, ids);
  }

  #state(): IndexState {
    const { trouble } = this.#vectors.index;
    const pending = this.#lacking.length;
    const why = trouble === undefined ? {} : { why: `built anew because ${trouble}` };
    if (pending > 0) return { index: "partial", pending, ...why };
    return { index: trouble === undefined ? "fresh" : "rebuilt", pending: 0, ...why };
  }

  /** Makes rows for these entries until the time is over. */
  async #embedWithin(budgetMs: number, heads: readonly Row[]): Promise<void> {
    const until = performance.now() + budgetMs;
    let before: Promise<unknown> = Promise.resolve();
    // One after the other: what was begun is waited for.
    const embed: Embed = (text) => {
      const next = before.then(() => (performance.now() > until ? undefined : this.#vectors.embed(text, "passage")));
      before = next.catch(() => undefined);
      return next;
    };
    for (let at = 0; at < heads.length && performance.now() < until; at += STEP) {
      await this.#hold(heads.slice(at, at + STEP), embed);
    }
  }

  /** Makes the rows of entries. */
  async #hold(heads: readonly Row[], embed: Embed): Promise<{ embedded: number; cached: number }> {
    const { index } = this.#vectors;
    const texts = heads.flatMap((head) => textsOf(entryOf(head)));
    const { rows, embedded } = await rowsFor(texts, { embed, vectorsOf: (hashes) => index.vectorsOf(hashes) });
    index.hold(rows);
    return { embedded, cached: rows.length - embedded };
  }

  /** Keeps the vectors of entries that were just written. */
  async add(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0 || this.#vectors.model === undefined) return;
    try {
      const { rows } = await rowsFor(entries.flatMap(textsOf), {
        vectorsOf: async () => new Map(),
        embed: (text) => this.#vectors.embed(text, "passage"),
      });
      this.#vectors.index.hold(rows);
      await this.#vectors.index.write(this.#vectors.database, ADD_WAIT_MS);
    } catch {
      // The rows are disposable: the next search makes them again.
    }
  }

  /**
   * Embeds everything that has no row, and joins the pieces of the table. Leaves it as it is where more than `most`
   * entries have none.
   */
  async build(progress: Progress, most: number): Promise<IndexState & { embedded: number; cached: number }> {
    const doneSoFar = { embedded: 0, cached: 0 };
    const { signal } = this.#ctx;
    let pending = this.#tree.where({}, "searched").length;
    try {
      await this.#vectors.open();
      const { index, database } = this.#vectors;
      const lacking = this.#lacking;
      pending = lacking.length;
      if (pending > most) return { ...this.#state(), ...doneSoFar };
      this.#noteNews(lacking);
      const bar = progress.start("Reading entries", pending);
      const embed = this.#vectors.embedMany(signal);
      try {
        for (let at = 0; at < lacking.length && !signal.aborted; at += STEP) {
          const { embedded, cached } = await this.#hold(lacking.slice(at, at + STEP), embed);
          doneSoFar.embedded += embedded;
          doneSoFar.cached += cached;
          bar.step(Math.min(STEP, lacking.length - at));
          if (index.waiting > MANY) await index.write(database, BUILD_WAIT_MS);
        }
        await index.write(database, BUILD_WAIT_MS);
      } finally {
        bar.stop();
      }
      pending = this.#lacking.length;
      await index.tidy(database, BUILD_WAIT_MS, await wantedRows(this.#ctx, database));
      return { ...this.#state(), ...doneSoFar };
    } catch (error) {
      return { index: "degraded", pending, why: reasonOf(error), ...doneSoFar };
    } finally {
      await this.#vectors.close();
    }
  }
}
