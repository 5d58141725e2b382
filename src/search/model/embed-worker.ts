/** A thread or process that holds one loaded model and embeds one text at a time. Its own entry point of the bundle. */
import { parentPort } from "node:worker_threads";
import type { LocatedModel, TextRole } from "./embedder.js";
import { openEmbedder, silenceRuntime } from "./open-embedder.js";

/** Texts come as they are, or with `takes: "windows"` already cut into tokens: then no tokenizer is loaded here. */
export type EmbedRequest =
  | { load: LocatedModel; takes: "texts" | "windows" }
  | { number: number; text: string; role: TextRole }
  | { number: number; windows: number[][] }
  | { close: true };

/** What a worker holds: a model that takes one kind of request. */
interface Held {
  vectorOf(request: EmbedRequest): Promise<Float32Array>;
  dispose(): Promise<void>;
}

async function open(model: LocatedModel, takes: "texts" | "windows"): Promise<Held> {
  const unfit = () => Promise.reject(new Error(`a request that is not ${takes}`));
  if (takes === "windows") {
    silenceRuntime();
    const { minilmInference } = await import("./minilm-inference.js");
    const inference = await minilmInference(model);
    const vectorOf = (request: EmbedRequest) => ("windows" in request ? inference.vectorOf(request.windows) : unfit());
    return { vectorOf, dispose: () => inference.dispose() };
  }
  const embedder = await openEmbedder(model);
  const vectorOf = (request: EmbedRequest) =>
    "text" in request ? embedder.embed(request.text, request.role) : unfit();
  return { vectorOf, dispose: () => embedder.dispose() };
}

export type EmbedAnswer = { number: number; vector: Float32Array } | { number: number; failure: string };

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function serve(answer: (answer: EmbedAnswer) => void, leave: () => void): (request: EmbedRequest) => void {
  let loading: Promise<Held> | undefined;
  return (request) => {
    if ("load" in request) {
      loading = open(request.load, request.takes);
      // A failure to load is told to each text; without texts nobody needs to know.
      loading.catch(() => undefined);
    } else if ("close" in request) {
      Promise.resolve(loading?.then((held) => held.dispose()))
        .catch(() => undefined)
        .finally(leave);
    } else {
      const { number } = request;
      Promise.resolve(loading)
        .then((held) => {
          if (held === undefined) throw new Error("no model was named");
          return held.vectorOf(request);
        })
        .then((vector) => answer({ number, vector }))
        .catch((error: unknown) => answer({ number, failure: reasonOf(error) }));
    }
  };
}

const port = parentPort;
if (port !== null) {
  port.on(
    "message",
    serve(
      (answer) => port.postMessage(answer),
      () => port.close(),
    ),
  );
} else if (process.send !== undefined) {
  const send = process.send.bind(process);
  process.on(
    "message",
    serve(
      (answer) => void send(answer),
      () => process.disconnect(),
    ) as (request: unknown) => void,
  );
}
