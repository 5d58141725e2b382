/** A thread that holds one loaded model and embeds one text at a time. Its own entry point of the bundle. */
import { parentPort } from "node:worker_threads";
import type { Embedder, LocatedModel, TextRole } from "./embedder.js";
import { openEmbedder } from "./open-embedder.js";

export type EmbedRequest = { load: LocatedModel } | { number: number; text: string; role: TextRole } | { close: true };

export type EmbedAnswer = { number: number; vector: Float32Array } | { number: number; failure: string };

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function serve(answer: (answer: EmbedAnswer) => void, leave: () => void): (request: EmbedRequest) => void {
  let loading: Promise<Embedder> | undefined;
  return (request) => {
    if ("load" in request) {
      loading = openEmbedder(request.load);
      // A failure to load answers each text; without texts it goes unreported.
      loading.catch(() => undefined);
    } else if ("close" in request) {
      Promise.resolve(loading?.then((embedder) => embedder.dispose()))
        .catch(() => undefined)
        .finally(leave);
    } else {
      const { number, text, role } = request;
      Promise.resolve(loading)
        .then((embedder) => {
          if (embedder === undefined) throw new Error("no model was named");
          return embedder.embed(text, role);
        })
        .then((vector) => answer({ number, vector }))
        .catch((error: unknown) => answer({ number, failure: reasonOf(error) }));
    }
  };
}

const port = parentPort;
port?.on(
  "message",
  serve(
    (answer) => port.postMessage(answer),
    () => port.close(),
  ),
);
