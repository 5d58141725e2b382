/** A process that stays keeps its model and an open table. */
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
