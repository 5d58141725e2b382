/** Captures as they are typed: what people read, what programs get, and many of them at once. */
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { done, told, words } from "./typed.js";

const learn = (text: string, because = "seen in the logs") =>
  `learn '${text}' --because '${because}' --risk 'medium: drift'`;
const CORRECT =
  "correct 'Use npm ci in CI' --instead-of 'npm install is fine everywhere' --risk 'high: drift broke a release' --so 'look for npm install in the CI file before pushing'";

const said = async (box: Sandbox, line: string) => {
  const { stdout, stderr } = await done(box, line);
  expect(stderr).toBe("");
  return stdout;
};

describe("a first session", () => {
  it("reads well, names entries by their tails, and says one next step", { tags: "proof" }, async () => {
    const box = await sandbox();
    const lockfile = "npm install in CI changes the lockfile";
    const first = await said(box, learn(lockfile, "three builds differed"));
    expect(first).toMatch(/^Learned {2}[0-9a-z]{5} {2}medium memory\/learning\/insights\/2026-02-15\.md:8\n$/);
    const ins = first.split(/\s+/)[1];
    const corrected = await said(box, CORRECT);
    const cor = corrected.split(/\s+/)[1];
    expect(corrected).toMatch(
      new RegExp(`^Learned {2}${cor} {2}high {3}memory/learning/corrections/2026-02-15\\.md:8\\n {2}near {3}${ins} `),
    );
    expect(corrected).toContain(`tenet resolve ${cor} ${ins} --same | --replaces | --exception | --unrelated\n`);
    expect(await said(box, "learn 'npm ci printed 3 warnings' --risk none")).toBe(
      "Not learned. Nothing goes wrong if this is wrong. Kept in the daily log (memory/2026-02-15.md).\n" +
        "  next: Something is at risk after all? tenet learn \"<the same>\" --risk 'medium: what goes wrong' | --stakes medium\n",
    );
    expect(await said(box, `--session tomorrow ${CORRECT}`)).toMatch(/^Known already: |^Learned .*\nAgain: /);
    expect(await said(box, learn(lockfile, "three builds differed"))).toBe(
      `Known already: ${ins} ("${lockfile}") says the same; it is counted there.\n`,
    );
    expect(await said(box, learn(lockfile, "run 88"))).toMatch(
      new RegExp(`^Evolved {2}${ins} .*\\n {2}${ins} .* says the same; the new evidence is kept with it\\.\\n$`),
    );
    const odds = await said(box, learn("npm install in CI never changes the lockfile"));
    expect(odds).toContain("only there: nothing; only here: never");
    expect(odds).toMatch(new RegExp(`tenet resolve [0-9a-z]{5} ${ins} --same \\| --replaces`));
    expect(odds).not.toMatch(/(?:INS|COR)-\d/);
  });
});

const [WRITERS, EACH] = [rounds(3, 8), rounds(2, 5)];

describe("row 6: several at once", () => {
  it("the same text from two processes: one stores, the other one skips", { tags: "proof" }, async () => {
    const box = await sandbox();
    const args = words(`${learn("Mirrors lag behind by an hour")} --json`);
    const both = await Promise.all([0, 1].map(() => box.runProcess(args)));
    expect(both.map((ran) => ran.json().data.decision).sort()).toEqual(["counted", "stored"]);
    expect((await told(box, "list")).total).toBe(1);
  });

  it(`${WRITERS} processes with ${EACH} captures each: all of them there, none twice`, { tags: "proof" }, async () => {
    const box = await sandbox();
    const writer = async (process: number) => {
      const ids: string[] = [];
      for (let turn = 0; turn < EACH; turn++) {
        const text = `Hall ${process} shelf ${turn} holds ${process * 31 + turn * 7} crates of ${"abcdefgh"[process]}-paper`;
        const args = words(`${learn(text, `counted ${process}-${turn}`)} --json`);
        const ran = await box.runProcess(args, { env: { TENET_SEED: undefined } });
        expect([ran.code, ran.stderr]).toEqual([0, ""]);
        ids.push(ran.json().data.id);
      }
      return ids;
    };
    const ids = (await Promise.all(Array.from({ length: WRITERS }, (_, process) => writer(process)))).flat();
    expect(ids).toHaveLength(WRITERS * EACH);
    const { entries, total } = await told(box, "list --limit 100");
    expect(total).toBe(new Set(ids).size);
    expect(new Set(entries.map(({ id }: { id: string }) => id))).toEqual(new Set(ids));
    expect((await told(box, "verify")).errors).toBe(0);
  });
});
