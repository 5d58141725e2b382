/**
 * A command of the built program in the process of the test: the same code as behind the binary, with streams,
 * environment and folder passed in. It saves the start of a process and the loading of the model, so nearly all tests of
 * commands run so; what a process of its own is the point of (signals, pipes, faults, crowds) is run by `runProcess`.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import type { ProcessIO } from "../src/command/call.js";
import { recordedPools } from "./recorded-vectors.js";

interface Program {
  runCommandLine(from: ProcessIO): Promise<number>;
  leaveCaches(): Promise<void>;
  modelPools(
    vectors?: string,
  ): Promise<NonNullable<ProcessIO["models"]> & { end(): Promise<void>; lacking?: string[] }>;
  serve: NonNullable<ProcessIO["serve"]>;
}

type Pools = Awaited<ReturnType<Program["modelPools"]>>;
let models: Promise<{ pools: Pools; write(): void }> | undefined;
/** By program and file. */
const fromFiles = new Map<string, Promise<Pools>>();

/** Of a file of vectors alone, or of the model where a text is not recorded. */
async function poolsOf({ binary, vectors }: Command): Promise<Pools> {
  const { modelPools } = theProgram(binary);
  if (vectors === undefined) {
    models ??= modelPools().then(recordedPools);
    return (await models).pools;
  }
  const key = `${binary}\n${vectors}`;
  const pools = fromFiles.get(key) ?? modelPools(vectors);
  fromFiles.set(key, pools);
  return await pools;
}

/** Called after each test file. */
export async function endModels(): Promise<void> {
  const loaded = await models;
  loaded?.write();
  await loaded?.pools.end();
  models = undefined;
}

const require = createRequire(import.meta.url);

/** Loaded once a process. */
const theProgram = (binary: string): Program =>
  require(join(dirname(dirname(binary)), "dist", "loader.cjs")).load("main.js");

export interface Command {
  /** The built program. */
  binary: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** Milliseconds after which the command is told to stop and the test fails. */
  timeout: number;
  /** Milliseconds for which the command believes it has been running. */
  ranFor: number;
  /** A file of vectors that the command uses in place of the model. */
  vectors?: string | undefined;
}

/** What a command is connected with, and all that it wrote. */
interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  isTTY: boolean;
}

let last: Promise<unknown> = Promise.resolve();

function become(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** git and editors inherit environment and folder of this process. Answers what gives it its own back. */
function moveTo({ env, cwd }: Pick<Command, "env" | "cwd">): () => void {
  const own = { env: { ...process.env }, cwd: process.cwd() };
  become(env);
  process.chdir(cwd);
  return () => {
    become(own.env);
    process.chdir(own.cwd);
  };
}

/** One command after the other has the process for its own. */
function inTurn<T>(command: Command, work: () => Promise<T>): Promise<T> {
  const turn = last.then(async () => {
    const moveBack = moveTo(command);
    try {
      return await work();
    } finally {
      moveBack();
    }
  });
  last = turn.catch(() => undefined);
  return turn;
}

async function runWith(command: Command, { isTTY, ...streams }: Streams): Promise<number> {
  const { binary, args, cwd, env, timeout, ranFor } = command;
  const { runCommandLine, leaveCaches, serve } = theProgram(binary);
  const stopping = new AbortController();
  const limit = new Error(`tenet ${args.join(" ")} did not end within ${timeout} ms`);
  const timer = setTimeout(() => stopping.abort(limit), timeout);
  const pools = await poolsOf(command);
  try {
    const code = await runCommandLine({
      argv: args,
      env,
      cwd,
      ...(streams as unknown as Pick<ProcessIO, "stdin" | "stdout" | "stderr">),
      isTTY: { stdin: isTTY, stdout: isTTY, stderr: isTTY },
      timezone: Object.assign(() => env["TZ"] ?? "UTC", { toJSON: () => env["TZ"] ?? "UTC" }),
      // Builds of other commits, which `npm run compare` plays, ask for these two in their own way.
      ...{ writeAtOnce: (_: string, text: string) => Buffer.from(text) },
      startedMs: performance.now() - ranFor,
      models: pools,
      signal: stopping.signal,
      version: require("../package.json").version,
      serve,
    });
    if (stopping.signal.aborted) throw limit;
    const lacking = pools.lacking?.splice(0) ?? [];
    if (lacking.length > 0) throw new Error(`no vectors are recorded of ${JSON.stringify(lacking)}`);
    return code;
  } finally {
    await leaveCaches();
    clearTimeout(timer);
  }
}

function kept(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

/** Runs a command with pipes at its ends. */
export async function runHere(
  command: Command,
  stdin: string | null,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = [kept(), kept()];
  const streams = {
    stdin: Readable.from(stdin === null || stdin === "" ? [] : [Buffer.from(stdin)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    isTTY: false,
  };
  const code = await inTurn(command, () => runWith(command, streams));
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Runs a command with somebody at its ends: `drawn` sees what comes onto the screen, and may type. */
export function typeHere(
  command: Command,
  drawn: (text: string, type: (keys: string) => void) => void,
): Promise<number> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => keyboard });
  const type = (keys: string) => void keyboard.write(keys);
  const screen = () => {
    const stream: Writable = new Writable({
      write(chunk: Buffer, _encoding, done) {
        drawn(chunk.toString("utf8"), type);
        done();
      },
    });
    // What is piped into a terminal does not end it.
    return Object.assign(stream, { isTTY: true, columns: 80, rows: 24, end: () => stream });
  };
  const streams = { stdin: keyboard, stdout: screen(), stderr: screen(), isTTY: true };
  return inTurn(command, () => runWith(command, streams));
}

/** A command that answers on its streams for as long as they are open. Commands may run beside it. */
export function serveHere(command: Command): { stdin: Writable; stdout: Readable; end(): Promise<void> } {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const moveBack = moveTo(command);
  const running = runWith(command, { stdin, stdout, stderr: kept().stream, isTTY: false });
  return {
    stdin,
    stdout,
    async end() {
      stdin.end();
      await running.finally(moveBack);
    },
  };
}
