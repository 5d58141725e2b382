import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decisionsIn, type LedgerEvent, readLedger, recordEvent } from "../../../src/store/state/ledger.js";
import { strikeLines } from "../../../src/store/ledger/ledger-strike.js";
import { readOpportunities, readSession, rememberOpportunity, rememberSession } from "../../../src/store/state/sessions.js";
import { Workspace } from "../../../src/store/workspace.js";
import { type TestWorld, testWorld } from "../workspace.js";

const event = (at: string, more: Partial<LedgerEvent> = {}): LedgerEvent => ({
  at,
  kind: "read",
  op: "recall",
  agent: "main",
  session: "s1",
  ids: ["INS-20260214-M2XBA"],
  ...more,
});

/** A second object for the same folder stands for another process: it starts a chain of its own. */
const another = (world: TestWorld) => new Workspace(world.workspace.root);

function files(world: TestWorld): string[] {
  const { ledger } = world.workspace;
  return readdirSync(ledger).flatMap((day) => readdirSync(join(ledger, day)).map((name) => join(ledger, day, name)));
}

async function threeChains(world: TestWorld): Promise<string[]> {
  for (const minute of [1, 2, 3]) {
    const ws = another(world);
    for (const second of [1, 2, 3]) {
      expect(await recordEvent(ws, event(`2026-02-15T14:0${minute}:0${second}Z`))).toBe(true);
    }
  }
  return files(world).sort();
}

describe("the ledger", () => {
  it("holds one chain a process, and every line in order", async () => {
    const world = testWorld();
    expect(await threeChains(world)).toHaveLength(3);
    const order = ["01:01", "01:02", "01:03", "02:01", "02:02", "02:03", "03:01", "03:02", "03:03"];
    expect(readLedger(world.workspace).map(({ at }) => at.slice(14, 19))).toEqual(order);
  });

  it("keeps the order of events recorded at once", async () => {
    const world = testWorld();
    const ids = Array.from({ length: 20 }, (_, n) => `INS-20260214-A00${n}`);
    await Promise.all(ids.map((id) => recordEvent(world.workspace, event("2026-02-15T14:00:00Z", { ids: [id] }))));
    expect(readLedger(world.workspace).flatMap((one) => one.ids)).toEqual(ids);
  });

  it("takes lines out", async () => {
    const world = testWorld();
    await threeChains(world);
    const isSecond = { event: ({ at }: LedgerEvent) => at.endsWith(":02Z"), garbage: () => false };
    expect(await strikeLines(world.workspace, isSecond)).toBe(3);
    expect(await strikeLines(world.workspace, isSecond)).toBe(0);
    expect(readLedger(world.workspace)).toHaveLength(6);
  });

  it("knows what became of versions, whichever verb wrote them", () => {
    const ids = ["COR-20260215-K7Q2X"];
    const file = (status: string, more = "") =>
      Buffer.from(`---\nversion: 1\nid: 0001-K7Q2X\nstatus: ${status}\n${more}folded:\n  - ${ids[0]}\n---\n\n# x\n`);
    const decided = 'decided:\n  by: "bridget"\n  at: 2026-02-15T14:00:00Z\n';
    const path = "/v/0001-K7Q2X.md";
    const became = (after: Buffer | null, read?: Buffer) => decisionsIn([{ path, after, ...(read && { read }) }]);
    const version = "0001-K7Q2X";
    expect(became(file("pending"))).toEqual([{ version, decision: "pending", ids }]);
    const active = { version, decision: "active", by: "bridget", ids };
    expect(became(file("active", decided), file("pending"))).toEqual([active]);
    expect(became(file("active", decided), file("active"))).toEqual([]);
    expect([became(null, file("active")), became(Buffer.from("no header"))]).toEqual([[], []]);
  });

  it("that cannot be written stops nobody", async () => {
    const world = testWorld();
    world.put(".tenet/state/ledger", "a file where the folder should be");
    expect(await recordEvent(world.workspace, event("2026-02-15T14:00:00Z"))).toBe(false);
  });
});

describe("sessions", () => {
  const fact = { at: "2026-02-15T14:00:00Z", session: "s/1", agent: "main" };

  it("remember what each was shown and wrote, whatever they are called", async () => {
    const { workspace } = testWorld();
    rememberSession(workspace, { ...fact, shown: ["A"], triggers: { A: ["npm"] } });
    rememberSession(workspace, { ...fact, shown: ["B"], captured: ["C"] });
    rememberSession(workspace, { ...fact, session: "../../x", shown: ["D"] });
    const known = readSession(workspace, "s/1");
    expect([[...known.shown], [...known.captured]]).toEqual([["A", "B"], ["C"]]);
    expect([...known.triggers]).toEqual([["A", { any: ["npm"], pairs: [] }]]);
    const shown = ["../../x", "other"].map((session) => [...readSession(workspace, session).shown]);
    expect(shown).toEqual([["D"], []]);
    expect(readdirSync(workspace.sessions).every((name) => /^[0-9a-f]{24}\.jsonl$/.test(name))).toBe(true);
  });

  it("survive a torn line, and lose nothing behind it", async () => {
    const { workspace } = testWorld();
    rememberSession(workspace, { ...fact, shown: ["A"] });
    const [name] = readdirSync(workspace.sessions);
    const path = join(workspace.sessions, name!);
    writeFileSync(path, `${readFileSync(path, "utf8")}{"at":"2026`);
    rememberSession(workspace, { ...fact, shown: ["B"] });
    expect([...readSession(workspace, "s/1").shown]).toEqual(["A", "B"]);
  });

  it("collect opportunities of many writers", async () => {
    const { workspace } = testWorld();
    const all = Array.from({ length: 9 }, (_, n) => ({ id: `COR-${n}`, at: fact.at, session: "s" }));
    for (const one of all) rememberOpportunity(workspace, one);
    expect(readOpportunities(workspace).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});
