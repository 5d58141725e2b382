/** `tenet index --wiki`: pages of what is known, made again when their sources change, shown where they are asked for. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { pageOf } from "../../src/wiki/policy/page.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n";
const PAGE = "memory/wiki/releases.md";

const DRAFTS = [
  {
    type: "correction",
    corrected_to: "Use npm ci in CI",
    prior_belief: "npm install is fine",
    stakes: "high",
    at_risk: "lockfile drift broke release 2.3",
    behavioral_change: "look for npm install in the CI file",
    domain: "Releases",
    tags: ["pipeline"],
  },
  {
    type: "insight",
    insight: "Releases are never cut on Fridays",
    evidence: "three of four Friday releases failed",
    stakes: "medium",
    at_risk: "a weekend of repairs",
    domain: "releases",
  },
  { type: "memory", content: "The office is in Bern", category: "fact" },
];

interface World {
  box: Sandbox;
  cor: string;
  ins: string;
  mem: string;
}

let first: Promise<World> | undefined;
/** Three entries on two pages, made once and copied. */
async function world(): Promise<World> {
  first ??= (async () => {
    const box = await sandbox({ profile: PROFILE });
    const added = (await box.run(["add", "-", "--json"], { stdin: JSON.stringify(DRAFTS) })).json();
    const [cor, ins, mem] = added.data.results.map(({ id }: { id: string }) => id);
    expect((await box.run(["index", "--wiki"])).code).toBe(0);
    return { box, cor, ins, mem };
  })();
  const { box, ...ids } = await first;
  return { box: await copyOf(box), ...ids };
}

const wiki = async (box: Sandbox, ...more: string[]) => (await box.run(["index", "--wiki", ...more, "--json"])).json();
const apply = (box: Sandbox, pages: unknown, env = {}) =>
  box.run(["index", "--wiki", "--apply", "-", "--json"], { stdin: JSON.stringify(pages), env });
const shown = async (box: Sandbox, query: string): Promise<string[]> => {
  const { layers } = (await box.run(["context", "--query", query, "--json"])).json().data;
  const layer = layers.find(({ name }: { name: string }) => name === "wiki");
  return (layer?.items ?? []).map(({ text }: { text: string }) => text);
};
/** As a page's header seals its block. */
const seal = (lines: string[]) => createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);

describe("pages", () => {
  it("hold the entries' own claims, each with its id, by domain; what has none stands on general", async () => {
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
      page.replace("# Releases\n", "# Releases\n\nAsk jane about the keys.\n").replace("tags:", "owner: jane\ntags:"),
    );
    expect((await wiki(box)).data.pages[1].state).toBe("unchanged");
    await box.run(["forget", ins]);
    expect((await wiki(box)).data.pages[1]).toMatchObject({ state: "written", lines: 1 });
    const next = await box.read(PAGE);
    expect(next).toContain("Ask jane about the keys.");
    expect(next).toContain("owner: jane");
    expect(next).not.toContain("Fridays");
  });

  it("go when nothing stands on them any more and nobody wrote on them", async () => {
    const { box, mem } = await world();
    await box.run(["forget", mem]);
    expect((await wiki(box)).data.pages[0]).toMatchObject({ page: "general", state: "removed" });
    expect(existsSync(box.path("memory/wiki/general.md"))).toBe(false);
  });

  it("hold 40 lines at most, the heaviest first", async () => {
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
    const { findings } =
      (await box.run(["verify", "--json"])).json().data ?? (await box.run(["verify", "--json"])).json().error.details;
    expect(findings.map(({ code }: { code: string }) => code)).toContain("wiki-edited");
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
  it("shows the page whose domain or tag is asked for, without what stands above, and nothing without a query", async () => {
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

describe("who may stand on a page", () => {
  it("nothing of a user, a conversation or a contact, nothing sensitive, waiting, rejected, forgotten", async () => {
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

  it("an erasing takes an entry out of pages, its reworded sentences included, and no page counts as edited by it", async () => {
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

describe("--brief", () => {
  it("prints what waits to be worded, and writes nothing", async () => {
    const { box, cor } = await world();
    const before = await box.read(PAGE);
    const { data } = await wiki(box, "--brief");
    expect(data.pages.map(({ page }: { page: string }) => page)).toEqual(["general", "releases"]);
    expect(JSON.stringify(data)).toContain(cor);
    expect(await box.read(PAGE)).toBe(before);
  });

  it("is bounded: of a long history the first and the last three, and what prints the rest", async () => {
    const box = await sandbox({ profile: `${PROFILE}learning: {instructions: "Write for pilots."}\n` });
    const drafts = Array.from({ length: 120 }, (_, at) => ({
      type: "insight",
      insight: `Runway ${at} ${"is swept and lit and measured each morning ".repeat(10)}${at}`,
      evidence: `seen on day ${at} `.repeat(20),
      stakes: "low",
      at_risk: "a delay",
      domain: "runways",
    }));
    await box.run(["add", "-"], { stdin: JSON.stringify(drafts), timeout: 60_000 });
    const { stdout } = await box.run(["index", "--wiki", "--brief"]);
    expect(stdout.length).toBeLessThan(12_000 * 4);
    expect(stdout).toContain(
      "114 more lie between these; they are printed by: tenet list --domain 'runways' --limit 120",
    );
    expect(stdout).toMatch(/## What the owner wants\n\n.*\n<<<tenet-data-\w+\nWrite for pilots\./);
  }, 90_000);
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

it("what a brief says to call is one word to a shell, and prints a page of several domains whole", async () => {
  const box = await sandbox({ profile: PROFILE });
  const draft = (at: number, domain: string) => ({
    type: "insight",
    insight: `Crane ${at} ${"is greased and weighed each morning ".repeat(10)}`,
    evidence: "seen ".repeat(90),
    stakes: "low",
    at_risk: "a delay",
    domain,
  });
  const drafts = Array.from({ length: 30 }, (_, at) => [draft(at, "$(x)"), draft(at + 30, at > 0 ? "a b" : "A b")]);
  await box.run(["add", "-"], { stdin: JSON.stringify(drafts.flat()), timeout: 60_000 });
  const { pages } = (await box.run(["index", "--wiki", "--brief", "--json"])).json().data;
  expect(pages.map(({ rest }: { rest: string }) => rest)).toEqual([
    "tenet list --limit 60",
    "tenet list --domain '$(x)' --limit 30",
  ]);
}, 90_000);

describe("--apply", () => {
  it("keeps a heading over the headings beneath it when the page is made again", async () => {
    const { box, ins } = await world();
    const text = `## How\n\n### Days\n\nReleases are never cut on Fridays (${ins}).\n\n## Nothing\n`;
    expect((await apply(box, [{ page: "releases", text }])).code).toBe(0);
    expect(await box.read(PAGE)).toContain("wiki -->\n## How\n\n### Days\n\nReleases");
    await box.run(["add", "-"], { stdin: JSON.stringify({ ...DRAFTS[1], insight: "A tag names each release" }) });
    await wiki(box);
    expect(await box.read(PAGE)).toContain("wiki -->\n## How\n\n### Days\n\nReleases");
    expect(await box.read(PAGE)).not.toContain("## Nothing");
  });

  it("takes prose whose every sentence ends in ids, and keeps it until a source changes", async () => {
    const { box, cor, ins } = await world();
    const text = `## How\n\nReleases are never cut on Fridays (${ins.slice(-5).toLowerCase()}). In CI npm ci is used. (${cor})`;
    const ran = await apply(box, [{ page: "releases", text }], { TENET_AGENT: "sybil" });
    expect(ran.code, ran.stdout).toBe(0);
    const page = await box.read(PAGE);
    expect(page).toContain(`## How\n\nReleases are never cut on Fridays. (${ins})\nIn CI npm ci is used. (${cor})\n`);
    expect(page).toContain('by: "sybil"');
    expect((await wiki(box)).data.pages[1].state).toBe("unchanged");
    expect((await wiki(box, "--brief")).data.pages.map(({ page: name }: { page: string }) => name)).toEqual([
      "general",
    ]);
    await box.run(["forget", cor]);
    await wiki(box);
    const next = await box.read(PAGE);
    expect(next).toContain(`Releases are never cut on Fridays. (${ins})`);
    expect(next).not.toContain(cor);
  });
  const refused = (what: string, text: string, message: RegExp, page = "releases") => ({ what, text, message, page });
  const REFUSED = [
    refused("no ids at all", "Releases are never cut on Fridays.", /ends without ids/),
    refused(
      "a sentence between without ids",
      "Use npm ci in CI. Releases are never cut on Fridays. (INS)",
      /ends without ids/,
    ),
    refused("an unknown id", "Releases are never cut on Fridays. (INS-20260215-ZZZ99)", /No entry/),
    refused("an id of another page", "Releases are never cut on Fridays. (MEM)", /no source of this page/),
    refused("a number of its own", "Releases are never cut on 5 Fridays. (INS)", /"5" stands in none/),
    refused("a negation turned round", "Releases are cut on Fridays. (INS)", /negation/),
    refused("another subject", "Elephants dance gracefully under moonlight. (INS)", /little in common/),
    refused("a forged mark", "Releases are never cut on Fridays. (INS) <!-- tenet:end wiki -->", /mark of tenet's own/),
    refused("a fence", "```\nReleases are never cut on Fridays. (INS)\n```", /a fence/),
    refused(
      "a secret",
      "Releases are never cut on Fridays with ghp_abcdefghijklmnopqrstuvwxyz0123456789. (INS)",
      /secret/,
    ),
    refused("hidden characters", "Releases are never cut on Fridays\u202e. (INS)", /hidden characters/),
    refused("an unknown page", "Releases are never cut on Fridays. (INS)", /no such page/, "harbour"),
    refused("a page outside", "Releases are never cut on Fridays. (INS)", /no such page/, "../../SOUL"),
    refused("nothing", " ", /says nothing/),
    refused("a heading alone", "## Releases", /no sentence/),
  ];
  it.each(REFUSED)("refuses $what, and writes nothing", async ({ text, message, page }) => {
    const { box, ins, mem } = await world();
    const before = await box.read(PAGE);
    const stated = text.replaceAll("(INS)", `(${ins})`).replaceAll("(MEM)", `(${mem})`);
    const good = { page: "general", text: `The office is in Bern. (${mem})` };
    const ran = await apply(box, [good, { page, text: stated }]);
    expect(ran.code).toBe(2);
    const { error } = ran.json();
    expect(error.code).toBe("bad-pages");
    expect(error.message).toMatch(message);
    expect(await box.read(PAGE)).toBe(before);
    expect(await box.read("memory/wiki/general.md")).toContain('by: "tenet"');
  });

  it.each(["", "x", "[]", "[1]", '[{"page": "releases"}]', '[{"page": "releases", "text": "x", "more": 1}]', "{"])(
    "refuses what is no list of pages: %j",
    async (stdin) => {
      const { box } = await world();
      const ran = await box.run(["index", "--wiki", "--apply", "-", "--json"], { stdin });
      expect(ran.code).toBe(2);
    },
  );

  it("flags that do not belong together are wrong usage", async () => {
    const { box } = await world();
    for (const args of [
      ["--brief"],
      ["--apply", "-"],
      ["--wiki", "--brief", "--apply", "-"],
      ["--wiki", "--calibrate"],
    ])
      expect((await box.run(["index", ...args], { stdin: "[]" })).code).toBe(2);
  });
});

describe("commands.wiki", () => {
  async function withProgram(): Promise<World> {
    const made = await world();
    const { box, ins } = made;
    const answer = JSON.stringify([{ page: "releases", text: `Releases are never cut on Fridays. (${ins})` }]);
    const path = await box.write("words.sh", `#!/bin/sh\ncat > asked.json\ntouch ran\necho '${answer}'\n`);
    await chmod(path, 0o755);
    await box.write("tenet.yaml", `${await box.read("tenet.yaml")}commands: {wiki: ./words.sh}\n`);
    await box.write(PAGE, (await box.read(PAGE)).replace(/hash: .*/, 'hash: "old"'));
    return made;
  }

  it.each([{}, { CLAUDECODE: "1" }, { TENET_USER: "bridget" }])("does not run for an agent: %j", async (env) => {
    const { box } = await withProgram();
    const ran = await box.run(["index", "--wiki", "--json"], { env, stdin: "words.sh\n" });
    expect(ran.code).toBe(0);
    expect(existsSync(box.path("ran"))).toBe(false);
    expect(ran.json().warnings.join()).toContain("commands.wiki was not run");
  });

  it("runs once a person let exactly it run, is checked as all prose is, and not again after it changed", async () => {
    const { box } = await withProgram();
    const { code, screen } = await atTerminal(box, ["index", "--wiki"], [["to let it run", `words.sh${ENTER}`]]);
    expect(code, screen).toBe(0);
    expect(JSON.parse(await box.read("asked.json")).pages).toHaveLength(2);
    expect(await box.read(PAGE)).toContain('by: "words.sh"');
    await box.write("words.sh", "#!/bin/sh\ntouch again\necho '[]'\n");
    await box.run(["index", "--wiki"]);
    expect(existsSync(box.path("again"))).toBe(false);
  });
});
