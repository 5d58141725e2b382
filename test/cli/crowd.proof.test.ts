import { describe, expect, it } from "vitest";
import { freshSentence } from "../../bench/generated-tree.js";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { told, words } from "./typed.js";

const WRITERS = rounds(3, 8);
const EACH = rounds(8, 50);

function corrections(writer: number): string {
  const entries = Array.from({ length: EACH }, (_, number) => ({
    type: "correction",
    prior_belief: `Nobody looks at case ${writer}-${number}`,
    corrected_to: freshSentence(writer * 1_000 + number),
    stakes: "medium",
    at_risk: "work is done twice",
    behavioral_change: "look first",
  }));
  return JSON.stringify(entries);
}

/** Each is a correction and the outcome that says that it held. */
const PROVEN = ["Install from the lockfile in CI", "Write UTC behind every time", "Ask before deleting a branch"];

const STORED = 2 * PROVEN.length + WRITERS * EACH;

/** Corrections that held for ten days: something to digest. */
async function proven(box: Sandbox): Promise<void> {
  const said = { TENET_NOW: "2026-02-05T14:00:00Z" };
  for (const now of PROVEN) {
    const input = ["--instead-of", "no matter", "--risk", "high: work is lost", "--so", now, "--json"];
    const { id } = (await box.run(["correct", now, ...input], { env: { ...said, TENET_SEED: now } })).json().data;
    const answered = await box.run(["outcome", id, "--held", "--evidence", "two weeks"]);
    expect(answered.code, answered.stderr).toBe(0);
  }
}

async function digestPatiently(box: Sandbox): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { code, stderr } = await box.runProcess(["digest", "--json"], { timeout: 300_000 });
    if (code === 0) return;
    expect(code, stderr).toBe(3);
  }
}

describe("a crowd of writers", () => {
  it("row 6: the same text from two processes: one stores, the other one skips", async () => {
    const box = await sandbox();
    const line = "learn 'Mirrors lag behind by an hour' --because 'seen in the logs' --risk 'medium: drift' --json";
    const both = await Promise.all([0, 1].map(() => box.runProcess(words(line))));
    expect(both.map((ran) => ran.json().data.decision).sort()).toEqual(["counted", "stored"]);
    expect((await told(box, "list")).total).toBe(1);
  });

  it(`row 6: ${WRITERS} processes × ${EACH} adds and 2 digests beside a reindex lose nothing and store nothing twice`, async () => {
    const box = await sandbox();
    await proven(box);
    const digests = [digestPatiently(box), digestPatiently(box)];
    const reindex = box.runProcess(["index", "--json"], { timeout: 300_000 });
    const write = async (writer: number) => {
      // "busy" is the one answer that asks to be tried again; nothing of the list was written then.
      for (let attempt = 1; ; attempt++) {
        const ran = await box.runProcess(["add", "-", "--keep-going", "--json"], {
          stdin: corrections(writer),
          env: { TENET_SEED: `writer-${writer}-${attempt}` },
          timeout: 300_000,
        });
        if (ran.code !== 3 || attempt === 10) return ran;
        expect(ran.json().error.code).toBe("busy");
      }
    };
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    for (const writer of writers) {
      expect(writer.code, writer.stdout.slice(0, 600)).toBe(0);
      expect(writer.json().data.results.filter((result: { ok: boolean }) => result.ok)).toHaveLength(EACH);
    }
    // The reindex may find its lock taken, and says so; it never fails otherwise.
    expect([0, 3]).toContain((await reindex).code);
    await Promise.all(digests);
    await digestPatiently(box);
    const { versions } = (await box.run(["versions", "--json"])).json().data;
    expect(versions).toMatchObject([{ version: 1, status: "active", rules: PROVEN.length, operations: PROVEN.length }]);

    const listed = await box.run(["list", "--limit", "1000", "--json"]);
    const ids = listed.json().data.entries.map((entry: { id: string }) => entry.id);
    expect(ids).toHaveLength(STORED);
    expect(new Set(ids).size).toBe(STORED);

    const index = await box.run(["index", "--json"], { timeout: 300_000 });
    expect(index.json().data).toMatchObject({ entries: STORED, pending: 0 });
    expect(index.json().data.index).not.toBe("degraded");
    const verified = await box.run(["verify", "--json"]);
    expect(verified.json().data.findings.filter((one: { severity: string }) => one.severity === "error")).toEqual([]);
  }, 600_000);
});
