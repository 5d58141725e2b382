/** Captures through the real binary: what people read, what programs get, and many of them at once. */
import { describe, expect, it } from "vitest";
import { capturedSchema } from "../../src/capture/capture-schemas.js";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const learn = (text: string, because = "seen in the logs") => [
  "learn",
  text,
  "--because",
  because,
  "--risk",
  "medium: drift",
];
const CORRECT = [
  "correct",
  "Use npm ci in CI",
  "--instead-of",
  "npm install is fine everywhere",
  "--risk",
  "high: lockfile drift broke a release",
  "--so",
  "look for npm install in the CI file before pushing",
];

const said = async (box: Sandbox, args: readonly string[]) => {
  const ran = await box.run(args);
  expect(ran.stderr).toBe("");
  expect(ran.code).toBe(0);
  return ran.stdout;
};

describe("a first session", () => {
  it("reads well, names entries by their tails, and says one next step", { tags: "proof" }, async () => {
    const box = await sandbox();
    const first = await said(box, learn("npm install in CI changes the lockfile", "three builds differed"));
    expect(first).toMatch(/^Learned {2}[0-9a-z]{5} {2}medium memory\/learning\/insights\/2026-02-15\.md:8\n$/);
    const ins = first.split(/\s+/)[1];

    const corrected = await said(box, CORRECT);
    const cor = corrected.split(/\s+/)[1];
    expect(corrected).toMatch(
      new RegExp(`^Learned {2}${cor} {2}high {3}memory/learning/corrections/2026-02-15\\.md:8\\n {2}near {3}${ins} `),
    );
    expect(corrected).toContain(`tenet resolve ${cor} ${ins} --same | --replaces | --exception | --unrelated\n`);

    expect(await said(box, ["learn", "npm ci printed 3 warnings", "--risk", "none"])).toBe(
      "Not learned: nothing is at risk. Kept in the daily log (memory/2026-02-15.md).\n" +
        '  next: If something is at risk after all, say it again with --risk "medium: what goes wrong"\n',
    );

    const again = await said(box, ["--session", "tomorrow", ...CORRECT]);
    expect(again).toMatch(/^Known already: |^Learned .*\nAgain: /);

    expect(await said(box, learn("npm install in CI changes the lockfile", "three builds differed"))).toBe(
      `Known already: ${ins} ("npm install in CI changes the lockfile") says the same; it is counted there.\n`,
    );
    expect(await said(box, learn("npm install in CI changes the lockfile", "run 88"))).toMatch(
      new RegExp(`^Evolved {2}${ins} .*\\n {2}${ins} .* says the same; the new evidence is kept with it\\.\\n$`),
    );
    const odds = await said(box, learn("npm install in CI never changes the lockfile"));
    expect(odds).toContain("only there: nothing; only here: never");
    expect(odds).toMatch(new RegExp(`tenet resolve [0-9a-z]{5} ${ins} --same \\| --replaces`));
    expect(odds).not.toMatch(/(?:INS|COR)-\d/);
  });

  it("tenet's own answer, fed back, is dropped", async () => {
    const box = await sandbox();
    const first = await said(box, learn("npm install in CI changes the lockfile"));
    const ran = await box.run([...learn(first.trim()), "--json"]);
    expect(ran.code).toBe(0);
    expect(ran.json().data).toMatchObject({ decision: "counted", id: expect.stringMatching(/^INS-/) });
    expect(await said(box, learn(first.trim()))).toMatch(/^Known already: tenet printed this text itself/);
    expect((await box.run(["list", "--json"])).json().data.total).toBe(1);
  });
});

describe("what programs get", () => {
  it("one document in the schema, with whole ids", async () => {
    const box = await sandbox();
    const { data } = (await box.run([...CORRECT, "--json"])).json();
    expect(capturedSchema.safeParse(data).success).toBe(true);
    const again = (await box.run([...CORRECT, "--json"])).json().data;
    expect(capturedSchema.safeParse(again).success).toBe(true);
    expect(again).toMatchObject({ decision: "counted", id: data.id });
    expect(again.because.join(" ")).toContain(data.id);
  });

  it("add: results in input order; a refused list stores nothing, exit 2; --keep-going exit 1", async () => {
    const box = await sandbox();
    const list = "- type: insight\n  insight: Caches lie\n- type: insight\n  insight: npm ran\n  risk: none\n";
    const refused = await box.run(["add", "-", "--json"], { stdin: list });
    expect(refused.code).toBe(2);
    expect(refused.json().error).toMatchObject({ code: "missing-fields", details: { missing: [{ entry: 1 }] } });
    expect((await box.run(["list", "--json"])).json().data.total).toBe(0);
    const kept = await box.run(["add", "-", "--keep-going", "--json"], { stdin: list });
    expect(kept.code).toBe(1);
    expect(kept.json().data.results).toMatchObject([
      { ok: false, error: { code: "missing-fields" } },
      { ok: true, decision: "logged" },
    ]);
    const text = await box.run(["add", "-"], { stdin: list });
    expect(text.stderr).toMatch(/entry 1: One answer is missing:[\s\S]*# entry 1\n {2}- type: insight/);
  });

  it("an owner's words are not an agent's to edit, exit 5", async () => {
    const box = await sandbox({
      profile: "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: bridget, role: owner}\n",
    });
    const { data } = (await box.run([...CORRECT, "--json"])).json();
    const file = data.file as string;
    await box.write(file, (await box.read(file)).replace("tier: self", "tier: owner\nsource: bridget"));
    const edited = await box.run(["edit", data.id, "--domain", "release", "--json"]);
    expect(edited.code).toBe(5);
    expect(edited.json().error.code).toBe("needs-person");
  });
});

const [WRITERS, EACH] = [rounds(3, 8), rounds(2, 5)];

describe("row 6: several at once", () => {
  it("the same text from two processes: one stores, the other one skips", { tags: "proof" }, async () => {
    const box = await sandbox();
    const both = await Promise.all(
      [0, 1].map(() => box.runProcess([...learn("Mirrors lag behind by an hour"), "--json"])),
    );
    expect(both.map((ran) => ran.json().data.decision).sort()).toEqual(["counted", "stored"]);
    const entries = (await box.run(["list", "--json"])).json().data;
    expect(entries.total).toBe(1);
  });

  it(`${WRITERS} processes with ${EACH} captures each: all of them there, none twice`, {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const box = await sandbox();
    const writer = async (process: number) => {
      const ids: string[] = [];
      for (let turn = 0; turn < EACH; turn++) {
        const text = `Hall ${process} shelf ${turn} holds ${process * 31 + turn * 7} crates of ${"abcdefgh"[process]}-paper`;
        const ran = await box.runProcess([...learn(text, `counted ${process}-${turn}`), "--json"], {
          timeout: 120_000,
          env: { TENET_SEED: undefined },
        });
        expect(ran.stderr).toBe("");
        expect(ran.code).toBe(0);
        ids.push(ran.json().data.id);
      }
      return ids;
    };
    const ids = (await Promise.all(Array.from({ length: WRITERS }, (_, process) => writer(process)))).flat();
    expect(ids).toHaveLength(WRITERS * EACH);
    const { entries, total } = (await box.run(["list", "--limit", "100", "--json"])).json().data;
    expect(total).toBe(new Set(ids).size);
    expect(new Set(entries.map(({ id }: { id: string }) => id))).toEqual(new Set(ids));
    expect(
      (await box.run(["verify", "--json"]))
        .json()
        .data.findings.filter(({ severity }: { severity: string }) => severity === "error"),
    ).toEqual([]);
  });
});
