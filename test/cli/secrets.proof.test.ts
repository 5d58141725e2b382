/** Row 25 through the real binary: whatever way a secret comes in, its characters reach no file and no stream. */
import { describe, expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { FAKE_CREDENTIALS, leaksIn } from "../screening/fake-credentials.js";

/** Whose characters stand in a file, in a file's name or in a stream. */
const leaks = (box: Sandbox, ...runs: Ran[]): string[] =>
  leaksIn([...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...Object.entries(bytesIn(box.dir)).flat()]);

const of = (wanted: string): string => FAKE_CREDENTIALS.find(({ name }) => name === wanted)?.text ?? "";

describe("row 25: secrets stay out of every file and stream", () => {
  it("row 25: by flags, into the daily log, in an answer, in a usage error", async () => {
    const box = await sandbox();
    const text = `${of("github classic token")} ${of("password with equals")}`;
    const said = ["--because", text, "--risk", `low: ${text}`];
    const runs = [
      await box.run(["learn", `The build needs ${text}`, ...said, "--tag", text, "--context", text]),
      await box.run(["correct", `Use ${text}`, "--instead-of", text, "--risk", `low: ${text}`, "--so", text]),
      await box.run(["log", `ran with ${text}`]),
      await box.run(["learn", `saw ${text}`, "--because", "the log", "--risk", "none"]),
    ];
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(runs[0]?.stderr).toContain("[secret:github-token]");
    const wrong = await box.run(["list", "--type", text, "--json"]);
    expect(wrong.code).toBe(2);
    const listed = await box.run(["list", "--json"]);
    expect(listed.stdout).toContain("[secret:");
    expect(leaks(box, ...runs, wrong, listed)).toEqual([]);
  });

  it("row 25: all of them by stdin, in every kind of field, and in a run that is buffered", async () => {
    const box = await sandbox();
    const entries = FAKE_CREDENTIALS.map(({ name, text }) => ({
      type: "insight",
      insight: `The ${name} is ${text}`,
      evidence: `It failed without ${text}`,
      stakes: "low",
      at_risk: text,
      alternatives: ["none", text],
      tags: [text],
    }));
    const added = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(entries) });
    expect(added.json().data.results).toHaveLength(FAKE_CREDENTIALS.length);
    expect(leaks(box, added)).toEqual([]);
    await box.run(["run", "start", "r1"]);
    const buffered = await box.run(["--run", "r1", "add", "-"], { stdin: JSON.stringify(entries.slice(0, 20)) });
    expect(buffered.code).toBe(0);
    expect(leaks(box, buffered)).toEqual([]);
    expect(leaks(box, await box.run(["run", "finish", "r1"]))).toEqual([]);
  });

  it("row 25: all of them in an import, its archive included, twice", async () => {
    const box = await sandbox();
    const items = FAKE_CREDENTIALS.map(
      ({ name, text }, at) =>
        `## [LRN-20260101-${String(at + 1).padStart(3, "0")}] best_practice\n\n**Logged**: 2026-01-01T10:00:00Z\n**Priority**: high\n**Area**: infra\n\n### Summary\nThe ${name} is ${text} today\n\n### Details\nIt failed with ${text} and then worked.\n`,
    );
    await box.write("../incoming/.learnings/LEARNINGS.md", `# Learnings\n\n${items.join("\n---\n\n")}`);
    const ran = await box.run(["import", box.path("..", "incoming", ".learnings"), "--json"]);
    expect([ran.code, ran.json().data.totals.found]).toEqual([0, FAKE_CREDENTIALS.length]);
    expect(leaks(box, ran, await box.run(["import", box.path("..", "incoming", ".learnings")]))).toEqual([]);
  });
});
