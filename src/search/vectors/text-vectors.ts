/**
 * Texts of files by meaning: a table of vectors beside that of the entries, kept as that one is; a row is named by its
 * text. Passages of knowledge files have one, people's lines another.
 */
import type { Context, Progress } from "../../context.js";
import { linkedFolder } from "../../store/files/disposable.js";
import { isLink } from "../../store/records/scan.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { TextRole } from "../model/embedder.js";
import { startedModel } from "../model/started-model.js";
import { embedAll } from "./embed-missing.js";
import { COMPACT_AFTER } from "./vector-pointer.js";
import { keyOf, type RowName, type VectorRow, VectorRows } from "./vector-rows.js";
import { type RowsOfTree, VectorStore } from "./vector-store.js";

/** What a read may spend on embedding texts that nobody has embedded. */
const BUDGET_MS = 150;
const READ_WAIT_MS = 500;
const BUILD_WAIT_MS = 15_000;
/** So many are written at once. */
const AT_ONCE = 512;
/** From here on a build uses several processes: a passage takes as long as four claims. */
const MANY = 128;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

/** A text to be embedded, with the hash that names its vector. */
export interface NamedText {
  hash: string;
  text: string;
}

/** All texts, as far as their vectors go. */
export interface WantedTexts {
  /** Names this state of the files: with a table that is complete for it nothing is looked for. */
  of: string;
  hashes: ReadonlySet<string>;
  /** Texts by their hashes, in this order. */
  texts(hashes: readonly string[]): NamedText[];
}

/** Vectors of texts. Never fails for want of a model: it gives the reason instead. */
export class TextVectors {
  readonly model: string | undefined;
  readonly #embedder: EmbedPool | undefined;
  readonly #store: VectorStore | undefined;
  #unavailable = "there is no model";
  #rows = VectorRows.of([]);
  #reading: Promise<void> | undefined;

  /** `index`: the folder of its table. */
  constructor(ctx: Context, index: string) {
    const started = startedModel(ctx);
    const linked = linkedFolder(ctx.workspace) ?? (isLink(index) ? index : undefined);
    if ("unavailable" in started) this.#unavailable = started.unavailable;
    else if (linked !== undefined) this.#unavailable = `${linked} is a symbolic link`;
    else {
      this.model = started.located.name;
      this.#embedder = started.embedder;
      this.#store = new VectorStore({ index }, started.located, ctx.warm?.rows);
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
   * Cosines of a question to the nearest texts and to those in `first`, by hash; embeds what is missing within its
   * budget (ms), those in `first` before others. Rejects where nothing can be compared. `pending`: how many lack a vector.
   * `vector`: of the question, where it was made already.
   */
  async compare(
    question: { text: string; role: TextRole; vector?: Float32Array | undefined },
    wanted: WantedTexts,
    { first, limit, budgetMs = BUDGET_MS }: { first: readonly string[]; limit: number; budgetMs?: number },
  ): Promise<{ cosines: Map<string, number>; pending: number }> {
    if (this.#embedder === undefined) throw new Error(this.#unavailable);
    const { text, role, vector } = question;
    const [target] = await Promise.all([vector ?? this.#embedder.embed(text, role), this.#read()]);
    const pending = await this.#embedWithin(wanted, first, budgetMs);
    const names = first.map((hash): RowName => ({ id: hash, hash }));
    const accept = ({ hash }: RowName) => wanted.hashes.has(hash);
    return { cosines: this.#rows.cosines(target, { accept, first: names, limit }), pending };
  }

  #missing({ of, hashes }: WantedTexts): string[] {
    if (this.#store?.tree === of) return [];
    return [...hashes].filter((hash) => !this.#rows.has(keyOf({ id: hash, hash })));
  }

  async #embedWithin(wanted: WantedTexts, first: readonly string[], budgetMs: number): Promise<number> {
    const missing = this.#missing(wanted);
    const isMissing = new Set(missing);
    const urgent = first.filter((hash) => isMissing.has(hash));
    const until = performance.now() + budgetMs;
    const newRows: VectorRow[] = [];
    for (const { hash, text } of wanted.texts([...new Set([...urgent, ...missing])].slice(0, AT_ONCE))) {
      if (performance.now() > until) break;
      newRows.push({ id: hash, hash, vector: await (this.#embedder as EmbedPool).embed(text, "passage") });
    }
    this.#rows = this.#rows.with(newRows);
    const pending = missing.length - newRows.length;
    const isNews = pending === 0 && this.#store?.tree !== wanted.of;
    // The rows are disposable: the next caller makes unwritten ones again.
    if (newRows.length > 0 || isNews)
      await this.#write(newRows, wanted, pending === 0, READ_WAIT_MS).catch(() => undefined);
    return pending;
  }

  async #write(
    rows: readonly VectorRow[],
    wanted: WantedTexts,
    isComplete: boolean,
    waitMs: number,
    compactAfter: number = COMPACT_AFTER.reading,
  ): Promise<void> {
    const of: RowsOfTree = { hash: wanted.of, wants: ({ hash }) => wanted.hashes.has(hash) };
    await this.#store?.change({ rows, of, isComplete, waitMs, compactAfter });
  }

  /** Embeds every text that has no vector, and takes out those that nobody wants. `label`: of the progress bar. */
  async build(
    wanted: WantedTexts,
    work: { label: string; progress: Progress; processes: number; signal: AbortSignal },
  ): Promise<{ embedded: number; pending: number; why?: string }> {
    let missing = [...wanted.hashes];
    let embedded = 0;
    try {
      await this.#read();
      missing = this.#missing(wanted);
      if (missing.length > MANY) this.#embedder?.startMany(work.processes);
      const bar = work.progress.start(work.label, missing.length);
      const embed = (text: string) => (this.#embedder as EmbedPool).embed(text, "passage");
      try {
        while (missing.length > 0 && !work.signal.aborted) {
          const texts = wanted.texts(missing.slice(0, AT_ONCE)).map((one) => ({ ...one, id: one.hash }));
          const { made } = await embedAll(texts, this.#rows, { embed, step: () => bar.step(), signal: work.signal });
          embedded += made.length;
          this.#rows = this.#rows.with(made);
          const embeddedHashes = new Set(made.map(({ hash }) => hash));
          missing = missing.filter((hash) => !embeddedHashes.has(hash));
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
