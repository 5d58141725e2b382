/** Prose for pages of the wiki: what waits to be worded, and what is taken back. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tokensOf } from "../../src/context/policy/budget.js";
import { forget } from "../../src/forget/forget.js";
import { MOST_TOKENS, wikiBrief } from "../../src/wiki/wiki-brief.js";
import { wikiBriefText } from "../../src/wiki/wiki-text.js";
import { writePages } from "../../src/wiki/write-pages.js";
import { ins, loopWorld } from "../loop/loop-world.js";
import { FORGOTTEN } from "../rules/said.js";
import { emptyWiki, FRIDAYS, NPM, OFFICE, PAGE, world } from "./wiki-world.js";

describe("a brief", () => {
  it("says what waits to be worded, and writes nothing", async () => {
    const w = await emptyWiki();
    await w.store(NPM, FRIDAYS, OFFICE);
    const brief = await wikiBrief(w.ctx);
    expect(brief.pages.map(({ page }) => page)).toEqual(["general", "releases"]);
    expect(JSON.stringify(brief)).toContain(NPM.id);
    expect(w.has(PAGE)).toBe(false);
    expect((await wikiBrief((await world()).ctx)).pages).toEqual([]);
  });

  it("has the first and the last three of a long history, and what prints the rest as one word to a shell", async () => {
    const loop = loopWorld({ learning: { on: true, instructions: "Write for pilots." } });
    const insight = `Cranes ${"are greased and weighed each morning ".repeat(20)}`;
    const crane = (at: number, domain: string) =>
      ins(`CR${100 + at}`, { insight: `${insight}${at}`, evidence: "seen ".repeat(90), domain });
    const cranes = Array.from({ length: 80 }, (_, at) => [crane(at, "$(x)"), crane(at + 80, at > 0 ? "a b" : "A b")]);
    await loop.store(...cranes.flat());
    const brief = await wikiBrief(loop.ctx);
    // A page of several domains is printed whole.
    expect(brief.pages).toMatchObject([
      { page: "a-b", between: 74, rest: "tenet list --limit 160" },
      { page: "x", between: 74, rest: "tenet list --domain '$(x)' --limit 80" },
    ]);
    const text = wikiBriefText(brief);
    expect(text).toContain("74 more lie between these; they are printed by: tenet list --domain '$(x)' --limit 80");
    expect(text).toMatch(/## What the owner wants\n\n.*\n<<<tenet-data-\w+\nWrite for pilots\./);
  });

  it("is no longer than it promises, whatever its pages and its owner say", { tags: "proof" }, async () => {
    const loop = loopWorld({ learning: { on: true, instructions: "Say it well. ".repeat(300) } });
    const long = (at: number) => `Gate ${at} ${'says "in" and "out" and '.repeat(18)}`;
    const entries = Array.from({ length: 48 }, (_, at) => {
      const texts = { insight: long(at), evidence: long(at + 100), at_risk: long(at + 200), rule: long(at + 300) };
      return ins(`A${String(at).padStart(4, "0")}`, { ...texts, domain: `${at % 12} ${"gates of the ".repeat(9)}` });
    });
    await loop.store(...entries);
    const brief = await wikiBrief(loop.ctx);
    expect(brief.pages.length).toBeGreaterThan(5);
    expect(brief.pages.length + brief.later).toBe(12);
    for (const printed of [wikiBriefText(brief), JSON.stringify(brief)])
      expect(tokensOf(printed)).toBeLessThanOrEqual(MOST_TOKENS);
  });
});

describe("prose that is taken", () => {
  it("ends each sentence in ids, keeps a heading over the headings beneath it, and stays until a source changes", async () => {
    const w = await world();
    const tail = FRIDAYS.id.slice(-5).toLowerCase();
    const text = `## How\n\n### Days\n\nReleases are never cut on Fridays (${tail}). In CI npm ci is used. (${NPM.id})\n\n## Nothing\n`;
    w.session("s1", "sybil");
    await w.apply([{ page: "releases", text }]);
    const kept = `# Releases\n\n## How\n\n### Days\n\nReleases are never cut on Fridays. (${FRIDAYS.id})\n`;
    expect(w.read(PAGE)).toContain(`${kept}In CI npm ci is used. (${NPM.id})\n`);
    expect(w.read(PAGE)).toContain('by: "sybil"');
    expect(w.read(PAGE)).not.toContain("## Nothing");
    expect((await wikiBrief(w.ctx)).pages).toEqual([]);
    await forget(w.ctx, { refs: [NPM.id], taking: "forget" });
    expect(await w.shown("releases")).toEqual(["Releases are never cut on Fridays."]);
    expect((await wikiBrief(w.ctx)).pages.map(({ page }) => page)).toEqual(["releases"]);
  });

  it("says nothing of an entry that was forgotten while it waited for the lock", async () => {
    const loop = loopWorld();
    const gone = ins("AAAA1", { insight: "Releases are cut on Mondays", domain: "releases", ...FORGOTTEN });
    const there = ins("BBBB2", { insight: "A tag names each release", domain: "releases" });
    await loop.store(gone, there);
    const lines = [
      { text: "Releases are cut on Mondays.", ids: [gone.id] },
      { text: "Each release is named by a tag.", ids: [there.id] },
    ];
    await writePages(loop.ctx, new Map([["releases", { lines, by: "sybil" }]]));
    const page = readFileSync(loop.ctx.workspace.wikiPage("releases"), "utf8");
    expect(page).toContain(`Each release is named by a tag. (${there.id})`);
    expect(page).not.toContain("Mondays");
  });
});
