/** Passages of knowledge files and people's lines by meaning, in the table of the entries. A row is named by its text. */
import type { Context } from "../../context.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import type { TextRole } from "../model/embedder.js";
import { rowsFor } from "./embed-missing.js";
import { READ_BUDGET_MS, READ_WAIT_MS, reasonOf, StartedVectors } from "./started-vectors.js";
import { keyOf, nameIn } from "./text-name.js";

const BUILD_WAIT_MS = 15_000;
/** So many are written at once. */
const AT_ONCE = 512;

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
  readonly #kind: "line" | "passage";
  readonly #vectors: StartedVectors;

  constructor(ctx: Context, kind: "line" | "passage", database: CacheDatabase) {
    this.#kind = kind;
    this.#vectors = new StartedVectors(ctx, database);
  }

  get model(): string | undefined {
    return this.#vectors.model;
  }

  readonly #key = (hash: string): string => keyOf({ owner: this.#kind, part: "whole", hash });

  /** Begins to open the table, beside other work. */
  load(): void {
    this.#vectors.load();
  }

  /**
   * Cosines of a question to the nearest texts and to those in `first`, by hash; embeds what is missing within its
   * budget (ms), those in `first` before others. Rejects where nothing can be compared. `pending`: how many lack a vector.
   * `vector`: of the question, where it was made already.
   */
  async compare(
    question: { text: string; role: TextRole; vector?: Float32Array | undefined },
    wanted: WantedTexts,
    { first, limit, budgetMs = READ_BUDGET_MS }: { first: readonly string[]; limit: number; budgetMs?: number },
  ): Promise<{ cosines: Map<string, number>; pending: number }> {
    const { text, role, vector } = question;
    const [target] = await Promise.all([vector ?? this.#vectors.embed(text, role), this.#vectors.open()]);
    const { index } = this.#vectors;
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
    const others = first.filter((hash) => wanted.hashes.has(hash) && !cosines.has(hash)).map(this.#key);
    for (const { key, cosine } of await index.cosinesTo(target, others)) cosines.set(nameIn(key).hash, cosine);
    return { cosines, pending };
  }

  async #missing({ hashes }: WantedTexts): Promise<string[]> {
    const keys = await this.#vectors.index.keysAmong(Array.from(hashes, this.#key));
    return [...hashes].filter((hash) => !keys.has(this.#key(hash)));
  }

  async #embedWithin(wanted: WantedTexts, first: readonly string[], budgetMs: number): Promise<number> {
    const { index, embedder } = this.#vectors.ready;
    const { database } = this.#vectors;
    const missing = await this.#missing(wanted);
    const isMissing = new Set(missing);
    const urgent = first.filter((hash) => isMissing.has(hash));
    const until = performance.now() + embedder.within(budgetMs);
    let embedded = 0;
    for (const { hash, text } of wanted.texts([...new Set([...urgent, ...missing])].slice(0, AT_ONCE))) {
      if (performance.now() > until) break;
      index.hold([{ key: this.#key(hash), vector: await this.#vectors.embed(text, "passage") }]);
      embedded++;
    }
    // The rows are disposable: the next caller makes unwritten ones again.
    await index.write(database, READ_WAIT_MS).catch(() => undefined);
    return missing.length - embedded;
  }

  /** Embeds every text that has no vector. `label`: of the progress bar. */
  async build(
    wanted: WantedTexts,
    label: string,
    { progress, signal }: Pick<Context, "progress" | "signal">,
  ): Promise<{ embedded: number; pending: number; why?: string }> {
    let missing = [...wanted.hashes];
    let embedded = 0;
    try {
      await this.#vectors.open();
      const { index, database } = this.#vectors;
      missing = await this.#missing(wanted);
      const bar = progress.start(label, missing.length);
      const embed = this.#vectors.embedMany(signal);
      try {
        while (missing.length > 0 && !signal.aborted) {
          const texts = wanted
            .texts(missing.slice(0, AT_ONCE))
            .map(({ hash, text }) => ({ key: this.#key(hash), text }));
          const { rows } = await rowsFor(texts, {
            embed: async (text) => {
              const vector = await embed(text);
              bar.step();
              return vector;
            },
            vectorsOf: async () => new Map(),
          });
          embedded += rows.length;
          index.hold(rows);
          await index.write(database, BUILD_WAIT_MS);
          const made = new Set(rows.map(({ key }) => nameIn(key).hash));
          missing = missing.filter((hash) => !made.has(hash));
          if (rows.length === 0) break;
        }
      } finally {
        bar.stop();
      }
      return { embedded, pending: missing.length };
    } catch (error) {
      return { embedded, pending: missing.length, why: reasonOf(error) };
    } finally {
      await this.#vectors.close();
    }
  }
}
