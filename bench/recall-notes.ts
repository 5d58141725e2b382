/** How often each way to join words and meaning finds the right note, over generated notes: asked in this process, without a server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fixedClock } from "../src/clock.js";
import type { Context } from "../src/context.js";
import { idSource } from "../src/ids.js";
import { fuse, isWeak, type RecallMode, type Scored } from "../src/search/fusion.js";
import { Search } from "../src/search/search.js";
import { defaultProfile } from "../src/settings.js";
import { openStore } from "../src/store/open-store.js";
import { appendRecord } from "../src/store/records/record-edit.js";
import { Workspace } from "../src/store/workspace.js";
import { generateNotes, NOTE_KINDS, type NoteQuestion, type Notes } from "./notes.js";
import { rewordedEntries, rewordedQuestions } from "./reworded.js";

/** Seeds by which nothing was decided. */
const HELD_OUT_SEEDS = [101, 102, 103] as const;

/** A workspace in a temporary folder that holds these entries. */
function contextWith({ entries }: Notes, root: string): Context {
  const workspace = new Workspace(root);
  const texts = new Map<string, string>();
  for (const entry of entries) {
    const file = workspace.dayFile(entry.type, "2026-01-01");
    texts.set(file, appendRecord(texts.get(file), entry));
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(workspace.profile, "schema: 1\nagent: main\ntimezone: UTC\n");
  return contextIn(workspace, "2026-01-02T00:00:00Z");
}

/** A context of this process in a workspace; its ids differ from process to process. */
export function contextIn(workspace: Workspace, now: string): Context {
  const { root } = workspace;
  return {
    workspace,
    profile: { ...defaultProfile() },
    base: { state: "none" },
    clock: fixedClock(now),
    ids: idSource(`bench-${process.pid}`),
    actor: { agent: "main", session: "bench", atTerminal: false, git: async () => ({}) },
    places: {
      ...{ home: root, config: root, userTree: join(root, "none"), hub: join(root, "hub") },
      hosts: {} as Context["places"]["hosts"],
    },
    warn: (message) => process.stderr.write(`${message}\n`),
    progress: { start: () => ({ step: () => undefined, stop: () => undefined }) },
    signal: new AbortController().signal,
  };
}

export interface Asked extends NoteQuestion {
  /** What hybrid and keyword search join. */
  candidates: Readonly<Record<RecallMode, readonly Scored[]>>;
  /** The cosine that clearly answers. */
  clear: number;
}

/** One question with what words and meaning say. */
export async function askNote(search: Search, question: NoteQuestion): Promise<Asked> {
  const gather = (mode: RecallMode) => search.gather(question.query, { mode, limit: 50, accept: () => true });
  const { scored: hybrid, clear = 1 } = await gather("hybrid");
  const { scored: keyword } = await gather("keyword");
  return { ...question, candidates: { hybrid, keyword }, clear };
}

/** Every question of some generated notes, and of the reworded claims that stand among them. */
export async function askNotes(seed: number, notes: number, questions: number): Promise<Asked[]> {
  const root = mkdtempSync(join(tmpdir(), "tenet-notes-"));
  try {
    const made = generateNotes(seed, notes, questions);
    const ctx = contextWith({ ...made, entries: [...made.entries, ...rewordedEntries()] }, root);
    const search = new Search(ctx, await openStore(ctx));
    await search.build(ctx.progress);
    const asked: Asked[] = [];
    for (const question of [...made.questions, ...rewordedQuestions()]) asked.push(await askNote(search, question));
    await search.close();
    return asked;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Half the words and half the meaning, whatever the words hold of the question: what the fusion is measured against. */
function halfAndHalf(candidates: readonly Scored[]): Map<string, number> {
  const { words } = fuse(candidates, "hybrid");
  const hasWords = candidates.some(({ bm25 }) => bm25 > 0);
  const scoreOf = ({ id, cosine = 0 }: Scored) =>
    hasWords ? ((words.get(id) ?? 0) + Math.max(0, cosine)) / 2 : Math.max(0, cosine);
  return new Map(candidates.map((one) => [one.id, scoreOf(one)]));
}

const withoutClaim = ({ claim: _, ...whole }: Scored): Scored => whole;

export const WAYS = {
  "half and half": ({ candidates }: Asked) => halfAndHalf(candidates.hybrid),
  "whole alone": ({ candidates }: Asked) => fuse(candidates.hybrid.map(withoutClaim), "hybrid").scores,
  "this fusion": ({ candidates }: Asked) => fuse(candidates.hybrid, "hybrid").scores,
  "words alone": ({ candidates }: Asked) => fuse(candidates.keyword, "keyword").scores,
} as const satisfies Readonly<Record<string, (asked: Asked) => Map<string, number>>>;

interface NoteQuality {
  recallAt1: number;
  recallAt5: number;
  ndcgAt10: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Of questions with one right answer each: how often it stands first and among five, and nDCG of the first ten. */
export function noteQuality(asked: readonly Asked[], way: (asked: Asked) => Map<string, number>): NoteQuality {
  const ranks = asked.map((one) => {
    const ranked = [...way(one)].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([id]) => id);
    const at = ranked.indexOf(one.answer ?? "");
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
  return {
    recallAt1: mean(ranks.map((rank) => Number(rank === 1))),
    recallAt5: mean(ranks.map((rank) => Number(rank <= 5))),
    ndcgAt10: mean(ranks.map((rank) => (rank <= 10 ? 1 / Math.log2(rank + 1) : 0))),
  };
}

/** How many questions find something that clearly answers, something weak at most, and nothing. */
export function clearness(asked: readonly Asked[]): { clear: number; weak: number; nothing: number } {
  const some = asked.filter(({ candidates }: Asked) => candidates.hybrid.length > 0).length;
  const clear = asked.filter(({ candidates, clear: cut }) => candidates.hybrid.some((one) => !isWeak(one, cut))).length;
  const all = asked.length || 1;
  return { clear: clear / all, weak: (some - clear) / all, nothing: 1 - some / all };
}

/** Tables in Markdown over the seeds by which nothing was decided. */
export async function notesReport(notes: number, questions: number): Promise<string> {
  const asked: Asked[] = [];
  for (const seed of HELD_OUT_SEEDS) asked.push(...(await askNotes(seed, notes, questions)));
  const answered = asked.filter(({ answer }) => answer !== undefined);
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
  const lines = [
    `${notes} notes, ${NOTE_KINDS.length * questions} questions and ${rewordedQuestions().length} reworded ones, seeds ${HELD_OUT_SEEDS.join(", ")}: R@1 / R@5 / nDCG@10`,
    "",
    `| question | ${Object.keys(WAYS).join(" | ")} |`,
    `|---|${Object.keys(WAYS)
      .map(() => "---")
      .join("|")}|`,
    ...[...NOTE_KINDS, "reworded", "all"].map((kind) => {
      const some = answered.filter((one) => (kind === "all" ? one.kind !== "reworded" : one.kind === kind));
      const cells = Object.values(WAYS).map((way) => {
        const { recallAt1, recallAt5, ndcgAt10 } = noteQuality(some, way);
        return [recallAt1, recallAt5, ndcgAt10].map((value) => value.toFixed(3)).join(" / ");
      });
      return `| ${kind} | ${cells.join(" | ")} |`;
    }),
    "",
    "| question | clear answers | weak ones at most | nothing |",
    "|---|---|---|---|",
    ...[...NOTE_KINDS, "reworded" as const, "unanswered" as const].map((kind) => {
      const { clear, weak, nothing } = clearness(asked.filter((one) => one.kind === kind));
      return `| ${kind} | ${percent(clear)} | ${percent(weak)} | ${percent(nothing)} |`;
    }),
  ];
  return lines.join("\n");
}
