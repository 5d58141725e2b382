/**
 * Row 1 for what is committed later: finishing a run, or a heartbeat that tidies, is killed at one of its changing
 * calls. The same command again must lead to the tree of an undisturbed one: nothing lost, nothing twice. A sample of
 * calls by default; TEST_FAULT_STEP=1 tries each.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";

const SHIM = new URL("../fault-shim.mjs", import.meta.url).href;
const STEP = Number(process.env["TEST_FAULT_STEP"] ?? rounds(41, 13));
const LIMIT_MS = STEP > 1 ? 240_000 : 3_600_000;
const traces = mkdtempSync(join(tmpdir(), "tenet-run-faults-"));

afterAll(() => rmSync(traces, { recursive: true, force: true }));

const faulty = (box: Sandbox, at: number, trace?: string) => ({
  NODE_OPTIONS: `--import=${SHIM}`,
  TEST_FAULT_ROOT: box.dir,
  TEST_FAULT_AT: String(at),
  TEST_FAULT_KIND: "kill",
  TEST_FAULT_TIMES: "once",
  TEST_FAULT_TRACE: trace,
});

/** Ids, statuses and the daily log: what a reviewer would see. */
async function seen(box: Sandbox): Promise<unknown> {
  const { entries } = (await box.run(["list", "--json"])).json().data;
  const log = await box.read("memory/2026-02-15.md").catch(() => "");
  return { entries: entries.map(({ file: _, line: __, ...entry }: Record<string, unknown>) => entry), log };
}

async function survives(base: Sandbox, args: readonly string[]): Promise<void> {
  const undisturbed = await copyOf(base);
  const trace = join(traces, Math.random().toString(36).slice(2));
  expect((await undisturbed.runProcess(args, { env: faulty(undisturbed, 1_000_000, trace) })).code).toBe(0);
  const calls = readFileSync(trace, "utf8").trimEnd().split("\n").length;
  expect(calls).toBeGreaterThan(STEP);
  const expected = await seen(undisturbed);
  for (let at = 1; at <= calls; at += STEP) {
    const box = await copyOf(base);
    const killed = await box.runProcess(args, { env: faulty(box, at) });
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
    "a heartbeat killed while it tidies is completed by the next one",
    async () => {
      const box = await sandbox({ profile: NO_MODEL });
      for (const [at, text] of [
        ["2026-02-01T09:00:00Z", "An outside claim about caches"],
        ["2026-02-02T09:00:00Z", "An outside claim about queues"],
      ] as const) {
        box.at(at);
        const args = ["learn", text, "--because", "read there", "--risk", "low: it is wrong", "--origin"];
        expect((await box.run([...args, "https://example.invalid/x"])).code).toBe(0);
      }
      box.at("2026-03-20T09:00:00Z");
      await survives(box, ["heartbeat"]);
      const { entries } = (await box.run(["list", "--json"])).json().data;
      expect(entries).toHaveLength(2);
    },
    LIMIT_MS,
  );
});
