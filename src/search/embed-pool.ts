import { Worker } from "node:worker_threads";
import type { EmbedAnswer, EmbedRequest } from "./embed-worker.js";
import type { Embedder, LocatedModel, TextRole } from "./embedder.js";
import { openEmbedder } from "./open-embedder.js";
import { workerFile } from "./package-root.js";

interface Waiting {
  resolve(vector: Float32Array): void;
  reject(error: Error): void;
}

class EmbedThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #ended: Error | undefined;
  #ready = false;

  constructor(file: string, model: LocatedModel) {
    this.#worker = new Worker(file, {
      workerData: model,
      stdout: true,
      // Several threads each with the room V8 takes by default would cost more than the model does.
      ...(model.direct ? { resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 } } : {}),
    });
    this.#worker.on("message", (answer: EmbedAnswer) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#end(new Error("the thread that runs the model ended")));
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ number, text, role } satisfies EmbedRequest);
    });
  }

  /**
   * A model that nobody waits for must not keep the process alive, unless it is just being loaded: the runtime's native
   * code aborts the whole process when its thread is ended in the middle of that.
   */
  #letGo(): void {
    if (this.#ready && this.#waiting.size === 0) this.#worker.unref();
  }

  #settle(answer: EmbedAnswer): void {
    if (answer === "ready") {
      this.#ready = true;
      this.#letGo();
      return;
    }
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    this.#letGo();
    if ("vector" in answer) waiting?.resolve(answer.vector);
    else waiting?.reject(new Error(answer.failure));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const ended = new Promise<void>((resolve) => this.#worker.once("exit", () => resolve()));
    this.#worker.ref();
    this.#worker.postMessage("close");
    await ended;
  }
}

/**
 * Embeds in threads of their own, so that loading a model overlaps with everything else and several texts use several
 * processors; each thread still gets one text at a time. Run from its sources, without a built worker, it embeds in this
 * thread. A model that cannot be loaded shows at the first text.
 */
export class EmbedPool implements Embedder {
  readonly #model: LocatedModel;
  readonly #file: string | undefined;
  readonly #threads: EmbedThread[] = [];
  #here: Promise<Embedder> | undefined;

  constructor(model: LocatedModel, file: string | undefined = workerFile()) {
    this.#model = model;
    this.#file = file;
  }

  /** Starts threads until there are so many, each loading the model. */
  start(threads: number): void {
    while (this.#file !== undefined && this.#threads.length < threads) {
      this.#threads.push(new EmbedThread(this.#file, this.#model));
    }
  }

  async embed(text: string, role: TextRole): Promise<Float32Array> {
    if (this.#file === undefined) {
      this.#here ??= openEmbedder(this.#model);
      return (await this.#here).embed(text, role);
    }
    this.start(1);
    const idlest = this.#threads.reduce((a, b) => (b.waiting < a.waiting ? b : a));
    return await idlest.embed(text, role);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
    const here = this.#here;
    this.#here = undefined;
    await here?.then(
      (embedder) => embedder.dispose(),
      () => undefined,
    );
  }
}
