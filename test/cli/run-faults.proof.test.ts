/**
 * Row 1 for what is committed later: finishing a run, or a heartbeat that tidies, is killed at one of its changing
 * calls. The same command again must lead to the tree of an undisturbed one: nothing lost, nothing twice. A sample of
 * calls by default; TEST_FAULT_STEP=1 tries each.
 */
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { broken, callsOf, EVERY, LIMIT_MS } from "./fault-sweep.js";
import { NO_MODEL } from "./known-workspace.js";

const STEP = Number(EVERY ?? rounds(41, 13));

/** Ids, statuses, the daily log and the rules: what a reviewer would see. */
async function seen(box: Sandbox): Promise<unknown> {
  const { entries } = (await box.run(["list", "--json"])).json().data;
  const [log, rules] = await Promise.all(
    ["memory/2026-02-15.md", "SOUL.md"].map((file) => box.read(file).catch(() => "")),
  );
  return { entries: entries.map(({ file: _, line: __, ...entry }: Record<string, unknown>) => entry), log, rules };
}

async function survives(base: Sandbox, args: readonly string[]): Promise<void> {
  const undisturbed = await copyOf(base);
  const { length: calls } = await callsOf(undisturbed, async (env) => {
    expect((await undisturbed.runProcess(args, { env })).code).toBe(0);
  });
  expect(calls).toBeGreaterThan(STEP);
  const expected = await seen(undisturbed);
  for (let at = 1; at <= calls; at += STEP) {
    const box = await copyOf(base);
    const killed = await box.runProcess(args, { env: broken(box, { at, kind: "kill" }) });
    expect(killed.signal, `call ${at}`).toBe("SIGKILL");
    const again = await box.run(args);
    expect(again.code, `call ${at}: ${again.stderr}`).toBe(0);
    expect(await seen(box), `call ${at}`).toEqual(expected);
  }
}

describe("row 1", () => {
  it(
    "a run killed while it is finished is finished by the next try, every write once",
    async () => {
      const box = await sandbox({ profile: NO_MODEL });
      const learn = (text: string) => ["learn", text, "--because", `seen: ${text}`, "--risk", "medium: it breaks"];
      expect((await box.run(learn("The cache is cold after a deploy"))).code).toBe(0);
      await box.run(["run", "start", "r1"]);
      for (const args of [
        learn("Retries hide the flaky test"),
        ["log", "ran the suite"],
        learn("The cache is cold after a deploy"),
        learn("Tuesdays are slow because of the backup"),
      ]) {
        expect((await box.run([...args, "--run", "r1"])).code).toBe(0);
      }
      await survives(box, ["run", "finish", "r1"]);
    },
    LIMIT_MS,
  );

  it(
    "a heartbeat killed while it writes what proved itself as a rule is completed by the next one",
    async () => {
      const box = await sandbox({ profile: NO_MODEL });
      const told = ["correct", "Use npm ci in CI", "--instead-of", "npm install is fine", "--risk", "medium: drift"];
      const { id } = (await box.run([...told, "--json"])).json().data;
      expect((await box.run(["learn", "Caches lie", "--because", "read there", "--risk", "high: old data"])).code).toBe(
        0,
      );
      box.at("2026-02-17T09:00:00Z");
      const held = ["outcome", id, "--held", "--evidence", "nobody had to say it again", "--session", "later"];
      expect((await box.run(held)).code).toBe(0);
      box.at("2026-03-20T09:00:00Z");
      await survives(box, ["heartbeat"]);
    },
    LIMIT_MS,
  );
});
