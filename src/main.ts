/** argv -> exit code. The only file that reads argv, the environment and the standard streams. */
import { isatty } from "node:tty";
import manifest from "../package.json" with { type: "json" };
import { Interrupted, runCommandLine } from "./cli/run.js";
import type { ProcessIO, Serving } from "./command/call.js";
import { EXIT } from "./errors.js";

export { runCommandLine } from "./cli/run.js";

/** After Ctrl-C the process ends within a second, whatever it was doing; every write is whole at any moment. */
const LAST_RESORT_MS = 800;

/** Ends the process by the signal that stopped it: libraries that are still loading are not torn down, which may abort. */
let dieBySignal: (() => void) | undefined;

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const listen = (signal: NodeJS.Signals, failure: "interrupted" | "terminated") =>
    process.once(signal, () => {
      dieBySignal = () => {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      };
      stopping.abort(new Interrupted(failure));
      setTimeout(dieBySignal, LAST_RESORT_MS).unref();
    });
  listen("SIGINT", "interrupted");
  listen("SIGTERM", "terminated");
  return stopping.signal;
}

/** For a process that runs one command after the other: the model is loaded once, or recorded vectors stand for it. */
export const modelPools = async (vectors?: string) =>
  vectors === undefined ? new (await import("./search/model/embed-pool.js")).ModelPools() : recordedModels(vectors);
const recordedModels = async (vectors: string) =>
  new (await import("./search/model/recorded-vectors.js")).RecordedModels(vectors);

/** The other doors: doors never import doors. */
export const serve = {
  mcp: async (serving: Serving): Promise<void> => (await import("./mcp/server.js")).serveMcp(serving),
};

/** When a client is gone nobody waits for what is still under way for it. */
const AFTER_CLIENT_MS = 250;

async function serveMcp(serving: Serving): Promise<void> {
  await serve.mcp(serving);
  setTimeout(() => (dieBySignal === undefined ? process.exit() : dieBySignal()), AFTER_CLIENT_MS).unref();
}

/** What the end of a process does to its caches: for a process that runs one command after the other. */
export const leaveCaches = async (): Promise<void> => (await import("./store/cache/database.js")).closeCaches();

/** Rejects when nothing is left that could still answer: the process would end as if it were done. */
function runDry(stopping: AbortSignal): Promise<never> {
  // A stack would show this line, not what was waited for.
  const why = Object.assign(new Error("the command ended before it had an answer"), { stack: undefined });
  return new Promise((_, reject) => process.once("beforeExit", () => reject(stopping.reason ?? why)));
}

/** Runs this process as the command its argv names. */
export async function main(): Promise<void> {
  const vectors = process.env["TENET_VECTORS"];
  const recorded = vectors === undefined ? undefined : await recordedModels(vectors);
  const signal = stopSignal();
  const io: ProcessIO = {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    isTTY: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
    timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    startedMs: 0,
    signal,
    version: manifest.version,
    ...(recorded === undefined ? {} : { models: recorded }),
    serve: { mcp: serveMcp },
  };
  process.exitCode = await runCommandLine(io, runDry(signal));
  if (recorded === undefined || recorded.lacking.length === 0) return;
  process.exitCode = EXIT.bug;
  process.stderr.write(`tenet: TENET_VECTORS lacks ${JSON.stringify(recorded.lacking)}\n`);
}
