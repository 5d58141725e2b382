import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MonthCache } from "../../src/store/cache/month-cache.js";
import { entriesIn, MonthFiles, monthFile, storedEntries } from "../../src/store/cache/month-file.js";
import { openStore } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { insight } from "./entries.js";
import { type TestWorld, testWorld } from "./workspace.js";

const FIRST = "memory/learning/insights/2026-02-14.md";
const SECOND = "memory/learning/insights/2026-02-15.md";
const [ONE, TWO] = ["INS-20260214-AAAA1", "INS-20260215-AAAA2"] as const;

const record = (id: string, evidence: string) => appendRecord(undefined, insight({ id, evidence }));

function filled(): TestWorld {
  const world = testWorld();
  world.put(FIRST, record(ONE, "the first was seen"));
  world.put(SECOND, record(TWO, "the second was seen"));
  return world;
}

const monthPath = ({ workspace }: TestWorld) => join(workspace.cache, "2026-02.json");
const readMonth = ({ workspace }: TestWorld) => new MonthCache(workspace, "main").readMonth("2026-02");

describe("a month's cache file", () => {
  const known = { sha256: "a".repeat(64), records: [[insight(), 8]] as [ReturnType<typeof insight>, number][] };

  it("gives each file back, and the bytes of one that was only copied", () => {
    const other = { sha256: "b".repeat(64), records: [] };
    const files = new Map([
      [FIRST, storedEntries(known)],
      [SECOND, storedEntries(other)],
    ]);
    const bytes = Buffer.from(monthFile("key", files));
    const read = MonthFiles.in(bytes, "key") as MonthFiles;
    expect([...read.all()].map(([file, stored]) => [file, entriesIn(stored)])).toEqual([
      [FIRST, known],
      [SECOND, other],
    ]);
    expect([...read.all()]).toEqual([FIRST, SECOND].map((file) => [file, read.get(file)]));
    expect(read.get("memory/learning/insights/2026-02-16.md")).toBeUndefined();
    expect(Buffer.from(monthFile("key", read.all()))).toEqual(bytes);
    expect(MonthFiles.in(bytes, "other key")).toBeUndefined();
  });

  it("notices damage anywhere: in what is told of the files at once, in a file when it is asked for", () => {
    const bytes = Buffer.from(monthFile("key", new Map([[FIRST, storedEntries(known)]])));
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      let read: MonthFiles | undefined;
      try {
        read = MonthFiles.in(damaged, "key");
      } catch {
        continue;
      }
      const stored = read?.get(FIRST);
      expect(stored === undefined ? undefined : entriesIn(stored)).toBeUndefined();
    }
    expect(MonthFiles.in(bytes.subarray(0, -1), "key")).toBeUndefined();
    expect(MonthFiles.in(Buffer.concat([bytes, Buffer.from("x")]), "key")).toBeUndefined();
  });
});

describe("the cache of months", () => {
  it("mends a damaged file when it is loaded, and leaves the others as they are", async () => {
    const world = filled();
    await openStore(world);
    const path = monthPath(world);
    const whole = readFileSync(path);
    writeFileSync(path, whole.toString("latin1").replace("the second was", "the second Was"), "latin1");
    const tree = await openStore(world);
    expect((await tree.one(ONE)).entry).toMatchObject({ evidence: "the first was seen" });
    expect(readFileSync(path).equals(whole)).toBe(false);
    expect((await tree.one(TWO)).entry).toMatchObject({ evidence: "the second was seen" });
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(await (await openStore(world)).load()).toHaveLength(2);
  });

  it("holds no file that is gone, and nothing of what a file held before", async () => {
    const world = filled();
    await openStore(world);
    world.put(FIRST, record(ONE, "now it is another"));
    rmSync(world.workspace.absolute(SECOND));
    const tree = await openStore(world);
    expect([...readMonth(world).all()].map(([file, { sha256 }]) => [file, sha256])).toEqual([
      [FIRST, tree.files.get(FIRST)],
    ]);
    expect((await tree.one(ONE)).entry).toMatchObject({ evidence: "now it is another" });
    rmSync(world.workspace.absolute(FIRST));
    await openStore(world);
    expect(existsSync(monthPath(world))).toBe(false);
  });
});
