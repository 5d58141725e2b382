/** The index is disposable: whatever happens to it, answers are right or say that they are not. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import type { Found } from "../../src/search/search-results.js";
import { LANCEDB_VERSION, tableFolder, tableName, VectorTable } from "../../src/search/vectors/vector-table.js";
import { withLock } from "../../src/store/files/lock.js";
import { asSomeone, everything } from "../health/examined-world.js";
import { sandbox } from "../sandbox.js";
import { insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { build, fileOf, find, modelOf, openTable, remove, tableOf, world, write } from "./world.js";

const LESSONS = [
  "Use npm ci in CI so that the lockfile decides",
  "Ask before deleting files that another person wrote",
  "The webhook arrives twice, so the handler must be idempotent",
  "Check the time zone before comparing two dates",
  "Retry with growing pauses when the service answers 429",
  "Backups that were never restored cannot be trusted",
  "Log the request id, it connects the services",
  "Restart the worker after changing its environment variables",
];
const idOf = (number: number, day = 1) =>
  `INS-202601${String(day).padStart(2, "0")}-A${String(number).padStart(4, "0")}`;
const lesson = (number: number, text = LESSONS[number % LESSONS.length] as string): Entry =>
  insight({ id: idOf(number, 1 + (number % 3)), timestamp: "2026-01-01T08:00:00Z", insight: text });
const ENTRIES = LESSONS.map((text, number) => lesson(number, text));
const QUERY = "repeated webhook deliveries of the same event";
const RIGHT = idOf(2, 3);

type Answer = Omit<Found, "results"> & {
  results: { id: string; text: string; score: number; cosine: number | undefined }[];
};

/** Asks until the index is complete: a read embeds for 150 ms at most. An index that was begun anew is told as such. */
async function ask(ctx: TestWorld, query = QUERY, begun: Partial<Answer> = {}): Promise<Answer> {
  const found = await find(ctx, query);
  if (found.index === "partial")
    return ask(ctx, query, found.why === undefined ? begun : { index: "rebuilt", why: found.why });
  return {
    ...found,
    ...begun,
    results: found.results.map(({ head: { id, text }, score, cosine }) => ({ id, text, score, cosine })),
  };
}

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Turns the bits of the byte in the middle. */
function damageByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(path, bytes);
}

/** The records: what git sees of the tree. */
const tracked = (ctx: TestWorld) => everything(ctx.workspace.absolute("memory/learning/insights"));

describe("the index", () => {
  it("row 29: deleted, it is built anew and nothing else is touched", async () => {
    const ctx = world(ENTRIES);
    const before = tracked(ctx);
    const first = await ask(ctx);
    expect(first).toMatchObject({ mode: "hybrid", index: "fresh", pending: 0 });
    expect(first.results[0]?.id).toBe(RIGHT);
    for (const folder of [ctx.workspace.index, ctx.workspace.cache, ctx.workspace.local]) {
      remove(folder);
      expect(await ask(ctx)).toEqual(first);
    }
    expect(tracked(ctx)).toEqual(before);
  });

  it("row 29: each of its files damaged in turn, the answer is the same", async () => {
    const ctx = world(ENTRIES);
    const right = await ask(ctx);
    const keep = `${ctx.workspace.local}-kept`;
    cpSync(ctx.workspace.local, keep, { recursive: true, preserveTimestamps: true });
    const names = [...filesUnder(ctx.workspace.index), ctx.workspace.cache].filter((path) => !/lock/.test(path));
    expect(names.length).toBeGreaterThan(8);
    const damages: readonly ((path: string) => void)[] = [
      (path) => writeFileSync(path, "this is not what it was\n".repeat(40)),
      (path) => writeFileSync(path, readFileSync(path).subarray(0, Math.floor(statSync(path).size / 2))),
      damageByte,
      (path) => rmSync(path),
    ];
    for (const path of names) {
      for (const [number, damage] of damages.entries()) {
        damage(path);
        const found = await ask(ctx);
        const what = `${ctx.workspace.relative(path)}, damage ${number}`;
        expect(found.results, what).toEqual(right.results);
        expect(["fresh", "rebuilt"], what).toContain(found.index);
        remove(ctx.workspace.local);
        cpSync(keep, ctx.workspace.local, { recursive: true, preserveTimestamps: true });
      }
    }
    remove(keep);
  }, 240_000);

  it("row 29: newest manifest or all versions gone is noticed, not answered from older rows", async () => {
    for (const drop of ["newest", "all"]) {
      const ctx = world(ENTRIES.slice(0, 4));
      await ask(ctx);
      write(ctx, ENTRIES);
      const right = await ask(ctx);
      const versions = join(tableOf(ctx), "_versions");
      if (drop === "all") remove(versions);
      else {
        // Named so that the newest comes first.
        const [newest] = readdirSync(versions)
          .filter((name) => name.endsWith(".manifest"))
          .sort();
        rmSync(join(versions, newest as string));
      }
      const found = await ask(ctx);
      expect(found.results).toEqual(right.results);
      expect(found).toMatchObject({ index: "rebuilt", pending: 0 });
      expect(found.why).toMatch(/damaged/);
      expect(await ask(ctx)).toMatchObject({ index: "fresh" });
    }
  });

  it("row 29: a vector that nobody wrote is noticed when it is compared, and that row alone is embedded again", async () => {
    const ctx = world(ENTRIES);
    const right = await ask(ctx);
    const table = await openTable(ctx);
    const [key = ""] = [...(await table.keys())].filter((one) => one.startsWith(RIGHT));
    await table.remove([key]);
    await table.put([{ key, vector: new Float32Array(384).fill(100) }]);
    expect(await ask(ctx)).toMatchObject({ index: "rebuilt", results: right.results });
    expect(await build(ctx)).toMatchObject({ index: "fresh", embedded: 0 });
  });

  it("row 30: a table of another version, schema, model or width is never written into: it goes, and ours is filled", async () => {
    const ctx = world(ENTRIES);
    const right = await ask(ctx);
    for (const other of ["vectors-4-0-30-0-0123-384", "vectors-5-0-39-0-0123-384", "g-00000000-abcdef"]) {
      renameSync(tableOf(ctx), join(ctx.workspace.index, `${other}.lance`));
      expect((await ask(ctx)).results, other).toEqual(right.results);
      expect(await ask(ctx), other).toMatchObject({ index: "fresh" });
      expect(existsSync(join(ctx.workspace.index, `${other}.lance`)), other).toBe(false);
    }
  });

  it("row 30: a table of another width in the place of ours is replaced", async () => {
    const ctx = world(ENTRIES);
    const right = await ask(ctx);
    const narrow = { ...modelOf(ctx), dimensions: 8 };
    const table = await VectorTable.create(ctx.workspace.index, narrow);
    await table.put([{ key: `${RIGHT} whole ${"0".repeat(32)}`, vector: new Float32Array(8).fill(1 / Math.sqrt(8)) }]);
    remove(tableOf(ctx));
    renameSync(tableFolder(ctx.workspace.index, tableName(narrow)), tableOf(ctx));
    expect(await ask(ctx)).toMatchObject({ index: "rebuilt", results: right.results });
  });

  it("row 30: is written with the very version it was measured with", () => {
    const main = createRequire(import.meta.url).resolve("@lancedb/lancedb");
    const installed = JSON.parse(readFileSync(join(main, "..", "..", "package.json"), "utf8"));
    expect(LANCEDB_VERSION).toBe(installed.version);
  });

  it("LanceDB that cannot be loaded: keywords work and one line says why", async () => {
    const box = await sandbox();
    const learn = (at: number) => ["learn", LESSONS[at] as string, "--because", "seen", "--risk", "medium: drift"];
    await box.runProcess(learn(0));
    const unloadable = { env: { NAPI_RS_NATIVE_LIBRARY_PATH: "/nowhere/lancedb.node" } };
    const learned = await box.runProcess(learn(1), unloadable);
    const found = await box.runProcess(["recall", "lockfile decides"], unloadable);
    const line = / by words only: the index cannot be read \(.*\)\.\n$/;
    for (const { code, stderr } of [learned, found]) {
      expect([code, stderr.split("\n").length]).toEqual([0, 2]);
      expect(stderr).toMatch(line);
    }
    expect(found.stdout).toContain(LESSONS[0]);
  });

  it("row 12: unreadable is not vanished: rows stay, and the rest is found", async () => {
    const ctx = world(ENTRIES);
    const right = await ask(ctx);
    const file = ctx.workspace.absolute(fileOf(ENTRIES[0] as Entry));
    execFileSync("chmod", ["-R", "a+rwX", ctx.workspace.root]);
    chmodSync(file, 0o000);
    utimesSync(file, new Date("2026-01-02T00:00:00Z"), new Date("2026-01-02T00:00:00Z"));
    const found = await asSomeone(ctx.workspace.root, () => ask(ctx));
    chmodSync(file, 0o644);
    expect(found.results.map(({ id }) => id)).toEqual(right.results.map(({ id }) => id));
  });

  it("row 11: in a read-only folder it answers from what is there, and says so when something is missing", async () => {
    const ctx = world(ENTRIES);
    await ask(ctx);
    write(ctx, [...ENTRIES, lesson(8, "Rotate the signing key every year")]);
    execFileSync("chmod", ["-R", "a+rX,a-w", ctx.workspace.root]);
    const found = await asSomeone(ctx.workspace.root, () => ask(ctx, "rotate the signing key"));
    execFileSync("chmod", ["-R", "u+w", ctx.workspace.root]);
    expect(found.results[0]?.text).toBe("Rotate the signing key every year");
    expect(found.index).toBe("degraded");
    expect(found.why).toMatch(/cannot be written/);
  });

  it("a reader that cannot have the lock answers from what is there plus the words of what changed", async () => {
    const ctx = world(ENTRIES);
    await ask(ctx);
    write(ctx, [...ENTRIES.slice(0, 2), lesson(2, "Nobody may change the seating plan"), ...ENTRIES.slice(3)]);
    const found = await withLock(join(ctx.workspace.index, "lock"), "test", 1_000, () => ask(ctx, "seating plan"));
    expect(found).toMatchObject({ index: "degraded" });
    expect(found.results[0]?.id).toBe(RIGHT);
    // The row of the text that is gone must not be compared with.
    const old = await withLock(join(ctx.workspace.index, "lock"), "test", 1_000, () => ask(ctx));
    const compared = old.results.find(({ id }) => id === RIGHT);
    expect(compared?.cosine ?? 0).toBeLessThan(0.4);
  });
});
