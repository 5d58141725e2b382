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
import { beginningAgain } from "../../../src/store/cache/begin-again.js";
import { CacheDatabase, closeCaches } from "../../../src/store/cache/database.js";
import { VERSION } from "../../../src/store/cache/schema.js";
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

/** What a command does: where the cache is lost on the way, it begins again. */
const again = <T>(place: Folder, run: (database: CacheDatabase) => T): Promise<T> =>
  beginningAgain(() => run(CacheDatabase.of(place)));

function put(place: Folder, name: string): Promise<unknown> {
  return again(place, (database) => {
    database.transaction(() => database.setFact(name, "1"));
    return database.fact(name);
  });
}

const facts = (place: Folder): number | undefined =>
  CacheDatabase.of(place).column<number>("SELECT count(*) FROM facts")[0];

/** As another process reads the file. */
function elsewhere(place: Folder, name: string): unknown {
  const other = new DatabaseSync(place.cache);
  try {
    return other.prepare("SELECT value FROM facts WHERE name = ?").get(name);
  } finally {
    other.close();
  }
}

/** A cache with a text that fills some pages, closed. */
function filled(): Folder {
  const place = folder();
  const database = CacheDatabase.of(place);
  database.transaction(() => {
    for (let at = 0; at < 200; at++) database.setFact(`fact-${at}`, `value ${at} `.repeat(20));
  });
  closeCaches();
  return place;
}

/** Files that hold anything, but for what processes share. */
const leftIn = (place: Folder): string[] =>
  readdirSync(place.local).filter((name) => !name.endsWith("-shm") && statSync(join(place.local, name)).size > 0);

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
    expect([facts(place), CacheDatabase.of(place).fact("fact-7")]).toEqual([200, "value 7 ".repeat(20)]);
  });

  it("all of a transaction or nothing; a part of one is none of its own", () => {
    const place = filled();
    const database = CacheDatabase.of(place);
    const inTheMiddle = () => {
      database.transaction(() => database.setFact("new", "1"));
      throw new Error("in the middle");
    };
    expect(() => database.transaction(inTheMiddle)).toThrow("in the middle");
    expect(facts(place)).toBe(200);
  });

  it("a change is kept as a whole", () => {
    const place = filled();
    const database = CacheDatabase.of(place);
    database.begin();
    database.keepFact("one", "1");
    expect([database.fact("one"), elsewhere(place, "one")]).toEqual(["1", undefined]);
    database.end("COMMIT");
    expect(elsewhere(place, "one")).toEqual({ value: '"1"' });
  });

  it.each(["is taken back", "ends with the process"] as const)("a change that %s leaves nothing", async (how) => {
    const place = filled();
    const database = CacheDatabase.of(place);
    database.begin();
    database.keepFact("one", "1");
    if (how === "is taken back") database.end("ROLLBACK");
    else closeCaches();
    expect([CacheDatabase.of(place).fact("one"), elsewhere(place, "one")]).toEqual([undefined, undefined]);
    expect(await put(place, "two")).toBe("1");
  });
});

const read = (database: CacheDatabase) => database.rows<[string, string]>("SELECT name, value FROM facts");

const isWhole = (rows: [string, string][]) =>
  rows.every(([name, value]) => value === JSON.stringify(`value ${name.slice(5)} `.repeat(20))) &&
  [0, 200].includes(rows.length);

describe("row 29: a cache that cannot be used is made again", () => {
  const damages: [string, (bytes: Buffer) => Uint8Array][] = [
    ["empty of anything we know", () => Buffer.from("not a database at all, and long enough to be one ".repeat(200))],
    ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["cut in the header", (bytes) => bytes.subarray(0, 50)],
    ["longer than it was", (bytes) => Buffer.concat([bytes, Buffer.alloc(4096, "x")])],
    ["zeroes in the middle", (bytes) => Buffer.from(bytes).fill(0, 8192, 16_384)],
  ];
  it.each(damages)("%s", async (_, damage) => {
    const place = filled();
    writeFileSync(place.cache, damage(readFileSync(place.cache)));
    expect(isWhole(await again(place, read))).toBe(true);
    closeCaches();
    await put(place, "new");
    closeCaches();
    expect([1, 201]).toContain(facts(place));
  });

  it("by processes at once: each has its answer, and what is written since is found", async () => {
    const place = await filledBefore();
    writeFileSync(place.cache, Buffer.alloc(40_000, "x"));
    const all = await Promise.all(["one", "two", "three"].map((name) => started(place, "raise", name, "40")));
    expect(await Promise.all(all.map(ended))).toEqual(all.map(() => ({ code: 0, stderr: "" })));
    await put(place, "new");
    expect(elsewhere(place, "new")).toEqual({ value: '"1"' });
  });

  it("pages of nothing anywhere: what is read is right, or is made again", { tags: "proof" }, async () => {
    for (let at = 0; at < 40; at++) {
      const place = filled();
      const bytes = readFileSync(place.cache);
      const where = Math.floor((at * bytes.length) / 40 / 4_096) * 4_096;
      writeFileSync(place.cache, bytes.fill(0, where, where + 4_096));
      expect([where, isWhole(await again(place, read))]).toEqual([where, true]);
      closeCaches();
    }
  });

  it.each([VERSION + 1, VERSION - 1])("row 30: of another build, %d", (version) => {
    const place = filled();
    const other = new DatabaseSync(place.cache);
    other.exec(`PRAGMA user_version=${version}`);
    other.close();
    expect(facts(place)).toBe(0);
  });

  it("an empty file, as a process leaves it that was killed at once", async () => {
    const place = folder();
    mkdirSync(place.local);
    writeFileSync(place.cache, "");
    await put(place, "new");
    expect(elsewhere(place, "new")).toEqual({ value: '"1"' });
  });

  it("without the log of a process that was killed", async () => {
    const place = filled();
    const holder = await holding(place);
    holder.kill("SIGKILL");
    await ended(holder);
    expect([facts(place), CacheDatabase.of(place).fact("held")]).toEqual([200, undefined]);
    closeCaches();
    expect(leftIn(place)).toEqual(["cache.db"]);
  });
});

/** Runs a body without root's rights, where the tests run as root. */
async function asNobody(body: () => Promise<void>): Promise<void> {
  const root = process.geteuid?.() === 0;
  try {
    if (root) process.seteuid?.(65_534);
    await body();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

describe("row 11: where nothing can be written, a command begins again in memory", () => {
  it.runIf(process.platform !== "win32")("in a read-only folder, with a cache or without one", async () => {
    const place = await filledBefore();
    const empty = folder();
    chmodSync(place.local, 0o555);
    chmodSync(place.cache, 0o444);
    chmodSync(empty.root, 0o555);
    await asNobody(async () => {
      expect([await put(place, "new"), await put(empty, "new")]).toEqual(["1", "1"]);
    });
    closeCaches();
    chmodSync(place.local, 0o755);
    expect([leftIn(place), facts(place), readdirSync(empty.root)]).toEqual([["cache.db"], 200, []]);
  });

  it("with a folder or a file in its place", async () => {
    const [one, two] = [folder(), folder()];
    mkdirSync(join(one.cache, "inner"), { recursive: true });
    writeFileSync(two.local, "not a folder");
    expect([await put(one, "new"), await put(two, "new")]).toEqual(["1", "1"]);
  });

  it("row 22: nothing is written through a link", async () => {
    const [place, other, outside] = [folder(), folder(), folder()];
    symlinkSync(outside.root, place.local);
    mkdirSync(other.local);
    symlinkSync(join(outside.root, "somewhere.db"), other.cache);
    expect([await put(place, "new"), await put(other, "new")]).toEqual(["1", "1"]);
    expect(readdirSync(outside.root)).toEqual([]);
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
    const database = CacheDatabase.of(place);
    expect([database.fact("one"), database.fact("two")]).toEqual([300, 300]);
    closeCaches();
    expect(leftIn(place)).toEqual(["cache.db"]);
  });

  it("one that holds the file for long holds nobody up", async () => {
    const place = filled();
    await holding(place);
    const database = CacheDatabase.of(place);
    expect(facts(place)).toBe(200);
    database.keepFact("kept", "1");
    expect([database.fact("kept"), await put(place, "new")]).toEqual([undefined, "1"]);
  });
});

describe("what is deleted", () => {
  const bytesOf = (place: Folder) =>
    readdirSync(place.local)
      .map((name) => readFileSync(join(place.local, name)).toString("latin1"))
      .join("");

  it("leaves no byte behind", () => {
    const place = filled();
    const database = CacheDatabase.of(place);
    database.keepFact("word", "a canary in a cage");
    expect(bytesOf(place)).toContain("canary");
    database.transaction(() => database.run("DELETE FROM facts WHERE name = 'word'"));
    closeCaches();
    expect(bytesOf(place)).not.toContain("canary");
  });

  it("with the whole cache is out of every file, also while another process reads", async () => {
    const place = filled();
    await holding(place);
    const database = CacheDatabase.of(place);
    CacheDatabase.remove(place);
    expect(readdirSync(place.local)).toEqual([]);
    await put(place, "new");
    expect([facts(place), database.fact("fact-7")]).toEqual([1, "value 7 ".repeat(20)]);
  });
});
