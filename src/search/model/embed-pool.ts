import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import type { EmbedAnswer, EmbedRequest } from "./embed-worker.js";
import type { Embedder, LocatedModel, TextRole } from "./embedder.js";
import { workerFile } from "./model-files.js";
import { openEmbedder, silenceRuntime } from "./open-embedder.js";

interface Waiting {
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

/** Where a model runs beside this thread. */
interface Engine {
  post(request: EmbedRequest): void;
  /** Keeps this process alive while it is waited for, and only then. */
  hold(waited: boolean): void;
  onAnswer(listener: (answer: EmbedAnswer) => void): void;
  onEnd(listener: (why: string) => void): void;
}

/** A thread starts in a third of the time of a process: for one text. */
function thread(file: string): Engine {
  silenceRuntime();
  const worker = new Worker(file, {
    stdout: true,
    // The room V8 takes by default would cost more than the model does.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  });
  return {
    post: (request) => worker.postMessage(request),
    hold: (waited) => (waited ? worker.ref() : worker.unref()),
    onAnswer: (listener) => worker.on("message", listener),
    onEnd(listener) {
      worker.on("error", (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on("exit", () => listener("the thread that runs the model ended"));
    },
  };
}

/** A process gives all its memory back when it ends; what a thread's model frees stays with us. For many texts. */
function separateProcess(file: string): Engine {
  silenceRuntime();
  const child = fork(file, [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
  });
  return {
    post: (request) => void (child.connected && child.send(request)),
    hold(waited) {
      if (waited) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    onAnswer: (listener) => child.on("message", (answer) => listener(answer as EmbedAnswer)),
    onEnd(listener) {
      child.on("error", (error) => listener(error.message));
      child.on("exit", () => listener("the process that runs the model ended"));
    },
  };
}

class EmbedLine {
  readonly #engine: Engine;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #ended: Error | undefined;

  constructor(engine: Engine, model: LocatedModel) {
    this.#engine = engine;
    engine.onEnd((why) => {
      this.#ended ??= new Error(why);
      for (const { reject } of this.#waiting.values()) reject(this.#ended);
      this.#waiting.clear();
    });
    engine.onAnswer((answer) => this.#settle(answer));
    engine.post({ load: model });
    // A model that nobody waits for must not keep the process alive.
    engine.hold(false);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  vectorOf(text: string, role: TextRole): Promise<Float32Array> {
    return this.#ask((number) => ({ number, text, role }));
  }

  #ask(requestOf: (number: number) => EmbedRequest): Promise<Float32Array> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#engine.hold(true);
      this.#engine.post(requestOf(number));
    });
  }

  #settle(answer: EmbedAnswer): void {
    const request = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#engine.hold(false);
    if ("vector" in answer) request?.resolve(answer.vector);
    else request?.reject(new Error(answer.failure));
  }

  /** The end is waited for like an answer: what others still asked for does not let go of it. */
  async close(): Promise<void> {
    await this.#ask(() => ({ close: true })).catch(() => undefined);
  }
}

/**
 * Embeds beside this thread, so that loading a model overlaps with everything else and many texts use several
 * processors; each line still gets one text at a time. Run from its sources, without a built worker, it embeds in this
 * thread. A model that cannot be loaded shows at the first text.
 */
export class EmbedPool implements Embedder {
  readonly #model: LocatedModel;
  readonly #file: string | undefined;
  readonly #lines: EmbedLine[] = [];
  #here: Promise<Embedder> | undefined;
  #ending: Promise<unknown> | undefined;

  constructor(model: LocatedModel, file: string | undefined = workerFile()) {
    this.#model = model;
    this.#file = file;
  }

  /** Starts loading the model in a thread. */
  start(): void {
    if (this.#file === undefined || this.#lines.length > 0) return;
    this.#lines.push(new EmbedLine(thread(this.#file), this.#model));
  }

  /** Starts processes for many texts; the model is loaded in each. */
  startMany(processes: number): void {
    while (this.#file !== undefined && this.#lines.length < processes) {
      this.#lines.push(new EmbedLine(separateProcess(this.#file), this.#model));
    }
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
    const idlest = this.#lines.reduce((a, b) => (b.waiting < a.waiting ? b : a));
    return await idlest.vectorOf(text, role);
  }

  /** Ends what runs, also what an earlier call began to end. A later text starts anew. */
  async dispose(): Promise<void> {
    this.#ending = Promise.all([this.#ending, ...this.#lines.splice(0).map((line) => line.close())]);
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

  /** The model in its thread, loaded once. */
  pool(located: LocatedModel): EmbedPool {
    const key = `${located.fingerprint} ${located.folder}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new KeptPool(located);
      this.#pools.set(key, pool);
    }
    return pool;
  }

  /** Ends what runs beside this process. */
  async end(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), (pool) => pool.end()));
  }
}
