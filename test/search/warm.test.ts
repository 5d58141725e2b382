/** A process that stays keeps model, words and vectors: for the state of the tree they were made from, and no other. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "../../src/context.js";
import { foundIn } from "../../src/search/found-in.js";
import type { RecallMode } from "../../src/search/fusion.js";
import { ProcessCache } from "../../src/search/process-cache.js";
import { Search } from "../../src/search/search.js";
import { openStore } from "../../src/store/open-store.js";
import type { TestWorld } from "../store/workspace.js";
import { indexed, KNOWN, NEW, remove, write } from "./world.js";

function kept(ctx: TestWorld): { warm: ProcessCache; ctx: Context } {
  const warm = new ProcessCache();
  onTestFinished(() => warm.end());
  return { warm, ctx: { ...ctx, warm } };
}

/** One call of a process that stays: a context, a tree and a search of its own. */
async function recalled(ctx: Context, mode: RecallMode = "hybrid", query = "parallel installs") {
  const own = { ...ctx };
  const tree = await openStore(own);
  const search = new Search(own, tree);
  const found = await foundIn([search], query, [{ mode, limit: 5, accept: (head) => head.status === "active" }]);
  await search.close();
  return found;
}

const brief = ({ results }: Awaited<ReturnType<typeof recalled>>) =>
  results.map(({ head, score, cosine }) => [head.id, score.toFixed(5), cosine?.toFixed(5)]);

// A cache of a process embeds by itself: what it finds is held against what the model itself finds.
vi.stubEnv("TEST_VECTORS", "none");

describe("what is kept between searches", () => {
  it("gives the answers that a process of its own gives, by any mode", { tags: "proof" }, async () => {
    const ctx = await indexed();
    const stays = kept(ctx).ctx;
    for (const mode of ["hybrid", "keyword"] as const) {
      const alone = await recalled(ctx, mode);
      expect(brief(await recalled(stays, mode)), mode).toEqual(brief(alone));
      expect(brief(await recalled(stays, mode)), mode).toEqual(brief(alone));
    }
  });

  it("answers the second time as the first, also when the index was removed meanwhile", { tags: "proof" }, async () => {
    const ctx = await indexed();
    const stays = kept(ctx).ctx;
    const first = await recalled(stays, "hybrid");
    remove(ctx.workspace.index);
    // A slow machine needs more than one search to make it again.
    await expect.poll(async () => (await recalled(stays, "hybrid")).index, { timeout: 90_000 }).toBe("fresh");
    const again = await recalled(stays, "hybrid");
    expect(brief(again)).toEqual(brief(first));
    expect(again).toMatchObject({ index: "fresh", pending: 0, mode: "hybrid" });
  });

  it("is never used for another state of the tree: what came, changed or went is seen at once", {
    tags: "proof",
  }, async () => {
    const ctx = await indexed();
    const { warm, ctx: stays } = kept(ctx);
    await recalled(stays, "hybrid");
    const [[, index] = []] = [...warm.indexes];
    await recalled(stays, "hybrid");
    expect([...warm.indexes.values()]).toEqual([index]);
    write(ctx, [...KNOWN, NEW]);
    expect((await recalled(stays)).results[0]?.head.id).toBe(NEW.id);
    // A slow machine needs more than one search, by this process or another, to give what is new its vector.
    await expect.poll(async () => (await recalled(ctx)).index, { timeout: 90_000 }).toBe("fresh");
    const grown = await recalled(stays);
    expect(grown.results[0]?.head.id).toBe(NEW.id);
    expect(brief(await recalled(stays))).toEqual(brief(grown));
    const [first, ...others] = KNOWN;
    write(ctx, [{ ...(first as (typeof KNOWN)[number]), status: "superseded" }, ...others]);
    remove(ctx.workspace.absolute("memory/learning/insights/2026-02-01.md"));
    const left = (await recalled(stays, "hybrid")).results.map(({ head }) => head.id);
    expect(left).not.toContain(NEW.id);
    expect(left).not.toContain(first?.id);
  });

  it("searches at the same time do not disturb each other", async () => {
    const ctx = await indexed();
    const stays = kept(ctx).ctx;
    const queries = ["parallel installs", "restoring a backup", "retried webhooks"];
    const alone = [];
    for (const query of queries) alone.push(brief(await recalled(ctx, "hybrid", query)));
    const asked = Array.from({ length: 6 }, (_, at) => recalled(stays, "hybrid", queries[at % 3]));
    for (const [at, found] of (await Promise.all(asked)).entries()) expect(brief(found)).toEqual(alone[at % 3]);
  });

  it("once it has ended no model is started any more: words answer", async () => {
    const ctx = await indexed();
    const { warm, ctx: stays } = kept(ctx);
    await recalled(stays);
    await warm.end();
    // The tree is another one, so that the table is opened beside the model that cannot be had.
    write(ctx, [...KNOWN, NEW]);
    const late: unknown[] = [];
    const hear = (reason: unknown) => void late.push(reason);
    process.on("unhandledRejection", hear);
    onTestFinished(() => void process.off("unhandledRejection", hear));
    expect(await recalled(stays)).toMatchObject({ mode: "keyword", index: "degraded" });
    // Whatever was being opened is open by now, or given up: the folder may go.
    remove(ctx.workspace.index);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(late).toEqual([]);
  });
});
