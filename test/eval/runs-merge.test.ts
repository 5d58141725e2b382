/** Results of two branches become one file: by git with the driver of this clone, without a conflict. */
import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

const RUNS = "memory/eval/runs.jsonl";

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
