/** What this machine knows: from what real commands noted, and from ledgers that others wrote into. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { context } from "../../src/context/context.js";
import { markUsed } from "../../src/loop/used.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { readLocal } from "../../src/report/read-local.js";
import { digest } from "../../src/rules/digest.js";
import { type LedgerEvent, recordEvent } from "../../src/store/ledger/ledger.js";
import { Workspace } from "../../src/store/workspace.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { heartbeat } from "../operations.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const [ONE, TWO] = ["INS-20260214-M2XBA", "COR-20260214-K7Q2X"];

const read = (at: string, more: Partial<LedgerEvent> = {}): LedgerEvent => ({
  ...{ at, kind: "read", op: "recall", agent: "main", session: "s1", ids: [ONE], ...more },
});

/** Each call stands for another process: a chain of its own. */
const written = async (w: TestWorld, ...events: readonly LedgerEvent[]) => {
  const ws = new Workspace(w.workspace.root);
  for (const event of events) expect(await recordEvent(ws, event)).toBe(true);
};

function chains({ workspace: { ledger } }: TestWorld): string[] {
  const days = readdirSync(ledger);
  return days.flatMap((day) => readdirSync(join(ledger, day)).map((name) => join(ledger, day, name)));
}

const at = (w: Capturing, day: number, session: string) => {
  w.clock = fixedClock(`2026-02-${String(day).padStart(2, "0")}T09:00:00Z`);
  w.actor = { ...w.actor, session };
};

describe("what commands noted", () => {
  it("is shown, searched for and asked, by time; rules of a context apart from what else it held", {
    tags: "proof",
  }, async () => {
    const w = capturing({}, "2026-02-01T09:00:00Z");
    const rule =
      (await w.learn("The nightly build fails when the cache directory is older than the lockfile")).id ?? "";
    for (const day of [2, 3, 4]) {
      at(w, day, `s${day}`);
      await markUsed(w, { ref: rule, result: "worked" });
    }
    at(w, 5, "s5");
    await digest(w);
    const other = (await w.learn("Sockets close late when nobody reads from them")).id ?? "";
    await heartbeat(w, {});
    at(w, 6, "s6");
    await recall(w, { query: "sockets" });
    at(w, 7, "s7");
    await recall(w, { query: "zzyzx" });
    await show(w, rule);
    at(w, 8, "s8");
    await context(w, { query: "sockets close late" });
    const { showings, searches, asked } = await readLocal(w);
    expect(searches).toEqual([
      { at: "2026-02-06T09:00:00Z", found: true },
      { at: "2026-02-07T09:00:00Z", found: false },
    ]);
    const seen = (day: number, ids: unknown, context = false) => {
      return { at: `2026-02-0${day}T09:00:00Z`, agent: "sybil", ids, context };
    };
    expect(showings.slice(-4)).toEqual([
      seen(7, []),
      seen(7, [rule]),
      seen(8, [rule], true),
      seen(8, expect.arrayContaining([other])),
    ]);
    expect(showings.at(-1)?.ids).not.toContain(rule);
    expect(showings.filter(({ ids }) => ids.includes(other)).map(({ at }) => at)).toContain("2026-02-06T09:00:00Z");
    expect(asked).toEqual([{ id: rule, at: "2026-02-05T09:00:00Z" }]);
  });

  it("names the files that a host reads by itself", async () => {
    const w = capturing();
    w.put("CLAUDE.md", "# Rules\n");
    await context(w, { host: "claude-code" });
    const { showings } = await readLocal(w);
    expect(showings).toEqual([
      expect.objectContaining({ ids: [], context: true, loaded: expect.arrayContaining(["CLAUDE.md"]) }),
    ]);
  });
});

describe("a ledger", () => {
  it("is read by time, whatever the order of its chains; within a second as it was written", async () => {
    const w = testWorld();
    await written(w, read("2026-02-15T14:02:00Z", { agent: "b" }), read("2026-02-15T14:04:00Z", { agent: "d" }));
    await written(w, read("2026-02-15T14:01:00Z", { agent: "a" }), read("2026-02-15T14:03:00Z", { agent: "c" }));
    const { showings } = await readLocal(w);
    expect(showings.map(({ agent }) => agent)).toEqual(["a", "b", "c", "d"]);
  });

  it.each<[string, Partial<LedgerEvent>, number, number]>([
    ["a search", { op: "recall" }, 1, 1],
    ["a list", { op: "list" }, 1, 0],
    ["a prompt", { op: "hook" }, 1, 0],
    ["something written", { kind: "write", op: "learn" }, 0, 0],
    ["a write whose reason quotes a read", { kind: "write", reason: '"kind":"read"' }, 0, 0],
  ])("of %s", async (_, more, showings, searches) => {
    const w = testWorld();
    await written(w, read("2026-02-15T14:02:00Z", more));
    const known = await readLocal(w);
    expect([known.showings.length, known.searches.length]).toEqual([showings, searches]);
  });

  it("without lines that were struck, torn, or are none of ours", async () => {
    const w = testWorld();
    await written(w, read("2026-02-15T14:01:00Z", { agent: "whole" }), read("2026-02-15T14:02:00Z", { ids: [TWO] }));
    const [path = ""] = chains(w);
    const [first = "", second = ""] = readFileSync(path, "utf8").trimEnd().split("\n");
    const struck = JSON.stringify({ erased: "0".repeat(64), mark: '"kind":"read"' });
    const forged = [
      '{"kind":"read"}',
      '{"at":"yesterday","kind":"read","op":"recall","agent":"a","session":"s","ids":[]}',
      '{"at":"2026-02-15T14:00:00Z","kind":"read","op":"recall","agent":"a","session":"s","ids":"all"}',
      '{"at":"2026-02-15T14:00:00Z","kind":"read","op":"recall","agent":7,"session":"s","ids":[]}',
      '"kind":"read"',
      "[".repeat(5000),
    ];
    writeFileSync(path, `${[first, struck, ...forged].join("\n")}\n${second.slice(0, -5)}`);
    const { showings } = await readLocal(w);
    expect(showings.map(({ agent }) => agent)).toEqual(["whole"]);
  });

  it.each<[string, unknown]>([
    ["no rules", {}],
    ["ids that are none", { rules: [null, 5, { ids: 7 }] }],
    ["another host", { rules: {}, host: "somewhere" }],
  ])("with a receipt of %s knows of no rule, and of the rest", async (_, receipt) => {
    const w = testWorld();
    const more = { op: "context", receipt: { hash: "00000000", ...(receipt as object) } };
    await written(w, read("2026-02-15T14:01:00Z", more));
    const seen = { at: "2026-02-15T14:01:00Z", agent: "main" };
    expect((await readLocal(w)).showings).toEqual([
      { ...seen, ids: [], context: true },
      { ...seen, ids: [ONE], context: false },
    ]);
  });

  it("that is not there knows nothing", async () => {
    const w = testWorld();
    const nothing = { showings: [], searches: [], asked: [] };
    expect(await readLocal(w)).toEqual(nothing);
    await written(w, read("2026-02-15T14:01:00Z"));
    rmSync(w.workspace.ledger, { recursive: true });
    expect(await readLocal(w)).toEqual(nothing);
  });
});

describe("the memory of what was asked", () => {
  const memory = (w: TestWorld, asked: unknown) => {
    mkdirSync(w.workspace.sessions, { recursive: true });
    writeFileSync(join(w.workspace.sessions, "questions.json"), JSON.stringify({ asked }));
  };

  it("holds questions about one entry, by time; nothing that was only brought to mind, and no pairs", async () => {
    const w = testWorld();
    memory(w, [
      { id: TWO, stage: 1, at: "2026-02-16T09:00:00Z" },
      { id: TWO, stage: 0, at: "2026-02-15T09:00:00Z" },
      { id: ONE, at: "2026-02-15T09:00:00Z" },
      { id: `${ONE}+${TWO}`, stage: 0, at: "2026-02-15T09:00:00Z" },
      { id: ONE, stage: 0, at: "soon" },
      { id: 7, stage: 0, at: "2026-02-15T09:00:00Z" },
      null,
      "x",
    ]);
    expect((await readLocal(w)).asked).toEqual([
      { id: TWO, at: "2026-02-15T09:00:00Z" },
      { id: TWO, at: "2026-02-16T09:00:00Z" },
    ]);
    // Damaged it holds none.
    appendFileSync(join(w.workspace.sessions, "questions.json"), "}");
    expect((await readLocal(w)).asked).toEqual([]);
  });
});
