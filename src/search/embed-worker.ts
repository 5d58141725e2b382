/** A thread that holds one loaded model and embeds one text at a time. Its own entry point of the bundle. */
import { parentPort, workerData } from "node:worker_threads";
import type { LocatedModel, TextRole } from "./embedder.js";
import { openEmbedder } from "./open-embedder.js";

export interface EmbedRequest {
  number: number;
  text: string;
  role: TextRole;
}

export type EmbedAnswer =
  | { number: number; vector: Float32Array }
  | { number: number; failure: string }
  /** The model is loaded, or will never be: the thread may be ended from now on. */
  | "ready";

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const port = parentPort;
if (port !== null) {
  const loading = openEmbedder(workerData as LocatedModel);
  // A failure to load is told to each request; without requests nobody needs to know.
  loading.catch(() => undefined).finally(() => port.postMessage("ready" satisfies EmbedAnswer));
  port.on("message", (request: EmbedRequest | "close") => {
    if (request === "close") {
      loading
        .then((embedder) => embedder.dispose())
        .catch(() => undefined)
        .finally(() => port.close());
      return;
    }
    const { number, text, role } = request;
    loading
      .then((embedder) => embedder.embed(text, role))
      .then((vector) => port.postMessage({ number, vector }, [vector.buffer as ArrayBuffer]))
      .catch((error: unknown) => port.postMessage({ number, failure: reasonOf(error) }));
  });
}
