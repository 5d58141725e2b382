/** `tenet index --wiki`: pages of prose about what is known: what no longer holds leaves them, and they are shown where they are asked for. */
import { describe, expect, it } from "vitest";
import { context } from "../../src/context/context.js";
import { wikiLayer } from "../../src/context/layers/wiki-layer.js";
import type { Entry } from "../../src/entry/entry.js";
import { forget } from "../../src/forget/forget.js";
import { verify } from "../../src/health/verify.js";
import { markUsed } from "../../src/loop/used.js";
import { openStore } from "../../src/store/open-store.js";
import { pageOf } from "../../src/store/wiki/policy/page.js";
import { scrubbedPage } from "../../src/store/wiki/scrub-page.js";
import { writePages } from "../../src/wiki/build-wiki.js";
import { wikiBrief } from "../../src/wiki/wiki-brief.js";
import { ins, loopWorld } from "../loop/loop-world.js";
import { memory } from "../store/entries.js";
import { emptyWiki, FRIDAYS, GENERAL, NPM, OFFICE, PAGE, proseOf, seal, type WikiWorld, world } from "./wiki-world.js";

const gone = (w: WikiWorld, { id }: { id: string }) => forget(w.ctx, { refs: [id], taking: "forget" });

const codes = async ({ ctx }: WikiWorld) =>
  (await verify({ ...ctx, profileWarnings: [] })).findings.map(({ code }) => code);

describe("pages", () => {
  it("are there once somebody worded them, by domain; what has none stands on general", async () => {
    const bare = await emptyWiki();
    await bare.store(NPM, FRIDAYS, OFFICE);
    expect([(await bare.build()).pages, bare.has(PAGE), bare.has("memory/wiki")]).toEqual([[], false, false]);
    const w = await world();
    expect(w.read(PAGE)).toContain(
      `\nUse npm ci in CI (${NPM.id})\nReleases are never cut on Fridays (${FRIDAYS.id})\n`,
    );
    expect(w.read(PAGE)).toMatch(/^---\ntype: wiki\ndomain: "Releases"\ngenerated: 2026-\S+Z\nby: "\w+"\nsources: 2\n/);
    expect(w.read(GENERAL)).toContain(`\nThe office is in Bern (${OFFICE.id})\n`);
  });

  it("of an earlier version, which listed claims, leave at the next build", async () => {
    const w = await world();
    const listed = `- The office is in Bern (${OFFICE.id})`;
    const page = w.read(GENERAL).replace(/block: .*/, `block: "${seal([listed])}"`);
    w.write(GENERAL, page.replace(/The office is in Bern .*/, listed));
    expect(await w.shown("general")).toEqual([]);
    expect((await w.build()).pages[0]).toMatchObject({ page: "general", state: "removed" });
  });

  it("keep their bytes while their sources do, on another day and after uses", async () => {
    const w = await world();
    const before = w.read(PAGE);
    w.at("2026-03-15T14:00:00Z");
    await markUsed(w.ctx, { ref: FRIDAYS.id, result: "worked" });
    expect((await w.build()).pages).toMatchObject([{ state: "unchanged" }, { state: "unchanged" }]);
    expect(w.read(PAGE)).toBe(before);
  });

  it("are made again when an entry goes, and keep what people wrote around the block", async () => {
    const w = await world();
    const headed = w.read(PAGE).replace("# Releases\n", "# Releases\n\nAsk jane about the keys.\n");
    w.write(PAGE, headed.replace(/tags: .*\n/, "tags:\n  - pipeline\nowner: jane\n"));
    expect((await w.build()).pages[1]).toMatchObject({ state: "unchanged" });
    await gone(w, FRIDAYS);
    expect((await w.build()).pages[1]).toMatchObject({ state: "written", lines: 1 });
    expect(w.read(PAGE)).toMatch(/owner: jane\n[\s\S]*Ask jane about the keys\./);
    expect(w.read(PAGE)).not.toContain("Fridays");
  });

  it("go when nothing stands on them any more and nobody wrote on them", async () => {
    const w = await world();
    w.write(GENERAL, w.read(GENERAL).replace("# General", "# GENERAL"));
    await gone(w, OFFICE);
    expect((await w.build()).pages[0]).toMatchObject({ page: "general", state: "removed" });
    expect(w.has(GENERAL)).toBe(false);
  });

  it("are not what people put into the folder; a file of theirs with a domain's name keeps its header", async () => {
    const w = await world();
    const notes = "---\ntags: [mine]\n---\n# Notes\n";
    w.write("memory/wiki/notes.md", notes);
    w.write(PAGE, notes);
    w.write(GENERAL, "---\nowner: jane\n---\n# General\n");
    expect((await w.build()).pages).toEqual([]);
    const apply = (page: string, entry: Entry) => w.apply([{ page, text: proseOf([entry]) }]);
    expect((await apply("general", OFFICE)).pages).toMatchObject([{ page: "general", state: "written" }]);
    const because = "its header is somebody's own and says tags, as tenet's would";
    await expect(apply("releases", NPM)).rejects.toThrow(because);
    expect(w.read(GENERAL)).toMatch(/\nowner: jane\n---\n# General\n\n<!-- tenet:begin/);
    expect([w.read("memory/wiki/notes.md"), w.read(PAGE)]).toEqual([notes, notes]);
  });

  it("are left alone where somebody edited the block: a finding, and not shown as tenet's", async () => {
    const w = await world();
    const edited = w.read(PAGE).replace("Use npm ci in CI", "Use yarn in CI");
    w.write(PAGE, edited);
    await gone(w, NPM);
    expect((await w.build()).pages[1]).toMatchObject({ state: "left" });
    expect(w.read(PAGE)).toBe(edited);
    expect(await codes(w)).toContain("wiki-edited");
    expect(await w.shown("releases")).toEqual([]);
  });

  it("with conflict markers are left; of either side they wait for their next wording", async () => {
    const w = await world();
    const page = w.read(PAGE);
    w.write(PAGE, page.replace("sources: 2", "<<<<<<< ours\nsources: 2\n=======\nsources: 3\n>>>>>>> theirs"));
    const because = expect.stringContaining("conflict");
    expect((await w.build()).pages[1]).toMatchObject({ state: "left", because });
    w.write(PAGE, page.replace(/hash: .*/, 'hash: "of the other branch"'));
    expect((await w.build()).pages[1]).toMatchObject({ state: "unchanged" });
    expect((await wikiBrief(w.ctx)).pages).toMatchObject([{ page: "releases" }]);
  });

  it("without what is erased keep a header that can be read, over several lines too", () => {
    const page = `---\ntype: wiki\ntags:\n  - zanzibar\nowner: jane\n---\n# X\n\n<!-- tenet:begin wiki -->\n- A (INS-20260215-K7Q2X)\n<!-- tenet:end wiki -->\nBy jane\n`;
    const left = scrubbedPage(Buffer.from(page), { ids: new Set(), matches: (text) => text.includes("zanzibar") });
    expect(left).toMatch(/\ntags: \[\]\nowner: jane\n---\n# X/);
    expect(left).not.toContain("zanzibar");
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

  it("never shows a line that its entry does not say, however the page is sealed", async () => {
    const w = await world();
    const line = `The office is in Bern since 1987 (${OFFICE.id})`;
    const sealed = w.read(GENERAL).replace(/block: .*/, `block: "${seal([line])}"`);
    w.write(GENERAL, sealed.replace(/The office.*\n/, `${line}\n`));
    expect(await w.shown("general")).toEqual([]);
    expect(await codes(w)).toContain("wiki-line");
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
      canary("AAAA4", { status: "forgotten" }),
      canary("AAAA5", { tier: "external", origin: "https://example.invalid/x", review: { state: "needs_review" } }),
      canary("AAAA6", { review: { state: "sensitive" } }),
      canary("AAAA7", { review: { state: "rejected" } }),
      memory({ id: "MEM-20260201-AAAA8", content: "The harbour is deep" }),
    );
    const brief = await wikiBrief(w.ctx);
    expect(brief.pages).toMatchObject([{ page: "general", sources: 1 }]);
    expect(JSON.stringify(brief)).not.toContain("zanzibar");
    const text = "The zanzibar AAAA2 is blue. (MEM-20260201-AAAA2)";
    await expect(w.apply([{ page: "general", text }])).rejects.toThrow();
  });

  it("nothing that was erased, its reworded sentences included, and no page counts as edited by it", async () => {
    const w = await world();
    const text = `Releases are never cut then, on Fridays. (${FRIDAYS.id}) In CI use npm ci. (${NPM.id})`;
    await w.apply([{ page: "releases", text }]);
    expect(w.read(PAGE)).toMatch(/Friday/);
    w.person();
    await forget(w.ctx, { refs: [FRIDAYS.id], taking: "erase", confirmed: true });
    expect(w.read(PAGE)).not.toMatch(/Friday/i);
    expect(w.read(PAGE)).toContain(NPM.id);
    expect((await w.build()).pages[1]).toMatchObject({ page: "releases", state: "unchanged" });
    expect((await wikiBrief(w.ctx)).pages).toMatchObject([{ page: "releases" }]);
  });
});
