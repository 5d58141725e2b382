import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { stickStateOf } from "../../../src/loop/policy/stick.js";
import { BOUNDED_BY_WRITERS, BOUNDS, keepBounds } from "../../../src/store/bounds/local-bounds.js";
import { withLock } from "../../../src/store/files/lock.js";
import {
  noteOpportunities,
  readOpportunities,
  rememberOpportunity,
  rememberSession,
} from "../../../src/store/sessions.js";
import { readCheckFacts, rememberChecks } from "../../../src/store/state/check-log.js";
import type { Workspace } from "../../../src/store/workspace.js";
import { type TestWorld, testWorld } from "../workspace.js";

const hex = (number: number): string => number.toString(16).padStart(24, "0");

/** Writes files or folders, the first ones oldest. */
function fill(folder: string, count: number, nameOf: (at: number) => string, content = "{}\n"): void {
  for (let at = 0; at < count; at++) {
    const path = join(folder, nameOf(at));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, 1_700_000_000 + at, 1_700_000_000 + at);
  }
}

/** Every bound of a number of files: how it is exceeded, and what is left. */
const FOLDERS: readonly [
  what: string,
  folder: (ws: Workspace) => string,
  nameOf: (at: number) => string,
  most: number,
][] = [
  ["memory of sessions", (ws) => ws.sessions, (at) => `${hex(at)}.jsonl`, 400],
  ["findings of transcripts", (ws) => ws.sessionFindings, (at) => `${hex(at)}.json`, 400],
  ["steps for undo", (ws) => ws.undo, (at) => `${hex(at)}.json`, 50],
  ["closed runs", (ws) => ws.closedRuns, (at) => `run-r${at}.json`, 1_000],
];

describe("a folder of local files", () => {
  it.each(FOLDERS)("of %s keeps the newest ones", async (_, folderOf, nameOf, most) => {
    const world = testWorld();
    const folder = folderOf(world.workspace);
    fill(folder, most, nameOf);
    await keepBounds(world);
    expect(readdirSync(folder)).toHaveLength(most);
    fill(folder, most + 1, nameOf);
    await keepBounds(world);
    const kept = Math.ceil((most * 3) / 4);
    const newest = Array.from({ length: kept }, (_one, at) => nameOf(most - at));
    expect(readdirSync(folder).toSorted()).toEqual(newest.toSorted());
  });
});

const opportunity = (session: string, at: string) => ({ id: "COR-20260215-K7Q2X", at, session });

describe("logs of hints", () => {
  it("of opportunities hold one line an entry and session, which counts as before", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    for (let at = 0; at < 6_000; at++) {
      const minute = new Date(Date.UTC(2026, 1, 16) + at * 60_000).toISOString();
      rememberOpportunity(ws, opportunity(`session-${at % 67}`, `${minute.slice(0, 19)}Z`));
    }
    const lesson = { carrier: { timestamp: "2026-02-15T14:00:00Z" }, members: [opportunity("s0", "")] } as never;
    const now = new Date("2026-03-15T00:00:00Z");
    const state = () => stickStateOf(lesson, readOpportunities(ws), now);
    const before = state();
    expect(before.settles?.evidence).toContain("67 sessions");
    await keepBounds(world);
    expect(readOpportunities(ws)).toHaveLength(67);
    expect(state()).toEqual(before);
  });

  it("of opportunities get one line an entry, session and day from whoever speaks", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    const { agent, session } = world.actor;
    const id = "COR-20260215-K7Q2X";
    const at = "2026-02-15T13:00:00Z";
    rememberSession(ws, { at, agent, session, shown: [id], triggers: { [id]: ["npm"] } });
    for (let time = 0; time < 5; time++) await noteOpportunities(world, "npm install");
    expect(readOpportunities(ws)).toEqual([{ id, session, at: "2026-02-15T14:00:00Z" }]);
  });

  it("of checks hold one line an entry, day and result", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    const fact = (at: number) => ({
      id: `COR-20260215-A000${at % 3}`,
      at: "2026-02-15T14:00:00Z",
      day: "2026-02-15",
      kind: "held" as const,
      open: [`ci/build.yml#${at}`],
    });
    rememberChecks(
      ws,
      Array.from({ length: 5_000 }, (_, at) => fact(at)),
    );
    await keepBounds(world);
    expect(readCheckFacts(ws)).toEqual([fact(4_997), fact(4_998), fact(4_999)]);
  });
});

/** Local files that do not grow, and those that wait for a person or a command. */
const OTHERS =
  "local state lock journal cache erasing runs unlooked harvestLock index knowledgeIndex linesIndex sync syncLock syncIdentity syncHub syncCursors syncArrivals heardLock";

describe("the table of bounds", () => {
  it("names every local path that grows", () => {
    const { workspace: ws }: TestWorld = testWorld();
    const others = new Set(OTHERS.split(" "));
    const bounded = new Set([...BOUNDS, ...BOUNDED_BY_WRITERS].map(({ path }) => path(ws)));
    const paths = Object.entries(ws).filter(([, path]) => typeof path === "string" && path.startsWith(ws.local));
    const unnamed = paths.flatMap(([name, path]) => (others.has(name) || bounded.has(path as string) ? [] : name));
    expect(unnamed).toEqual([]);
  });

  it("is kept later where another writer is busy, and nothing is written where nothing is over", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    await keepBounds(world);
    expect(existsSync(ws.local)).toBe(false);
    fill(ws.undo, 51, (at) => `${hex(at)}.json`);
    await withLock(ws.lock, "test", 0, async () => {
      await keepBounds(world);
      expect(readdirSync(ws.undo)).toHaveLength(51);
    });
    await keepBounds(world);
    expect(readdirSync(ws.undo)).toHaveLength(38);
  });
});
