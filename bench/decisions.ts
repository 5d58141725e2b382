/** What captures ask and do by themselves: over the labelled pairs of the tests, and how long the look for near claims takes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../src/context.js";
import { index } from "../src/health/reindex.js";
import { ModelPools } from "../src/search/model/embed-pool.js";
import { Search } from "../src/search/search.js";
import { openStore } from "../src/store/open-store.js";
import { Workspace } from "../src/store/workspace.js";
import {
  askedTable,
  asksPerCapture,
  entriesOf,
  isSettled,
  isWorthAsking,
  oracle,
  type Played,
  play,
  shareOf,
  silentCaller,
  teach,
  touchedIn,
  wrongActs,
} from "../test/decisions/callers.js";
import { background, HALVES, type LabelledPair, labelledPairs } from "../test/decisions/labelled-pairs.js";
import { freshSentence, generateTree } from "./generated-tree.js";
import { house } from "./processes.js";
import { contextIn } from "./recall-notes.js";

const TABLES = join(house, "test", "decisions");
const LOOKS = 100;

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All pairs of a half in one tree, with other matters. */
async function played(pairs: readonly LabelledPair[], models: ModelPools, caller: typeof oracle) {
  return await inFolder(async (folder) => {
    const workspace = new Workspace(folder);
    writeFileSync(workspace.profile, "schema: 1\nagent: main\ntimezone: UTC\n");
    const ctx: Context = { ...contextIn(workspace, "2026-02-15T14:00:00Z"), models, warn: () => undefined };
    const all = await play(ctx, pairs, await teach(ctx, pairs, background(TABLES)), caller);
    return { all, touched: touchedIn(await entriesOf(ctx)) };
  });
}

/** How much a caller who never answers loses. */
function lostIn(all: readonly Played[], touched: readonly string[]): number {
  const settled = new Set(all.filter(isSettled).flatMap(({ first, captured }) => [first, captured.id]));
  return touched.filter((id) => !settled.has(id)).length;
}

async function halfReport(half: (typeof HALVES)[number], models: ModelPools): Promise<string> {
  const pairs = labelledPairs(half, TABLES);
  const { all } = await played(pairs, models, oracle);
  const silent = await played(pairs, models, silentCaller);
  const needed = all.filter(({ pair }) => isWorthAsking(pair));
  const reached = needed.filter((one) => one.asked || isSettled(one));
  return (
    `${half}: ${shareOf(reached.length, needed.length)} of the pairs that need it asked about or settled (≥ 95 %), ` +
    `${asksPerCapture(all).toFixed(2)} asks a capture (≤ 1.5), ` +
    `${all.flatMap(wrongActs).length + silent.all.flatMap(wrongActs).length} wrong automatic acts (0), ` +
    `${lostIn(silent.all, silent.touched)} entries lost where nobody answers (0)\n\n${askedTable(all)}`
  );
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] as number).toFixed(1);

/** The look alone, in a process that has its model and its tree. */
async function lookRow(entries: number, models: ModelPools): Promise<string> {
  return await inFolder(async (folder) => {
    const { workspace, now } = generateTree(folder, entries, 0);
    const ctx: Context = { ...contextIn(workspace, now), models };
    await index(ctx);
    const search = new Search(ctx, await openStore(ctx));
    const took: number[] = [];
    try {
      for (let run = 0; run <= LOOKS; run++) {
        const claim = freshSentence(5000 + run);
        const started = performance.now();
        await search.neighbours(claim, claim);
        // The first one opens the table.
        if (run > 0) took.push(performance.now() - started);
      }
    } finally {
      await search.close();
    }
    took.sort((a, b) => a - b);
    const figures = `median ${percentile(took, 0.5)} ms, 95 % below ${percentile(took, 0.95)} ms`;
    return `The look for near claims among ${entries} entries, embedding included, warm: ${figures}.`;
  });
}

/** Markdown. `entries`: of the tree in which the look is timed. */
export async function decisionsReport(entries: number): Promise<string> {
  const models = new ModelPools();
  try {
    const halves: string[] = [];
    for (const half of HALVES) halves.push(await halfReport(half, models));
    return [...halves, await lookRow(entries, models)].join("\n\n");
  } finally {
    await models.end();
  }
}
