/**
 * What five years leave on a disk, at 50 recalls and 20 captures a day in two sessions. Prints the size of the tree and of
 * everything local after each year, and how long `list` and `heartbeat` take then.
 *
 * Real commands, in this process, each 28th day: `heartbeat`, `hook session-start`, a capture (`add`), a recall by words and
 * `hook session-end`. A person has them daily: what is over its bound stays longer here. The other records of a day are written into the tree as
 * generated, all answered. Everything else a session would have left is written by the functions that those commands call,
 * each as a process of its own: lines of the ledger (the receipt of a context as the last real one was), what the session
 * was shown, and opportunities. All of it is one copy of the program: two copies of SQLite in a process release each other's
 * locks. There is no model, so no vectors: the folder of the index is no part of this.
 */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fixedClock } from "../src/clock.js";
import type { ProcessIO } from "../src/command/call.js";
import type { Context } from "../src/context.js";
import { leaveCaches, runCommandLine } from "../src/main.js";
import { recordEvent, recordRead } from "../src/store/ledger/ledger.js";
import { openStore, type Store } from "../src/store/open-store.js";
import { noteOpportunities, rememberSession, rememberShown } from "../src/store/sessions.js";
import { Workspace } from "../src/store/workspace.js";
import { freshSentence, type Generated, generateTree, randomFrom } from "./generated-tree.js";
import { type Bench, type Timed, timeInTurn } from "./processes.js";
import { contextIn } from "./recall-notes.js";

/** The day of the first record of a generated tree. */
const FIRST = Date.UTC(2024, 0, 1, 8);
const DAY_MS = 86_400_000;
const YEAR = 365;
const SESSIONS = 2;
const RECALLS = 25;
const CAPTURES = 10;
const SHOWN = 5;
/** A session is about so many entries: its recalls find them again and again. */
const MATTERS = 20;
/** Days from one heartbeat and real session to the next. */
const REAL_EVERY = 28;

class Simulation {
  readonly #bench: Bench;
  readonly #random = randomFrom(33);
  readonly workspace: Workspace;
  /** A tree of all years, from which each day gets its files. */
  readonly #generated: Generated;
  day = 0;

  constructor(bench: Bench, days: number) {
    this.#bench = bench;
    this.workspace = new Workspace(bench.cwd);
    this.#generated = generateTree(`${bench.cwd}-generated`, days * SESSIONS * CAPTURES, days);
  }

  get now(): string {
    return `${new Date(FIRST + this.day * DAY_MS).toISOString().slice(0, 19)}Z`;
  }

  /** Runs one command as a process would; returns its stdout. */
  async #run(args: readonly string[], session: string, input = ""): Promise<string> {
    const written: string[] = [];
    const code = await runCommandLine({
      argv: args,
      env: { ...this.#bench.env, TENET_NOW: this.now, TENET_SESSION: session },
      cwd: this.#bench.cwd,
      stdin: Readable.from([Buffer.from(input)]) as unknown as ProcessIO["stdin"],
      stdout: streamInto(written),
      stderr: streamInto([]),
      isTTY: { stdin: false, stdout: false, stderr: false },
      writeAtOnce: (_, text) => Buffer.from(text),
      timezone: "UTC",
      startedMs: performance.now(),
      signal: new AbortController().signal,
      version: "0.1.0",
      serve: { mcp: async () => undefined },
    });
    await leaveCaches();
    if (code !== 0) throw new Error(`tenet ${args.join(" ")} ended with ${code}: ${written.join("")}`);
    return written.join("");
  }

  /** Of another process: its workspace is an object of its own, so that its chain is, too. */
  #another(session: string): Context {
    const ctx = contextIn(new Workspace(this.#bench.cwd), this.now);
    return { ...ctx, clock: fixedClock(this.now), actor: { ...ctx.actor, session } };
  }

  get entries(): number {
    return this.day * SESSIONS * CAPTURES;
  }

  /** The records of the day come into the tree. */
  #records(): void {
    for (const type of ["correction", "insight", "outcome"] as const) {
      const day = this.now.slice(0, 10);
      const from = this.#generated.workspace.dayFile(type, day);
      const to = this.workspace.dayFile(type, day);
      mkdirSync(dirname(to), { recursive: true });
      if (existsSync(from)) renameSync(from, to);
    }
  }

  async #session(number: number, tree: Store): Promise<void> {
    const session = `${this.now.slice(0, 10)}-${number}`;
    const first = this.entries + number * CAPTURES;
    if (number === 0 && this.day % REAL_EVERY === 0) await this.#realSession(session, number);
    else {
      const shown = this.#generated.ids.slice(Math.max(0, first - MATTERS), first);
      await recordRead(this.#another(session), "context", shown);
    }
    for (const id of this.#generated.ids.slice(first, first + CAPTURES)) {
      const { workspace, actor } = this.#another(session);
      const by = { agent: actor.agent, session };
      await recordEvent(workspace, { at: this.now, kind: "write", op: "learn", ...by, ids: [id] });
      rememberSession(workspace, { at: this.now, ...by, captured: [id] });
    }
    const newest = this.#generated.ids.slice(Math.max(0, first - 2_000), first + CAPTURES);
    const matters = this.#drawn(newest, MATTERS);
    for (let recall = 0; recall < RECALLS; recall++) {
      const ctx = this.#another(session);
      const ids = this.#drawn(matters, SHOWN);
      await noteOpportunities(ctx, freshSentence(this.day * RECALLS + recall));
      await rememberShown(ctx, tree, ids);
      await recordRead(ctx, "recall", ids);
    }
  }

  #drawn(ids: readonly string[], count: number): string[] {
    const drawn = Array.from({ length: count }, () => ids[Math.floor(this.#random() * ids.length)] ?? "");
    return [...new Set(drawn)];
  }

  async #realSession(session: string, number: number): Promise<void> {
    const event = (hook_event_name: string) =>
      JSON.stringify({ hook_event_name, session_id: session, transcript_path: "/none.jsonl", source: "startup" });
    await this.#run(["hook", "session-start", "--host", "claude-code"], session, event("SessionStart"));
    const [insight, evidence, risk] = [0, 1, 2].map((part) => freshSentence((this.day * SESSIONS + number) * 3 + part));
    const draft = { type: "insight", insight, evidence, stakes: "medium", at_risk: `Otherwise ${risk}` };
    await this.#run(["add", "-"], session, JSON.stringify(draft));
    await this.#run(["recall", freshSentence(this.day), "--mode", "keyword"], session);
    await this.#run(["hook", "session-end", "--host", "claude-code"], session, event("SessionEnd"));
  }

  async dayPasses(): Promise<void> {
    this.#records();
    if (this.day % REAL_EVERY === 0) await this.#run(["heartbeat"], `heartbeat-${this.day}`);
    const tree = await openStore(this.#another("read"));
    for (let session = 0; session < SESSIONS; session++) await this.#session(session, tree);
    await leaveCaches();
    this.day++;
  }
}

/** A stream that keeps what is written to it. */
function streamInto(texts: string[]): ProcessIO["stdout"] {
  const stream = new Writable({
    write(text, _, done) {
      texts.push(String(text));
      done();
    },
  });
  return stream as unknown as ProcessIO["stdout"];
}

/** Bytes and files below a folder, but for these. */
function sizeOf(path: string, without: readonly string[] = []): { bytes: number; files: number } {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || without.includes(path)) return { bytes: 0, files: 0 };
  if (!stats.isDirectory()) return { bytes: stats.size, files: 1 };
  const parts = readdirSync(path).map((name) => sizeOf(join(path, name), without));
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    files: parts.reduce((sum, { files }) => sum + files, 0),
  };
}

function sizesOf(ws: Workspace): [what: string, { bytes: number; files: number }][] {
  const logs = [ws.opportunities, ws.checkLog, join(ws.sessions, "questions.json"), ws.sessionFindings];
  return [
    ["tree (`memory/`)", sizeOf(ws.memory)],
    ["`cache/tenet.db`", sizeOf(ws.cache)],
    ["`state/ledger`", sizeOf(ws.ledger)],
    ["`state/sessions`", sizeOf(ws.sessions, logs)],
    ["`state/sessions/heard`", sizeOf(ws.sessionFindings)],
    ["`state/sessions/opportunities.jsonl`", sizeOf(ws.opportunities)],
    ["`state/sessions/questions.json`", sizeOf(join(ws.sessions, "questions.json"))],
    ["`state/undo`", sizeOf(ws.undo)],
    ["everything else local", sizeOf(ws.local, [ws.cache, ws.ledger, ws.sessions, ws.undo, ws.index])],
  ];
}

const sizeText = ({ bytes, files }: { bytes: number; files: number }): string =>
  `${(bytes / 2 ** 20).toFixed(bytes < 2 ** 20 ? 2 : 1)} MB, ${files.toLocaleString("en")}`;

const timeText = ({ took, bare, overBare }: Timed): string =>
  `${took.toFixed(0)} ms, ${overBare.toFixed(2)} × bare Node (${bare.toFixed(0)} ms)`;

/** Lives so many years, a part of one as well, and prints what they leave: a column a year. */
export async function yearsReport(
  { program, env }: Pick<Bench, "program" | "env">,
  years: number,
  runs: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-years-"));
  const cwd = join(folder, "workspace");
  try {
    mkdirSync(cwd);
    writeFileSync(join(cwd, "tenet.yaml"), "schema: 1\nagent: main\ntimezone: UTC\nembedding:\n  model: ./none\n");
    writeFileSync(join(cwd, ".gitignore"), ".tenet/\nmemory/learning/index.md\n");
    const bench = { program, cwd, env: { ...env, HOME: folder } };
    const simulation = new Simulation(bench, Math.ceil(YEAR * years));
    const columns: [what: string, cell: string][][] = [];
    for (let year = 0; year < years; year++) {
      const until = YEAR * Math.min(year + 1, years);
      while (simulation.day < until) await simulation.dayPasses();
      const timed = { ...bench, env: { ...bench.env, TENET_NOW: simulation.now } };
      const column = [
        ["size, files", `year ${year + 1}: ${simulation.entries.toLocaleString("en")} entries`],
        ...sizesOf(simulation.workspace).map(([what, size]) => [what, sizeText(size)]),
        ...["list", "heartbeat"].map((verb) => [
          `\`${verb}\``,
          timeText(timeInTurn(timed, { args: () => [verb] }, runs)),
        ]),
      ] as [string, string][];
      process.stderr.write(`${column.map(([what, cell]) => `${what}: ${cell}`).join("\n")}\n\n`);
      columns.push(column);
    }
    const [head = "", ...rows] = (columns[0] ?? []).map(
      ([what], row) => `| ${[what, ...columns.map((column) => column[row]?.[1])].join(" | ")} |`,
    );
    return [head, `|${"---|".repeat(columns.length + 1)}`, ...rows].join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
