/** A month of which everything is known, replayed: through the operation, the command, and the screens that decide. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { context } from "../../src/context/context.js";
import type { Context } from "../../src/context.js";
import type { Use } from "../../src/entry/entry.js";
import { replay } from "../../src/replay/replay.js";
import { replayedOutline } from "../../src/replay/replay-outline.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { planApproval } from "../../src/rules/approve.js";
import { diffWithReplay, diffWithReplayOutline } from "../../src/rules/diff.terminal.js";
import { digest } from "../../src/rules/digest.js";
import { approvalOutline } from "../../src/rules/text/deciding-outline.js";
import { DEFAULT_PROFILE, type Profile } from "../../src/settings.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { terminalText } from "../../src/text/outline/terminal.js";
import { PLAIN } from "../../src/text/paint.js";
import { OWNER } from "../capture/capturing.js";
import { cor, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { callIn } from "./calling.js";

const on = (day: number): string => `2026-02-${String(day).padStart(2, "0")}T09:00:00Z`;
const idOf = (name: string, day: number): string => `COR-202602${String(day).padStart(2, "0")}-${name}`;
const uses = (sessions: number): Use[] =>
  Array.from({ length: sessions }, (_, at) => ({ at: on(4 + at), session: `u${at}`, agent: "main", result: "worked" }));
const held = (day: number) => ({ stick: { verdict: "held" as const, at: on(day) } });
const failed = (day: number) => ({ stick: { verdict: "failed" as const, at: on(day) } });

const SAYS =
  "0002 would have stood before 3 of 5 repeats and failures that had nothing; it pushes out 1 rule used in 4 sessions.";

/**
 * One weak rule from day 3 on, used in four sessions; a lesson said four times of which the last held; another said twice;
 * a third that failed without a repeat. Twenty contexts, and on day 24 a version waits that has room for one rule alone.
 */
async function month(): Promise<{ loop: LoopWorld; ctx: Context }> {
  const profile: Partial<Profile> = {
    people: [OWNER],
    caps: { ...DEFAULT_PROFILE.caps, soul: 1 },
  };
  const loop = loopWorld(profile);
  await loop.store(
    cor("RRRR1", { timestamp: on(1), stakes: "low", corrected_to: "Knock twice", uses: uses(4), ...held(2) }),
  );
  loop.at(on(3));
  expect(await digest(loop.ctx)).toMatchObject({ decision: "active" });
  // The lessons were written elsewhere: no context here held one.
  for (let day = 2; day <= 23; day++) {
    loop.at(on(day));
    loop.session(`day-${day}`);
    if (day >= 4) await context(loop.ctx);
  }
  const again = (name: string, day: number, of: string, more = {}) =>
    cor(name, { timestamp: on(day), stakes: "high", corrected_to: "Use npm ci in CI", recurrence_of: of, ...more });
  await loop.store(
    cor("AAAA1", { timestamp: on(4), stakes: "high", corrected_to: "Use npm ci in CI", ...failed(6) }),
    again("AAAA2", 6, idOf("AAAA1", 4), failed(9)),
    again("AAAA3", 9, idOf("AAAA2", 6), failed(13)),
    again("AAAA4", 13, idOf("AAAA3", 9), held(20)),
    cor("BBBB1", { timestamp: on(5), corrected_to: "Close the window", ...failed(10) }),
    cor("BBBB2", { timestamp: on(10), corrected_to: "Close the window", recurrence_of: idOf("BBBB1", 5) }),
    cor("CCCC1", { timestamp: on(7), corrected_to: "Feed the cat at noon", ...failed(12) }),
  );
  loop.at(on(24));
  const ctx: Context = { ...loop.ctx, profile: { ...loop.ctx.profile, apply_mode: "approval" } };
  expect(await digest(ctx)).toMatchObject({ decision: "pending" });
  return { loop, ctx };
}

describe("a month", () => {
  it("says before what the new line would have stood, and what it pushes out", { tags: "proof" }, async () => {
    const { ctx } = await month();
    const data = await replay(ctx);
    expect(data.says[0]).toBe(SAYS);
    expect(data.cases.map(({ id, kind, verdict }) => [id.slice(-5), kind, verdict])).toEqual([
      ["AAAA4", "repeat", "new"],
      ["CCCC1", "failure", "none"],
      ["BBBB2", "repeat", "none"],
      ["AAAA3", "repeat", "new"],
      ["AAAA2", "repeat", "new"],
    ]);
    const out = { ids: [idOf("RRRR1", 1)], target: "SOUL.md", how: "pushed", sessions: 4 };
    expect(data.out).toEqual([{ ...out, text: expect.stringContaining("Knock twice") }]);
    expect(data.in).toMatchObject([{ target: "SOUL.md", text: expect.stringContaining("Use npm ci in CI") }]);
  });

  it("says which of the last contexts would have been others, no further back than it is told", {
    tags: "proof",
  }, async () => {
    const { ctx } = await month();
    const { contexts, says } = await replay(ctx);
    expect(contexts).toHaveLength(20);
    expect(contexts[0]).toMatchObject({ at: on(23), session: "day-23" });
    expect(contexts.at(-1)).toMatchObject({ at: on(4) });
    const tokens = contexts[0]?.tokens ?? 0;
    for (const one of contexts) expect([one.in.length, one.out.length, one.tokens]).toEqual([1, 1, tokens]);
    const more = `${Math.abs(tokens)} tokens ${tokens > 0 ? "more" : "fewer"} each.`;
    expect(says[1]).toBe(`Of the last 20 contexts it would have changed 20: ${more}`);
    const last = await replay(ctx, { last: 2 });
    expect([last.contexts.length, last.cases.length]).toEqual([2, 2]);
    expect(last.says[0]).toContain("before 1 of 2 repeats and failures");
    for (const wrong of [0, 501, 1.5, Number.NaN])
      await expect(replay(ctx, { last: wrong })).rejects.toMatchObject({ failure: "usage" });
  });

  it("names a version that is in force by what it changed, and refuses one that is not there", {
    tags: "proof",
  }, async () => {
    const { ctx } = await month();
    const first = await replay(ctx, { ref: "1" });
    expect(first.version).toMatch(/^0001-/);
    expect(first.says[0]).toMatch(/^0001 would have stood before 0 of 5/);
    expect(first.contexts.every((one) => one.in.length === 0)).toBe(true);
    await expect(replay(ctx, { ref: "9" })).rejects.toMatchObject({ failure: "not-found" });
  });

  it("takes no old rule for a new one where the version before has left the tree", async () => {
    const loop = loopWorld({ people: [OWNER] });
    for (const [name, day] of [
      ["AAAA1", 1],
      ["BBBB1", 10],
    ] as const) {
      await loop.store(cor(name, { timestamp: on(day), ...held(day + 7) }));
      loop.at(on(day + 8));
      await digest(loop.ctx);
    }
    const { versions } = loop.ctx.workspace;
    const [first = ""] = readdirSync(versions).sort();
    rmSync(join(versions, first));
    expect((await replay(loop.ctx, { ref: "2" })).in).toMatchObject([{ ids: [idOf("BBBB1", 10)] }]);
  });

  it("stands on every screen on which the version is decided, and writes nothing", { tags: "proof" }, async () => {
    const { ctx } = await month();
    const { versions, ledger } = ctx.workspace;
    const files = () => readdirSync(versions).map((name) => readFileSync(join(versions, name), "utf8"));
    const before = [files(), readdirSync(ledger).length];
    const diff = await diffWithReplay(callIn(ctx), {});
    expect(diff.replay).toEqual(await replay(ctx));
    const diffText = terminalText(await diffWithReplayOutline(diff), PLAIN);
    expect(diffText).toContain(`Looking back\n  ${SAYS}`);
    expect(diffText).toContain("Rules that go\n  - SOUL.md: Knock twice");
    expect(diffText).toContain("Said before, and wrong again\n  2026-02-13  aaaa4  would have stood");
    const plan = await planApproval(ctx, {});
    if ("decision" in plan) throw new Error("it waits");
    expect(pipeText(approvalOutline(plan))).toContain(SAYS);
    const { queue } = await reviewQueue(ctx);
    expect(queue.find(({ kind }) => kind === "version")).toMatchObject({
      replay: [SAYS, expect.stringContaining("20 contexts")],
    });
    expect(pipeText(replayedOutline(await replay(ctx)))).toContain(SAYS);
    expect([files(), readdirSync(ledger).length]).toEqual(before);
  });

  it("leaves what was forgotten, or is not for everybody, out of the cases, on every screen alike", {
    tags: "proof",
  }, async () => {
    const { ctx, loop } = await month();
    const counted = async (ctx: Context) => (await replay(ctx)).cases.length;
    expect(await counted(ctx)).toBe(5);
    await loop.store(
      cor("DDDD1", { timestamp: on(14), status: "forgotten", corrected_to: "x", ...failed(15) }),
      cor("DDDD2", { timestamp: on(14), corrected_to: "y", scope: "contact:jane", ...failed(15) }),
    );
    expect(await counted(ctx)).toBe(5);
    expect(await counted({ ...ctx, actor: { ...ctx.actor, contact: "jane" } })).toBe(5);
    expect((await diffWithReplay(callIn(ctx), {})).replay?.says[0]).toBe(SAYS);
  });
});

describe("a diff", () => {
  it("looks back at the version in force only where it is named, and no further than it is told", {
    tags: "proof",
  }, async () => {
    const { ctx } = await month();
    const named = await diffWithReplay(callIn(ctx), { version: "1", last: 2 });
    expect(named.version.status).toBe("active");
    expect(named.replay).toMatchObject({ version: named.version.id });
    expect(named.replay?.contexts).toHaveLength(2);
    const { versions } = ctx.workspace;
    rmSync(join(versions, readdirSync(versions).sort().at(-1) ?? ""));
    const unnamed = await diffWithReplay(callIn(ctx), {});
    expect(unnamed.version.id).toBe(named.version.id);
    expect(unnamed).not.toHaveProperty("replay");
    await expect(diffWithReplay(callIn(ctx), { version: "9" })).rejects.toMatchObject({ failure: "not-found" });
  });
});

describe("where nothing is known", () => {
  it("no line is added to a screen", async () => {
    const loop = loopWorld({ people: [OWNER], apply_mode: "approval" });
    await loop.store(cor("AAAA1", { timestamp: on(1), ...held(2) }));
    loop.at(on(9));
    await digest(loop.ctx);
    expect(await diffWithReplay(callIn(loop.ctx), {})).not.toHaveProperty("replay");
    expect((await replay(loop.ctx)).says).toEqual([]);
    expect(pipeText(replayedOutline(await replay(loop.ctx)))).toContain("nothing to replay it on");
  });

  it("without a version it is what a digest would do, and without that it says so", async () => {
    const loop = loopWorld({ people: [OWNER] });
    await expect(replay(loop.ctx)).rejects.toMatchObject({ code: "nothing-to-replay" });
    await loop.store(
      cor("AAAA1", { timestamp: on(1), ...failed(3) }),
      cor("AAAA2", { timestamp: on(3), corrected_to: "Rule AAAA1 holds", recurrence_of: idOf("AAAA1", 1), ...held(9) }),
    );
    loop.at(on(12));
    const data = await replay(loop.ctx);
    expect(data.version).toBeUndefined();
    expect(data.says).toEqual(["The next digest would have stood before 1 of 1 repeat that had nothing."]);
  });

  it("a receipt that somebody put into the ledger by hand is passed over", { tags: "proof" }, async () => {
    const { ctx } = await month();
    const [day] = readdirSync(ctx.workspace.ledger).sort().slice(-1) as [string];
    const folder = join(ctx.workspace.ledger, day);
    const event = { at: on(24), kind: "read", op: "context", agent: "main", session: "x", ids: [] };
    const forged = JSON.stringify({ ...event, receipt: { hash: "00000000", rules: "all" } });
    writeFileSync(join(folder, "20260224T235959Z-1-00000000.jsonl"), `${forged}\nnot json\n`);
    expect((await replay(ctx)).contexts).toHaveLength(19);
  });

  it("a repeat before which the lesson stood in the context counts for nothing", async () => {
    const loop = loopWorld({ people: [OWNER], apply_mode: "approval" });
    await loop.store(cor("AAAA1", { timestamp: on(4), stakes: "high", corrected_to: "Use npm ci", ...failed(6) }));
    loop.at(on(5));
    loop.session("day-5");
    expect((await context(loop.ctx)).text).toContain("Use npm ci");
    const again = { corrected_to: "Use npm ci", recurrence_of: idOf("AAAA1", 4), ...held(14) };
    await loop.store(cor("AAAA2", { timestamp: on(6), session: "day-5", stakes: "high", ...again }));
    loop.at(on(16));
    await digest(loop.ctx);
    const { cases, says } = await replay(loop.ctx);
    expect(cases.map(({ id, verdict }) => [id.slice(-5), verdict])).toEqual([["AAAA2", "stood"]]);
    expect(says.join(" ")).not.toContain("would have stood before");
  });
});
