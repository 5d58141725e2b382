/** The entries of one tree by meaning. */
import type { Context, Progress } from "../../context.js";
import { type Entry, textHash } from "../../entry/entry.js";
import { isSearched } from "../../entry/gates/visible.js";
import { ENTRY_TYPES, type EntryType } from "../../entry/record-types.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { linkedFolder } from "../../store/files/disposable.js";
import type { EntryMeta, Store } from "../../store/open-store.js";
import { noteUnlooked } from "../../store/unlooked.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { TextRole } from "../model/embedder.js";
import type { StartedModel } from "../model/started-model.js";
import { isPresent, keysOfHead, readableEntries, rowsFor, textsOf } from "./embed-missing.js";
import { nameIn, type Part } from "./text-name.js";
import { VectorIndex } from "./vector-index.js";
import { dot, type NearRow } from "./vector-table.js";
import { wantedRows } from "./wanted-rows.js";

/** What a read may spend on embedding what others wrote. */
const BUDGET_MS = 150;
/** How long a read waits for another process that is writing the index. */
const READ_WAIT_MS = 500;
/** How long a capture waits to add its own rows; the next reader would add them, too. */
const ADD_WAIT_MS = 5_000;
const BUILD_WAIT_MS = 15_000;
/** From here on a build uses several processes, and writes in several steps. */
const MANY = 512;
/** More entries without a row than this mean an unfinished index, not a few new entries. */
const MOST_NEWS = 500;
/** Entries that are read at once within a budget. */
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

export interface Comparison {
  /** Of the whole texts, by id; undefined when nothing could be compared. */
  cosines: Map<string, number> | undefined;
  /** Of the claims alone: of several wordings the nearest. */
  claims: Map<string, number>;
  state: IndexState;
}

/** The `limit` nearest entries that are accepted, and of those in `first` all that are. */
export interface WantedEntries {
  /** All types unless stated. */
  kinds?: readonly EntryType[] | undefined;
  accept(id: string): boolean;
  limit: number;
  first: ReadonlySet<string>;
  /** For a capture: those in `first` are embedded whatever it takes. */
  capture?: boolean;
}

/** What can be searched by meaning. */
interface Parts {
  embedder: EmbedPool;
  index: VectorIndex;
}

export const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

export class VectorSearch {
  readonly model: string | undefined;
  /** What the last look at the table came to. */
  state: IndexState | undefined;
  readonly #ctx: Context;
  readonly #tree: Store;
  readonly #parts: Parts | undefined;
  /** Why there are none. */
  readonly #unavailable: string = "";
  /** Vectors made for this search, by the hashes of their texts. */
  readonly #embedded = new Map<string, Float32Array>();
  #opening: Promise<void> | undefined;
  /** Entries that lacked a row when last looked at. */
  #missing: readonly EntryMeta[] | undefined;

  constructor(ctx: Context, tree: Store, started: StartedModel) {
    this.#ctx = ctx;
    this.#tree = tree;
    const linked = linkedFolder(ctx.workspace);
    if ("unavailable" in started) this.#unavailable = started.unavailable;
    else if (linked !== undefined) this.#unavailable = `${linked} is a symbolic link`;
    else {
      this.model = started.located.name;
      this.#parts = { embedder: started.embedder, index: VectorIndex.of(ctx, started.located) };
    }
  }

  get #searched(): Parts {
    if (this.#parts === undefined) throw new Error(this.#unavailable);
    return this.#parts;
  }

  /** A connection of its own: the tree keeps its snapshot while this one writes. */
  get #database(): CacheDatabase {
    return this.#tree.database.fork();
  }

  /** The vector of a text. Rejects with the reason when there is no model, or it cannot be run here. */
  async embed(text: string, role: TextRole): Promise<Float32Array> {
    const { embedder } = this.#searched;
    const madeVector = role === "passage" ? this.vectorOf(textHash(text)) : undefined;
    if (madeVector !== undefined) return madeVector;
    try {
      const vector = await embedder.embed(text, role);
      if (role === "passage") this.#embedded.set(textHash(text), vector);
      return vector;
    } catch (error) {
      throw new Error(`the model cannot be run here (${reasonOf(error)})`, { cause: error });
    }
  }

  /** The vector of a text that was embedded for this search, by its hash. */
  vectorOf(hash: string): Float32Array | undefined {
    return this.#embedded.get(hash);
  }

  /** Begins to open the table in the background. Errors surface in the comparison that follows. */
  load(): void {
    this.#open().catch(() => undefined);
  }

  #open(): Promise<void> {
    this.#opening ??= (async () => {
      const { index } = this.#searched;
      try {
        await index.open(this.#database, READ_WAIT_MS);
      } catch (error) {
        throw new Error(`the index cannot be read (${reasonOf(error)})`, { cause: error });
      }
    })();
    return this.#opening;
  }

  /** Starts the model and reads the rows: what the first search of a process that stays would have to wait for. */
  async prepare(): Promise<void> {
    this.#parts?.embedder.start();
    await this.#open()
      .then(() => this.#parts?.index.remember())
      .catch(() => undefined);
  }

  /**
   * Cosines of a whole text to those of entries, and of a claim to theirs; a question is both. The table is brought level
   * with the tree before, as far as the time allows.
   */
  async compare(
    whole: Promise<Float32Array>,
    wanted: WantedEntries,
    claim: Promise<Float32Array> = whole,
  ): Promise<Comparison> {
    try {
      const opening = this.#open();
      // Awaited without a vector as well: nobody is answered while files are still being opened for them.
      const [target, claimed] = await Promise.all([whole, claim]).finally(() => opening.catch(() => undefined));
      await opening;
      let state = await this.#sync(wanted);
      const again = async (mend: (database: CacheDatabase, waitMs: number) => Promise<void>) => {
        await mend(this.#database, READ_WAIT_MS);
        this.#missing = undefined;
        state = await this.#sync(wanted);
        return await this.#near(target, claimed, wanted);
      };
      const { index } = this.#searched;
      const near = await this.#near(target, claimed, wanted)
        .catch(() => again((...how) => index.reopen(...how)))
        .catch(() => again((...how) => index.makeAnew(...how)));
      return { ...near, state: this.#tell(state) };
    } catch (error) {
      const state = this.#tell({ index: "degraded", pending: 0, why: reasonOf(error) });
      return { cosines: undefined, claims: new Map(), state };
    }
  }

  async #near(target: Float32Array, claimed: Float32Array, wanted: WantedEntries): Promise<Omit<Comparison, "state">> {
    if (target === claimed) {
      const rows = await this.#nearest(target, wanted);
      return { cosines: bestOf(rows, "whole"), claims: bestOf(rows, "claim") };
    }
    const cosines = bestOf(await this.#nearest(target, wanted, "whole"), "whole");
    const first = new Set([...wanted.first, ...cosines.keys()]);
    return { cosines, claims: bestOf(await this.#nearest(claimed, { ...wanted, first }, "claim"), "claim") };
  }

  /** The claims near a text, after a comparison. */
  async claimsNear(vector: Float32Array, wanted: WantedEntries): Promise<Map<string, number>> {
    return bestOf(await this.#nearest(vector, wanted, "claim"), "claim");
  }

  /** Rows of the nearest entries that are accepted, and of those in `first`; of one part of them or of both. */
  async #nearest(vector: Float32Array, wanted: WantedEntries, part?: Part): Promise<NearRow[]> {
    const { kinds = ENTRY_TYPES, accept, limit, first } = wanted;
    const { index } = this.#searched;
    const filter = { kinds, ...(part === undefined ? {} : { part }) };
    const head = (id: string) => (accept(id) ? this.#tree.head(id) : undefined);
    const isWanted = ({ key }: NearRow) => {
      const known = head(nameIn(key).owner);
      return known !== undefined && isSearched(known) && isPresent(known, key);
    };
    const near = new Map<string, NearRow[]>();
    // Refused rows take places, so each round asks for more.
    for (let asked = limit * 2; ; asked *= 8) {
      const rows = await index.nearest(vector, filter, asked);
      near.clear();
      for (const row of rows.filter(isWanted)) {
        const { owner } = nameIn(row.key);
        if (near.has(owner) || near.size < limit) near.set(owner, [...(near.get(owner) ?? []), row]);
      }
      if (near.size >= limit || rows.length < asked) break;
    }
    const nearRows = [...near.values()].flat();
    const nearKeys = new Set(nearRows.map(({ key }) => key));
    const more = [...new Set([...first, ...near.keys()])]
      .flatMap((id) => head(id) ?? [])
      .flatMap((known) => keysOfHead(known, part))
      .filter((key) => !nearKeys.has(key));
    return more.length === 0 ? nearRows : [...nearRows, ...(await index.cosinesTo(vector, more))];
  }

  /** The cosine of a text to the nearest of an entry's, of one part; undefined where either has no vector. */
  async cosineTo(
    vector: Float32Array | undefined,
    head: EntryMeta | undefined,
    part: Part,
  ): Promise<number | undefined> {
    if (vector === undefined || head === undefined) return undefined;
    const keys = keysOfHead(head, part);
    const madeVectors = keys.flatMap((key) => this.vectorOf(nameIn(key).hash) ?? []);
    const rows = madeVectors.length === keys.length ? [] : await this.#searched.index.cosinesTo(vector, keys);
    const cosines = [...madeVectors.map((other) => dot(vector, other)), ...rows.map(({ cosine }) => cosine)];
    return cosines.length === 0 ? undefined : Math.max(...cosines);
  }

  #tell(state: IndexState): IndexState {
    this.state = { ...state, ...(this.model === undefined ? {} : { model: this.model }) };
    return this.state;
  }

  /** Embeds entries without a row, those in `first` before others, and writes the new rows. */
  async #sync({ first, capture = false }: WantedEntries): Promise<IndexState> {
    const { index } = this.#searched;
    const isFirst = this.#missing === undefined;
    const missing = this.#missing ?? this.#headsOf(index.lacking);
    const isNewIndex = index.isEmpty || missing.length > MOST_NEWS;
    // Where the others have rows, these entries came by another way than a capture here.
    if (isFirst && !isNewIndex) {
      noteUnlooked(
        this.#ctx.workspace,
        missing.map(({ id }) => id),
      );
    }
    const urgent = missing.filter(({ id }) => first.has(id));
    const later = missing.filter(({ id }) => !first.has(id));
    // Many captures in one process pay the budget once.
    const budget = isFirst ? BUDGET_MS : 0;
    const existing = new Set<string>();
    const done = new Set([
      ...(await this.#embedWithin(capture ? Number.POSITIVE_INFINITY : budget, urgent, existing)),
      ...(await this.#embedWithin(budget, later, existing)),
    ]);
    this.#missing = missing.filter((head) => !done.has(head));
    try {
      await index.write(this.#database, READ_WAIT_MS, existing);
    } catch (error) {
      const why = `the index cannot be written (${reasonOf(error)})`;
      return { index: "degraded", pending: this.#missing.length, why };
    }
    return this.#stateWith(this.#missing.length);
  }

  #headsOf(ids: readonly string[]): EntryMeta[] {
    return ids.flatMap((id) => this.#tree.head(id) ?? []);
  }

  /** Makes rows for these entries until the time is over, and holds them. Answers the entries that have all of theirs. */
  async #embedWithin(budgetMs: number, heads: readonly EntryMeta[], existing: Set<string>): Promise<EntryMeta[]> {
    const until = performance.now() + budgetMs;
    const done: EntryMeta[] = [];
    let before: Promise<unknown> = Promise.resolve();
    // One after the other: what was begun is waited for.
    const embed = (text: string): Promise<Float32Array | undefined> => {
      const next = before.then(() => (performance.now() > until ? undefined : this.embed(text, "passage")));
      before = next.catch(() => undefined);
      return next;
    };
    for (let at = 0; at < heads.length && performance.now() < until; at += STEP) {
      const { complete } = await this.#hold(heads.slice(at, at + STEP), existing, embed);
      done.push(...complete);
    }
    return done;
  }

  /** Makes the rows that entries lack, and holds them. An entry whose file changed since, or cannot be read, waits. */
  async #hold(
    heads: readonly EntryMeta[],
    existing: Set<string>,
    embed: (text: string) => Promise<Float32Array | undefined>,
  ): Promise<{ complete: EntryMeta[]; embedded: number; cached: number }> {
    const { index } = this.#searched;
    const heldKeys = await index.keysAmong(heads.flatMap((head) => keysOfHead(head)));
    for (const key of heldKeys) existing.add(key);
    const located = await readableEntries(this.#tree, heads);
    const texts = located.flatMap(({ entry }) => {
      const head = this.#tree.head(entry.id);
      return textsOf(entry).filter(({ key }) => head !== undefined && isPresent(head, key) && !heldKeys.has(key));
    });
    const { rows, embedded } = await rowsFor(texts, { embed, vectorsOf: (hashes) => index.vectorsOf(hashes) });
    index.hold(rows);
    for (const { key } of rows) heldKeys.add(key);
    const complete = heads.filter((head) => keysOfHead(head).every((key) => heldKeys.has(key)));
    return { complete, embedded, cached: rows.length - embedded };
  }

  #stateWith(pending: number): IndexState {
    const trouble = this.#parts?.index.trouble;
    const why = trouble === undefined ? {} : { why: `built anew because ${trouble}` };
    if (pending > 0) return { index: "partial", pending, ...why };
    return trouble === undefined ? { index: "fresh", pending: 0 } : { index: "rebuilt", pending: 0, ...why };
  }

  /** Keeps the vectors of entries that were just written. */
  async add(entries: readonly Entry[]): Promise<void> {
    if (this.#parts === undefined || entries.length === 0) return;
    try {
      const { rows } = await rowsFor(entries.flatMap(textsOf), {
        vectorsOf: async () => this.#embedded,
        embed: (text) => this.embed(text, "passage"),
      });
      this.#parts.index.hold(rows);
      await this.#parts.index.write(this.#database, ADD_WAIT_MS);
    } catch {
      // The rows are disposable: the next search makes them again.
    }
  }

  /**
   * Embeds everything that has no row, in several processes where it is much, and joins the pieces of the table. Leaves it
   * as it is where more than `most` entries have none.
   */
  async build(
    progress: Progress,
    { processes, most }: { processes: number; most: number },
  ): Promise<IndexState & { embedded: number; cached: number }> {
    const doneSoFar = { embedded: 0, cached: 0 };
    let pending = this.#tree.where({}, "searched").length;
    try {
      await this.#open();
      const { embedder, index } = this.#searched;
      const database = this.#database;
      const missing = this.#headsOf(index.lacking);
      pending = missing.length;
      if (pending > most) return { ...this.#tell(this.#stateWith(pending)), ...doneSoFar };
      const bar = progress.start("Reading entries", missing.length);
      if (missing.length > MANY) embedder.startMany(processes);
      const embed = async (text: string) =>
        this.#ctx.signal.aborted ? undefined : await embedder.embed(text, "passage");
      const existing = new Set<string>();
      try {
        for (let at = 0; at < missing.length && !this.#ctx.signal.aborted; at += STEP) {
          const heads = missing.slice(at, at + STEP);
          const { embedded, cached } = await this.#hold(heads, existing, embed);
          doneSoFar.embedded += embedded;
          doneSoFar.cached += cached;
          bar.step(heads.length);
          if (index.waiting.length > MANY) await index.write(database, BUILD_WAIT_MS, existing);
        }
        await index.write(database, BUILD_WAIT_MS, existing);
      } finally {
        bar.stop();
      }
      await embedder.dispose();
      pending = this.#headsOf(index.lacking).length;
      await index.tidy(database, BUILD_WAIT_MS, await wantedRows(this.#ctx, database));
      return { ...this.#tell(this.#stateWith(pending)), ...doneSoFar };
    } catch (error) {
      return { ...this.#tell({ index: "degraded", pending, why: reasonOf(error) }), ...doneSoFar };
    }
  }

  /** Begins to end the model's thread. */
  rest(): void {
    // Whoever closes waits for it.
    this.#parts?.embedder.dispose().catch(() => undefined);
  }

  /** Ends the model's thread and gives its memory back. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#parts?.embedder.dispose();
  }
}

/** By entry, of its rows of one part the nearest. */
function bestOf(rows: readonly NearRow[], part: Part): Map<string, number> {
  const best = new Map<string, number>();
  for (const { key, cosine } of rows) {
    const name = nameIn(key);
    if (name.part === part) best.set(name.owner, Math.max(best.get(name.owner) ?? -1, cosine));
  }
  return best;
}
