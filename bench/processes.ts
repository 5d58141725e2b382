/** Times whole processes: the command and bare `node -e 0` in turn, so that a drifting machine moves both. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface Timed {
  /** Median milliseconds of the command and of bare Node, and the median of the pairwise ratios. */
  median: number;
  bare: number;
  ratio: number;
  runs: number;
}

export interface Bench {
  /** The repository. */
  root: string;
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

/** Medians of `runs` pairs after one warm-up; `args` and `input` may differ from run to run. */
export function timePairs(
  bench: Bench,
  args: (run: number) => readonly string[],
  runs: number,
  input: (run: number) => string = () => "",
): Timed {
  const binary = join(bench.root, "bin", "tenet.js");
  once(bench, [binary, ...args(-1)], input(-1));
  const commands: number[] = [];
  const bares: number[] = [];
  for (let run = 0; run < runs; run++) {
    bares.push(once(bench, ["-e", "0"]));
    commands.push(once(bench, [binary, ...args(run)], input(run)));
  }
  const ratios = commands.map((time, run) => time / (bares[run] as number));
  return { median: median(commands), bare: median(bares), ratio: median(ratios), runs };
}

/** Peak resident memory of one command, in MB, as the process itself reports it at its end. */
export function peakMemory(bench: Bench, args: readonly string[]): number {
  const file = join(bench.cwd, "..", "peak.txt");
  const hook = join(bench.root, "bench", "peak.mjs");
  once({ ...bench, env: { ...bench.env, NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK_FILE: file } }, [
    join(bench.root, "bin", "tenet.js"),
    ...args,
  ]);
  const peak = Number(readFileSync(file, "utf8")) / 1024;
  rmSync(file);
  return peak;
}

/** Runs one command to its end without blocking; answers its exit code. */
export function runAside(bench: Bench, args: readonly string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(bench.root, "bin", "tenet.js"), ...args], {
      cwd: bench.cwd,
      env: bench.env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    child.on("exit", (code) => {
      if (code !== 0) process.stderr.write(said);
      done(code ?? 1);
    });
  });
}
