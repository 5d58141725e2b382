/** Results of two branches become one file: by git with the driver of this clone, without a conflict. */
import { describe, expect, it } from "vitest";
import { mergeFile, mergesByMeaning } from "../../src/store/merge/merge-file.js";
import { sandbox } from "../sandbox.js";

const RUNS = "memory/eval/runs.jsonl";
const line = (hour: number, id: string, pass = true) =>
  `${JSON.stringify({ at: `2026-02-15T${String(hour).padStart(2, "0")}:00:00Z`, id, pass, by: "recall", ms: 1, tree: "a" })}\n`;

describe("two versions of the results", () => {
  const base = line(1, "a") + line(2, "b");

  it.each([
    ["both added", base + line(3, "c"), base + line(4, "d"), base + line(3, "c") + line(4, "d")],
    ["one added", base + line(3, "c"), base, base + line(3, "c")],
    ["both added the same", base + line(3, "c"), base + line(3, "c"), base + line(3, "c")],
    ["one took a line out", line(2, "b"), base + line(3, "c"), line(2, "b") + line(3, "c")],
    ["both took one out", line(2, "b"), line(1, "a"), ""],
    ["results of one moment", base + line(3, "d"), base + line(3, "c"), base + line(3, "c") + line(3, "d")],
  ])("%s", (_, ours, theirs, expected) => {
    for (const [left, right] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const merged = mergeFile(RUNS, base, left, right);
      expect([merged.text, merged.conflicts]).toEqual([expected, []]);
    }
  });

  it("merges no other file so", () => {
    expect(mergesByMeaning(RUNS)).toBe(true);
    expect(mergesByMeaning(`agents/sybil/${RUNS}`)).toBe(true);
    expect(mergesByMeaning("memory/eval/other.jsonl")).toBe(false);
  });
});

it("git joins what two branches asked", { tags: "proof" }, async () => {
  const box = await sandbox({ git: true, empty: true, now: "2026-02-15T10:00:00Z" });
  expect((await box.run(["init", "--owner", "sybil"])).code).toBe(0);
  expect(await box.read(".gitattributes")).toContain(`${RUNS} merge=tenet`);
  await box.run(["learn", "The port is 8081", "--because", "seen", "--risk", "low: time"]);
  await box.write("memory/eval/core.yaml", "- {id: port, question: which port, expect: 8081}\n");
  await box.run(["eval"]);
  await box.git("add", ".");
  await box.git("commit", "-qm", "base");
  await box.git("checkout", "-qb", "other");
  box.at("2026-02-15T12:00:00Z");
  await box.run(["eval"]);
  await box.git("commit", "-qam", "theirs");
  await box.git("checkout", "-q", "main");
  box.at("2026-02-15T11:00:00Z");
  await box.run(["eval"]);
  await box.git("commit", "-qam", "ours");
  await box.git("merge", "-q", "-m", "both", "other");
  const merged = (await box.read(RUNS)).trimEnd().split("\n");
  expect(merged.map((one) => JSON.parse(one).at.slice(11, 13))).toEqual(["10", "11", "12"]);
});
