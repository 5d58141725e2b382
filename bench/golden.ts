/** The bench's labelled questions as golden ones: how many `eval` answers, and what five of them cost beside one recall. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { appendRecord } from "../src/store/records/record-edit.js";
import { Workspace } from "../src/store/workspace.js";
import { type Bench, median, once } from "./processes.js";
import { goldenFile, QUESTION_KINDS, qualityOf, recallEntries, recallQuestions } from "./recall-set.js";

/** A table in Markdown: R@5 and mean reciprocal rank by kind of question, hybrid, and the time of five questions. */
export function goldenReport({ program, env }: Omit<Bench, "cwd">, runs: number): string {
  const cwd = mkdtempSync(join(tmpdir(), "tenet-golden-"));
  const bench = { program, env: { ...env, TENET_NOW: "2026-01-02T00:00:00Z" }, cwd };
  try {
    const ws = new Workspace(cwd);
    const write = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    const text = recallEntries().reduce<string | undefined>((held, entry) => appendRecord(held, entry), undefined);
    write(ws.dayFile("insight", "2026-01-01"), text ?? "");
    write(join(ws.goldenQuestions, "bench.yaml"), goldenFile(recallQuestions()));
    write(ws.profile, "schema: 1\nagent: main\ntimezone: UTC\n");
    once(bench, [program, "index"]);
    const { stdout } = spawnSync(process.execPath, [program, "eval", "--all", "--json"], {
      ...bench,
      encoding: "utf8",
    });
    const { asked } = JSON.parse(stdout).data as { asked: { rank?: number }[] };
    const lines = ["| golden questions | hybrid, among the first ten |", "|---|---|"];
    for (const kind of QUESTION_KINDS) {
      const ranks = recallQuestions().flatMap((one, at) => (one.kind === kind ? [asked[at]?.rank] : []));
      const { recallAt5, mrr } = qualityOf(ranks);
      lines.push(`| ${kind} | R@5 ${recallAt5.toFixed(3)}, MRR ${mrr.toFixed(3)} |`);
    }
    const query = recallQuestions()[0]?.query ?? "";
    const times = Array.from({ length: runs }, () => ({
      recall: once(bench, [program, "recall", query]),
      five: once(bench, [program, "eval"]),
    }));
    const [recall, five] = [median(times.map((one) => one.recall)), median(times.map((one) => one.five))];
    const over = (five / recall).toFixed(2);
    lines.push(`| five questions | ${five.toFixed(0)} ms, ${over} × one hybrid recall (at most 2.00) |`);
    return lines.join("\n");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
