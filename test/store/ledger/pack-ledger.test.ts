import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allChains, ledgerDays, ledgerFiles, ledgerMonths } from "../../../src/store/ledger/chains.js";
import { checkLedger, type LedgerEvent, readLedger, recallsOf, recordEvent } from "../../../src/store/ledger/ledger.js";
import { countStruck, strikeLines } from "../../../src/store/ledger/ledger-strike.js";
import { isLedgerLong, packLedger } from "../../../src/store/ledger/pack-ledger.js";
import { Workspace } from "../../../src/store/workspace.js";
import { DAY_MS } from "../../../src/text/durations.js";
import { type TestWorld, testWorld } from "../workspace.js";

const READ = "INS-20260214-M2XBA";
const ENDED = "INS-20260214-A0001";
const FIRST = Date.UTC(2024, 0, 1, 12);
const NOW = new Date("2030-01-01T00:00:00Z");
const DAYS = 520;

const another = ({ workspace }: TestWorld) => new Workspace(workspace.root);
const instant = (day: number): string => new Date(FIRST + day * DAY_MS).toISOString().replace(".000", "");

function event(at: string, kind: "read" | "write", more: Partial<LedgerEvent> = {}): LedgerEvent {
  const op = kind === "read" ? "recall" : "forget";
  return { at, kind, op, agent: "main", session: "s1", ids: [READ], ...more };
}

/** A read and a write by one process, and a read by another, on each day. */
async function years(days = DAYS): Promise<TestWorld> {
  const world = testWorld();
  for (let day = 0; day < days; day++) {
    const server = another(world);
    await recordEvent(server, event(instant(day), "read", { receipt: { id: `receipt-${day}` } }));
    await recordEvent(server, event(instant(day), "write", { reason: `${ENDED}-${day}` }));
    await recordEvent(another(world), event(instant(day), "read"));
  }
  return world;
}

describe("a ledger of years", () => {
  it("keeps its chains, all writes and the reads of the newest months in a file a month", async () => {
    const world = await years();
    const { workspace: ws } = world;
    const before = { check: checkLedger(ws), events: readLedger(ws) };
    expect(before.check).toEqual({ chains: 2 * DAYS, lines: 3 * DAYS, missing: [], changed: [] });
    expect(isLedgerLong(ws)).toBe(true);
    await packLedger(ws, NOW);
    expect(isLedgerLong(ws)).toBe(false);
    expect(ledgerDays(ws)).toHaveLength(31);
    const months = ledgerMonths(ws);
    expect(months.filter((month) => !month.includes(".old."))).toHaveLength(14);
    expect(readdirSync(ws.ledger)).toHaveLength(months.length + 31);
    expect(checkLedger(ws)).toMatchObject({ missing: [], changed: [] });
    const after = readLedger(ws);
    expect(after.filter(({ kind }) => kind === "write")).toEqual(before.events.filter(({ kind }) => kind === "write"));
    const firstMonth = months.find((month) => !month.includes(".old."))!.slice(0, 7);
    const isKept = ({ kind, at }: LedgerEvent) => kind === "write" || at >= firstMonth;
    expect(after).toEqual(before.events.filter(isKept));
    expect(recallsOf(ws, READ)).toEqual({
      recalled: after.filter(({ kind }) => kind === "read").length,
      last_used: instant(DAYS - 1),
    });
    expect(countStruck(ws)).toBe(0);
  });

  it("packs again what came since, and nothing twice", async () => {
    const world = await years(70);
    const { workspace: ws } = world;
    await packLedger(ws, NOW);
    const events = readLedger(ws);
    const copied = ledgerDays(ws)[0]!;
    await packLedger(ws, NOW);
    expect(ledgerDays(ws)).toContain(copied);
    for (let day = 70; day < 140; day++) await recordEvent(another(world), event(instant(day), "read"));
    await packLedger(ws, NOW);
    expect(readLedger(ws)).toHaveLength(events.length + 70);
    expect(checkLedger(ws)).toMatchObject({ missing: [], changed: [], chains: 210 });
    // A crash between writing a month and removing its days.
    const chain = Array.from(allChains(ws))[0]!;
    mkdirSync(join(ws.ledger, chain.file.slice(0, 10)));
    writeFileSync(join(ws.ledger, chain.file), chain.lines.map((line) => `${line}\n`).join(""));
    for (let day = 140; day < 180; day++) await recordEvent(another(world), event(instant(day), "read"));
    await packLedger(ws, NOW);
    expect(checkLedger(ws)).toMatchObject({ missing: [], changed: [], chains: 250 });
  });

  it("still shows a changed line, leaves damaged chains where they are, and has lines struck", async () => {
    const world = await years(70);
    const { workspace: ws } = world;
    const [damaged, torn] = ledgerFiles(ws);
    writeFileSync(damaged!, `${readFileSync(damaged!, "utf8")}no line of ours\n`);
    writeFileSync(torn!, `${readFileSync(torn!, "utf8")}{"at":"2024`);
    const before = checkLedger(ws);
    expect(before.changed).toHaveLength(1);
    await packLedger(ws, NOW);
    expect(checkLedger(ws)).toEqual(before);
    const mark = "erased 2026-02-15T14:00:00Z";
    const isMeant = ({ receipt }: LedgerEvent) => receipt?.id === "receipt-1";
    expect(await strikeLines(ws, { event: isMeant, garbage: () => false }, mark)).toBe(1);
    expect(checkLedger(ws)).toEqual(before);
    expect(countStruck(ws)).toBe(1);
    const month = join(ws.ledger, ledgerMonths(ws)[0]!);
    writeFileSync(month, readFileSync(month, "utf8").replace('"session":"s1"', '"session":"s2"'));
    expect(checkLedger(ws).changed).toHaveLength(2);
  });

  it("is written on by a server whose chain was packed, in another chain", async () => {
    const world = testWorld();
    const server = another(world);
    for (let day = 0; day < 40; day++)
      await recordEvent(day === 0 ? server : another(world), event(instant(day), "read"));
    await packLedger(world.workspace, NOW);
    await recordEvent(server, event(instant(41), "read"));
    expect(checkLedger(world.workspace)).toMatchObject({ chains: 41, lines: 41, missing: [], changed: [] });
  });
});
