/** Times whole processes in turn with bare Node, so that a drifting machine moves both. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where this bench lies: its bundle runs beneath node_modules. */
export const house = process.env["TENET_BENCH_ROOT"] ?? fileURLToPath(new URL("..", import.meta.url));

export interface Bench {
  /** The file Node runs. */
  program: string;
  /** The workspace the commands run in. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Milliseconds of one run of Node; `input` is what it reads on stdin. */
export function once(bench: Bench, args: readonly string[], input = ""): number {
  const started = process.hrtime.bigint();
  const result = spawnSync(process.execPath, args, { cwd: bench.cwd, env: bench.env, encoding: "utf8", input });
  const elapsed = Number(process.hrtime.bigint() - started) / 1e6;
  if (result.status !== 0) throw new Error(`${args.join(" ")} ended with ${result.status}:\n${result.stderr}`);
  return elapsed;
}

/** A command to be timed; arguments and input may differ from run to run. */
export interface Timing {
  args(run: number): readonly string[];
  input?(run: number): string;
}

/** Medians: milliseconds of each, and the ratio within each turn. */
export interface Timed {
  took: number;
  bare: number;
  overBare: number;
}

/** Bare Node and the command `runs` times in turn, after one run that warms up. */
export function timeInTurn(bench: Bench, { args, input = () => "" }: Timing, runs: number): Timed {
  const turn = (run: number) => ({
    bare: once(bench, ["-e", "0"]),
    took: once(bench, [bench.program, ...args(run)], input(run)),
  });
  turn(-1);
  const turns = Array.from({ length: runs }, (_, run) => turn(run));
  const of = (value: (one: (typeof turns)[number]) => number) => median(turns.map(value));
  return {
    took: of(({ took }) => took),
    bare: of(({ bare }) => bare),
    overBare: of(({ took, bare }) => took / bare),
  };
}

/** One run of a command: seconds, and its peak resident memory in MB as the process itself reports it at its end. */
export function cost(bench: Bench, args: readonly string[]): { seconds: number; megabytes: number } {
  const file = join(bench.cwd, "..", "peak.txt");
  const hook = join(house, "bench", "peak.mjs");
  const env = { ...bench.env, NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK_FILE: file };
  const took = once({ ...bench, env }, [bench.program, ...args]);
  const megabytes = Number(readFileSync(file, "utf8")) / 1024;
  rmSync(file);
  return { seconds: took / 1000, megabytes };
}

/** Runs one command to its end without blocking; answers its exit code. */
export function runAside(bench: Bench, args: readonly string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [bench.program, ...args], {
      cwd: bench.cwd,
      env: bench.env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let notes = "";
    child.stderr.on("data", (text) => {
      notes += text;
    });
    child.on("exit", (code) => {
      if (code !== 0) process.stderr.write(notes);
      done(code ?? 1);
    });
  });
}
