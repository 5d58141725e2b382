/** Local state: what one machine notes, how long it stays, and what happens to a file that cannot be used. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fixedClock } from "../../../src/clock.js";
import { TenetError } from "../../../src/errors.js";
import { replayFirst } from "../../../src/store/change/prepare-write.js";
import { keepBounds } from "../../../src/store/state/bounds.js";
import { readLedger, recallsOf, recordEvent } from "../../../src/store/state/ledger.js";
import { noteOpportunities, readOpportunities } from "../../../src/store/state/sessions.js";
import { State } from "../../../src/store/state/state-db.js";
import { lastStep, stepWriter } from "../../../src/store/state/undo-log.js";
import { asSomeone } from "../../health/examined-world.js";
import { freshFolder, runChild } from "../run-child.js";
import { testWorld } from "../workspace.js";

afterEach(() => State.closeAll());

const AT = "2026-02-15T14:00:00Z";
const recalled = (ids: string[], at = AT) => ({ kind: "read", op: "recall", ids, at }) as const;

describe("state.db", () => {
  it("is made by the first fact, for this user alone, and opened again after it was closed", () => {
    const { workspace: ws } = testWorld();
    const state = State.of(ws);
    expect([state.facts("run"), state.value("run"), existsSync(ws.local)]).toEqual([[], undefined, false]);
    state.put("run", { key: "r1", at: AT, value: { open: true } });
    expect(statSync(ws.stateDb).mode & 0o777).toBe(0o600);
    State.closeAll();
    expect(state.value("run", "r1")).toEqual({ open: true });
  });

  it("holds one fact a kind, session and key; one that says the same keeps its time", () => {
    const state = State.of(testWorld().workspace);
    for (const [day, value] of [
      ["15", 1],
      ["16", 1],
      ["17", 2],
    ] as const) {
      state.put("shown", { session: "../../x", key: "A", at: AT.replace("15", day), value });
      if (value === 1) expect(state.facts("shown")).toEqual([{ session: "../../x", key: "A", at: AT, value }]);
    }
    state.put("shown", { session: "other", key: "A", at: AT, value: 3 });
    expect(state.facts("shown", { session: "../../x" }).map(({ value }) => value)).toEqual([2]);
    state.drop("shown", "A", "other");
    expect(state.facts("shown")).toHaveLength(1);
  });

  it.each([new SyntaxError("somebody else's JSON"), new TenetError("malformed: not a database", { failure: "usage" })])(
    "keeps all of a transaction or nothing, one within another is a part of it, and no error is damage: %s",
    (error) => {
      const { workspace: ws } = testWorld();
      const state = State.of(ws);
      const failing = () =>
        state.transaction(() => {
          state.transaction(() => state.put("run", { at: AT, value: 1 }));
          throw error;
        });
      expect(failing).toThrow(error);
      expect(state.value("run")).toBeUndefined();
      expect(readdirSync(ws.local).filter((name) => name.includes("damaged"))).toEqual([]);
    },
  );

  it.each([
    ["garbage", "PRAGMA user_version=7", Buffer.from("this is no database ".repeat(300))],
    ["of another version", "PRAGMA user_version=7"],
    ["of no version and with tables", "PRAGMA user_version=0"],
  ])("that is %s is set aside under another name, said, and begun anew", async (_, harm, bytes?) => {
    const world = testWorld();
    const { workspace: ws } = world;
    State.of(ws).put("run", { at: AT, value: 1 });
    for (const statement of harm.split("; ")) State.of(ws).run(statement);
    State.closeAll();
    if (bytes !== undefined) writeFileSync(ws.stateDb, bytes);
    const before = readFileSync(ws.stateDb);
    expect(State.of(ws).value("run")).toBeUndefined();
    const [aside] = readdirSync(ws.local).filter((name) => name.endsWith(".damaged.db"));
    expect(readFileSync(join(ws.local, aside as string)).equals(before)).toBe(true);
    await replayFirst(world);
    expect(world.warnings).toEqual([expect.stringContaining(`kept as .tenet/${aside}`)]);
  });

  it("is read where it cannot be written; a hint is not kept then, and anything else fails with the path", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    State.of(ws).put("run", { at: AT, value: 1 });
    State.closeAll();
    chmodSync(ws.stateDb, 0o444);
    chmodSync(ws.local, 0o555);
    await asSomeone(ws.root, async () => {
      expect(State.of(ws).value("run")).toBe(1);
      expect(recordEvent(world, recalled([]))).toBe(false);
      expect(() => State.of(ws).put("run", { at: AT, value: 2 })).toThrow(ws.stateDb);
    });
    chmodSync(ws.local, 0o755);
  });

  it("follows no link", () => {
    const { workspace: ws } = testWorld();
    const elsewhere = join(freshFolder(), "state.db");
    writeFileSync(elsewhere, "");
    mkdirSync(ws.local);
    symlinkSync(elsewhere, ws.stateDb);
    expect(() => State.of(ws).put("run", { at: AT, value: 1 })).toThrow("symbolic link");
    expect(readFileSync(elsewhere)).toHaveLength(0);
  });

  it("takes the facts of many processes", { tags: "more" }, async () => {
    const { workspace: ws } = testWorld();
    const runs = await Promise.all(["a", "b", "c", "d"].map((mark) => runChild(["note", ws.root, 25, mark])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(State.of(ws).facts("noted")).toHaveLength(100);
    expect(readLedger(ws)).toHaveLength(100);
  });
});

describe("the ledger", () => {
  it("holds every event in order, and counts what was recalled", () => {
    const world = testWorld();
    const { workspace: ws } = world;
    const ids = ["INS-20260214-M2XBA", "COR-20260215-K7Q2X"];
    const at = "2026-02-16T14:00:00Z";
    const later = { at, kind: "write", op: "learn", ids: [ids[1] as string], reason: "why" } as const;
    expect(recordEvent({ ...world, actor: { ...world.actor, run: "r1" } }, later)).toBe(true);
    expect(recordEvent(world, recalled(ids))).toBe(true);
    const who = { agent: "main", session: "s1" };
    expect(readLedger(ws)).toEqual([
      { ...recalled(ids), ...who },
      { ...later, ...who, run: "r1" },
    ]);
    expect(readLedger(ws, "read")).toHaveLength(1);
    expect(recallsOf(ws, ids[0] as string)).toEqual({ recalled: 1, last_used: AT });
    expect(recallsOf(ws, "INS-20260214-M2XB")).toEqual({});
  });
});

describe("sessions", () => {
  it("remember an opportunity once an entry and day", () => {
    const world = testWorld();
    const { workspace: ws, actor } = world;
    const { session } = actor;
    State.of(ws).put("shown", { session, key: "COR-1", at: AT, value: { any: ["npm"], pairs: [] } });
    for (let time = 0; time < 3; time++) noteOpportunities(world, "npm install");
    const one = { id: "COR-1", at: AT, session };
    expect(readOpportunities(ws)).toEqual([one]);
  });
});

describe("what is kept", () => {
  it("the steps of a session for undo, the newest last", async () => {
    const world = testWorld();
    for (const op of ["one", "two", "three"])
      (await stepWriter(world, { op, entries: [], changes: [] }))(State.of(world.workspace));
    expect(lastStep(world.workspace, "s1")?.step.op).toBe("three");
  });

  it("goes by age, but for what waits or says who this clone is; without state nothing is written", async () => {
    const world = testWorld();
    const { workspace: ws } = world;
    keepBounds(world);
    expect(existsSync(ws.local)).toBe(false);
    const state = State.of(ws);
    for (const kind of ["shown", "undo", "heard", "salt", "cursor"]) state.put(kind, { at: AT, value: kind });
    for (const which of ["open", "finished", "failed"])
      state.put("run", { key: which, at: AT, value: { state: which } });
    recordEvent(world, recalled([]));
    const keptAt = async (now: string) => {
      keepBounds({ ...world, clock: fixedClock(now) });
      const rows = state.all<{ one: string }>("SELECT kind || ' ' || key AS one FROM facts ORDER BY 1");
      return rows.map(({ one }) => one.trim());
    };
    expect(await keptAt("2026-02-20T14:00:00Z")).toHaveLength(8);
    expect(await keptAt("2026-03-15T14:00:00Z")).not.toContain("undo");
    expect(readLedger(ws)).toHaveLength(1);
    expect(await keptAt("2028-01-01T00:00:00Z")).toEqual(["cursor", "heard", "run open", "salt"]);
    expect(readLedger(ws)).toEqual([]);
  });
});
