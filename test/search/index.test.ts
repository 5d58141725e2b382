import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { index } from "../../src/health/reindex.js";
import { recall } from "../../src/recall/recall.js";
import { type Measured, proposeCut } from "../../src/search/calibrate.js";
import { fetchModel } from "../../src/search/model/fetch-model.js";
import { packageRoot } from "../../src/search/model/model-files.js";
import { openStore } from "../../src/store/open-store.js";
import { everything } from "../health/examined-world.js";
import { insight } from "../store/entries.js";
import { world, write } from "./world.js";

const made = (tail: string, text: string, more: Record<string, unknown> = {}) =>
  insight({ id: `INS-20260110-${tail}`, timestamp: "2026-01-10T08:00:00Z", insight: text, ...more });

describe("index", () => {
  it("reads every text once, the whole and the claim of each entry, and nothing again", { tags: "proof" }, async () => {
    const ctx = world([made("A0001", "The lockfile decides"), made("A0002", "Back up every night")]);
    expect(await index({ ...ctx })).toMatchObject({ entries: 2, embedded: 4, cached: 0, index: "fresh", pending: 0 });
    expect(await index({ ...ctx })).toMatchObject({ entries: 2, embedded: 0, cached: 0, index: "fresh" });
    // Said again in the same words by another entry.
    write(ctx, [made("A0001", "The lockfile decides"), made("A0003", "The lockfile decides")]);
    expect(await index({ ...ctx })).toMatchObject({ entries: 2, embedded: 0, cached: 2, index: "fresh" });
    rmSync(ctx.workspace.index, { recursive: true });
    expect(await index({ ...ctx })).toMatchObject({ entries: 2, embedded: 2, cached: 2, index: "fresh" });
  });

  it("looks again at what could not be compared: opens pairs and links, never merges", async () => {
    const ctx = world([
      made("A0001", "Enable compression for responses above one kilobyte"),
      made("A0002", "Disable compression for responses above one kilobyte", { novelty: "unchecked" }),
      made("A0003", "Compression of responses saves bandwidth", { novelty: "partial", linked: ["INS-20260110-A0004"] }),
      made("A0004", "Paint the fence green"),
    ]);
    const { looked_again: looked } = await index({ ...ctx });
    expect(looked.map(({ id }) => id)).toEqual(["INS-20260110-A0002", "INS-20260110-A0003"]);
    expect(looked[0]?.opened).toEqual(["INS-20260110-A0001", "INS-20260110-A0003"]);
    const tree = await openStore(ctx);
    expect(tree.heads).toHaveLength(4);
    // On the newer of the two, and on that one alone.
    expect(tree.head("INS-20260110-A0002")?.near).toMatchObject([{ with: "INS-20260110-A0001", state: "open" }]);
    expect(tree.head("INS-20260110-A0001")?.near).toBeUndefined();
    expect(tree.head("INS-20260110-A0002")?.linked).toContain("INS-20260110-A0001");
    expect(tree.head("INS-20260110-A0003")?.linked?.[0]).toBe("INS-20260110-A0004");
    for (const head of tree.heads) expect(head.novelty).toBeUndefined();
    expect((await index({ ...ctx })).looked_again).toEqual([]);
  });

  it("leaves what still cannot be compared as it is", async () => {
    const profile = { embedding: { model: "./no-model-here" } } as const;
    const ctx = world([made("A0001", "The lockfile decides", { novelty: "unchecked" })], profile);
    expect(await index({ ...ctx })).toMatchObject({ index: "degraded", looked_again: [], embedded: 0 });
    expect((await openStore(ctx)).head("INS-20260110-A0001")?.novelty).toBe("unchecked");
    expect(ctx.warnings).toEqual([expect.stringMatching(/by their words only/)]);
  });

  it("stops where it is told to, and goes on from there", async () => {
    const ctx = world([made("A0001", "The lockfile decides"), made("A0002", "Back up every night")]);
    const stopped = AbortSignal.abort();
    expect(await index({ ...ctx, signal: stopped })).toMatchObject({ embedded: 0, pending: 2 });
    expect(await index({ ...ctx })).toMatchObject({ embedded: 4, pending: 0 });
  });

  it("--calibrate proposes cuts and writes nothing that git sees", async () => {
    const ctx = world([made("A0001", "The lockfile decides"), made("A0002", "Back up", { novelty: "unchecked" })]);
    await recall({ ...ctx }, { query: "x y z" });
    const before = everything(ctx.workspace.recordFolder("insight"));
    const { calibration, looked_again: looked } = await index({ ...ctx }, { calibrate: true });
    expect(everything(ctx.workspace.recordFolder("insight"))).toEqual(before);
    expect(looked).toEqual([]);
    expect(calibration).toMatchObject({ model: "Xenova/all-MiniLM-L6-v2", pairs: { related: 32 } });
    const cuts = calibration?.cuts ?? [];
    expect(cuts.map(({ now }) => now)).toEqual([0.5, 0.6, 0.7]);
    expect(cuts[0]?.found).toBeGreaterThanOrEqual(0.95);
    const values = cuts.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(calibration?.yaml).toMatch(/^near: \{claim: [\d.]+, second: [\d.]+, close: [\d.]+, lexical: 0\.27\}\n$/);
  });

  it("--calibrate counts what was judged in the tree", async () => {
    const near = (to: string, state: string) => [{ with: to, score: 0.6, by: "claim", state }];
    const ctx = world([
      made("A0001", "The lockfile decides"),
      made("A0002", "The lockfile decides in CI", { exception_to: ["INS-20260110-A0001"] }),
      made("A0003", "Back up every night", { near: near("INS-20260110-A0001", "unrelated") }),
      made("A0004", "Back up every evening", { near: near("INS-20260110-A0003", "open") }),
    ]);
    const { calibration } = await index({ ...ctx }, { calibrate: true });
    expect(calibration?.pairs.related).toBe(33);
    // Two strangers, besides, are taken from the tree.
    expect(calibration?.pairs.unrelated).toBe(16 * 3 + 1 + 2);
  });
});

describe("proposeCut", () => {
  const pairs = (kind: Measured["kind"], ...claims: number[]): Measured[] => claims.map((claim) => ({ kind, claim }));
  const twenty = pairs("related", ...Array.from({ length: 20 }, (_, at) => (at + 1) / 20 - 0.001));

  it.each([
    ["claim", { value: 0.09, found: 0.95 }],
    ["second", { value: 0.14, found: 0.9 }],
    ["close", { value: 0.29, found: 0.75 }],
  ] as const)("%s is the highest that keeps its share of the related pairs", (cut, expected) => {
    expect(proposeCut(cut, twenty)).toMatchObject({ cut, ...expected, asked: 0 });
  });

  it("says which share of unrelated pairs it asks about", () => {
    const some = [...pairs("related", 0.9, 0.8), ...pairs("unrelated", 0.85, 0.8, 0.2, 0.1)];
    expect(proposeCut("claim", some)).toEqual({ cut: "claim", value: 0.8, found: 1, asked: 0.5 });
  });

  it("of nothing there is no cut, and none lies below zero", () => {
    expect(proposeCut("claim", pairs("unrelated", 0.5))).toBeUndefined();
    expect(proposeCut("claim", pairs("related", -0.2))).toMatchObject({ value: 0, found: 0 });
  });
});

describe("--fetch-model", () => {
  const model = "test-owner/test-model";
  const folder = join(packageRoot(), "models", "test-owner");
  async function hub(files: Record<string, string>): Promise<{ address: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, answer) => {
      asked.push(request.url ?? "");
      const content = files[request.url ?? ""];
      answer.writeHead(content === undefined ? 404 : 200).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }
  const at = (name: string) => `/${model}/resolve/main/${name}`;
  const names = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"];

  it("keeps the shipped model, which is complete, and asks nobody", async () => {
    const { address, asked } = await hub({});
    const fetched = await fetchModel(world(), address);
    expect(fetched).toMatchObject({ model: "Xenova/all-MiniLM-L6-v2", fetched: [] });
    expect(fetched.kept).toHaveLength(4);
    expect(asked).toEqual([]);
  });

  it("brings another model's files, once", { tags: "proof" }, async () => {
    const { address, asked } = await hub(Object.fromEntries(names.map((name) => [at(name), `content of ${name}`])));
    const ctx = world([], { embedding: { model } });
    expect((await fetchModel(ctx, address)).fetched).toEqual(names);
    expect(readFileSync(join(folder, "test-model", "onnx", "model_quantized.onnx"), "utf8")).toMatch(/^content of/);
    expect(await fetchModel(ctx, address)).toMatchObject({ fetched: [], kept: names });
    expect(asked).toHaveLength(4);
  });

  it.each([
    ["a file that is not there", async () => (await hub({})).address, /answered 404/],
    ["no network", async () => "http://127.0.0.1:9", /cannot be reached/],
  ])("%s: one clear error, nothing half done", async (_, address, message) => {
    const ctx = world([], { embedding: { model } });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await expect(fetchModel(ctx, await address())).rejects.toMatchObject({
      failure: "failed",
      code: "network",
      message: expect.stringMatching(message),
    });
    expect(existsSync(join(folder, "test-model", "config.json"))).toBe(false);
  });

  it("is for the name of a hub alone", async () => {
    for (const name of ["/etc", "./model", "../../up", "a/b/c", "no-owner", "owner/..%2f"]) {
      const ctx = world([], { embedding: { model: name } });
      await expect(fetchModel(ctx, "http://127.0.0.1:9"), name).rejects.toMatchObject({ failure: "usage" });
    }
  });

  it("the hashes of the manifest are those of the files", () => {
    type Manifest = { models: Record<string, { files: Record<string, { sha256: string; size: number }> }> };
    const text = readFileSync(join(packageRoot(), "models", "manifest.json"), "utf8");
    for (const [name, { files }] of Object.entries((JSON.parse(text) as Manifest).models)) {
      for (const [file, { sha256, size }] of Object.entries(files)) {
        const bytes = readFileSync(join(packageRoot(), "models", name, file));
        expect(bytes.length).toBe(size);
        expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      }
    }
  });
});
