/** What tenet promises in numbers, measured on this machine. Prints Markdown. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_PROFILE } from "../src/config.js";
import { openStore } from "../src/store/open-store.js";
import { freshSentence, type Generated, generateTree } from "./generated-tree.js";
import { type Bench, peakMemory, runAside, timePairs } from "./processes.js";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    only: { type: "string" },
    entries: { type: "string", default: "10000" },
    runs: { type: "string", default: "10" },
  },
});
const root = process.env["TENET_BENCH_ROOT"] ?? process.cwd();
const runs = Number(values.runs);
const entries = Number(values.entries);
const wanted = (part: string) => values.only === undefined || values.only.split(",").includes(part);
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Row {
  what: string;
  reach: number;
  args(run: number): readonly string[];
  /** What it reads on stdin. */
  input?(run: number): string;
}

/** What a host writes to a hook, each run in a session of its own. */
const hooked = (fields: object) => (run: number) =>
  JSON.stringify({ session_id: `bench-${run}`, transcript_path: "/none.jsonl", ...fields });

const capture = (run: number, verb: "learn" | "correct"): readonly string[] => {
  const text = freshSentence((verb === "learn" ? 1000 : 2000) + run);
  return verb === "learn"
    ? ["learn", text, "--because", `measured in run ${run}`, "--risk", "medium: the bench would say too little"]
    : ["correct", text, "--instead-of", "any order will do", "--risk", "high: work is lost", "--so", "look first"];
};

function rows(tree: Generated): Row[] {
  const id = tree.ids[Math.floor(tree.ids.length / 2)] as string;
  const query = "lock taken before reading a stale copy";
  return [
    { what: "`--help`", reach: 1.4, args: () => ["--help"] },
    { what: "`--version`", reach: 1.4, args: () => ["--version"] },
    { what: "`promote --dry-run`, 2,000 uses", reach: 6, args: () => ["promote", "--dry-run"] },
    { what: "`digest --dry-run`, 2,000 uses", reach: 6, args: () => ["digest", "--dry-run"] },
    { what: "`verify`", reach: 30, args: () => ["verify"] },
    { what: "`digest`, nothing new", reach: 6, args: () => ["digest"] },
    { what: "`heartbeat`, nothing due", reach: 2.2, args: () => ["heartbeat"] },
    { what: "`list`", reach: 2.2, args: () => ["list"] },
    { what: "`status`", reach: 2.2, args: () => ["status"] },
    { what: "`show`", reach: 2.2, args: () => ["show", id] },
    { what: "`recall --mode keyword`", reach: 3, args: () => ["recall", query, "--mode", "keyword"] },
    { what: "`recall`, hybrid", reach: 9, args: () => ["recall", query] },
    {
      what: "`hook session-start`",
      reach: 3,
      args: () => ["hook", "session-start"],
      input: hooked({ hook_event_name: "SessionStart", source: "startup" }),
    },
    {
      what: "`hook user-prompt`",
      reach: 9,
      args: () => ["hook", "user-prompt"],
      input: hooked({ hook_event_name: "UserPromptSubmit", prompt: `Why does it fail: ${query}?` }),
    },
    { what: "`learn`", reach: 9, args: (run) => capture(run, "learn") },
    { what: "`correct`", reach: 9, args: (run) => capture(run, "correct") },
  ];
}

function machine(): void {
  const [cpu] = cpus();
  say(
    `Machine: ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`,
  );
}

function buildIndex(bench: Bench, label: string, reach: string, per: (seconds: number) => string): void {
  const started = performance.now();
  const built = spawnSync(process.execPath, [join(root, "bin", "tenet.js"), "index"], { ...bench, encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  if (built.status !== 0) throw new Error(built.stderr);
  say(`| ${label} | ${reach} | ${per(seconds)} |`);
}

async function crowd(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-crowd-"));
  const cwd = join(folder, "w");
  const generated = generateTree(cwd, 300, 45);
  const bench = { root, cwd, env: { ...env, TENET_NOW: generated.now } };
  const writer = async (process: number) => {
    let done = 0;
    for (let run = 0; run < 25; run++) {
      if ((await runAside(bench, capture(process * 100 + run, run % 2 === 0 ? "learn" : "correct"))) === 0) done++;
    }
    return done;
  };
  const started = performance.now();
  const done = (await Promise.all(Array.from({ length: 8 }, (_, process) => writer(process)))).reduce((a, b) => a + b);
  say(
    `| 8 processes × 25 captures | 200 of 200 | ${done} of 200 in ${((performance.now() - started) / 1000).toFixed(0)} s |`,
  );
  rmSync(folder, { recursive: true });
}

async function main(): Promise<void> {
  machine();
  const folder = mkdtempSync(join(tmpdir(), "tenet-bench-"));
  const cwd = join(folder, "workspace");
  const tree = generateTree(cwd, entries, Math.ceil((entries * 3) / 60));
  const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: folder, NO_COLOR: "1", TENET_NOW: tree.now };
  const bench: Bench = { root, cwd, env };
  spawnSync("git", ["init", "-q"], { cwd });
  say(`Tree: ${entries} entries in ${new Set(tree.ids.map((id) => id.slice(0, 12))).size} day files, warm disk\n`);
  say("| what | reach | measured |");
  say("|---|---|---|");
  if (wanted("index") || wanted("cold") || wanted("mcp")) {
    buildIndex(
      bench,
      "index from nothing",
      "≥ 120 entries/s",
      (seconds) => `${(entries / seconds).toFixed(0)} entries/s (${seconds.toFixed(1)} s)`,
    );
    rmSync(tree.workspace.index, { recursive: true, force: true });
    buildIndex(bench, "index again, cached vectors", "≤ 4 s", (seconds) => `${seconds.toFixed(1)} s`);
  }
  if (wanted("cold")) {
    for (const { what, reach, args, input } of rows(tree)) {
      const timed = timePairs(bench, args, runs, input);
      say(
        `| ${what} | ≤ ${reach.toFixed(1)} × | ${timed.ratio.toFixed(2)} × (${timed.median.toFixed(0)} ms; bare node ${timed.bare.toFixed(0)} ms; ${timed.runs} runs) |`,
      );
    }
    const peak = Math.max(
      ...["list", "recall"].map((verb) => peakMemory(bench, verb === "list" ? ["list"] : ["recall", "stale copy"])),
      peakMemory(bench, capture(5000, "learn")),
    );
    say(`| peak memory of list, recall, learn | ≤ 350 MB | ${peak.toFixed(0)} MB |`);
    const opened = await openStore({ workspace: tree.workspace, profile: DEFAULT_PROFILE });
    say(`| files parsed again in an unchanged tree | 0 | ${opened.filesParsed} |`);
  }
  if (wanted("mcp")) {
    const { mcpRows } = await import("./mcp.js");
    for (const row of await mcpRows(bench, runs)) say(row);
  }
  if (wanted("crowd")) await crowd(env);
  rmSync(folder, { recursive: true });
  if (wanted("quality")) await quality();
}

/** Recall on our own set, and parity on public sets where they are. */
async function quality(): Promise<void> {
  const { recallReport } = await import("./recall-quality.js");
  say(`\n${await recallReport()}`);
  if (values.data === undefined || !existsSync(values.data)) {
    say("\nModel parity: pass `--data DIR` with the STS-B files to measure it.");
    return;
  }
  const { parityReport } = await import("./parity.js");
  say(`\n${await parityReport(values.data)}`);
}

await main();
