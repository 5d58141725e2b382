import { describe, expect, it } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { remember } from "../../src/capture/record.js";
import { forget } from "../../src/forget/forget.js";
import { startRun } from "../../src/loop/run.js";
import { markUsed } from "../../src/loop/used.js";
import { memories } from "../../src/recall/memories.js";
import { show } from "../../src/recall/show.js";
import { updateMemory } from "../../src/review/change-memories.js";
import { edit } from "../../src/review/edit/edit.js";
import type { Profile } from "../../src/settings.js";
import { userContext } from "../../src/store/user-tree.js";
import { viewerOf } from "../../src/store/viewer.js";
import { AT_TERMINAL, acting, type Capturing, capturing, codeOf, NO_MODEL, OWNER } from "../capture/capturing.js";

const world = (actor = {}, profile: Partial<Profile> = {}) => acting(capturing({ ...NO_MODEL, ...profile }), actor);
const say = (w: Capturing, content: string, more: Record<string, unknown> = {}): Promise<Captured> =>
  remember({ ...w }, { content, category: "fact", scope: "project", ...more });

describe("remember", () => {
  // Session recall/memories-refused has the rest.
  it.each([
    ["a longer text than a fact", { content: "x".repeat(1001) }, "too-long"],
    ["what was corrected", { category: "correction" }, "record-correction"],
    ["the user scope of nobody", { scope: "user" }, "no-user"],
  ])("is refused for %s, and writes nothing", async (_why, stated, expected) => {
    const w = world();
    expect(await codeOf(remember({ ...w }, { content: "x", category: "fact", ...stated } as never))).toBe(expected);
    expect(await w.entries()).toEqual([]);
    expect(await userContext({ ...w })).toBeUndefined();
  });
});

describe("whose it is", () => {
  it.each([
    ["--user", { user: "Bridget" }, "bridget"],
    ["whose e-mail git has", { git: async () => ({ name: "b", email: "BRIDGET@example.invalid" }) }, "bridget"],
    ["git's own user", { git: async () => ({ name: "walt" }) }, "walt"],
    ["nobody", {}, undefined],
  ])("%s", async (_, actor, expected) => {
    expect((await viewerOf(world(actor))).user).toBe(expected);
  });

  it("one that stands in the workspace by hand is hidden from others just the same, and no neighbour of theirs", async () => {
    const w = acting(capturing());
    w.put(
      "memory/facts/private.md",
      `---\ntype: facts\n---\n\n## MEM-20260214-AAAAA · x\n\n\`\`\`yaml\ntype: memory\nid: MEM-20260214-AAAAA\ntimestamp: 2026-02-14T10:00:00Z\ncontent: "Bridget earns 4242 a month"\ncategory: fact\nscope: user\nuser: bridget\n\`\`\`\n`,
    );
    const sybil = acting(w, { user: "sybil" });
    const told = await say(sybil, "Bridget earns 5000 a month");
    expect(JSON.stringify(told)).not.toContain("4242");
    expect(told.superseded).toBeUndefined();
    for (const [name, work] of Object.entries({
      show: () => show({ ...sybil }, "AAAAA"),
      edit: () => edit({ ...sybil }, { id: "AAAAA", fields: { content: "x" } }),
      forget: () => forget({ ...sybil }, { refs: ["AAAAA"], taking: "forget" }),
      used: () => markUsed({ ...sybil }, { ref: "AAAAA" }),
    }))
      expect(await codeOf(work()), name).toBe("not-found");
    expect((await show(acting(w, { user: "bridget" }), "AAAAA")).claim).toContain("4242");
  });
});

describe("what is for everybody", () => {
  const GLOBAL = { scope: "global" };
  const ACORN = "The company is called Acorn";
  const OAK = "The company is called Oak";

  it("is written, changed and forgotten by an owner or admin", async () => {
    const w = world();
    for (const actor of [{}, { user: "bridget" }])
      expect(await codeOf(say(acting(w, actor), ACORN, GLOBAL))).toBe("needs-person");
    const { id = "" } = await say(acting(w, AT_TERMINAL), ACORN, GLOBAL);
    expect(await w.entry(id)).toMatchObject({ scope: "global", tier: "owner" });
    for (const [name, work] of Object.entries({
      update: () => updateMemory({ ...w }, { ref: id, content: OAK }),
      forget: () => forget({ ...w }, { refs: [id], taking: "forget" }),
      edit: () => edit({ ...w }, { id, fields: { content: "x" } }),
    }))
      expect(await codeOf(work()), name).toBe("needs-person");
    const now = await updateMemory(acting(w, AT_TERMINAL), { ref: id, content: OAK });
    expect(now).toMatchObject({ decision: "replaced", superseded: [id], scope: "global" });
  });

  it("is no member's at the terminal to write, and no agent's by way of a run", async () => {
    const member = { name: "walt", role: "member" as const, emails: ["walt@example.invalid"] };
    const w = world({}, { people: [OWNER, member] } as Partial<Profile>);
    const walt = { atTerminal: true, git: async () => ({ name: "walt", email: "walt@example.invalid" }) };
    await startRun({ ...w }, "r1");
    for (const actor of [walt, { run: "r1" }])
      expect(await codeOf(say(acting(w, actor), ACORN, GLOBAL))).toBe("needs-person");
  });
});

it("an agent forgets memories that its own tier said; an owner's words and everything at once need a person", async () => {
  const w = world();
  const mine = await say(w, "Lunch is at noon");
  const theirs = await say(acting(w, AT_TERMINAL), "The garage closes at ten");
  const all = { refs: [], all: true, taking: "forget" } as const;
  expect(await codeOf(forget({ ...w }, { refs: [theirs.id ?? ""], taking: "forget" }))).toBe("needs-person");
  expect(await codeOf(forget({ ...w }, all))).toBe("needs-person");
  const plan = await forget({ ...w }, { ...all, dryRun: true });
  expect(plan.entries.map(({ id }) => id).sort()).toEqual([mine.id, theirs.id].sort());
  await forget({ ...w }, { refs: [mine.id ?? ""], taking: "forget" });
  expect((await memories({ ...w })).memories.map(({ id }) => id)).toEqual([theirs.id]);
  const person = acting(w, { ...AT_TERMINAL, user: "bridget" });
  await forget({ ...person }, { ...all, confirmed: true });
  expect((await memories({ ...person })).total).toBe(0);
});
