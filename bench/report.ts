/** What `tenet report` costs on a tree in which much has happened: time, peak memory, and the size of its page. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Entry, Use } from "../src/entry/entry.js";
import { prefixOf } from "../src/entry/record-types.js";
import { idSource } from "../src/ids.js";
import { appendRecord } from "../src/store/records/record-edit.js";
import { Workspace } from "../src/store/workspace.js";
import { freshSentence, randomFrom } from "./generated-tree.js";
import { type Bench, cost, once, timeInTurn } from "./processes.js";

const FIRST = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const AGENTS = ["main", "nova", "rigel", "vega"] as const;
const LEVELS = ["high", "medium", "low", "low"] as const;
const DOMAINS = 40;

/** Of twenty entries in a row: four outcomes, six corrections, seven insights, two drafts, one question. */
const TWENTY = `correction insight outcome insight correction insight outcome edit insight correction
correction insight outcome insight correction question outcome edit insight correction`.split(/\s/) as Entry["type"][];

const instantOf = (day: number): string => `${new Date(FIRST + day * DAY_MS).toISOString().slice(0, 19)}Z`;

class ReportTree {
  readonly #random = randomFrom(16);
  readonly #ids = idSource("bench-report");
  readonly #known = { correction: [] as string[], insight: [] as string[] };
  readonly entries: Entry[] = [];
  #uses = 0;

  add(day: number, number: number): void {
    const type = TWENTY[number % TWENTY.length] as Entry["type"];
    const timestamp = instantOf(day);
    const id = `${prefixOf(type)}-${timestamp.slice(0, 10).replaceAll("-", "")}-${this.#ids.tail()}`;
    const about = this.#random() < 0.8 ? { domain: `domain-${Math.floor(this.#random() * DOMAINS)}` } : {};
    const head = { id, timestamp, tier: "self", status: "active", agent: this.#pick(AGENTS), type, ...about };
    const fields = this.#fieldsOf(type, day, number);
    this.entries.push({ ...head, ...fields } as unknown as Entry);
    if (type === "correction" || type === "insight") this.#known[type].push(id);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  #fieldsOf(type: Entry["type"], day: number, number: number): Record<string, unknown> {
    const [one, two, three] = [0, 1, 2].map((at) => freshSentence(number * 3 + at));
    const rated = { stakes: this.#pick(LEVELS), at_risk: two };
    if (type === "correction") {
      const held = this.#random() < 0.7 ? "held" : "failed";
      const answered = this.#random() < 0.5 ? { stick: { verdict: held, at: instantOf(day + 5) } } : {};
      const repeats = this.#random() < 0.2 ? { recurrence_of: this.#pick(this.#known.correction) } : {};
      return { corrected_to: one, prior_belief: two, behavioral_change: three, ...rated, ...answered, ...repeats };
    }
    if (type === "insight") {
      const same =
        this.#random() < 0.05
          ? {
              near: [
                { with: this.#pick(this.#known.insight), score: 0.8, by: "claim" as const, state: "open" as const },
              ],
            }
          : {};
      return { insight: one, evidence: three, ...rated, uses: this.#usesAfter(day), ...this.#grown(day), ...same };
    }
    if (type === "outcome") {
      const references = [this.#pick([...this.#known.insight.slice(-50), ...this.#known.correction.slice(-50)])];
      const verdict = this.#pick(["validated", "validated", "mixed", "invalidated"]);
      const score = 1 + Math.floor(this.#random() * 10);
      return { references, result: `${one}. ${two}.`, verdict, score, status: "resolved" };
    }
    if (type === "question") return { question: `${one}?`, because: two };
    return { context: one, original: two, final: three, kind: "rewrite", distance: 60, ratio: 0.6 };
  }

  /** Ten uses of seven insights. */
  #usesAfter(day: number): Use[] {
    const count = this.#uses++ % 7 < 3 ? 2 : 1;
    return Array.from({ length: count }, (_, at) => {
      const moment = instantOf(day + at + 1);
      return { at: moment, session: `s-${moment.slice(0, 10)}`, agent: "main", result: at === 0 ? "worked" : "cited" };
    });
  }

  /** Every third insight grows, mostly by another agent. */
  #grown(day: number): Record<string, unknown> {
    if (this.#random() >= 0.33) return {};
    const evolution = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, (_, at) => {
      const text = freshSentence(Math.floor(this.#random() * 1_000_000));
      return { at: instantOf(day + at + 1), text, agent: this.#pick(AGENTS), evidence: "It was measured" };
    });
    return { evolution };
  }
}

/** Entries over a year for each 10,000, with the logs and the ledger of the same days. Answers the day after the last one. */
function makeTree(root: string, count: number): string {
  const ws = new Workspace(root);
  const tree = new ReportTree();
  const days = Math.ceil(count / 30);
  for (let number = 0; number < count; number++) tree.add((number * days) / count, number);
  const files = new Map<string, string>();
  for (const entry of tree.entries) {
    const file = ws.dayFile(entry.type as "insight", entry.timestamp.slice(0, 10));
    files.set(file, appendRecord(files.get(file), entry));
  }
  for (let day = 0; day < days; day++) {
    const name = instantOf(day).slice(0, 10);
    const lines = Array.from({ length: 10 }, (_, at) => `- 14:${10 + at} not learned: the build printed ${at} lines`);
    files.set(ws.dailyLog(name), `# ${name}\n\n${lines.join("\n")}\n`);
    const ids = tree.entries.slice(day * 30, day * 30 + 5).map(({ id }) => id);
    const reads = Array.from({ length: 5 }, (_, at) =>
      JSON.stringify({
        ...{ at: instantOf(day + 0.5), kind: "read", op: "recall", agent: AGENTS[at % AGENTS.length], session: "s" },
        ids: at === 0 ? [] : ids,
      }),
    );
    files.set(join(ws.ledger, name, `${name.replaceAll("-", "")}T120000Z-1-00000001.jsonl`), `${reads.join("\n")}\n`);
  }
  files.set(ws.profile, `schema: 1\nagent: [${AGENTS.join(", ")}]\ntimezone: UTC\n`);
  files.set(join(root, ".gitignore"), ".tenet/\nmemory/learning/index.md\n");
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return instantOf(days + 1);
}

/** A way to have the report, with the most that it may take: seconds, and megabytes of memory and of its file. */
interface Reach {
  seconds: number;
  megabytes?: number;
  page: number;
}

/** Rows of a table of what, reach and what was measured: the text, and the page in a file. */
function rowsOf(bench: Bench, folder: string, count: number, reach: Reach, runs: number): string[] {
  const page = join(folder, "report.html");
  const memory = reach.megabytes === undefined ? "" : `, ≤ ${reach.megabytes} MB`;
  return [["report"], ["report", "--html", page]].map((args) => {
    const { took, bare } = timeInTurn(bench, { args: () => args }, runs);
    const { megabytes } = cost(bench, args);
    const isPage = args.length > 1;
    const size = isPage ? `; ${(statSync(page).size / 1e6).toFixed(2)} MB` : "";
    const most = `≤ ${reach.seconds} s${memory}${isPage ? `; ≤ ${reach.page} MB` : ""}`;
    const what = `${count} entries: \`report${isPage ? " --html" : ""}\``;
    const measured = `${(took / 1000).toFixed(2)} s (bare Node ${bare.toFixed(0)} ms), ${megabytes.toFixed(0)} MB${size}`;
    return `| ${what} | ${most} | ${measured} |`;
  });
}

function inReportTree(program: string, env: NodeJS.ProcessEnv, count: number, reach: Reach, runs: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), "tenet-bench-"));
  try {
    const cwd = join(folder, "workspace");
    const now = makeTree(cwd, count);
    const bench: Bench = { program, cwd, env: { ...env, HOME: folder, TENET_NOW: now } };
    spawnSync("git", ["init", "-q"], { cwd });
    // The rules of the first digest, and the caches.
    once(bench, [program, "digest"]);
    return rowsOf(bench, folder, count, reach, runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Half as many uses as entries, and a fifth of them outcomes. */
export const reportRows = (program: string, env: NodeJS.ProcessEnv, runs: number): string[] => [
  ...inReportTree(program, env, 10_000, { seconds: 1.5, megabytes: 400, page: 1.5 }, runs),
  ...inReportTree(program, env, 100_000, { seconds: 15, page: 1.5 }, Math.min(runs, 3)),
];
