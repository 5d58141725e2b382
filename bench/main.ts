/** What tenet promises in numbers, measured on this machine. Prints Markdown. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { freshSentence, type Generated, generateTree } from "./generated-tree.js";
import { type Bench, cost, house, once, runAside, type Timed, type Timing, timeInTurn } from "./processes.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    entries: { type: "string", default: "10000" },
    runs: { type: "string", default: "10" },
    /** The folder of another build, to be measured in place of this one. */
    of: { type: "string", default: house },
  },
});
const program = join(resolve(values.of), "bin", "tenet.js");
const runs = Number(values.runs);
const entries = Number(values.entries);
/** What takes minutes of its own is measured only where it is asked for. */
const LONG = new Set(["opening"]);
const wanted = (part: string) => (values.only === undefined ? !LONG.has(part) : values.only.split(",").includes(part));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const table = (...columns: string[]) => print(`\n| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}`);

/** A command of the table; `reach`: the most that is allowed, times bare Node. */
interface Row extends Timing {
  what: string;
  reach: number;
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

function rows({ ids }: Generated): Row[] {
  const id = ids[Math.floor(ids.length / 2)] as string;
  const query = "lock taken before reading a stale copy";
  return [
    { what: "`--help`", reach: 1.8, args: () => ["--help"] },
    { what: "`--version`", reach: 1.4, args: () => ["--version"] },
    { what: "`list`", reach: 4, args: () => ["list"] },
    { what: "`status`", reach: 5, args: () => ["status"] },
    { what: "`heartbeat`, nothing due", reach: 5, args: () => ["heartbeat"] },
    { what: "`show`", reach: 4, args: () => ["show", id] },
    {
      what: "`recall --keyword`",

      reach: 4,
      args: () => ["recall", query, "--keyword"],
    },
    { what: "`recall`, hybrid", reach: 14, args: () => ["recall", query] },
    { what: "`digest --dry-run`, 2,000 uses", reach: 6, args: () => ["digest", "--dry-run"] },
    { what: "`verify`", reach: 30, args: () => ["verify"] },
    { what: "`digest`, nothing new", reach: 6, args: () => ["digest"] },
    {
      what: "`hook session-start`",
      reach: 5,
      args: () => ["hook", "session-start"],
      input: hooked({ hook_event_name: "SessionStart", source: "startup" }),
    },
    {
      what: "`hook user-prompt`",
      reach: 14,
      args: () => ["hook", "user-prompt"],
      input: hooked({ hook_event_name: "UserPromptSubmit", prompt: `Why does it fail: ${query}?` }),
    },
    { what: "`learn`", reach: 18, args: (run) => capture(run, "learn") },
    { what: "`correct`", reach: 18, args: (run) => capture(run, "correct") },
  ];
}

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

const commandRow = ({ what, reach }: Row, { took, bare, overBare }: Timed): string =>
  `| ${what} | ${took.toFixed(0)} ms | ${times(overBare)} (${bare.toFixed(0)} ms) | ≤ ${times(reach)} |`;

function commands(bench: Bench, tree: Generated): void {
  table("command", "median", "over bare Node", "reach");
  for (const row of rows(tree)) print(commandRow(row, timeInTurn(bench, row, runs)));
}

function indexRows(bench: Bench, index: string): void {
  const seconds = () => once(bench, [program, "index"]) / 1000;
  const first = seconds();
  print(`| index from nothing | ≥ 120 entries/s | ${(entries / first).toFixed(0)} entries/s (${first.toFixed(1)} s) |`);
  print(`| index again, nothing new | ≤ 4 s | ${seconds().toFixed(1)} s |`);
  const versions = readdirSync(index, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".manifest"),
  );
  // The newest comes first by its name.
  const [newest] = versions.filter((name) => name.includes("vectors-")).sort();
  if (newest !== undefined) rmSync(join(index, newest));
  print(`| index again, its newest version lost | ≤ 4 s | ${seconds().toFixed(1)} s |`);
}

function peakRow(bench: Bench): void {
  const peak = Math.max(
    ...[["list"], ["recall", "stale copy"], capture(5000, "learn")].map((args) => cost(bench, args).megabytes),
  );
  print(`| peak memory of list, recall, learn | ≤ 350 MB | ${peak.toFixed(0)} MB |`);
}

/** Runs `measure` in a new workspace of so many entries. */
async function inWorkspace(
  count: number,
  measure: (bench: Bench, tree: Generated) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-bench-"));
  const cwd = join(folder, "workspace");
  const tree = generateTree(cwd, count, Math.ceil((count * 3) / 60));
  spawnSync("git", ["init", "-q"], { cwd });
  try {
    await measure({ program, cwd, env: { ...clean(folder), TENET_NOW: tree.now } }, tree);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Variables of a person's shell slow Node down by up to 40 ms. */
const clean = (home: string): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], HOME: home });

async function crowd(): Promise<void> {
  await inWorkspace(300, async (bench) => {
    const writer = async (process: number) => {
      let done = 0;
      for (let run = 0; run < 25; run++) {
        const args = capture(process * 100 + run, run % 2 === 0 ? "learn" : "correct");
        if ((await runAside(bench, args)) === 0) done++;
      }
      return done;
    };
    const started = performance.now();
    const done = await Promise.all(Array.from({ length: 8 }, (_, process) => writer(process)));
    const seconds = (performance.now() - started) / 1000;
    const whole = done.reduce((a, b) => a + b);
    print(`| 8 processes × 25 captures | 200 of 200 | ${whole} of 200 in ${seconds.toFixed(0)} s |`);
  });
}

/** The first command in a workspace that was never read, and the first search by words after it. No vectors. */
async function opening(): Promise<void> {
  for (const [count, reach] of [
    [10_000, "≤ 4 s, ≤ 500 MB"],
    [100_000, "≤ 40 s, ≤ 500 MB"],
  ] as const) {
    await inWorkspace(count, (bench) => {
      for (const args of [["list"], ["recall", "stale copy", "--keyword"], ["list"]]) {
        const { seconds, megabytes } = cost(bench, args);
        const what = `${count} entries, opened first: \`${args.join(" ")}\``;
        print(`| ${what} | ${reach} | ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB |`);
      }
    });
  }
}

/** Recall on our own sets. */
async function quality(): Promise<void> {
  const { recallReport } = await import("./recall-quality.js");
  print(`\n${await recallReport({ program, env: clean(tmpdir()) })}`);
  const { notesReport } = await import("./recall-notes.js");
  print(`\n${await notesReport(2_000, 150)}`);
}

const [cpu] = cpus();
print(
  `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ` +
    `${process.platform}; ${entries} entries, warm disk, medians of ${runs} turns`,
);
if (wanted("size")) print(`\n${(await import("./sizes.js")).sizeReport(resolve(values.of))}`);
if (["index", "cold"].some(wanted)) {
  await inWorkspace(entries, (bench, tree) => {
    table("what", "reach", "measured");
    indexRows(bench, tree.workspace.index);
    if (!wanted("cold")) return;
    commands(bench, tree);
    table("what", "reach", "measured");
    peakRow(bench);
  });
}
if (["crowd", "opening"].some(wanted)) table("what", "reach", "measured");
if (wanted("crowd")) await crowd();
if (wanted("opening")) await opening();
if (wanted("quality")) await quality();
if (wanted("detect")) print(`\n${(await import("./detect.js")).detectReport()}`);
if (wanted("decisions")) print(`\n${await (await import("./decisions.js")).decisionsReport(entries)}`);
