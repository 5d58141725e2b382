/** What `tenet sync` costs: each part a row of the table. `take`: rows of a hub that become entries of a tree. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../src/store/open-store.js";
import { Workspace } from "../src/store/workspace.js";
import type { AcceptedRow } from "../src/sync/policy/accept-row.js";
import type { SharedBody } from "../src/sync/policy/shared-body.js";
import { takeRows } from "../src/sync/take-rows.js";
import { freshSentence, type Generated } from "./generated-tree.js";
import { type Bench, median, once } from "./processes.js";
import { contextIn } from "./recall-notes.js";

const HUB = "3f2b6c1e-8a4d-4c55-9f10-7c2d1e9a0b34";
const TAKEN = 100;
const WRITERS = 5;
/** Seconds of processor time that taking them may use on an idle machine. */
const REACH = 1;

/** What a process of its own is to take, and where. */
interface Job {
  root: string;
  now: string;
  rows: AcceptedRow[];
}

interface Spent {
  /** Milliseconds: of the processor and by the clock, and of the processor for the whole process. */
  cpu: number;
  wall: number;
  whole: number;
  decisions: Record<string, number>;
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** What other agents found out: of five a new claim each, one known in the same words, in a setting, and half of two known ones. */
function bodiesOf(run: number, known: readonly string[]): SharedBody[] {
  const claimOf = (number: number): string => {
    const [one, other] = [0, 1].map((at) => known[(number * 131 + at * 977) % known.length] ?? "") as [string, string];
    if (number % 5 === 0) return one;
    if (number % 5 === 1) return `Never forget that ${one.charAt(0).toLowerCase()}${one.slice(1)}`;
    if (number % 5 === 2) return [...one.split(" ").slice(0, 6), ...other.split(" ").slice(5)].join(" ");
    return freshSentence(50_000 + number);
  };
  return Array.from({ length: TAKEN }, (_, at) => {
    const number = run * TAKEN + at;
    const [evidence, at_risk] = [freshSentence(90_000 + number), `Otherwise ${freshSentence(130_000 + number)}`];
    return {
      type: "insight",
      claim: claimOf(number),
      stakes: "medium",
      at_risk,
      evidence,
    };
  });
}

/** Rows as they are accepted. */
function rowsOf(bodies: readonly SharedBody[], run: number): AcceptedRow[] {
  return bodies.map((body, at) => {
    const text = JSON.stringify(body);
    const row = {
      ...{ agent: `a11ce0000000000${at % WRITERS}`, number: at + 1 },
      entry: `INS-20240102-${String.fromCharCode(65 + run)}${String(at).padStart(4, "0")}`,
      hash: createHash("sha256").update(text).digest("hex"),
      ...{ at: "2024-01-02T08:00:00Z", body: text },
      ...{ signature: new Uint8Array(64), received: new Date(0), key: new Uint8Array(32) },
    };
    return { row, kind: "entry" as const, body };
  });
}

/** In a process of its own: takes what a file names, and answers what that cost. */
export async function takeFrom(file: string): Promise<Spent> {
  const { root, now, rows } = JSON.parse(readFileSync(file, "utf8")) as Job;
  const workspace = new Workspace(root);
  const ctx = contextIn(workspace, now);
  const [started, used] = [performance.now(), process.cpuUsage()];
  const taken = await takeRows(ctx, HUB, rows, async (change) => change.write(workspace.syncCursors, "{}\n"));
  const [wall, cpu] = [performance.now() - started, cpuMs(process.cpuUsage(used))];
  const decisions: Record<string, number> = {};
  for (const { decision } of taken) decisions[decision] = (decisions[decision] ?? 0) + 1;
  return { cpu, wall, whole: cpuMs(process.cpuUsage()), decisions };
}

function cpuOfBareNode({ env }: Bench): number {
  const script = "process.stdout.write(JSON.stringify(process.cpuUsage()))";
  return cpuMs(JSON.parse(spawnSync(process.execPath, ["-e", script], { env, encoding: "utf8" }).stdout));
}

/** `take`: rows into an indexed tree, which they enlarge; each turn beside bare Node. */
async function takeRow(bench: Bench, tree: Generated, runs: number): Promise<string> {
  const ctx = contextIn(tree.workspace, tree.now);
  const store = await openStore(ctx);
  const known = store.where({ type: "insight" }).map(({ text }) => text);
  const file = join(bench.cwd, "..", "take.json");
  const turns: (Spent & { bare: number })[] = [];
  for (let run = 0; run < runs; run++) {
    const job: Job = { root: bench.cwd, now: tree.now, rows: rowsOf(bodiesOf(run, known), run) };
    writeFileSync(file, JSON.stringify(job));
    const bare = cpuOfBareNode(bench);
    const own = [process.argv[1] as string, "--only", "none", "--take", file];
    const { status, stdout, stderr } = spawnSync(process.execPath, own, { env: bench.env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    turns.push({ ...(JSON.parse(stdout.trim().split("\n").at(-1) as string) as Spent), bare });
  }
  const of = (value: (turn: (typeof turns)[number]) => number) => median(turns.map(value));
  const made = Object.entries(turns[0]?.decisions ?? {}).map(([decision, count]) => `${count} ${decision}`);
  const cpu = `${(of((one) => one.cpu) / 1000).toFixed(2)} s`;
  const bare = `the whole process ${of((one) => one.whole / one.bare).toFixed(0)} × bare Node (${of((one) => one.bare).toFixed(0)} ms)`;
  const wall = `${(of((one) => one.wall) / 1000).toFixed(2)} s by the clock`;
  return `| take ${TAKEN} rows into ${store.size} entries, processor time | ≤ ${REACH} s | ${cpu}; ${bare}; ${wall}; ${made.join(", ")} |`;
}

/** Rows of a table of what, reach and what was measured, one for each part. */
export async function syncRows(bench: Bench, tree: Generated, runs: number): Promise<string[]> {
  once(bench, [bench.program, "index"]);
  return [await takeRow(bench, tree, runs)];
}
