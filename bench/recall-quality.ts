/** How often each way to search finds the right entry, over our own set of 300 entries and 60 questions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { appendRecord } from "../src/store/records/record-edit.js";
import { Workspace } from "../src/store/workspace.js";
import { Server } from "./mcp.js";
import { type Bench, once } from "./processes.js";
import { QUESTION_KINDS, qualityOf, recallEntries, recallQuestions } from "./recall-set.js";

const MODES = ["keyword", "hybrid"] as const;
/** Ranks below it count as not found. */
const DEPTH = 50;

/** A table in Markdown: R@5 and mean reciprocal rank by kind of question and way to search, as the server answers. */
export async function recallReport({ program, env }: Omit<Bench, "cwd">): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "tenet-recall-"));
  const bench = { program, env: { ...env, TENET_NOW: "2026-01-02T00:00:00Z" }, cwd };
  try {
    const file = new Workspace(cwd).dayFile("insight", "2026-01-01");
    mkdirSync(dirname(file), { recursive: true });
    let text: string | undefined;
    for (const entry of recallEntries()) text = appendRecord(text, entry);
    writeFileSync(file, text ?? "");
    writeFileSync(join(cwd, "tenet.yaml"), "schema: 1\nagent: main\ntimezone: UTC\n");
    once(bench, [program, "index"]);
    const server = await Server.start(bench);
    const lines = [`| question | ${MODES.join(" | ")} |`, `|---|${MODES.map(() => "---").join("|")}|`];
    for (const kind of QUESTION_KINDS) {
      const cells: string[] = [];
      for (const mode of MODES) {
        const ranks: (number | undefined)[] = [];
        for (const { query, answer } of recallQuestions().filter((question) => question.kind === kind)) {
          const at = (await server.recall(query, mode, DEPTH)).indexOf(answer);
          ranks.push(at < 0 ? undefined : at + 1);
        }
        const { recallAt5, mrr } = qualityOf(ranks);
        cells.push(`R@5 ${recallAt5.toFixed(3)}, MRR ${mrr.toFixed(3)}`);
      }
      lines.push(`| ${kind} | ${cells.join(" | ")} |`);
    }
    await server.end();
    return lines.join("\n");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
