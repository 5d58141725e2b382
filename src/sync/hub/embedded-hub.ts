/** A hub in a folder: PostgreSQL in this process. It takes one process at a time, which a lock in the folder sees to. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { PGliteInterface, Transaction } from "@electric-sql/pglite";
import { TenetError, wrongUsage } from "../../errors.js";
import { renameOver } from "../../store/files/atomic-file.js";
import { nodeFs, syncFolder } from "../../store/files/atomic-fs.js";
import { codeOf, fileFailure } from "../../store/files/file-failure.js";
import { patienceOf, withLock } from "../../store/files/lock.js";
import type { Hub, Query, Row } from "./hub.js";
import { hubAway, hubBusy, hubFailure } from "./hub-failure.js";

/** The database of a hub. It is made under another name and gets this one when it stands: what has it is never removed. */
const DATA = "data";
/** What a making that was broken off leaves: nothing can be in it yet. */
const UNFINISHED = /^\.making-[0-9a-f]{16}$/;

const isDatabase = (data: string) => existsSync(join(data, "PG_VERSION"));

export async function openEmbeddedHub(folder: string, options: { create: boolean; patienceMs?: number }): Promise<Hub> {
  if (!options.create && !isDatabase(join(folder, DATA))) throw hubAway(folder, "there is no hub in this folder");
  const release = await holdFolder(folder, patienceOf(options));
  try {
    return new EmbeddedHub(await openEngine(folder), folder, release);
  } catch (thrown) {
    await release();
    throw thrown;
  }
}

/** Holds the folder's lock until the answered function is called. */
function holdFolder(folder: string, waitMs: number): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const holding = withLock(join(folder, "lock"), "sync", waitMs, () => {
      return new Promise<void>((release) => {
        resolve(async () => {
          release();
          await holding;
        });
      });
    });
    holding.catch((thrown) => {
      const isBusy = thrown instanceof TenetError && thrown.failure === "busy";
      reject(isBusy ? hubBusy(folder, "another command has it open") : thrown);
    });
  });
}

/** The type `bytea`, which is read and written as hexadecimal text: by the engine digit by digit, by Node in one go. */
const BYTEA = 17;
const BYTES = {
  parsers: { [BYTEA]: (text: string) => Buffer.from(text.slice(2), "hex") },
  serializers: {
    [BYTEA]: (bytes: Uint8Array) =>
      `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`,
  },
};

async function openEngine(folder: string): Promise<PGliteInterface> {
  const { PGlite } = await engine();
  const open = (dataDir: string) => PGlite.create({ dataDir, ...BYTES });
  const data = join(folder, DATA);
  try {
    if (!isDatabase(data)) {
      await makeRoom(folder);
      await makeData(folder, open);
    }
    return await open(data);
  } catch (thrown) {
    if (thrown instanceof TenetError) throw thrown;
    if (codeOf(thrown) !== undefined) throw fileFailure("open the hub in", folder, thrown);
    throw hubAway(folder, "its database does not open");
  }
}

/** Removes an empty folder at the database's place, and unfinished databases; nothing else. */
async function makeRoom(folder: string): Promise<void> {
  try {
    await rmdir(join(folder, DATA));
  } catch (thrown) {
    const code = codeOf(thrown) ?? "";
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(code)) throw holdsOther(folder);
    if (code !== "ENOENT") throw thrown;
  }
  const leftovers = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
}

const holdsOther = (folder: string) =>
  wrongUsage(`${join(folder, DATA)} is no database of a hub: this folder holds something else`, "Name another folder.");

async function makeData(folder: string, open: (dataDir: string) => Promise<PGliteInterface>): Promise<void> {
  const making = join(folder, `.making-${randomBytes(8).toString("hex")}`);
  await mkdir(making, { mode: 0o700 });
  await (await open(making)).close();
  await renameOver(making, join(folder, DATA), nodeFs);
  await syncFolder(folder, nodeFs);
}

async function engine() {
  try {
    return await import("@electric-sql/pglite");
  } catch (cause) {
    throw new TenetError("A hub in a folder needs a package that is not installed", {
      failure: "failed",
      code: "hub-engine",
      hint: "Install @electric-sql/pglite@0.5.14 beside tenet, or name a server in TENET_HUB_URL.",
      cause,
    });
  }
}

class EmbeddedHub implements Hub {
  readonly engine = "embedded";
  readonly name: string;
  #db: PGliteInterface;
  /** Where statements go: inside a transaction there is one that they belong to. */
  #on: PGliteInterface | Transaction;
  #release: () => Promise<void>;

  constructor(db: PGliteInterface, folder: string, release: () => Promise<void>) {
    this.#db = db;
    this.#on = db;
    this.name = folder;
    this.#release = release;
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw hubFailure(thrown, this.name);
    }
  }

  query: Query = <T extends Row>(sql: string, params: readonly unknown[] = []) =>
    this.#ask(async () => (await this.#on.query<T>(sql, [...params])).rows);

  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#ask(() =>
      this.#db.transaction(async (on) => {
        this.#on = on;
        try {
          return await work(this.query);
        } finally {
          this.#on = this.#db;
        }
      }),
    );
  }

  async script(sql: string): Promise<void> {
    await this.#ask(() => this.#on.exec(sql));
  }

  async close(): Promise<void> {
    try {
      await this.#db.close();
    } finally {
      await this.#release();
    }
  }
}
