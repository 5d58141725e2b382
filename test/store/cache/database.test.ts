import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { build } from "esbuild";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { CacheDatabase, closeCaches, removeCache } from "../../../src/store/cache/database.js";
import { SCHEMA_VERSION } from "../../../src/store/cache/schema.js";
import { oncePerFile } from "../../sandbox.js";

interface Folder {
  root: string;
  local: string;
  cache: string;
}

function folder(): Folder {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "tenet-cache-"));
  chmodSync(root, 0o755);
  onTestFinished(() => {
    closeCaches();
    rmSync(root, { recursive: true, force: true });
  });
  const local = join(root, ".tenet");
  return { root, local, cache: join(local, "cache.db") };
}

const put = (database: CacheDatabase, name: string) => database.transaction(() => database.setFact(name, "1"));

/** A cache with a text that fills some pages, closed. */
function filled(): Folder {
  const place = folder();
  const database = CacheDatabase.open(place);
  database.transaction(() => {
    for (let at = 0; at < 200; at++) database.setFact(`fact-${at}`, `value ${at} `.repeat(20));
  });
  closeCaches();
  return place;
}

/** Files that hold anything, but for what processes share. */
const leftIn = (place: Folder): string[] =>
  readdirSync(place.local).filter((name) => !name.endsWith("-shm") && statSync(join(place.local, name)).size > 0);

const NOT_KEPT = ".tenet/cache.db cannot be written now: what is read is kept for this command alone.";

const facts = (database: CacheDatabase): number | undefined => database.column<number>("SELECT count(*) FROM facts")[0];

function opened(place: Folder, options: Parameters<typeof CacheDatabase.open>[1] = {}) {
  const warnings: string[] = [];
  const database = CacheDatabase.open(place, { ...options, warn: (message) => warnings.push(message) });
  return { database, warnings };
}

const built = mkdtempSync(
  join(fileURLToPath(new URL("../../../node_modules/.cache", import.meta.url)), "tenet-child-"),
);
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** The program that is run as processes of their own. */
const child = oncePerFile(async () => {
  const outfile = join(built, "child.mjs");
  const entryPoints = [fileURLToPath(new URL("database-child.ts", import.meta.url))];
  const form = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" } as const;
  await build({ ...form, entryPoints, outfile });
  return outfile;
});

async function started(place: Folder, ...args: string[]): Promise<ChildProcess> {
  const process_ = spawn(process.execPath, [await child(), place.root, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void process_.kill("SIGKILL"));
  return process_;
}

/** As {@link filled}, by a process that has ended. */
async function filledBefore(): Promise<Folder> {
  const place = folder();
  expect(await ended(await started(place, "fill"))).toEqual({ code: 0, stderr: "" });
  return place;
}

async function ended(process_: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  const said: Buffer[] = [];
  process_.stderr?.on("data", (data) => said.push(data));
  const [code] = await once(process_, "close");
  return { code, stderr: Buffer.concat(said).toString() };
}

/** A process that holds the file in the middle of a change. */
async function holding(place: Folder): Promise<ChildProcess> {
  const holder = await started(place, "hold");
  await once(holder.stdout as NonNullable<typeof holder.stdout>, "data");
  return holder;
}

describe("the cache", () => {
  it("keeps what is written, in one file once it is closed", () => {
    const place = filled();
    expect(leftIn(place)).toEqual(["cache.db"]);
    const { database, warnings } = opened(place);
    expect([facts(database), database.fact("fact-7"), warnings]).toEqual([200, "value 7 ".repeat(20), []]);
  });

  it("all of a transaction or nothing", () => {
    const { database } = opened(filled());
    expect(() =>
      database.transaction(() => {
        database.setFact("new", "1");
        throw new Error("in the middle");
      }),
    ).toThrow("in the middle");
    expect(facts(database)).toBe(200);
  });

  it("a snapshot stays as it is, until it writes itself; what was closed is opened again", () => {
    const place = filled();
    const { database } = opened(place);
    database.snapshot();
    const other = opened(place).database;
    put(other, "new");
    expect([facts(database), facts(other)]).toEqual([200, 201]);
    put(database, "newer");
    expect(facts(database)).toBe(202);
    closeCaches();
    expect(facts(database)).toBe(202);
  });
});

/** What a command reads: where the damage is met on the way, it begins again. */
function factsAnew(place: Folder): { read: [string, string][]; warnings: string[]; isKept: boolean } {
  const { database, warnings } = opened(place);
  try {
    const read = database.rows<[string, string]>("SELECT name, value FROM facts");
    return { read, warnings, isKept: database.isKept };
  } catch (error) {
    expect(error).toMatchObject({ code: "cache-lost" });
    return factsAnew(place);
  }
}

const isWhole = (read: [string, string][]) =>
  read.every(([name, value]) => value === `value ${name.slice(5)} `.repeat(20)) && [0, 200].includes(read.length);

describe("row 29: a cache that cannot be used is made again", () => {
  const damages: [string, (bytes: Buffer) => Uint8Array][] = [
    ["empty of anything we know", () => Buffer.from("not a database at all, and long enough to be one ".repeat(200))],
    ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["cut in the header", (bytes) => bytes.subarray(0, 50)],
    ["longer than it was", (bytes) => Buffer.concat([bytes, Buffer.alloc(4096, "x")])],
    ["zeroes in the middle", (bytes) => Buffer.from(bytes).fill(0, 8192, 16_384)],
  ];
  it.each(damages)("%s", (_, damage) => {
    const place = filled();
    writeFileSync(place.cache, damage(readFileSync(place.cache)));
    const { read, isKept } = factsAnew(place);
    expect([isWhole(read), isKept]).toEqual([true, true]);
    put(opened(place).database, "new");
    closeCaches();
    const again = opened(place);
    expect([facts(again.database), again.warnings]).toEqual([read.length + 1, []]);
  });

  it("by two processes at once: each has its answer, and what is written since is found", async () => {
    const place = await filledBefore();
    writeFileSync(place.cache, Buffer.alloc(40_000, "x"));
    const all = await Promise.all(["one", "two", "three"].map((name) => started(place, "raise", name, "40")));
    expect(await Promise.all(all.map(ended))).toEqual(all.map(() => ({ code: 0, stderr: "" })));
    const { database, warnings } = opened(place);
    put(database, "new");
    expect([database.fact("new"), database.isKept, warnings]).toEqual(["1", true, []]);
  });

  it("pages of nothing anywhere: what is read is right, or is made again", { tags: "proof" }, () => {
    for (let at = 0; at < 40; at++) {
      const place = filled();
      const bytes = readFileSync(place.cache);
      const where = Math.floor((at * bytes.length) / 40);
      writeFileSync(place.cache, bytes.fill(0, where, where + 4_096));
      expect([where, isWhole(factsAnew(place).read)]).toEqual([where, true]);
      closeCaches();
    }
  });

  it("row 30: of another version", () => {
    for (const version of [SCHEMA_VERSION + 1, SCHEMA_VERSION - 1]) {
      const place = filled();
      const other = new DatabaseSync(place.cache);
      other.exec(`PRAGMA user_version=${version}`);
      other.close();
      const { database, warnings } = opened(place);
      expect([facts(database), warnings.length, database.isKept]).toEqual([0, 1, true]);
    }
  });

  it("an empty file, as a process leaves it that was killed at once", () => {
    const place = folder();
    mkdirSync(place.local, { recursive: true });
    writeFileSync(place.cache, "");
    const { database, warnings } = opened(place);
    expect([facts(database), warnings, database.isKept]).toEqual([0, [], true]);
  });

  it("without the log of a process that was killed", async () => {
    const place = filled();
    const holder = await holding(place);
    holder.kill("SIGKILL");
    await ended(holder);
    const { database, warnings } = opened(place);
    expect([facts(database), database.fact("held"), warnings, database.isKept]).toEqual([200, undefined, [], true]);
    closeCaches();
    expect(leftIn(place)).toEqual(["cache.db"]);
  });
});

/** Runs a body without root's rights, where the tests run as root. */
function asNobody<T>(body: () => T): T {
  const root = process.geteuid?.() === 0;
  try {
    if (root) process.seteuid?.(65_534);
    return body();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

describe("row 11: where nothing can be written", () => {
  it.runIf(process.platform !== "win32")("a read-only folder is read, and changes stay in memory", async () => {
    const place = await filledBefore();
    chmodSync(place.local, 0o555);
    chmodSync(place.cache, 0o444);
    asNobody(() => {
      const { database, warnings } = opened(place);
      expect([facts(database), warnings]).toEqual([200, []]);
      put(database, "new");
      expect([facts(database), database.isKept]).toEqual([201, false]);
      expect(database.fact("fact-7")).toBe("value 7 ".repeat(20));
      closeCaches();
      expect(facts(opened(place).database)).toBe(200);
    });
    expect(leftIn(place)).toEqual(["cache.db"]);
  });

  it.runIf(process.platform !== "win32")("one without a cache works in memory", () => {
    const place = folder();
    chmodSync(place.root, 0o555);
    asNobody(() => {
      const { database } = opened(place);
      put(database, "new");
      expect([facts(database), database.isKept]).toEqual([1, false]);
    });
    expect(readdirSync(place.root)).toEqual([]);
  });

  it("a folder or a file in its place", () => {
    const [one, two] = [folder(), folder()];
    mkdirSync(join(one.cache, "inner"), { recursive: true });
    writeFileSync(two.local, "not a folder");
    for (const place of [one, two]) {
      const { database, warnings } = opened(place);
      put(database, "new");
      expect([facts(database), database.isKept, warnings]).toEqual([1, false, [NOT_KEPT]]);
    }
  });

  it("row 22: nothing is written through a link", () => {
    const [place, elsewhere] = [folder(), folder()];
    symlinkSync(elsewhere.root, place.local);
    const { database } = opened(place);
    put(database, "new");
    expect([facts(database), readdirSync(elsewhere.root)]).toEqual([1, []]);
    const other = folder();
    mkdirSync(other.local);
    symlinkSync(join(elsewhere.root, "somewhere.db"), other.cache);
    put(opened(other).database, "new");
    expect(readdirSync(elsewhere.root)).toEqual([]);
  });

  it("who only examines writes not a byte", { tags: "proof" }, async () => {
    const place = await filledBefore();
    const bytes = (name: string) => readFileSync(join(place.local, name));
    const picture = () => readdirSync(place.local).map((name) => [name, bytes(name), statSync(place.cache).mtimeMs]);
    const before = picture();
    const { database, warnings } = opened(place, { keeps: false });
    expect(facts(database)).toBe(200);
    expect(picture()).toEqual(before);
    put(database, "new");
    expect([facts(database), warnings]).toEqual([201, []]);
    closeCaches();
    expect(picture()).toEqual(before);
    const none = folder();
    opened(none, { keeps: false }).database.transaction(() => undefined);
    expect(readdirSync(none.root)).toEqual([]);
  });
});

describe("row 6: many processes", () => {
  it("eight writers and readers lose nothing", { tags: "proof", timeout: 120_000 }, async () => {
    const place = folder();
    const all = await Promise.all([
      ...["one", "two", "one", "two"].map((name) => started(place, "raise", name, "150")),
      ...[1, 2, 3, 4].map(() => started(place, "read", "", "300")),
    ]);
    expect(await Promise.all(all.map(ended))).toEqual(all.map(() => ({ code: 0, stderr: "" })));
    const { database, warnings } = opened(place);
    expect([database.fact("one"), database.fact("two"), warnings]).toEqual(["300", "300", []]);
    closeCaches();
    expect(leftIn(place)).toEqual(["cache.db"]);
  });

  it("one that holds the file for long holds nobody up: the change stays in memory", async () => {
    const place = filled();
    await holding(place);
    const began = performance.now();
    const { database, warnings } = opened(place, { waitMs: 100 });
    expect(facts(database)).toBe(200);
    for (const name of ["new", "newer"]) put(database, name);
    expect([facts(database), database.isKept, warnings]).toEqual([202, false, [NOT_KEPT]]);
    // The other one holds it for a minute.
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

describe("what is deleted", () => {
  const bytesOf = (place: Folder) =>
    readdirSync(place.local)
      .map((name) => readFileSync(join(place.local, name)).toString("latin1"))
      .join("");

  it("leaves no byte behind", () => {
    const place = filled();
    const { database } = opened(place);
    database.transaction(() => database.setFact("word", "a canary in a cage"));
    expect(bytesOf(place)).toContain("canary");
    database.transaction(() => database.run("DELETE FROM facts WHERE name = 'word'"));
    closeCaches();
    expect(bytesOf(place)).not.toContain("canary");
  });

  it("with the whole cache is out of every file, also while another process reads", async () => {
    const place = filled();
    await holding(place);
    removeCache(place);
    expect(readdirSync(place.local)).toEqual([]);
    const { database, warnings } = opened(place);
    put(database, "new");
    expect([facts(database), database.isKept, warnings]).toEqual([1, true, []]);
  });
});

describe("a transaction that stays open", () => {
  const other = (place: Folder, name: string) => CacheDatabase.open(place).fact(name);

  it("is kept as a whole, its parts with it", () => {
    const place = folder();
    const { database } = opened(place);
    database.begin();
    put(database, "one");
    expect([database.fact("one"), other(place, "one")]).toEqual(["1", undefined]);
    database.end("COMMIT");
    expect(other(place, "one")).toBe("1");
  });

  it.each(["is taken back", "ends with the process"] as const)("%s", (how) => {
    const place = folder();
    const { database } = opened(place);
    database.begin();
    put(database, "one");
    if (how === "is taken back") database.end("ROLLBACK");
    else closeCaches();
    expect([database.fact("one"), other(place, "one")]).toEqual([undefined, undefined]);
    put(database, "two");
    expect(other(place, "two")).toBe("1");
  });
});
