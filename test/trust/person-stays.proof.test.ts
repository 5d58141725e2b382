/** What a person did stays with people: every way in which a program could make a rule leave, change or hide. */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordOutcome } from "../../src/loop/outcome.js";
import { planApproval } from "../../src/rules/approve.js";
import { digest } from "../../src/rules/digest.js";
import type { ApplyMode } from "../../src/rules/policy/apply-mode.js";
import { approvalOutline } from "../../src/rules/text/deciding-outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { some } from "../effort.js";
import { cor as corWorld } from "../loop/loop-world.js";
import { type DecidingWorld, decidingWorld, held, worked } from "../rules/deciding-world.js";
import { answered } from "../rules/said.js";

const MODES = ["auto", "approval", "curated"] as const;
const LINE = "Deploy to the staging cluster before production";
const A = "COR-20260201-A0001";
const AGENT = { atTerminal: false, git: async () => ({}) };
const OWNERS = {
  tier: "owner",
  source: "bridget",
  stakes: "high",
  corrected_to: LINE,
  behavioral_change: LINE,
} as const;

const inMode = (w: DecidingWorld, apply_mode: ApplyMode) => {
  w.ctx = { ...w.ctx, profile: { ...w.ctx.profile, apply_mode } };
};

/** A workspace with one rule of people in force: what an owner said, or what a person approved. Then an agent acts. */
async function withRule(whose: "an owner's" | "a person's", mode: ApplyMode, soul = 10): Promise<DecidingWorld> {
  const w = decidingWorld({ apply_mode: "approval", caps: { ...CAPS, soul } });
  await w.store(whose === "an owner's" ? corWorld("A0001", OWNERS) : held("A0001", LINE, { corrected_to: LINE }));
  if (whose === "an owner's") inMode(w, "auto");
  await w.digest();
  w.person();
  if (whose === "a person's") await w.approve();
  inMode(w, mode);
  w.as(AGENT);
  expect(w.read("SOUL.md")).toContain(`- ${LINE}`);
  return w;
}

const AT = "2026-02-09T08:00:00Z";
/** What an agent answers about its own entry. */
const agents = (answer: "same" | "replaces") => ({
  near: [{ with: A, at: AT, answer, by: "main", tier: "self" as const }],
});

const CAPS = { soul: 10, memory: 10, procedures: 25 };

const refusal = (act: Promise<unknown>) => expect(act).rejects.toMatchObject({ exit: 5, code: "needs-person" });

/** What an agent does; `by`: only to an owner's, where what is said of one's own entry is one's own to say. */
const WAYS: Record<string, (w: DecidingWorld, whose: string) => Promise<unknown>> = {
  "says that it turned out wrong": (w) =>
    recordOutcome(w.ctx, { refs: [A], verdict: "invalidated", result: "It went wrong in every release" }),
  "writes that it was forgotten": (w) => w.patch(A, { forgotten: { at: AT, by: "main", tier: "self" } }),
  "writes that something of its own superseded it": async (w) => {
    await w.store(corWorld("B0002", { corrected_to: "Deploy straight to production", ...agents("replaces") }));
  },
  "deletes its record": async (w) =>
    rmSync(w.ctx.workspace.absolute("memory/learning/corrections/2026-02-01.md"), { force: true }),
  "changes the words of its record": (w) => w.patch(A, { corrected_to: "Deploy to production at once", rule: "Go" }),
  "says the opposite, newer and held": (w) =>
    w.store(held("B0002", LINE.replace("Deploy", "Never deploy"), { timestamp: "2026-02-08T09:00:00Z" })),
  "fills the file with heavier rules": (w) =>
    w.store(...Array.from({ length: 12 }, (_, at) => heavy(`C00${String(at + 10)}`))),
  "words it anew": async (w, whose) => {
    const text = `Before production deploy to staging`;
    await digest(w.ctx, { list: JSON.stringify([{ id: A, text }]) });
    expect((await w.pending()).operations, whose).toMatchObject([{ op: "update", text, before: LINE }]);
  },
  "takes the version back": (w) => refusal(w.rollback({ confirmed: undefined })),
};

const heavy = (name: string) =>
  held(name, `Check system ${name} first`, {
    stakes: "high",
    uses: ["x", "y", "z"].map((session) => ({
      at: "2026-02-08T09:00:00Z",
      session,
      agent: "main",
      result: "worked" as const,
    })),
  });

describe.each(MODES)("in %s mode", (mode) => {
  // Each mode with one of them in `npm test`.
  const both = ["an owner's", "a person's"] as const;
  for (const whose of some(mode === "approval" ? [...both].reverse() : both, 1)) {
    it.each(Object.keys(WAYS))(`${whose} rule stays when an agent %s`, async (way) => {
      const w = await withRule(whose, mode, way.startsWith("fills") ? 3 : 10);
      await WAYS[way]?.(w, whose);
      await w.digest();
      await w.digest();
      expect(w.read("SOUL.md")).toContain(`- ${LINE} <!--`);
      expect((await w.chain()).rules).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ text: LINE, target: "SOUL.md" })]),
      );
    });
  }

  it("a person decides on what an agent says of it, and it is done", async () => {
    const w = await withRule("an owner's", mode);
    await recordOutcome(w.ctx, { refs: [A], verdict: "invalidated", result: "It went wrong in every release" });
    expect((await w.digest()).operations).toEqual([]);
    w.person();
    await recordOutcome(w.ctx, { refs: [A], verdict: "invalidated", result: "It did go wrong" });
    expect((await w.digest()).operations).toMatchObject([{ op: "delete", reason: "invalidated" }]);
    if (mode !== "auto") await w.approve();
    expect(w.read("SOUL.md")).not.toContain(LINE);
  });
});

describe("what a person declined comes back by a person alone", () => {
  const B = "COR-20260201-B0002";
  const said = (name: string, more: Parameters<typeof held>[2] = {}) =>
    held(name, LINE, {
      corrected_to: LINE,
      ...more,
    });

  /** A rule of the agent's own that a person turned down in one of three ways. */
  const DECLINED: Record<string, (w: DecidingWorld) => Promise<unknown>> = {
    rejected: async (w) => {
      inMode(w, "approval");
      await w.digest();
      w.person();
      await w.reject();
    },
    "rolled back": async (w) => {
      await w.digest();
      w.person();
      await w.rollback();
    },
    "taken out by hand": async (w) => {
      await w.digest();
      w.write("SOUL.md", w.read("SOUL.md").replace(/^- .*\n/m, ""));
      await w.digest();
    },
  };
  const AGAIN: Record<string, (w: DecidingWorld) => Promise<unknown>> = {
    "with new evidence": (w) => w.patch(A, { uses: [{ at: AT, session: "newer", agent: "main", result: "came_up" }] }),
    "as a repeat": (w) => w.store(said("B0002", agents("same"))),
    "in the same words": (w) => w.store(said("B0002")),
    "in other words, near at capture and not answered": (w) =>
      w.store(
        said("B0002", {
          corrected_to: "Before production, deploy to the staging cluster",
          rule: "Before production, deploy to the staging cluster",
          near: [{ with: A, score: 0.62, found: "claim" }],
        }),
      ),
  };
  /** In an entry that stands by itself: a person is asked. */
  const ELSEWHERE: typeof AGAIN = {
    "in words of its own, linked at capture": (w) =>
      w.store(said("B0002", { corrected_to: "Try it out first", rule: "Try it out first", linked: [A] })),
  };
  for (const how of Object.keys(DECLINED)) {
    const declined = async () => {
      const w = decidingWorld({ apply_mode: "auto" });
      await w.store(held("A0001", LINE, { corrected_to: LINE }));
      await DECLINED[how]?.(w);
      inMode(w, "auto");
      w.as(AGENT);
      return w;
    };

    it.each(Object.keys(AGAIN))(`${how}, and said again by the agent %s, stays away`, async (again) => {
      const w = await declined();
      await AGAIN[again]?.(w);
      expect((await w.digest()).operations).toEqual([]);
      await w.store(said("C0003", { ...answered(A, "same"), tier: "owner", source: "bridget" }));
      expect((await w.digest()).operations).toMatchObject([{ op: "add", fate: "active" }]);
    });

    it.each(Object.keys(ELSEWHERE))(`${how}, and said again %s`, async (again) => {
      const w = await declined();
      await ELSEWHERE[again]?.(w);
      const { operations } = await w.digest();
      expect(operations).toMatchObject([{ op: "add", fate: "pending" }]);
      expect(operations[0]?.waits_because).toMatch(/turned it down before/);
      expect((await w.chain()).rules).toEqual([]);
      w.person();
      await w.approve();
      expect((await w.chain()).rules).toHaveLength(1);
    });
  }

  it("the opposite of it, and another matter, are no return of it", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    await w.store(held("A0001", LINE, { corrected_to: LINE }));
    await DECLINED["rolled back"]?.(w);
    w.as(AGENT);
    await w.store(held("B0002", LINE.replace("Deploy", "Never deploy")), worked("W0001", "Pin the base image"));
    expect((await w.digest()).operations.map(({ fate }) => fate)).toEqual(["active", "active"]);
  });

  it("what an agent took back returns on new evidence, by the mode", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    await w.store(held("A0001", LINE, { corrected_to: LINE }));
    await w.digest();
    w.as(AGENT);
    await w.rollback({ confirmed: undefined });
    expect((await w.digest()).operations).toEqual([]);
    await w.store(said("B0002", agents("same")));
    expect((await w.digest()).operations).toMatchObject([{ op: "add", fate: "active", ids: [B, A] }]);
  });
});

describe("words for what an owner said", () => {
  const list = (text: string) => JSON.stringify([{ id: A, text }]);
  const WORDED = "Production comes after you deploy to the staging cluster";
  const told = () => corWorld("A0001", OWNERS);

  it("by an agent wait in auto; what the owner said is the rule meanwhile, and the screen shows both", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    w.as(AGENT);
    await w.store(told());
    await digest(w.ctx, { list: list(WORDED) });
    expect((await w.chain()).rules).toMatchObject([{ text: LINE }]);
    expect((await w.pending()).operations).toMatchObject([{ op: "update", text: WORDED, tier: "self" }]);
    const plan = await planApproval(w.ctx, {});
    if ("decision" in plan) throw new Error("nothing waits");
    expect(pipeText(approvalOutline(plan))).toContain(`a0001 owner says "${LINE}"`);
    // Another digest neither takes them over nor loses them.
    await w.digest();
    expect((await w.chain()).rules).toMatchObject([{ text: LINE }]);
    expect((await w.pending()).operations).toMatchObject([{ op: "update", text: WORDED }]);
  });

  it.each([
    ["by the owner at a terminal are the owner's", AT_TERMINAL, told()],
    ["by an agent for what it said itself take effect by the mode", AGENT, held("A0001", LINE, { corrected_to: LINE })],
  ])("%s", async (_, actor, entry) => {
    const w = decidingWorld({ apply_mode: "auto" });
    w.as(actor);
    await w.store(entry);
    await digest(w.ctx, { list: list(WORDED) });
    expect((await w.chain()).rules).toMatchObject([{ text: WORDED }]);
  });
});

it("an owner's own correction of what they said takes its rule out by itself", async () => {
  const w = await withRule("an owner's", "auto");
  const words = { stakes: "low" as const, corrected_to: "Deploy to production at night" };
  await w.store(corWorld("B0002", { tier: "owner", ...words, ...answered(A, "replaces") }));
  expect((await w.digest()).operations).toMatchObject([{ op: "delete", reason: "superseded", fate: "active" }]);
});
