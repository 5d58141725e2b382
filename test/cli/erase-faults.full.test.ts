/**
 * Rows 1 and 2 for erasing, which is more than one change: the tree, then what is local and what can be rebuilt. Killed
 * or failing at any of its changing calls, the next command completes it, or the tree is as before; and doing it again
 * leads to the tree of an undisturbed one. A sample of calls by default; TEST_FAULT_STEP=1 tries each.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { copyOf, type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { atRealTerminal } from "./terminal.js";

const SHIM = new URL("../fault-shim.mjs", import.meta.url).href;
const CANARY = "zitrone-7q4x-kanarie";
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
ledger: {keep_queries: true}
`;
const EVERY = process.env["TEST_FAULT_STEP"];
const SAMPLES = rounds(3, 12);
const LIMIT_MS = EVERY === undefined ? 300_000 : 3_600_000;
const traces = mkdtempSync(join(tmpdir(), "tenet-erase-faults-"));

afterAll(() => rmSync(traces, { recursive: true, force: true }));

type Fault = { at: number; kind: "kill" | "EIO" | "ENOSPC"; times?: "once" | "from" };

const broken = (box: Sandbox, { at, kind, times = "once" }: Fault, trace = "") => ({
  NODE_OPTIONS: `--import=${SHIM}`,
  TEST_FAULT_ROOT: box.dir,
  TEST_FAULT_AT: String(at),
  TEST_FAULT_KIND: kind,
  TEST_FAULT_TIMES: times,
  ...(trace === "" ? {} : { TEST_FAULT_TRACE: trace }),
});

function files(box: Sandbox): { name: string; path: string }[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ name: path.slice(box.dir.length + 1), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const holding = (box: Sandbox): string[] =>
  files(box)
    .filter(({ path }) => readFileSync(path).includes(CANARY))
    .map(({ name }) => name);

/** Everything that counts, by content; what is generated, local or drawn by chance apart. */
function truth(box: Sandbox): Record<string, string> {
  const counts = files(box).filter(({ name }) => /^(?:memory\/|SOUL)/.test(name) && !/index\.md$|\.tmp$/.test(name));
  const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  return Object.fromEntries(counts.map(({ name, path }) => [name, hash(path)]));
}

async function done(ran: Promise<Ran>): Promise<Ran> {
  const finished = await ran;
  expect(finished.code, finished.stdout + finished.stderr).toBe(0);
  return finished;
}

let base: Sandbox;
let id: string;
let calls: number;
let before: Record<string, string>;
let after: Record<string, string>;

const word = () => id.slice(-5).toLowerCase();
const erase = (box: Sandbox, env: Record<string, string> = {}) =>
  atRealTerminal(box, ["forget", id, "--erase"], [["to confirm:", `${word()}\r`]], env);

beforeAll(async () => {
  base = await sandbox({ profile: PROFILE, now: "2026-02-01T09:00:00Z" });
  const tenet = (...args: string[]) => done(base.run(args));
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
  await tenet("log", `spoke of ${CANARY}`, "--run", "r1");
  await tenet("index");
  await tenet("recall", CANARY);
  await base.write(
    ".tenet/state/backup/20260201T000000Z/memory/2026-02-01.md",
    await base.read("memory/2026-02-01.md"),
  );
  base.at("2026-02-06T09:00:00Z");
  before = truth(base);
  const undisturbed = await copyOf(base);
  const trace = join(traces, "calls");
  const seen = await erase(undisturbed, broken(undisturbed, { at: 1_000_000, kind: "kill" }, trace));
  expect(seen.code, seen.screen).toBe(0);
  expect(holding(undisturbed)).toEqual([]);
  calls = readFileSync(trace, "utf8").trimEnd().split("\n").length;
  after = truth(undisturbed);
  expect(after).not.toEqual(before);
}, LIMIT_MS);

function points(count: number): number[] {
  const step = EVERY === undefined ? Math.max(1, Math.floor(calls / count)) : Number(EVERY);
  return Array.from({ length: Math.ceil(calls / step) }, (_, n) => 1 + n * step);
}

/** After a fault: the next command, then what must hold; and doing it again ends as an undisturbed one. */
async function recovers(box: Sandbox, where: string): Promise<void> {
  await done(box.run(["log", "the next command"]));
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
  await done(box.run(["doctor", "--fix"]));
  expect(
    files(box).filter(({ name }) => /\.tmp$|\.staged$|pending\.json$|erasing\.json$/.test(name)),
    where,
  ).toEqual([]);
  const { findings } = (await box.run(["verify", "--json"])).json().data;
  expect(
    findings.filter((one: { severity: string }) => one.severity === "error"),
    where,
  ).toEqual([]);
  expect((await done(box.run(["audit", "--check", "--json"]))).json().data.ledger.changed, where).toEqual([]);
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

  it("killed, is completed by doctor --fix alone as well", { timeout: LIMIT_MS }, async () => {
    for (const at of points(rounds(2, 4)).slice(1)) {
      const box = await copyOf(base);
      await erase(box, broken(box, { at, kind: "kill" }));
      await done(box.run(["doctor", "--fix"]));
      const settled = truth(box);
      const erased = JSON.stringify(settled) === JSON.stringify(after);
      if (!erased) expect(settled, `call ${at}`).toEqual(before);
      else expect(holding(box), `call ${at}`).toEqual([]);
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
