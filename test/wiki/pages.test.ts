/** Pages of prose about what is known, shown where they are asked for. */
import { describe, expect, it } from "vitest";
import { wikiLayer } from "../../src/context/layers/wiki-layer.js";
import { forget } from "../../src/forget/forget.js";
import { openStore } from "../../src/store/open-store.js";
import { pageOf } from "../../src/wiki/policy/page.js";
import { wikiBrief } from "../../src/wiki/wiki-brief.js";
import { writePages } from "../../src/wiki/write-pages.js";
import { ins, loopWorld } from "../loop/loop-world.js";
import { context } from "../operations.js";
import { FORGOTTEN, refused } from "../rules/said.js";
import { memory } from "../store/entries.js";
import { emptyWiki, FRIDAYS, GENERAL, NPM, OFFICE, PAGE, proseOf, world } from "./wiki-world.js";

describe("pages", () => {
  it("are there once somebody worded them, by domain; what has none stands on general", async () => {
    const w = await world();
    expect(w.read(PAGE)).toContain(
      `\nUse npm ci in CI (${NPM.id})\nReleases are never cut on Fridays (${FRIDAYS.id})\n`,
    );
    expect(w.read(PAGE)).toMatch(/^---\ntype: wiki\ndomain: "Releases"\ngenerated: 2026-\S+Z\nby: "\w+"\nsources: 2\n/);
    expect(w.read(GENERAL)).toContain(`\nThe office is in Bern (${OFFICE.id})\n`);
  });

  it("are not what people put into the folder, nor what git left in conflict", async () => {
    const w = await world();
    const page = w.read(PAGE);
    for (const [text, because] of [
      ["# Notes\n", "somebody's own file"],
      [page.replace("sources: 2", "<<<<<<< ours\nsources: 2\n=======\nsources: 3\n>>>>>>> theirs"), "conflict"],
    ] as const) {
      w.write(PAGE, text);
      expect(await w.shown("releases")).toEqual([]);
      await expect(w.apply([{ page: "releases", text: proseOf([NPM]) }])).rejects.toThrow(because);
    }
    w.write(PAGE, page.replace(/hash: .*/, 'hash: "of the other branch"'));
    expect((await wikiBrief(w.ctx)).pages).toMatchObject([{ page: "releases" }]);
  });

  it.each([
    ["API Design", "api-design"],
    ["../../etc/passwd", "etc-passwd"],
    ["हिन्दी", "हिन्दी"],
    ["con", "con-page"],
    ["---", "general"],
    // Half of a pair would be another name on disk, and the page be made and taken away in turn.
    [`a${"𠮷".repeat(70)}`, `a${"𠮷".repeat(31)}`],
  ])("of %j are called %j", (domain, page) => {
    expect(pageOf(domain)).toBe(page);
  });
});

describe("a context", () => {
  it("shows the page whose domain or tag is asked for, without what stands above, and nothing without a query", async () => {
    const w = await emptyWiki({ embedding: { model: "./none" } });
    const bays = Array.from({ length: 14 }, (_, at) =>
      ins(`BA${100 + at}`, { insight: `Bay ${at} holds spare part ${at}`, domain: "warehouse", tags: ["racks"] }),
    );
    w.at("2026-02-01T10:00:00Z");
    await w.store(...bays);
    await w.apply([{ page: "warehouse", text: proseOf(bays) }]);
    const layer = async (query?: string) => {
      const { layers, text } = await context(w.ctx, query === undefined ? {} : { query });
      return { shown: layers.find(({ name }) => name === "wiki")?.items.length ?? 0, text };
    };
    const asked = await layer("warehouse");
    expect(asked.shown).toBeGreaterThan(3);
    for (const { id } of bays) expect(asked.text.split(id).length - 1).toBeLessThanOrEqual(1);
    expect((await w.shown("racks")).length).toBeGreaterThan(3);
    expect([(await layer("weather")).shown, (await layer()).shown]).toEqual([0, 0]);
  });

  it("never shows a line that its entry does not say", async () => {
    const w = await world();
    const line = `The office is in Bern since 1987 (${OFFICE.id})`;
    w.write(GENERAL, w.read(GENERAL).replace(/The office.*\n/, `${line}\n`));
    expect(await w.shown("general")).toEqual([]);
  });

  it.each([
    ["main", "self"],
    ["sybil", "peer"],
  ])("shows a line that %s worded as of tier %s, whoever said what it rests on", async (by, tier) => {
    const { ctx, store } = loopWorld();
    const said = { insight: "A tag names each release", domain: "releases", tier: "owner", source: "bridget" } as const;
    const entry = ins("AAAA1", said);
    await store(entry);
    const lines = [{ text: "Each release is named by a tag.", ids: [entry.id] }];
    await writePages(ctx, new Map([["releases", { lines, by }]]));
    const { items } = await wikiLayer({ ctx, input: { query: "releases" }, tree: await openStore(ctx) }, []);
    expect(items).toMatchObject([{ text: lines[0]?.text, tier }]);
  });
});

describe("who may stand on a page", () => {
  it("nothing of a user, a conversation or a contact, nothing sensitive, waiting, rejected, forgotten", async () => {
    const w = await emptyWiki();
    const canary = (tail: string, more: Parameters<typeof memory>[0]) =>
      memory({ id: `MEM-20260201-${tail}`, content: `The zanzibar ${tail} is blue`, ...more });
    await w.store(
      canary("AAAA1", { scope: "conversation", session: "s1" }),
      canary("AAAA2", { scope: "contact:jane" }),
      canary("AAAA3", { scope: "user" }),
      canary("AAAA4", FORGOTTEN),
      canary("AAAA5", { tier: "external", origin: "https://example.invalid/x" }),
      canary("AAAA6", refused("sensitive")),
      canary("AAAA7", refused("rejected")),
      memory({ id: "MEM-20260201-AAAA8", content: "The harbour is deep" }),
    );
    const brief = await wikiBrief(w.ctx);
    expect(brief.pages).toMatchObject([{ page: "general", sources: 1 }]);
    expect(JSON.stringify(brief)).not.toContain("zanzibar");
    const text = "The zanzibar AAAA2 is blue. (MEM-20260201-AAAA2)";
    await expect(w.apply([{ page: "general", text }])).rejects.toThrow();
  });

  it("nothing that was erased, its reworded sentences included", async () => {
    const w = await world();
    const text = `Releases are never cut then, on Fridays. (${FRIDAYS.id}) In CI use npm ci. (${NPM.id})`;
    await w.apply([{ page: "releases", text }]);
    expect(w.read(PAGE)).toMatch(/Friday/);
    w.person();
    await forget(w.ctx, { refs: [FRIDAYS.id], taking: "erase", confirmed: true });
    expect(w.read(PAGE)).not.toMatch(/Friday/i);
    expect(w.read(PAGE)).toContain(NPM.id);
    expect((await wikiBrief(w.ctx)).pages).toMatchObject([{ page: "releases" }]);
  });
});
