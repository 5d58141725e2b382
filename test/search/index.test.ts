import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { index } from "../../src/health/reindex.js";
import { packageRoot } from "../../src/search/model/model-files.js";
import { openStore } from "../../src/store/open-store.js";
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
    const known = [
      made("A0001", "Enable compression for responses above one kilobyte"),
      made("A0004", "Paint the fence green"),
    ];
    const ctx = world(known);
    await index({ ...ctx });
    write(ctx, [
      ...known,
      made("A0002", "Disable compression for responses above one kilobyte"),
      made("A0003", "Compression of responses saves bandwidth", { linked: ["INS-20260110-A0004"] }),
    ]);
    const { looked_again: looked } = await index({ ...ctx });
    expect(looked.map(({ id }) => id)).toEqual(["INS-20260110-A0002", "INS-20260110-A0003"]);
    expect(looked[0]?.opened).toEqual(["INS-20260110-A0001", "INS-20260110-A0003"]);
    const tree = await openStore(ctx);
    expect(tree.heads).toHaveLength(4);
    // On the newer of the two, and on that one alone.
    expect(tree.head("INS-20260110-A0002")?.near).toMatchObject([{ with: "INS-20260110-A0001", found: "claim" }]);
    expect(tree.head("INS-20260110-A0001")?.near).toBeUndefined();
    expect(tree.head("INS-20260110-A0002")?.linked).toContain("INS-20260110-A0001");
    expect(tree.head("INS-20260110-A0003")?.linked?.[0]).toBe("INS-20260110-A0004");
    expect((await index({ ...ctx })).looked_again).toEqual([]);
  });

  it("leaves what still cannot be compared as it is", async () => {
    const ctx = world([made("A0001", "The lockfile decides")], { embedding: { model: "./no-model-here" } });
    expect(await index({ ...ctx })).toMatchObject({ index: "degraded", looked_again: [], embedded: 0 });
    expect(ctx.warnings).toEqual([expect.stringMatching(/by their words only/)]);
  });

  it("stops where it is told to, and goes on from there", async () => {
    const ctx = world([made("A0001", "The lockfile decides"), made("A0002", "Back up every night")]);
    const stopped = AbortSignal.abort();
    expect(await index({ ...ctx, signal: stopped })).toMatchObject({ embedded: 0, pending: 2 });
    expect(await index({ ...ctx })).toMatchObject({ embedded: 4, pending: 0 });
  });
});

describe("the shipped model", () => {
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
