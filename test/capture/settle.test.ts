/** What tenet does by itself with a new claim: equal words, a stated belief, one key; and what does not act. */
import { describe, expect, it } from "vitest";
import type { Entry, Tier } from "../../src/entry/entry.js";
import { correction, insight, memory } from "../store/entries.js";
import { stored } from "../store/workspace.js";
import { capturing, NO_MODEL } from "./capturing.js";

const SAID = "Clients are called before a visit";
const NPM = "Use npm in every repository";
const BEFORE = { timestamp: "2026-02-14T10:00:00Z", session: "s0", tier: "self", agent: "sybil" } as const;
const RISK = { stakes: "medium", at_risk: "drift" } as const;

type Type = "correction" | "insight" | "memory";
const known = (type: Type, text: string, more: object = {}): Entry => {
  if (type === "correction") return correction({ ...BEFORE, corrected_to: text, ...more });
  return type === "insight"
    ? insight({ ...BEFORE, insight: text, ...more })
    : memory({ ...BEFORE, content: text, category: "fact", ...more });
};
const drafts: Readonly<Record<Type, (text: string) => object>> = {
  correction: (text) => ({ corrected_to: text, ...RISK }),
  insight: (text) => ({ insight: text, evidence: "seen in the logs", ...RISK }),
  memory: (text) => ({ content: text, category: "fact" }),
};

/** The decision about a draft beside one known entry, and how that stands since. */
async function settled(one: Entry, type: Type, text: string, more: object = {}): Promise<string> {
  const w = capturing(NO_MODEL);
  await stored(w, one);
  const { decision } = await w.draft({ type, ...drafts[type](text), ...more });
  return `${decision} ${(await w.entry(one.id)).status}`;
}

describe("equal words", () => {
  it.each<[string, Type, object, object, string]>([
    ["of an insight", "insight", { evidence: "Seen in the logs." }, {}, "counted active"],
    ["of an insight with new evidence", "insight", {}, { evidence: "Run 7" }, "evolved active"],
    ["of a memory", "memory", {}, {}, "counted active"],
    ["of a correction in another session", "correction", {}, {}, "repeated active"],
    ["of a correction in the same session", "correction", { session: "s1" }, {}, "counted active"],
    ["of somebody trusted less", "memory", { tier: "peer" }, {}, "evolved active"],
    ["of somebody trusted more", "memory", { tier: "owner", source: "bridget" }, {}, "counted active"],
    ["for other readers", "memory", { scope: "user", user: "sam" }, {}, "stored active"],
    ["for other files", "memory", { paths: ["docs/**"] }, {}, "stored active"],
    ["for the same files", "memory", { paths: ["a/**", "*.sql"] }, { paths: ["*.sql", "a/**"] }, "counted active"],
    ["of another key", "memory", { key: "hours" }, { key: "visits" }, "stored active"],
  ])("%s", async (_, type, before, more, fate) => {
    expect(await settled(known(type, SAID, before), type, SAID, more)).toBe(fate);
  });

  it("of another type say nothing again", async () => {
    expect(await settled(known("correction", SAID), "memory", SAID)).toBe("stored active");
  });
});

describe("a stated belief", () => {
  const PNPM = "Use pnpm in every repository";
  it.each<[string, Type, object, string, object, string]>([
    ["the one word that differs", "correction", {}, PNPM, { prior_belief: "npm" }, "replaced superseded"],
    ["the whole claim", "correction", {}, PNPM, { prior_belief: `${NPM.toLowerCase()}.` }, "replaced superseded"],
    ["across types", "insight", {}, PNPM, { prior_belief: "npm" }, "replaced superseded"],
    ["of somebody trusted more", "correction", { tier: "owner" }, PNPM, { prior_belief: NPM }, "stored active"],
    ["another word", "correction", {}, PNPM, { prior_belief: "yarn" }, "stored active"],
    ["of other readers", "correction", { scope: "user", user: "sam" }, PNPM, { prior_belief: "npm" }, "stored active"],
    ["an exception of one word", "correction", {}, `${NPM} but docs`, { prior_belief: "docs" }, "stored active"],
  ])("%s", async (_, type, before, text, more, fate) => {
    expect(await settled(known(type, NPM, before), "correction", text, more)).toBe(fate);
  });
});

describe("one key", () => {
  const INDENT = { key: "editor.indent" };
  it.each<[string, Tier, object, string]>([
    ["of somebody trusted as much", "self", {}, "replaced superseded"],
    ["of somebody trusted more", "owner", {}, "stored active"],
    ["of another user", "self", { scope: "user", user: "sam" }, "stored active"],
  ])("%s", async (_, tier, more, fate) => {
    const two = known("memory", "The editor indents by 2", { ...INDENT, tier, ...more });
    expect(await settled(two, "memory", "The editor indents by 4", INDENT)).toBe(fate);
  });

  it("holds as it was said last, in one second as well", async () => {
    const w = capturing(NO_MODEL);
    const said: string[] = [];
    for (const content of ["By 1", "By 2", "By 3", "By 4", "By 5", "By 6", "By 7"])
      said.push((await w.draft({ type: "memory", category: "fact", content, ...INDENT })).decision);
    expect(said.join(" ")).toMatch(/^stored( replaced){6}$/);
  });

  it.each(["self", "owner"] as const)("of %s: asked about where it may replace nothing", async (tier) => {
    const w = capturing(NO_MODEL);
    await stored(w, known("memory", "Tabs everywhere", { ...INDENT, tier }));
    const { asks } = await w.draft({ type: "memory", category: "fact", content: "Indent by 4", ...INDENT });
    expect(asks).toHaveLength(tier === "self" ? 0 : 1);
  });
});
