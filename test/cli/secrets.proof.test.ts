/** Row 25 through the real binary: whatever way a secret comes in, its characters reach no file and no stream. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { FAKE_CREDENTIALS } from "../screening/fake-credentials.js";

/** Every file under a folder with its bytes as Latin-1, so that no encoding hides anything. */
async function contents(folder: string): Promise<{ path: string; text: string }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, text: await readFile(path, "latin1") };
      }),
  );
}

/** Whose characters stand in a file, in a file's name or in a stream. */
async function leaks(box: Sandbox, ...runs: Ran[]): Promise<string[]> {
  const texts = runs.flatMap(({ stdout, stderr }) => [stdout, stderr]);
  for (const { path, text } of await contents(box.dir)) texts.push(path, text);
  return FAKE_CREDENTIALS.filter(({ secret }) =>
    secret
      .split("\n")
      .filter((line) => line.length >= 6 && !line.startsWith("-----"))
      .some((piece) => texts.some((text) => text.includes(piece))),
  ).map(({ name }) => name);
}

const of = (wanted: string): string => FAKE_CREDENTIALS.find(({ name }) => name === wanted)?.text ?? "";

describe("row 25: secrets stay out of every file and stream", () => {
  it("row 25: by flags, into the daily log, in an answer, in a usage error", async () => {
    const box = await sandbox();
    const text = `${of("github classic token")} ${of("password with equals")}`;
    const runs = [
      await box.run([
        "learn",
        `The build needs ${text}`,
        "--because",
        text,
        "--risk",
        `low: ${text}`,
        "--tag",
        text,
        "--context",
        text,
      ]),
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
    expect(await leaks(box, ...runs, wrong, listed)).toEqual([]);
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
    expect(await leaks(box, added)).toEqual([]);
    await box.run(["run", "start", "r1"]);
    const buffered = await box.run(["--run", "r1", "add", "-"], { stdin: JSON.stringify(entries.slice(0, 20)) });
    expect(buffered.code).toBe(0);
    expect(await leaks(box, buffered)).toEqual([]);
    expect(await leaks(box, await box.run(["run", "finish", "r1"]))).toEqual([]);
  });

  it("row 25: each of its own form as session, agent, user, run, source, origin, tag and domain, on flags and in variables", async () => {
    const box = await sandbox();
    const runs: Ran[] = [];
    for (const { text } of FAKE_CREDENTIALS.filter(({ distinct }) => distinct)) {
      const learn = ["learn", "Retries hide the flaky test", "--because", "3 of 5", "--risk", "low: a wrong fix"];
      const said = ["--said-by", text, "--origin", text, "--tag", text, "--domain", text];
      runs.push(await box.run([...learn, ...said, "--session", text, "--as", text, "--user", text]));
      runs.push(await box.run(["run", "start", text]), await box.run(["run", "fail", text]));
      runs.push(await box.run(["recall", text], { env: { TENET_SESSION: `s-${text}`, TENET_AGENT: text } }));
      runs.push(await box.run(["heartbeat"], { env: { TENET_SESSION: text, TENET_USER: text } }));
    }
    expect(await leaks(box, ...runs)).toEqual([]);
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
    expect(await leaks(box, ran, await box.run(["import", box.path("..", "incoming", ".learnings")]))).toEqual([]);
  });
});
