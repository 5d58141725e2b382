/** What waits for a person is told to agents once a week, in a heartbeat or a context; a person always sees it. */
import { describe, expect, it } from "vitest";
import { status } from "../../src/health/status.js";
import { hook } from "../../src/hosts/events/hook.js";
import { sumOf } from "../../src/review/policy/count-waiting.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { ins } from "../loop/loop-world.js";
import { context, heartbeat } from "../operations.js";
import { type DecidingWorld, decidingWorld } from "../rules/deciding-world.js";

const LINE = "1 entry";

async function oneToReview(): Promise<DecidingWorld> {
  const w = decidingWorld();
  await w.store(ins("Y0004", { tier: "external", origin: "https://example.invalid" }));
  return w;
}

/** Whether each of them tells an agent of it. */
const TELLS: Readonly<Record<"context" | "heartbeat" | "session-start", (w: DecidingWorld) => Promise<boolean>>> = {
  context: async ({ ctx }) => (await context(ctx)).text.includes("1 entry"),
  heartbeat: async ({ ctx }) => (await heartbeat(ctx)).pending.some(({ kind }) => kind === "person"),
  async "session-start"({ ctx }) {
    const operations = { context, coreFromFiles: async () => "", tendAtSessionEnd: async () => {} };
    const input = {
      host: "claude-code" as const,
      session: ctx.actor.session,
      subagent: false,
      scripted: false,
      folders: [],
    };
    return (
      (await hook(ctx, { event: "session-start", input, operations, until: Number.POSITIVE_INFINITY })).text ?? ""
    ).includes("1 entry");
  },
};
const ways = Object.keys(TELLS) as (keyof typeof TELLS)[];

describe("what waits for a person", () => {
  it.each(ways)("is told by a %s, and a week later again by whichever comes first", async (first) => {
    const w = await oneToReview();
    w.as({ session: "s1" });
    expect(await TELLS[first](w)).toBe(true);
    for (const [at, session] of [
      ["2026-02-09T09:00:00Z", "s1"],
      ["2026-02-10T09:00:00Z", "s2"],
      ["2026-02-16T08:59:59Z", "s3"],
    ] as const) {
      w.at(at);
      w.as({ session });
      for (const way of ways) expect([at, way, await TELLS[way](w)]).toEqual([at, way, false]);
      expect(sumOf((await status(w.ctx)).waiting)).toBe(1);
      expect((await reviewQueue(w.ctx)).queue).toHaveLength(1);
    }
    w.at("2026-02-16T09:00:00Z");
    expect(await TELLS.context(w)).toBe(true);
    expect(await TELLS.heartbeat(w)).toBe(false);
  });

  it("is shown to a person at a terminal each time, which tells no agent", async () => {
    const w = await oneToReview();
    const agent = w.ctx.actor;
    w.person();
    for (const _ of [1, 2]) expect((await context(w.ctx)).text).toContain(LINE);
    w.as(agent);
    expect(await TELLS.context(w)).toBe(true);
    w.person();
    expect((await context(w.ctx)).text).toContain(LINE);
  });

  it("is not noted by a context that writes nothing", async () => {
    const w = await oneToReview();
    expect((await context(w.ctx, { untouched: true })).text).toContain(LINE);
    expect(await TELLS.heartbeat(w)).toBe(true);
    expect((await context(w.ctx, { untouched: true })).text).not.toContain(LINE);
  });
});
