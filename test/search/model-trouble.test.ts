/** Row 33: whatever is wrong with the model, keywords work, one clear line says why, and nothing hangs. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { foundIn } from "../../src/search/found-in.js";
import { locateModel, packageRoot } from "../../src/search/model/model-files.js";
import { DEFAULT_PROFILE } from "../../src/settings.js";
import { sha256 } from "../../src/store/files/atomic-file.js";
import { keepValue, keptValue } from "../../src/store/files/disposable.js";
import { insight } from "../store/entries.js";
import { find, look, world } from "./world.js";

const SHIPPED = join(packageRoot(), "models", "Xenova", "all-MiniLM-L6-v2");
const LIBRARY = "@huggingface/transformers";
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 22972370\n`;
const folders: string[] = [];

// A recorded vector would hide what is wrong with a model.
vi.stubEnv("TEST_VECTORS", "none");

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the model's folder, with the weights linked or replaced. */
function copyOf(damage: (folder: string) => void): string {
  const folder = join(mkdtempSync(join(tmpdir(), "tenet-model-")), "all-MiniLM-L6-v2");
  folders.push(folder);
  mkdirSync(join(folder, "onnx"), { recursive: true });
  for (const name of ["config.json", "tokenizer.json", "tokenizer_config.json"])
    cpSync(join(SHIPPED, name), join(folder, name));
  symlinkSync(join(SHIPPED, "onnx", "model_quantized.onnx"), join(folder, "onnx", "model_quantized.onnx"));
  damage(folder);
  return folder;
}

const weights = (folder: string) => join(folder, "onnx", "model_quantized.onnx");
const instead = (content: string | Uint8Array) => (folder: string) => {
  rmSync(weights(folder));
  writeFileSync(weights(folder), content);
};

const TROUBLE: readonly (readonly [says: string, damage: (folder: string) => void, why: RegExp])[] = [
  ["missing weights", (folder) => rmSync(weights(folder)), /model_quantized\.onnx is missing/],
  ["a missing tokenizer", (folder) => rmSync(join(folder, "tokenizer.json")), /tokenizer\.json is missing/],
  ["a Git LFS pointer", instead(POINTER), /Git LFS pointer/],
  ["an empty file", instead(""), /is empty/],
  ["half a file", instead(readFileSync(weights(SHIPPED)).subarray(0, 11_000_000)), /cannot be run here/],
  ["a broken tokenizer", (folder) => writeFileSync(join(folder, "tokenizer.json"), "{"), /cannot be run here/],
  ["no width", (folder) => writeFileSync(join(folder, "config.json"), "{}"), /does not say how long/],
];

describe("row 33: model trouble", () => {
  it.each(TROUBLE)("%s: keywords work and one line says why", { tags: "sampled" }, async (_, damage, why) => {
    const ctx = world([insight()], { embedding: { model: copyOf(damage) } });
    const { search } = await look(ctx);
    const found = await foundIn([search], "lockfile", [{ mode: "hybrid", limit: 10, accept: () => true }]);
    expect(found).toMatchObject({ mode: "keyword", index: "degraded" });
    expect(found.results.map(({ head }) => head.id)).toEqual(["INS-20260214-M2XBA"]);
    expect(found.why).toMatch(why);
    expect(found.why).not.toContain("\n");
    const near = await search.neighbours("npm changes the lockfile in CI", "npm changes the lockfile in CI");
    expect(near).toMatchObject({ novelty: "unchecked" });
    expect(near.candidates[0]?.lexical).toBeGreaterThan(0);
    expect(near.candidates[0]?.similarity).toBeUndefined();
    expect(near.warnings).toHaveLength(1);
    expect(await search.build(ctx.progress)).toMatchObject({ index: "degraded", embedded: 0 });
    await search.close();
  });

  it("a model folder that is right works on the larger library, with cuts by its name", { tags: "proof" }, async () => {
    const ctx = world([insight()], { embedding: { model: copyOf(() => undefined) } });
    const { search } = await look(ctx);
    const near = await search.neighbours("npm changes the lockfile in CI", "npm changes the lockfile in CI");
    expect(near).toMatchObject({ novelty: "checked", cuts: { close: 0.7 } });
    expect(near.candidates[0]?.similarity).toBeGreaterThan(0.5);
    await search.close();
  });

  it("where its library is not installed, how to install it is said, in the version that tenet was tried with", () => {
    const embedding = { model: copyOf(() => undefined) } as const;
    const { peerDependencies } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
    const get = `npm install --global --ignore-scripts ${LIBRARY}@${peerDependencies[LIBRARY]}`;
    const found = locateModel({ embedding }, world().workspace, { module: join(tmpdir(), "nowhere.js") });
    expect(found).toEqual({
      unavailable: `${embedding.model} runs on ${LIBRARY}, which is not installed beside tenet; to install it: ${get}`,
      next: get,
    });
  });

  it("a hub name that is not here is never fetched by itself", () => {
    const ctx = world();
    const located = locateModel({ embedding: { model: "Xenova/bge-small-en-v1.5" } }, ctx.workspace);
    expect(located).toEqual({ unavailable: expect.stringMatching(/missing.*--fetch-model/) });
  });

  it("the default is checked against the manifest, and only once", () => {
    const ctx = world();
    const first = locateModel(DEFAULT_PROFILE, ctx.workspace);
    expect(first).toMatchObject({ name: "Xenova/all-MiniLM-L6-v2", dimensions: 384, direct: true });
    expect(locateModel(DEFAULT_PROFILE, ctx.workspace)).toEqual(first);
    // Remembered hashes are by path, size and time: a forged one is what a changed file would look like.
    const stamps = join(ctx.workspace.cache, "model-files.json");
    const paths = Object.keys(keptValue<{ known: object }>(stamps)?.known ?? {});
    expect(paths.length).toBeGreaterThan(2);
    const known = Object.fromEntries(paths.map((path) => [path, "0".repeat(64)]));
    keepValue(ctx.workspace, stamps, { known, sum: sha256(JSON.stringify(known)) });
    expect(locateModel(DEFAULT_PROFILE, ctx.workspace)).toEqual({
      unavailable: expect.stringMatching(/sha256 differs/),
    });
    writeFileSync(stamps, "not what it was");
    expect(locateModel(DEFAULT_PROFILE, ctx.workspace)).toEqual(first);
  });

  it("a damaged record of what was checked is made again, wherever the damage is", () => {
    const ctx = world();
    const first = locateModel(DEFAULT_PROFILE, ctx.workspace);
    const stamps = join(ctx.workspace.cache, "model-files.json");
    const whole = readFileSync(stamps);
    for (let part = 0; part < 12; part++) {
      const bytes = Buffer.from(whole);
      const at = Math.floor((part * bytes.length) / 12);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(stamps, bytes);
      expect(locateModel(DEFAULT_PROFILE, ctx.workspace), `byte ${at}`).toEqual(first);
    }
  });

  it("a text mostly not in Latin letters is compared by its words only, and that is said", async () => {
    const ctx = world([insight({ insight: "发布之前必须检查锁文件" })]);
    const { search } = await look(ctx);
    const near = await search.neighbours("发布之前检查锁文件", "发布之前检查锁文件");
    expect(near).toMatchObject({ novelty: "checked" });
    expect(near.cuts).toBeUndefined();
    expect(near.candidates[0]?.similarity).toBeUndefined();
    expect(near.warnings[0]).toMatch(/Latin/);
    await search.close();
  });

  it("local folders that are links lead nowhere", async () => {
    const ctx = world([insight()]);
    const outside = mkdtempSync(join(tmpdir(), "tenet-outside-"));
    folders.push(outside);
    symlinkSync(outside, ctx.workspace.local);
    const found = await find(ctx, "lockfile");
    expect(found).toMatchObject({ mode: "keyword", index: "degraded" });
    expect(found.results).toHaveLength(1);
    expect(readdirSync(outside)).toEqual([]);
  });
});
