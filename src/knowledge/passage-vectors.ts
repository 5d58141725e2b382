/** Passages by meaning: a table of vectors beside that of the entries, kept as that one is; a row is named by its text. */
import type { Context, Progress } from "../context.js";
import type { EmbedPool } from "../search/model/embed-pool.js";
import { startedModel } from "../search/model/started-model.js";
import { embedAll } from "../search/vectors/embed-missing.js";
import { COMPACT_AFTER } from "../search/vectors/vector-pointer.js";
import { keyOf, type RowName, type VectorRow, VectorRows } from "../search/vectors/vector-rows.js";
import { type RowsOfTree, VectorStore } from "../search/vectors/vector-store.js";
import { linkedFolder } from "../store/files/disposable.js";
import { isLink } from "../store/records/scan.js";

/** What a read may spend on embedding passages that nobody has embedded. */
const BUDGET_MS = 150;
const READ_WAIT_MS = 500;
const BUILD_WAIT_MS = 15_000;
/** So many are written at once. */
const AT_ONCE = 512;
/** From here on a build uses several processes: a passage takes as long as four entries. */
const MANY = 128;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

/** A passage to be embedded: what it says, by the hash that names its vector. */
export interface PassageText {
  hash: string;
  text: string;
}

/** All passages, as far as their vectors go. */
export interface WantedPassages {
  /** Of {@link FollowedFiles}: with a table that is complete for it nothing is looked for. */
  of: string;
  hashes: ReadonlySet<string>;
  /** Texts by their hashes, in this order. */
  texts(hashes: readonly string[]): PassageText[];
}

/** Vectors of passages. Never fails for want of a model: it says why there are none. */
export class PassageVectors {
  readonly model: string | undefined;
  readonly #embedder: EmbedPool | undefined;
  readonly #store: VectorStore | undefined;
  #unavailable = "there is no model";
  #rows = VectorRows.of([]);
  #reading: Promise<void> | undefined;

  constructor(ctx: Context) {
    const started = startedModel(ctx);
    const { knowledgeIndex } = ctx.workspace;
    const linked = linkedFolder(ctx.workspace) ?? (isLink(knowledgeIndex) ? knowledgeIndex : undefined);
    if ("unavailable" in started) this.#unavailable = started.unavailable;
    else if (linked !== undefined) this.#unavailable = `${linked} is a symbolic link`;
    else {
      this.model = started.located.name;
      this.#embedder = started.embedder;
      this.#store = new VectorStore({ index: knowledgeIndex }, started.located, ctx.warm?.rows);
    }
  }

  /** Begins to read the table, beside other work. */
  load(): void {
    this.#read().catch(() => undefined);
  }

  #read(): Promise<void> {
    this.#reading ??= (async () => {
      if (this.#store === undefined) throw new Error(this.#unavailable);
      this.#rows = await this.#store.read();
    })();
    return this.#reading;
  }

  /**
   * Cosines of a question to the nearest passages and to those in `first`, by hash; embeds what is missing within its
   * budget, those in `first` before others. Rejects where nothing can be compared. `pending`: how many lack a vector.
   */
  async compare(
    query: string,
    wanted: WantedPassages,
    { first, limit }: { first: readonly string[]; limit: number },
  ): Promise<{ cosines: Map<string, number>; pending: number }> {
    if (this.#embedder === undefined) throw new Error(this.#unavailable);
    const [target] = await Promise.all([this.#embedder.embed(query, "query"), this.#read()]);
    const pending = await this.#embedWithin(wanted, first);
    const names = first.map((hash): RowName => ({ id: hash, hash }));
    const accept = ({ hash }: RowName) => wanted.hashes.has(hash);
    return { cosines: this.#rows.cosines(target, { accept, first: names, limit }), pending };
  }

  #missing({ of, hashes }: WantedPassages): string[] {
    if (this.#store?.tree === of) return [];
    return [...hashes].filter((hash) => !this.#rows.has(keyOf({ id: hash, hash })));
  }

  async #embedWithin(wanted: WantedPassages, first: readonly string[]): Promise<number> {
    const missing = this.#missing(wanted);
    const isMissing = new Set(missing);
    const urgent = first.filter((hash) => isMissing.has(hash));
    const until = performance.now() + BUDGET_MS;
    const made: VectorRow[] = [];
    for (const { hash, text } of wanted.texts([...new Set([...urgent, ...missing])].slice(0, AT_ONCE))) {
      if (performance.now() > until) break;
      made.push({ id: hash, hash, vector: await (this.#embedder as EmbedPool).embed(text, "passage") });
    }
    this.#rows = this.#rows.with(made);
    const pending = missing.length - made.length;
    const isNews = pending === 0 && this.#store?.tree !== wanted.of;
    // Disposable: what cannot be written now is made again by whoever asks next.
    if (made.length > 0 || isNews) await this.#write(made, wanted, pending === 0, READ_WAIT_MS).catch(() => undefined);
    return pending;
  }

  async #write(
    rows: readonly VectorRow[],
    wanted: WantedPassages,
    isComplete: boolean,
    waitMs: number,
    compactAfter: number = COMPACT_AFTER.reading,
  ): Promise<void> {
    const of: RowsOfTree = { hash: wanted.of, wants: ({ hash }) => wanted.hashes.has(hash) };
    await this.#store?.change({ rows, of, isComplete, waitMs, compactAfter });
  }

  /** Embeds every passage that has no vector, and takes out those that nobody wants. */
  async build(
    wanted: WantedPassages,
    work: { progress: Progress; processes: number; signal: AbortSignal },
  ): Promise<{ embedded: number; pending: number; why?: string }> {
    let missing = [...wanted.hashes];
    let embedded = 0;
    try {
      await this.#read();
      missing = this.#missing(wanted);
      if (missing.length > MANY) this.#embedder?.startMany(work.processes);
      const bar = work.progress.start("Reading knowledge", missing.length);
      const embed = (text: string) => (this.#embedder as EmbedPool).embed(text, "passage");
      try {
        while (missing.length > 0 && !work.signal.aborted) {
          const texts = wanted.texts(missing.slice(0, AT_ONCE)).map((one) => ({ ...one, id: one.hash }));
          const { made } = await embedAll(texts, this.#rows, { embed, step: () => bar.step(), signal: work.signal });
          embedded += made.length;
          this.#rows = this.#rows.with(made);
          const done = new Set(made.map(({ hash }) => hash));
          missing = missing.filter((hash) => !done.has(hash));
          await this.#write(made, wanted, false, BUILD_WAIT_MS);
          if (made.length === 0) break;
        }
      } finally {
        bar.stop();
      }
      const isTidy = this.#rows.all.every(({ hash }) => wanted.hashes.has(hash));
      const compactAfter = isTidy ? COMPACT_AFTER.reading : 0;
      await this.#write([], wanted, missing.length === 0, BUILD_WAIT_MS, compactAfter);
      return { embedded, pending: missing.length };
    } catch (error) {
      return { embedded, pending: missing.length, why: reasonOf(error) };
    } finally {
      await this.#embedder?.dispose();
    }
  }
}
