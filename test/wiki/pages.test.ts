/** `tenet index --wiki`: pages of what is known, made again when their sources change, shown where they are asked for. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.js";
import { writePages } from "../../src/wiki/build-wiki.js";
import { pageOf } from "../../src/wiki/policy/page.js";
import { scrubbedPage } from "../../src/wiki/scrub-page.js";
import { wikiLayer } from "../../src/wiki/wiki-layer.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { ins, loopWorld } from "../loop/loop-world.js";
import { sandbox } from "../sandbox.js";
import { apply, PAGE, PROFILE, seal, shown, wiki, world } from "./wiki-world.js";

describe("pages", () => {
  it("hold the entries' own claims, each with its id, by domain; what has none stands on general", {
    tags: "proof",
  }, async () => {
    const { box, cor, ins, mem } = await world();
    const page = await box.read(PAGE);
    expect(page).toContain(`- Use npm ci in CI (${cor})\n`);
    expect(page).toContain(`- Releases are never cut on Fridays (${ins})\n`);
    expect(page).toMatch(
      /^---\ntype: wiki\ndomain: "Releases"\ngenerated: 2026-02-15T14:00:00Z\nby: "tenet"\nsources: 2\n/,
    );
    expect(await box.read("memory/wiki/general.md")).toContain(`- The office is in Bern (${mem})\n`);
  });

  it("keep their bytes while their sources do, on another day and after uses", async () => {
    const { box, ins } = await world();
    const before = await box.read(PAGE);
    box.at("2026-03-15T14:00:00Z");
    await box.run(["used", ins, "--session", "s9"]);
    const { data } = await wiki(box);
    expect(data.pages.map(({ state }: { state: string }) => state)).toEqual(["unchanged", "unchanged"]);
    expect(await box.read(PAGE)).toBe(before);
  });

  it("are made again when an entry comes or goes, and keep what people wrote around the block", async () => {
    const { box, ins } = await world();
    const page = await box.read(PAGE);
    await box.write(
      PAGE,
      page
        .replace("# Releases\n", "# Releases\n\nAsk jane about the keys.\n")
        .replace(/tags: .*\n/, "tags:\n  - pipeline\nowner: jane\n"),
    );
    expect((await wiki(box)).data.pages[1].state).toBe("unchanged");
    await box.run(["forget", ins]);
    expect((await wiki(box)).data.pages[1]).toMatchObject({ state: "written", lines: 1 });
    const next = await box.read(PAGE);
    expect(next).toContain("Ask jane about the keys.");
    expect(next).toContain("owner: jane");
    expect(next).not.toContain("Fridays");
    expect((await wiki(box)).data.pages[1].state).toBe("unchanged");
  });

  it("go when nothing stands on them any more and nobody wrote on them", async () => {
    const { box, mem } = await world();
    const page = await box.read("memory/wiki/general.md");
    await box.write("memory/wiki/general.md", page.replace("# General", "# GENERAL"));
    await box.run(["forget", mem]);
    expect((await wiki(box)).data.pages[0]).toMatchObject({ page: "general", state: "removed" });
    expect(existsSync(box.path("memory/wiki/general.md"))).toBe(false);
  });

  it("are not what people put into the folder; a file of theirs with a domain's name keeps its header", async () => {
    const { box } = await world();
    const [notes, readme] = ["---\ntags: [mine]\n---\n# Notes\n", "# Wiki\n\nSee jane.\n"];
    await box.write("memory/wiki/notes.md", notes);
    await box.write("memory/wiki/README.md", readme);
    await box.write(PAGE, notes);
    await box.write("memory/wiki/general.md", "---\nowner: jane\n---\n# General\n");
    expect((await wiki(box)).data.pages).toMatchObject([
      { page: "general", state: "written" },
      { page: "releases", state: "left", because: "its header is somebody's own and says tags, as tenet's would" },
    ]);
    expect(await box.read("memory/wiki/general.md")).toMatch(/\nowner: jane\n---\n# General\n\n<!-- tenet:begin/);
    expect([await box.read("memory/wiki/notes.md"), await box.read("memory/wiki/README.md")]).toEqual([notes, readme]);
    expect(await box.read(PAGE)).toBe(notes);
  });

  it("hold 40 lines at most, the heaviest first", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: PROFILE });
    const drafts = Array.from({ length: 45 }, (_, at) => ({
      type: "insight",
      insight: `Gate number ${at} opens inwards`,
      evidence: "seen",
      stakes: at === 44 ? "high" : "low",
      at_risk: "a bump",
      domain: "gates",
    }));
    await box.run(["add", "-"], { stdin: JSON.stringify(drafts) });
    expect((await wiki(box)).data.pages[0]).toMatchObject({ sources: 45, lines: 40 });
    const [line] = (await box.read("memory/wiki/gates.md")).split("\n").filter((one) => one.startsWith("- "));
    expect(line).toContain("Gate number 44");
  });

  it("are left alone where somebody edited the block: a finding, and not shown as tenet's", async () => {
    const { box, cor } = await world();
    await box.write(PAGE, (await box.read(PAGE)).replace("Use npm ci in CI", "Use yarn in CI"));
    const edited = await box.read(PAGE);
    await box.run(["forget", cor]);
    expect((await wiki(box)).data.pages[1]).toMatchObject({ state: "left" });
    expect(await box.read(PAGE)).toBe(edited);
    expect(JSON.stringify((await box.run(["verify", "--json"])).json())).toContain("wiki-edited");
    expect(await shown(box, "releases")).toEqual([]);
  });

  it("with conflict markers are left, and made again from either side", async () => {
    const { box } = await world();
    const page = await box.read(PAGE);
    await box.write(PAGE, page.replace("sources: 2", "<<<<<<< ours\nsources: 2\n=======\nsources: 3\n>>>>>>> theirs"));
    expect((await wiki(box)).data.pages[1]).toMatchObject({
      state: "left",
      because: expect.stringContaining("conflict"),
    });
    await box.write(PAGE, page.replace(/hash: .*/, 'hash: "of the other branch"'));
    expect((await wiki(box)).data.pages[1]).toMatchObject({ state: "written" });
  });
});

describe("a context", () => {
  it("shows the page whose domain or tag is asked for, without what stands above, and nothing without a query", {
    tags: "proof",
  }, async () => {
    const { box, cor } = await world();
    const text = (await box.run(["context", "--query", "the pipeline"])).stdout;
    expect(text.split(cor).length - 1).toBe(1);
    const more = Array.from({ length: 14 }, (_, at) => ({
      type: "insight",
      insight: `Bay ${at} holds spare part ${at}`,
      evidence: "seen",
      stakes: "low",
      at_risk: "a search",
      domain: "warehouse",
    }));
    await box.run(["add", "-"], { stdin: JSON.stringify(more) });
    await wiki(box);
    expect((await shown(box, "warehouse")).length).toBeGreaterThan(3);
    expect(await shown(box, "weather")).toEqual([]);
    expect(
      (await box.run(["context", "--json"])).json().data.layers.map(({ name }: { name: string }) => name),
    ).not.toContain("wiki");
  });

  it("never shows a line that its entry does not say, however the page is sealed", async () => {
    const { box, mem } = await world();
    const lines = [`- The office is in Paris (${mem})`];
    const page = (await box.read("memory/wiki/general.md"))
      .replace(/- The office.*\n/, `${lines[0]}\n`)
      .replace(/block: .*/, `block: "${seal(lines)}"`);
    await box.write("memory/wiki/general.md", page);
    expect(await shown(box, "general")).toEqual([]);
    const ran = (await box.run(["verify", "--json"])).json();
    expect(JSON.stringify(ran)).toContain("wiki-line");
  });
});

it.each([
  ["main", "self"],
  ["sybil", "peer"],
])("a line that %s worded is of tier %s, whoever said what it rests on", async (by, tier) => {
  const { ctx, store } = loopWorld();
  const entry = ins("AAAA1", {
    insight: "A tag names each release",
    domain: "releases",
    tier: "owner",
    source: "bridget",
  });
  await store(entry);
  const lines = [{ text: "Each release is named by a tag.", ids: [entry.id] }];
  await writePages(ctx, new Map([["releases", { lines, by }]]));
  const { items } = await wikiLayer({ ctx, input: { query: "releases" }, tree: await openStore(ctx) }, []);
  expect(items).toMatchObject([{ text: lines[0]?.text, tier }]);
});

describe("who may stand on a page", () => {
  it("nothing of a user, a conversation or a contact, nothing sensitive, waiting, rejected, forgotten", {
    tags: "proof",
  }, async () => {
    const canary = (word: string) => `The zanzibar ${word} is blue`;
    const box = await sandbox({ profile: `${PROFILE}apply_mode: auto\n` });
    const fact = { type: "memory", category: "fact" };
    const drafts = [
      { ...fact, content: canary("conversation"), scope: "conversation" },
      { ...fact, content: canary("contact"), scope: "contact:jane" },
      { ...fact, content: canary("forgotten") },
      {
        type: "insight",
        insight: canary("external"),
        evidence: "x",
        stakes: "low",
        at_risk: "y",
        tier: "external",
        origin: "https://example.invalid/x",
      },
      { type: "reflexion", reflexion: canary("reflexion"), entities: ["vendor:acme"] },
    ];
    const results = [];
    for (const draft of drafts) {
      const ran = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(draft) });
      results.push(ran.json().data?.results[0]?.id);
    }
    await box.run(["remember", canary("user"), "--category", "fact", "--scope", "user"]);
    await box.run(["forget", results[2]]);
    const sensitive = (await box.run(["remember", canary("sensitive"), "--category", "fact", "--json"])).json().data.id;
    const tail = sensitive.slice(-5).toLowerCase();
    await atTerminal(box, ["review", tail, "--sensitive"], [["", `${tail}${ENTER}`]]);
    await box.run(["remember", "The harbour is deep", "--category", "fact"]);
    const { data } = await wiki(box);
    expect(data.pages).toMatchObject([{ page: "general", lines: 1 }]);
    expect(await box.read("memory/wiki/general.md")).not.toContain("zanzibar");
    expect((await box.run(["index", "--wiki", "--brief"])).stdout).not.toContain("zanzibar");
  });

  it("an erasing takes an entry out of pages, its reworded sentences included, and no page counts as edited by it", {
    tags: "proof",
  }, async () => {
    const { box, cor, ins } = await world();
    const text = `Nothing is cut on Fridays: releases are never cut then. (${ins}) In CI use npm ci. (${cor})`;
    const ran = await apply(box, [{ page: "releases", text: text.replace("Nothing is cut on Fridays: r", "R") }]);
    expect(ran.code, ran.stdout).toBe(0);
    const word = ins.slice(-5).toLowerCase();
    const { code, screen } = await atTerminal(box, ["forget", ins, "--erase"], [["Type", `${word}${ENTER}`]]);
    expect(code, screen).toBe(0);
    const page = await box.read(PAGE);
    expect(page).not.toMatch(/Friday/i);
    expect(page).toContain(cor);
    expect((await wiki(box)).data.pages.find(({ page: name }: { page: string }) => name === "releases").state).toBe(
      "written",
    );
  });
});

it("a page without what is erased keeps a header that can be read, over several lines too", () => {
  const page = `---\ntype: wiki\ntags:\n  - zanzibar\nowner: jane\n---\n# X\n\n<!-- tenet:begin wiki -->\n- A (INS-20260215-K7Q2X)\n<!-- tenet:end wiki -->\nBy jane\n`;
  const left = scrubbedPage(Buffer.from(page), { ids: new Set(), matches: (text) => text.includes("zanzibar") });
  expect(left).toMatch(/\ntags: \[\]\nowner: jane\n---\n# X/);
  expect(left).not.toContain("zanzibar");
});

describe("a page is called", () => {
  it.each([
    ["API Design", "api-design"],
    ["../../etc/passwd", "etc-passwd"],
    ["हिन्दी", "हिन्दी"],
    ["con", "con-page"],
    ["LPT1", "lpt1-page"],
    ["---", "general"],
    // Half of a pair would be another name on disk, and the page be made and taken away in turn.
    [`a${"𠮷".repeat(70)}`, `a${"𠮷".repeat(31)}`],
  ])("of %j: %j", (domain, page) => {
    expect(pageOf(domain)).toBe(page);
  });
});
