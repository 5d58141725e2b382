/** How often each way to search finds the right entry, over our own set of 300 entries and 60 questions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../src/clock.js";
import { DEFAULT_PROFILE } from "../src/config.js";
import type { Context } from "../src/context.js";
import { idSource } from "../src/ids.js";
import type { RecallMode } from "../src/search/fusion.js";
import { openSearch } from "../src/search/search.js";
import { openStore } from "../src/store/open-store.js";
import { appendRecord } from "../src/store/records/record-file.js";
import { Workspace } from "../src/store/workspace.js";
import { QUESTION_KINDS, qualityOf, recallEntries, recallQuestions } from "./recall-set.js";

const MODES: readonly RecallMode[] = ["keyword", "semantic", "hybrid"];

function contextIn(root: string): Context {
  return {
    workspace: new Workspace(root),
    profile: DEFAULT_PROFILE,
    clock: systemClock,
    ids: idSource("bench"),
    actor: { agent: "main", agentStated: false, session: "bench", atTerminal: false, git: async () => ({}) },
    places: {
      home: root,
      userTree: join(root, "user"),
      hosts: { "claude-code": root, codex: root, cursor: root, openclaw: root },
    },
    warn: () => undefined,
    progress: { start: () => ({ step: () => undefined, stop: () => undefined }) },
    signal: new AbortController().signal,
  };
}

/** A table in Markdown: R@5 and mean reciprocal rank by kind of question and way to search. */
export async function recallReport(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "tenet-recall-"));
  try {
    const ctx = contextIn(root);
    const file = ctx.workspace.dayFile("insight", "2026-01-01");
    mkdirSync(dirname(file), { recursive: true });
    let text: string | undefined;
    for (const entry of recallEntries()) text = appendRecord(text, entry);
    writeFileSync(file, text ?? "");
    const search = openSearch(ctx, await openStore(ctx));
    await search.build(ctx.progress);
    const lines = [`| question | ${MODES.join(" | ")} |`, `|---|${MODES.map(() => "---").join("|")}|`];
    for (const kind of QUESTION_KINDS) {
      const cells: string[] = [];
      for (const mode of MODES) {
        const ranks: (number | undefined)[] = [];
        for (const { query, answer } of recallQuestions().filter((question) => question.kind === kind)) {
          const found = await search.recall(query, { mode, limit: 50, accept: () => true });
          const at = found.results.findIndex(({ head }) => head.id === answer);
          ranks.push(at < 0 ? undefined : at + 1);
        }
        const { recallAt5, mrr } = qualityOf(ranks);
        cells.push(`R@5 ${recallAt5.toFixed(2)}, MRR ${mrr.toFixed(2)}`);
      }
      lines.push(`| ${kind} | ${cells.join(" | ")} |`);
    }
    await search.close();
    return lines.join("\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
