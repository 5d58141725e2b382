/** Row 25 through the real binary: whatever way a secret comes in, its characters reach no file and no stream. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { FAKE_CREDENTIALS } from "../screening/fake-credentials.js";

const FAKES = FAKE_CREDENTIALS.filter(({ name }) =>
  [
    "github classic token",
    "aws access key",
    "telegram token",
    "slack bot token",
    "database address",
    "password with equals",
    "rsa key",
    "jwt",
    "mail address",
    "card",
  ].includes(name),
);

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

async function leaks(box: Sandbox, secret: string, ...runs: Ran[]): Promise<string[]> {
  const pieces = secret.split("\n").filter((line) => line.length >= 6 && !line.startsWith("-----"));
  const holds = (text: string) => pieces.some((piece) => text.includes(piece));
  const streams = runs.flatMap(({ stdout, stderr }) => [stdout, stderr]).filter(holds);
  const files = (await contents(box.dir))
    .filter(({ path, text }) => holds(text) || holds(path))
    .map(({ path }) => path);
  return [...streams, ...files];
}

describe("row 25: secrets stay out of every file and stream", () => {
  it.each(FAKES)("row 25: $name, by flag, by stdin, into the daily log", async ({ secret, text }) => {
    const box = await sandbox();
    const learned = await box.run([
      "learn",
      `The build needs ${text} to pass`,
      "--because",
      `It failed without ${text}`,
      "--risk",
      `medium: ${text}`,
      "--tags",
      text,
      "--context",
      text,
    ]);
    expect(learned.stderr).toContain("secret");
    const entry = {
      type: "insight",
      insight: `Use ${text}`,
      evidence: "seen twice",
      stakes: "low",
      at_risk: text,
      alternatives: [text],
    };
    const added = await box.run(["add", "-", "--json"], { stdin: JSON.stringify([entry]) });
    expect(added.code).toBe(0);
    const logged = await box.run(["log", `ran with ${text}`]);
    const activity = await box.run(["learn", `saw ${text}`, "--because", "the log", "--risk", "none"]);
    const listed = await box.run(["list", "--json"]);
    expect(listed.stdout).toContain("[secret:");
    expect(await leaks(box, secret, learned, added, logged, activity, listed)).toEqual([]);
  });

  it.each(FAKES)("row 25: $name, in an import, its file's name, its archive", async ({ secret, text }) => {
    const box = await sandbox();
    await box.write(
      "../incoming/.learnings/LEARNINGS.md",
      `# Learnings\n\n## [LRN-20260101-001] best_practice\n\n**Logged**: 2026-01-01T10:00:00Z\n**Priority**: high\n**Area**: infra\n\n### Summary\nThe deploy needs ${text} to pass\n\n### Details\nIt failed with ${text} and then worked.\n\n### Suggested Action\nKeep ${text} elsewhere.\n`,
    );
    const ran = await box.run(["import", box.path("..", "incoming", ".learnings"), "--json"]);
    expect(ran.code).toBe(0);
    const again = await box.run(["import", box.path("..", "incoming", ".learnings")]);
    expect(await leaks(box, secret, ran, again)).toEqual([]);
  });

  it.each(FAKES)(
    "row 25: $name, refused when the profile says so, with nothing written and nothing repeated",
    async ({ secret, text }) => {
      const box = await sandbox({ profile: "schema: 1\nagent: main\ntimezone: UTC\nsecrets: refuse\n" });
      const ran = await box.run([
        "learn",
        `The build needs ${text}`,
        "--because",
        "seen",
        "--risk",
        "low: a",
        "--json",
      ]);
      expect([ran.code, ran.json().error.code]).toEqual([5, "secret"]);
      const added = await box.run(["add", "-"], {
        stdin: JSON.stringify({ type: "insight", insight: text, evidence: "a", stakes: "low", at_risk: "b" }),
      });
      expect(added.code).toBe(5);
      expect(await leaks(box, secret, ran, added)).toEqual([]);
    },
  );

  it.each(FAKES)("row 25: $name, in usage errors and in a buffered run", async ({ secret, text }) => {
    const box = await sandbox();
    const wrong = await box.run(["add", "-", "--json"], { stdin: JSON.stringify({ type: "insight", insight: text }) });
    expect(wrong.code).toBe(2);
    expect(await leaks(box, secret, wrong)).toEqual([]);
    await box.run(["run", "start", "r1"]);
    const buffered = await box.run([
      "--run",
      "r1",
      "learn",
      `Use ${text}`,
      "--because",
      text,
      "--risk",
      `low: ${text}`,
    ]);
    expect(buffered.code).toBe(0);
    expect(await leaks(box, secret, buffered)).toEqual([]);
    const finished = await box.run(["run", "finish", "r1"]);
    expect(await leaks(box, secret, finished)).toEqual([]);
  });
});
