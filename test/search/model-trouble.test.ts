/** Row 33: whatever is wrong with the model, keywords work, one clear line says why, and nothing hangs. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { foundIn } from "../../src/search/found-in.js";
import { packageRoot } from "../../src/search/model/model-files.js";
import { insight } from "../store/entries.js";
import { look, world } from "./world.js";

const SHIPPED = join(packageRoot(), "models", "Xenova", "all-MiniLM-L6-v2");
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

  it("a model folder that is right works, with cuts by its name", { tags: "proof" }, async () => {
    const ctx = world([insight()], { embedding: { model: copyOf(() => undefined) } });
    const { search } = await look(ctx);
    const near = await search.neighbours("npm changes the lockfile in CI", "npm changes the lockfile in CI");
    expect(near).toMatchObject({ novelty: "checked", cuts: { close: 0.7 } });
    expect(near.candidates[0]?.similarity).toBeGreaterThan(0.5);
    await search.close();
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
});
