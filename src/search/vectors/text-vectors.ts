/** Passages of knowledge files and people's lines by meaning, in the table of the entries. A row is named by its text. */
import type { Context, Progress } from "../../context.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { linkedFolder } from "../../store/files/disposable.js";
import type { EmbedPool } from "../model/embed-pool.js";
import type { TextRole } from "../model/embedder.js";
import { startedModel } from "../model/started-model.js";
import { rowsFor } from "./embed-missing.js";
import { keyOf, nameIn } from "./text-name.js";
import { VectorIndex } from "./vector-index.js";
import { reasonOf } from "./vector-search.js";

/** What a read may spend on embedding texts that nobody has embedded. */
const BUDGET_MS = 150;
const READ_WAIT_MS = 500;
const BUILD_WAIT_MS = 15_000;
/** So many are written at once. */
const AT_ONCE = 512;
/** From here on a build uses several processes: a passage takes as long as four claims. */
const MANY = 128;

/** A text to be embedded, with the hash that names its vector. */
export interface HashedText {
  hash: string;
  text: string;
}

/** All texts, as far as their vectors go. */
export interface WantedTexts {
  hashes: ReadonlySet<string>;
  /** Texts by their hashes, in this order. */
  texts(hashes: readonly string[]): HashedText[];
}

/** Vectors of texts. Never fails for want of a model: it gives the reason instead. */
export class TextVectors {
  readonly model: string | undefined;
  readonly #kind: "line" | "passage";
  readonly #database: CacheDatabase;
  readonly #parts: { embedder: EmbedPool; index: VectorIndex } | undefined;
  readonly #unavailable: string = "";
  #opening: Promise<void> | undefined;

  /** `database`: a connection that may write. */
  constructor(ctx: Context, kind: "line" | "passage", database: CacheDatabase) {
    const started = startedModel(ctx);
    const linked = linkedFolder(ctx.workspace);
    this.#kind = kind;
    this.#database = database;
    if ("unavailable" in started) this.#unavailable = started.unavailable;
    else if (linked !== undefined) this.#unavailable = `${linked} is a symbolic link`;
    else {
      this.model = started.located.name;
      this.#parts = { embedder: started.embedder, index: VectorIndex.of(ctx, started.located) };
    }
  }

  get #searched(): { embedder: EmbedPool; index: VectorIndex } {
    if (this.#parts === undefined) throw new Error(this.#unavailable);
    return this.#parts;
  }

  readonly #key = (hash: string): string => keyOf({ owner: this.#kind, part: "whole", hash });

  /** Begins to open the table, beside other work. */
  load(): void {
    this.#open().catch(() => undefined);
  }

  #open(): Promise<void> {
    this.#opening ??= (async () => await this.#searched.index.open(this.#database, READ_WAIT_MS))();
    return this.#opening;
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
    const { embedder, index } = this.#searched;
    const { text, role, vector } = question;
    const [target] = await Promise.all([vector ?? embedder.embed(text, role), this.#open()]);
    const pending = await this.#embedWithin(wanted, first, budgetMs);
    const cosines = new Map<string, number>();
    for (let asked = limit; ; asked *= 8) {
      const rows = await index.nearest(target, { kinds: [this.#kind] }, asked);
      for (const { key, cosine } of rows) {
        const { hash } = nameIn(key);
        if (cosines.size < limit && wanted.hashes.has(hash)) cosines.set(hash, cosine);
      }
      if (cosines.size >= limit || rows.length < asked) break;
    }
    const more = first.filter((hash) => wanted.hashes.has(hash) && !cosines.has(hash)).map(this.#key);
    if (more.length > 0)
      for (const { key, cosine } of await index.cosinesTo(target, more)) cosines.set(nameIn(key).hash, cosine);
    return { cosines, pending };
  }

  async #missing({ hashes }: WantedTexts): Promise<string[]> {
    const keys = await this.#searched.index.keysAmong(Array.from(hashes, this.#key));
    return [...hashes].filter((hash) => !keys.has(this.#key(hash)));
  }

  async #embedWithin(wanted: WantedTexts, first: readonly string[], budgetMs: number): Promise<number> {
    const { embedder, index } = this.#searched;
    const missing = await this.#missing(wanted);
    const isMissing = new Set(missing);
    const urgent = first.filter((hash) => isMissing.has(hash));
    const until = performance.now() + budgetMs;
    let embedded = 0;
    for (const { hash, text } of wanted.texts([...new Set([...urgent, ...missing])].slice(0, AT_ONCE))) {
      if (performance.now() > until) break;
      index.hold([{ key: this.#key(hash), vector: await embedder.embed(text, "passage") }]);
      embedded++;
    }
    // The rows are disposable: the next caller makes unwritten ones again.
    if (embedded > 0) await index.write(this.#database, READ_WAIT_MS).catch(() => undefined);
    return missing.length - embedded;
  }

  /** Embeds every text that has no vector. `label`: of the progress bar. */
  async build(
    wanted: WantedTexts,
    work: { label: string; progress: Progress; processes: number; signal: AbortSignal },
  ): Promise<{ embedded: number; pending: number; why?: string }> {
    let missing = [...wanted.hashes];
    const all = { embedded: 0 };
    try {
      await this.#open();
      const { embedder, index } = this.#searched;
      missing = await this.#missing(wanted);
      if (missing.length > MANY) embedder.startMany(work.processes);
      const bar = work.progress.start(work.label, missing.length);
      const embed = async (text: string) => {
        if (work.signal.aborted) return undefined;
        const vector = await embedder.embed(text, "passage");
        bar.step();
        return vector;
      };
      try {
        while (missing.length > 0 && !work.signal.aborted) {
          const texts = wanted
            .texts(missing.slice(0, AT_ONCE))
            .map(({ hash, text }) => ({ key: this.#key(hash), text }));
          const { rows, embedded } = await rowsFor(texts, { embed, vectorsOf: async () => new Map() });
          all.embedded += embedded;
          index.hold(rows);
          await index.write(this.#database, BUILD_WAIT_MS);
          const made = new Set(rows.map(({ key }) => nameIn(key).hash));
          missing = missing.filter((hash) => !made.has(hash));
          if (rows.length === 0) break;
        }
      } finally {
        bar.stop();
      }
      return { ...all, pending: missing.length };
    } catch (error) {
      return { ...all, pending: missing.length, why: reasonOf(error) };
    } finally {
      await this.#parts?.embedder.dispose();
    }
  }
}
