/** The real model, in this thread and in the built worker. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { EmbedPool } from "../../src/search/model/embed-pool.js";
import { cosine, type Embedder, type LocatedModel } from "../../src/search/model/embedder.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { openEmbedder } from "../../src/search/model/open-embedder.js";
import { defaultProfile } from "../../src/settings.js";
import { Workspace } from "../../src/store/workspace.js";
import { dice } from "../effort.js";
import { allRecorded } from "../recorded-vectors.js";

const TEXTS = [
  "Use npm ci in CI so that the lockfile decides",
  "npm install in CI changes the lockfile",
  "Ask before deleting files that another person wrote",
  "a",
  "",
  "日本語のテスト and some English",
  "don't retry on 404; retry on 503 with back-off",
  `A long lesson. ${"The release broke because nobody had looked at the lockfile of the web repository. ".repeat(40)}`,
];

const cache = mkdtempSync(join(tmpdir(), "tenet-embed-"));
let model: LocatedModel;
let direct: Embedder;
let alone: Float32Array[];

const embedAll = async (embedder: Embedder) => {
  const vectors: Float32Array[] = [];
  for (const text of TEXTS) vectors.push(await embedder.embed(text, "passage"));
  return vectors;
};

beforeAll(async () => {
  const located = locateModel(defaultProfile(), new Workspace(cache));
  if ("unavailable" in located) throw new Error(located.unavailable);
  model = located;
  direct = await openEmbedder(model);
  alone = await embedAll(direct);
});

afterAll(async () => {
  await direct.dispose();
  rmSync(cache, { recursive: true, force: true });
});

describe("the default model", () => {
  it("gives 384 numbers of length 1 for any text", () => {
    for (const vector of alone) {
      expect(vector).toHaveLength(384);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  it("puts two wordings of one lesson nearer than two lessons", () => {
    const [ci, install, files] = alone as [Float32Array, Float32Array, Float32Array];
    expect(cosine(ci, install)).toBeGreaterThan(0.5);
    expect(cosine(ci, files)).toBeLessThan(0.3);
  });

  it("gives the same vector alone, among others, and by a worker", { tags: "proof" }, async () => {
    const worker = join(dirname(dirname(inject("built").binary)), "dist", "embed-worker.cjs");
    expect(existsSync(worker), "the build must hold the worker").toBe(true);
    const inThread = new EmbedPool(model, worker);
    const byThread = await Promise.all(TEXTS.map((text) => inThread.embed(text, "passage")));
    await inThread.dispose();
    const backwards: Float32Array[] = [];
    for (const text of [...TEXTS].reverse()) backwards.unshift(await direct.embed(text, "passage"));
    for (const others of [byThread, backwards]) {
      others.forEach((vector, number) => {
        expect(cosine(vector, alone[number] as Float32Array)).toBeGreaterThanOrEqual(0.99999);
      });
    }
  });

  it("reads a long text to its end", async () => {
    const filler = "The weather was fine and the meeting took an hour. ".repeat(30);
    const end = "Never force-push to the main branch.";
    const [without, with_, target] = await Promise.all(
      [filler, filler + end.repeat(20), end].map((text) => direct.embed(text, "passage")),
    );
    const [a, b, c] = [without, with_, target] as [Float32Array, Float32Array, Float32Array];
    expect(cosine(b, c)).toBeGreaterThan(cosine(a, c) + 0.1);
  });

  it("a thread that cannot load the model says so to each text and does not hang", async () => {
    const worker = join(dirname(dirname(inject("built").binary)), "dist", "embed-worker.cjs");
    const pool = new EmbedPool({ ...model, folder: join(cache, "nowhere") }, worker);
    await expect(pool.embed("a", "passage")).rejects.toThrow();
    await expect(pool.embed("b", "passage")).rejects.toThrow();
    await pool.dispose();
  });
});

/** Ends the model when the vector of a text that nobody waits for is made and not yet read. */
const ENDS_EARLY = `
  const [, loader, model] = process.argv;
  require(loader).load("main.js").modelPools().then(async (pools) => {
    const pool = pools.pool(JSON.parse(model));
    await pool.embed("a text", "passage");
    pool.embed("another", "passage").catch(() => undefined);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await pools.end();
    process.stdout.write("ended");
  });`;

describe("a process that waits for the end of its model", () => {
  it("lives until the thread has ended, also where an answer comes before", () => {
    const loader = join(dirname(dirname(inject("built").binary)), "dist", "loader.cjs");
    const args = ["-e", ENDS_EARLY, loader, JSON.stringify(model)];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("ended");
  });
});

describe("recorded vectors of test texts", () => {
  const SAMPLE = 20;

  it("are those of the model", async () => {
    const all = allRecorded();
    expect(all.length).toBeGreaterThan(1_000);
    const draw = dice(Number(process.env["TEST_SEED"]) || Date.now());
    for (let tried = 0; tried < SAMPLE; tried++) {
      const { text, role, vector } = all[draw(all.length)] as (typeof all)[number];
      expect(cosine(vector, await direct.embed(text, role)), text).toBeGreaterThanOrEqual(0.99);
    }
  });
});
