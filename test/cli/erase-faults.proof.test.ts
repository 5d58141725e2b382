/**
 * Rows 1 and 2 for erasing, which is more than one change: the tree, then what is local and what can be rebuilt. Killed
 * or failing at any of its changing calls, the next command completes it, or the tree is as before; and doing it again
 * leads to the tree of an undisturbed one. A sample of calls by default; TEST_FAULT_STEP=1 tries each.
 */
import { utimesSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { holding as bytesHolding } from "../bytes.js";
import { rounds } from "../effort.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { broken, callsOf, EVERY, LIMIT_MS, leftovers, temps, truth } from "./fault-sweep.js";
import { atRealTerminal } from "./terminal.js";
import { ended } from "./typed.js";

const CANARY = "zitrone-7q4x-kanarie";
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;
const SAMPLES = rounds(3, 12);
const holding = (box: Sandbox) => bytesHolding(box.dir, CANARY);

let base: Sandbox;
let id: string;
let calls: number;
let before: Record<string, string>;
let after: Record<string, string>;

const word = () => id.slice(-5).toLowerCase();
const erase = (box: Sandbox, env: Record<string, string> = {}) =>
  atRealTerminal(box, ["forget", id, "--erase", "--names"], [["to confirm:", `${word()}\r`]], env);

beforeAll(async () => {
  base = await sandbox({ profile: PROFILE, now: "2026-02-01T09:00:00Z" });
  const tenet = (...args: string[]) => ended(base.run(args));
  const learn = (text: string, because: string) =>
    tenet("learn", text, "--because", because, "--risk", `high: without ${because} nobody gets in`, "--json");
  await tenet("learn", "Caches are cold after each deploy", "--because", "two timings", "--risk", "low: slow");
  id = (await learn(`The side door opens with ${CANARY} at night`, `tried ${CANARY} twice`)).json().data.id;
  await learn(`The side door opens with ${CANARY} at night`, `tried ${CANARY} twice`);
  for (const day of [2, 3, 4]) {
    base.at(`2026-02-0${day}T09:00:00Z`);
    await tenet("used", id, "--worked", "--session", `s${day}`);
  }
  await tenet("digest");
  await tenet("run", "start", "r1");
  await tenet("log", `spoke of this: the side door opens with ${CANARY} at night`, "--run", "r1");
  await tenet("index");
  await tenet("recall", CANARY);
  base.at("2026-02-06T09:00:00Z");
  before = truth(base);
  const undisturbed = await copyOf(base);
  ({ length: calls } = await callsOf(undisturbed, async (env) => {
    const seen = await erase(undisturbed, env);
    expect(seen.code, seen.screen).toBe(0);
  }));
  expect(holding(undisturbed)).toEqual([]);
  after = truth(undisturbed);
  expect(after).not.toEqual(before);
}, LIMIT_MS);

function points(count: number): number[] {
  const step = EVERY === undefined ? Math.max(1, Math.floor(calls / count)) : Number(EVERY);
  return Array.from({ length: Math.ceil(calls / step) }, (_, n) => 1 + n * step);
}

/** After a fault: the next command, then what must hold; and doing it again ends as an undisturbed one. */
async function recovers(box: Sandbox, where: string): Promise<void> {
  await ended(box.run(["log", "the next command"]));
  const settled = truth(box);
  delete settled["memory/2026-02-06.md"];
  const erased = JSON.stringify(settled) === JSON.stringify(after);
  if (!erased) expect(settled, where).toEqual(before);
  if (erased) expect(holding(box), where).toEqual([]);
  else {
    const seen = await erase(box);
    expect(seen.code, `${where}\n${seen.screen}`).toBe(0);
    const again = truth(box);
    delete again["memory/2026-02-06.md"];
    expect(again, where).toEqual(after);
    expect(holding(box), where).toEqual([]);
  }
  // A heartbeat sweeps temp files that are older than a minute.
  for (const name of temps(box)) utimesSync(box.path(name), 0, 0);
  await ended(box.run(["heartbeat"]));
  expect(leftovers(box), where).toEqual([]);
  const { findings } = (await box.run(["verify", "--json"])).json().data;
  expect(
    findings.filter((one: { severity: string }) => one.severity === "error"),
    where,
  ).toEqual([]);
}

describe("row 1: erasing", () => {
  it("killed at any of its writes, is completed by the next command, or has not happened", {
    timeout: LIMIT_MS,
  }, async () => {
    const all = points(SAMPLES);
    expect(calls).toBeGreaterThan(30);
    for (const at of all) {
      const box = await copyOf(base);
      const seen = await erase(box, broken(box, { at, kind: "kill" }));
      expect(seen.code, `call ${at}\n${seen.screen}`).not.toBe(0);
      await recovers(box, `killed at call ${at} of ${calls}`);
    }
  });
});

describe("row 2: erasing", () => {
  it.each(["EIO", "ENOSPC"] as const)(
    "under %s names what failed, and recovers",
    { timeout: LIMIT_MS },
    async (kind) => {
      for (const [n, at] of points(rounds(2, 4)).entries()) {
        const box = await copyOf(base);
        const seen = await erase(box, broken(box, { at, kind, times: n % 2 === 0 ? "once" : "from" }));
        expect([0, 1, 3], `call ${at}\n${seen.screen}`).toContain(seen.code);
        expect(seen.screen, `call ${at}`).not.toContain(CANARY);
        await recovers(box, `${kind} at call ${at} of ${calls}`);
      }
    },
  );
});
