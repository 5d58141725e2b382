import { Worker } from "node:worker_threads";
import type { EmbedAnswer, EmbedRequest } from "./embed-worker.js";
import type { Embedder, LocatedModel, TextRole } from "./embedder.js";
import { workerFile } from "./model-files.js";
import { openEmbedder, silenceRuntime } from "./open-embedder.js";

interface Waiting {
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

/** A thread that runs the model. */
class EmbedLine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #ended: Error | undefined;

  constructor(file: string, model: LocatedModel) {
    silenceRuntime();
    this.#worker = new Worker(file, {
      stdout: true,
      // The room V8 takes by default would cost more than the model does.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    });
    const end = (why: string) => {
      this.#ended ??= new Error(why);
      for (const { reject } of this.#waiting.values()) reject(this.#ended);
      this.#waiting.clear();
    };
    this.#worker.on("error", (error) => end(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", () => end("the thread that runs the model ended"));
    this.#worker.on("message", (answer: EmbedAnswer) => this.#settle(answer));
    this.#worker.postMessage({ load: model } satisfies EmbedRequest);
    // A model that nobody waits for must not keep the process alive.
    this.#worker.unref();
  }

  vectorOf(text: string, role: TextRole): Promise<Float32Array> {
    return this.#ask((number) => ({ number, text, role }));
  }

  #ask(requestOf: (number: number) => EmbedRequest): Promise<Float32Array> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(requestOf(number));
    });
  }

  #settle(answer: EmbedAnswer): void {
    const request = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("vector" in answer) request?.resolve(answer.vector);
    else request?.reject(new Error(answer.failure));
  }

  /** The end is waited for like an answer: what others still asked for does not let go of it. */
  async close(): Promise<void> {
    await this.#ask(() => ({ close: true })).catch(() => undefined);
  }
}

/**
 * Embeds in a thread beside this one, so that loading a model overlaps with everything else. Run from its sources, without
 * a built worker, it embeds in this thread. A model that cannot be loaded shows at the first text.
 */
export class EmbedPool implements Embedder {
  readonly #model: LocatedModel;
  readonly #file: string | undefined;
  #line: EmbedLine | undefined;
  #here: Promise<Embedder> | undefined;
  #ending: Promise<unknown> | undefined;

  constructor(model: LocatedModel, file: string | undefined = workerFile()) {
    this.#model = model;
    this.#file = file;
  }

  /** Starts loading the model in a thread. */
  start(): void {
    if (this.#file !== undefined) this.#line ??= new EmbedLine(this.#file, this.#model);
  }

  /** Milliseconds that a caller may spend on vectors that are missing, of those it would. */
  within(budgetMs: number): number {
    return budgetMs;
  }

  async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#file === undefined) {
      this.#here ??= openEmbedder(this.#model);
      return (await this.#here).embed(text, role);
    }
    this.start();
    if (this.#line === undefined) throw new Error("this process is about to end");
    return await this.#line.vectorOf(text, role);
  }

  /** Ends what runs, also what an earlier call began to end. A later text starts anew. */
  async dispose(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    this.#ending = Promise.all([this.#ending, line?.close()]);
    await this.#ending;
    const here = this.#here;
    this.#here = undefined;
    await here?.then(
      (embedder) => embedder.dispose(),
      () => undefined,
    );
  }
}

/** A model that stays loaded after each user. */
class KeptPool extends EmbedPool {
  #over = false;

  override start(): void {
    if (!this.#over) super.start();
  }

  override async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#over) throw new Error("this process is about to end");
    try {
      return await super.embed(text, role);
    } catch (error) {
      // The thread may be dead: the next text starts another.
      await super.dispose().catch(() => undefined);
      throw error;
    }
  }

  /** Kept for the next search. */
  override async dispose(): Promise<void> {}

  /** For good: a process that ends while a model is loading aborts. */
  end(): Promise<void> {
    this.#over = true;
    return super.dispose();
  }
}

/** One loaded model for each requested one. */
export class ModelPools {
  readonly #pools = new Map<string, KeptPool>();
  #over = false;

  /** The model in its thread, loaded once. */
  pool(located: LocatedModel): EmbedPool {
    const key = `${located.fingerprint} ${located.folder}`;
    const pool = this.#pools.get(key) ?? new KeptPool(located);
    this.#pools.set(key, pool);
    if (this.#over) void pool.end();
    return pool;
  }

  /** Ends what runs beside this thread. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.end()));
  }
}
