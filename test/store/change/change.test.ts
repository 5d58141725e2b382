/** One change of a tree: what is written together, what is refused, and the pages that follow from it. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tailOf } from "../../../src/entry/entry.js";
import type { Profile } from "../../../src/settings.js";
import { type Change, changeTree } from "../../../src/store/change/change.js";
import { captureVerb } from "../../../src/store/change/prepare-write.js";
import { indexPage } from "../../../src/store/index-page.js";
import { openStore } from "../../../src/store/open-store.js";
import { appendRecord } from "../../../src/store/records/record-edit.js";
import { correction, insight, memory, outcome } from "../entries.js";
import { type TestWorld, testWorld } from "../workspace.js";

type Body<T> = (change: Parameters<Parameters<typeof changeTree>[2]>[0]) => Promise<T>;

const INSIGHTS = "memory/learning/insights/2026-02-14.md";
const FIRST = "INS-20260214-M2XBA";
const SECOND = "INS-20260214-M2ZZZ";
const CONFLICT = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n";
const change = <T>(world: TestWorld, body: Body<T>) =>
  changeTree(world, { ...captureVerb("learn"), reason: "learn: a test" }, body);
const text = (world: TestWorld, file: string) => readFileSync(world.workspace.absolute(file), "utf8");
const git = (world: TestWorld, ...args: string[]) =>
  execFileSync("git", ["-C", world.workspace.root, ...args], { encoding: "utf8" });

/** A world whose day file holds one insight. */
function withInsight(profile: Partial<Profile> = {}): TestWorld {
  const world = testWorld(profile);
  world.put(INSIGHTS, appendRecord(undefined, insight()));
  return world;
}

describe("changing a tree", () => {
  it("appends, edits and logs as one change, and says where", async () => {
    const world = testWorld({ timezone: "Europe/Berlin" });
    const places = await change(world, async (tree) => {
      const first = tree.append(insight());
      const second = tree.append(insight({ id: SECOND }));
      const edited = await tree.update(SECOND, { seen: 2 });
      expect(await tree.entry(SECOND)).toMatchObject({ seen: 2 });
      expect(tree.tree.heads.map(({ id }) => id)).toEqual([FIRST, SECOND]);
      return { first, second, edited, log: await tree.log("a line\nof two") };
    });
    expect(places).toEqual({
      first: { file: INSIGHTS, line: 8 },
      second: { file: INSIGHTS, line: 23 },
      edited: { file: INSIGHTS, line: 23 },
      log: { file: "memory/2026-02-15.md", line: 3 },
    });
    expect(text(world, "memory/2026-02-15.md")).toBe("# 2026-02-15\n\n- 15:00 a line of two\n");
    const tree = await openStore(world);
    expect((await tree.one(SECOND)).entry).toMatchObject({ seen: 2 });
  });

  it("shows the tree as it would be; writes nothing when the body throws or stages nothing new", async () => {
    const world = withInsight();
    const before = text(world, INSIGHTS);
    const changes = change(world, async (tree) => {
      tree.append(memory());
      tree.append(insight({ id: SECOND }));
      await tree.take();
      expect(tree.tree.heads.map(({ id }) => id)).toEqual([insight().id, SECOND, memory().id]);
      throw new Error("changed my mind");
    });
    await expect(changes).rejects.toThrow("changed my mind");
    await change(world, async (tree) => tree.update(insight().id, { stakes: "medium" }));
    expect(text(world, INSIGHTS)).toBe(before);
    expect((await openStore(world)).heads).toHaveLength(1);
  });

  it("files an entry alone where the profile says so, and where its day file ends inside an open fence", async () => {
    const alone = `memory/learning/insights/2026-02/${SECOND}.md`;
    const add: Body<unknown> = async (tree) => tree.append(insight({ id: SECOND }));
    expect(await change(testWorld({ layout: "entry" }), add)).toEqual({ file: alone, line: 8 });
    const open = testWorld();
    open.put(INSIGHTS, appendRecord(undefined, insight()).replace(/```\n$/, ""));
    expect(await change(open, add)).toMatchObject({ file: alone });
    expect((await openStore(open)).heads.map((head) => head.id)).toEqual([SECOND]);
  });

  it("starts again when a file changed under it, and gives up after three times with a person's version", async () => {
    for (const edits of [1, 3]) {
      const world = withInsight();
      let runs = 0;
      const changing = change(world, async (tree) => {
        tree.append(insight({ id: SECOND }));
        if (++runs <= edits) world.put(INSIGHTS, appendRecord(undefined, insight({ evidence: `edit ${runs}` })));
      });
      if (edits === 1) await changing;
      else await expect(changing).rejects.toMatchObject({ failure: "conflict", code: "changed-meanwhile" });
      expect(text(world, INSIGHTS)).toContain(`edit ${edits}`);
      expect([runs, (await openStore(world)).heads.length]).toEqual(edits === 1 ? [2, 2] : [3, 1]);
    }
  });

  it("row 15: refuses a file with conflict markers, naming file and line; other files work", async () => {
    const world = withInsight();
    world.put(INSIGHTS, `${text(world, INSIGHTS)}\n${CONFLICT}`);
    world.put("memory/2026-02-15.md", `# day\n${CONFLICT}`);
    for (const [body, place] of [
      [async (tree) => tree.append(insight({ id: SECOND })), `${INSIGHTS}:22`],
      [async (tree) => tree.update(insight().id, { seen: 1 }), `${INSIGHTS}:22`],
      [async (tree) => tree.log("x"), "memory/2026-02-15.md:2"],
    ] as [Body<unknown>, string][]) {
      const refusal = { failure: "conflict", message: expect.stringContaining(place) };
      await expect(change(world, body)).rejects.toMatchObject(refusal);
    }
    await change(world, async (tree) => tree.append(correction()));
    expect((await openStore(world)).heads).toHaveLength(2);
  });

  it("writes new records alone while git waits for a person, each in a file of its own", async () => {
    const world = testWorld();
    await change(world, async (tree) => tree.append(memory()));
    git(world, "init", "-q");
    writeFileSync(join(world.workspace.root, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
    const alone = memory({ id: "MEM-20260215-A0001", content: "Tabs in Go", scope: "contact:jane" });
    const places = await change(world, async (tree) => [insight(), alone].map((entry) => tree.append(entry).file));
    expect(places).toEqual([
      "memory/learning/insights/2026-02/INS-20260214-M2XBA.md",
      "memory/contacts/jane/MEM-20260215-A0001.md",
    ]);
    expect((await openStore(world)).head(alone.id)).toMatchObject({ scope: "contact:jane" });
    for (const body of [
      async (tree: Change) => void (await tree.log("ran the suite")),
      async (tree: Change) => void (await tree.update(memory().id, { tags: ["go"] })),
    ])
      await expect(change(world, body)).rejects.toMatchObject({ failure: "busy", code: "unfinished-merge" });
  });

  it("commits its own files and nothing else where the profile says so", { tags: "proof" }, async () => {
    const world = testWorld({ git: { commit: true } });
    git(world, "init", "-q");
    for (const [key, value] of [
      ["name", "bridget"],
      ["email", "bridget@example.org"],
    ])
      git(world, "config", `user.${key}`, value!);
    writeFileSync(world.workspace.gitignore, ".tenet/\nindex.md\n");
    world.put("mine.txt", "not yet");
    await change(world, async (tree) => {
      tree.append(insight());
      await tree.log("x");
    });
    expect(world.warnings).toEqual([]);
    const lines = git(world, "log", "--format=%s", "--name-only").split("\n").filter(Boolean);
    expect(lines).toEqual(["learn: a test", "memory/2026-02-15.md", INSIGHTS]);
  });

  it("writes and removes other files within the same change", async () => {
    const world = testWorld();
    const path = world.put("memory/working/old.md", "old");
    await change(world, async (tree) => {
      tree.write(world.workspace.absolute("memory/working/new.md"), "new\n");
      tree.write(path, null);
    });
    expect(readdirSync(join(world.workspace.memory, "working"))).toEqual(["new.md"]);
  });
});

describe("what a change staged", () => {
  const claimed = (ctx: TestWorld) => async () =>
    (await openStore(ctx)).naming(
      (await openStore(ctx)).heads.map(({ claim }) => claim),
      "claim",
    );

  it("is found by the same change at once, and by others when it is written", async () => {
    const ctx = testWorld();
    const look = claimed(ctx);
    const before = await openStore(ctx);
    await changeTree(ctx, { ...captureVerb("learn"), reason: "test" }, async (change) => {
      change.append(insight());
      const head = change.tree.head(insight().id);
      expect(change.tree.naming([head?.claim ?? ""], "claim")).toEqual([head]);
      await change.update(insight().id, { tags: ["staged"] });
      expect(change.tree.head(insight().id)).toMatchObject({ tags: ["staged"], line: head?.line });
      for (const since of [before, change.tree]) expect([...change.tree.changedSince(since)]).toEqual([insight().id]);
      expect(await look()).toEqual([]);
    });
    expect(await look()).toMatchObject([{ id: insight().id, tags: ["staged"] }]);
  });

  it("is gone with a change that fails", async () => {
    const ctx = testWorld();
    const failing = changeTree(ctx, { ...captureVerb("learn"), reason: "test" }, async (change) => {
      change.append(insight());
      expect(change.tree.heads.length).toBe(1);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect((await openStore(ctx)).heads.length).toBe(0);
  });
});

describe("new ids", () => {
  it("are none that an entry or the same change has", async () => {
    const drawn: string[] = [];
    const tails = ["AAAA1", "DDDD4", "DDDD4", "EEEE5"];
    const world = { ...testWorld(), ids: { tail: () => tails.shift() ?? "ZZZZ9" } };
    world.put(INSIGHTS, appendRecord(undefined, insight({ id: "INS-20260214-AAAA1" })));
    await change(world, async (tree) => {
      for (const type of ["insight", "correction"] as const) drawn.push(tree.newId(type, "2026-02-15T14:00:00Z"));
    });
    expect(drawn).toEqual(["INS-20260215-DDDD4", "COR-20260215-EEEE5"]);
  });

  it.each<[timezone: string, timestamp: string, day: string]>([
    ["America/New_York", "2026-02-16T04:59:59Z", "20260215"],
    ["America/New_York", "2026-02-16T05:00:00Z", "20260216"],
    ["Asia/Kolkata", "2026-02-15T18:29:59Z", "20260215"],
    ["Pacific/Kiritimati", "2026-02-15T10:00:00Z", "20260216"],
    // The day of 23 hours and the day of 25.
    ["Europe/Berlin", "2026-03-29T21:59:59Z", "20260329"],
    ["Europe/Berlin", "2026-03-29T22:00:00Z", "20260330"],
    ["Europe/Berlin", "2026-10-25T22:59:59Z", "20261025"],
    ["Europe/Berlin", "2026-10-25T23:00:00Z", "20261026"],
    ["UTC", "2028-02-29T23:59:59Z", "20280229"],
  ])("row 39: in %s %s is filed under %s, whatever the zone of a later reader", async (timezone, timestamp, day) => {
    const world = testWorld({ timezone });
    const place = await change(world, async (tree) => {
      const id = tree.newId("insight", timestamp);
      expect(id.slice(4, 12)).toBe(day);
      return tree.append(insight({ id, timestamp }));
    });
    expect(place.file.replaceAll("-", "")).toContain(`/${day}.md`);
    const { findings, heads } = await openStore({
      ...world,
      profile: { ...world.profile, timezone: "Pacific/Auckland" },
    });
    expect([findings, heads[0]?.timestamp]).toEqual([[], timestamp]);
  });
});

describe("the daily log", () => {
  const logged = async (before: string | Uint8Array | undefined, at?: Date) => {
    const world = testWorld({ timezone: "Europe/Berlin" });
    if (before !== undefined) world.put("memory/2026-02-15.md", before);
    const place = await change(world, async (tree) => tree.log("telegram timeout 500s → 30s", at));
    return { place, bytes: readFileSync(world.workspace.absolute(place.file)) };
  };
  const bullet = "- 15:00 telegram timeout 500s → 30s";

  it.each<[what: string, before: string | undefined, after: string, line: number]>([
    ["a new day", undefined, `# 2026-02-15\n\n${bullet}\n`, 3],
    ["a list goes on", "# 2026-02-15\n\n- 09:00 a\n", `# 2026-02-15\n\n- 09:00 a\n${bullet}\n`, 4],
    ["a file without last line end", "# 2026-02-15\n\n- 09:00 a", `# 2026-02-15\n\n- 09:00 a\n${bullet}\n`, 4],
    ["prose before", "# Day\n\nMet bridget.\n", `# Day\n\nMet bridget.\n\n${bullet}\n`, 5],
    ["CRLF", "# Day\r\n\r\n- a\r\n", `# Day\r\n\r\n- a\r\n${bullet}\r\n`, 4],
    ["an empty file", "", `# 2026-02-15\n\n${bullet}\n`, 3],
  ])("%s", async (_, before, after, line) => {
    const { place, bytes } = await logged(before);
    expect([bytes.toString(), place]).toEqual([after, { file: "memory/2026-02-15.md", line }]);
  });

  it("row 24: keeps bytes that are no UTF-8", async () => {
    const { bytes } = await logged(Buffer.from("- caf\xe9\n", "latin1"));
    expect(bytes.subarray(0, 7).toString("latin1")).toBe("- caf\xe9\n");
  });

  it("row 39: files an instant under its local day", async () => {
    const { place, bytes } = await logged(undefined, new Date("2026-02-15T23:30:00Z"));
    expect([place.file, bytes.toString()]).toEqual([
      "memory/2026-02-16.md",
      expect.stringContaining("- 00:30 telegram"),
    ]);
  });
});

describe("the index page", () => {
  it("lists what is alive, with what is known of it; same tree, same bytes", async () => {
    const world = testWorld();
    const replaces = { with: "INS-20260214-M2YYY", answer: "replaces" } as const;
    await change(world, async (tree) => {
      tree.append(insight({ insight: "Use **two** [links](x)", near: [replaces] }));
      tree.append(insight({ id: "INS-20260214-M2YYY" }));
      tree.append(correction());
      const held = { stick: "held", tier: "owner", references: ["COR-20260215-K7Q2X"] } as const;
      tree.append(outcome({ ...held, references: [...held.references], verdict: undefined }));
    });
    const page = readFileSync(world.workspace.indexPage, "utf8");
    expect(page).toBe(`# Learnings

Generated by tenet from the records beside it. Changes made here are lost.

Live: 1 correction, 1 insight, 1 outcome. The newest, \`tenet list\` for all:

- [OUT-20260220-T4ZW9](outcomes/2026-02-20.md) (owner) Five releases without drift
- [COR-20260215-K7Q2X](corrections/2026-02-15.md) (high, relayed, held) Time is never an issue for AI agents, so do it right
- [INS-20260214-M2XBA](insights/2026-02-14.md) (medium) Use \`**two** [links](x)\`
`);
    const tree = await openStore(world);
    expect(indexPage(tree)).toBe(page);
  });

  it("follows a hand edit at the next change, and hides what is sensitive", async () => {
    const world = testWorld();
    await change(world, async (tree) => tree.append(insight({ review: { state: "sensitive" } })));
    const page = () => readFileSync(world.workspace.indexPage, "utf8");
    expect(page()).toContain("(medium) (sensitive)");
    expect(page()).not.toContain("npm install");
    world.put(INSIGHTS, appendRecord(undefined, insight({ insight: "pnpm install in CI" })));
    await change(world, async (tree) => tree.append(correction()));
    expect(page()).toContain("pnpm install in CI");
  });
});

describe("references", () => {
  const opened = async () => {
    const world = testWorld();
    await change(world, async (tree) => {
      tree.append(correction({ aliases: ["LRN-20250115-001"] }));
      tree.append(insight({ aliases: ["LRN-20250115-002", "shared"] }));
      tree.append(insight({ id: "INS-20260214-K7ABC", aliases: ["Shared"] }));
      tree.append(insight({ id: "INS-20260213-001", timestamp: "2026-02-13T00:00:00Z" }));
      tree.append(insight({ id: "INS-20260214-001" }));
    });
    return openStore(world);
  };

  it("are ids, tails, prefixes and aliases, in any case; the shortest part resolves, and no shorter one", async () => {
    const tree = await opened();
    for (const reference of ["COR-20260215-K7Q2X", "cor-20260215-k7q2x", "k7q2x", "K7Q", "cor", "lrn-20250115-001"])
      expect(tree.resolve(reference).id).toBe("COR-20260215-K7Q2X");
    expect(tree.resolve("INS-20260214-M").id).toBe("INS-20260214-M2XBA");
    for (const { id } of tree.heads.filter((head) => !head.id.endsWith("-001"))) {
      const length = tree.shortest(id);
      expect(tree.resolve(tailOf(id).slice(0, length)).id).toBe(id);
      if (length > 1) expect(() => tree.resolve(tailOf(id).slice(0, length - 1))).toThrow();
    }
  });

  it("that mean several or none say which; row 21: hostile ones are wrong usage", async () => {
    const tree = await opened();
    const said = (failure: string, message: RegExp) =>
      expect.objectContaining({ failure, message: expect.stringMatching(message) });
    for (const [reference, message] of [
      ["K7", /could be (?:COR-20260215-K7Q2X, )?INS-20260214-K7ABC/],
      ["INS", /could be/],
      ["shared", /could be INS-20260214-K7ABC, INS-20260214-M2XBA/],
      ["001", /could be/],
      ["k7q2y", /no entry k7q2y/],
    ] as const)
      expect(() => tree.resolve(reference), reference).toThrowError(said("not-found", message));
    const paths = ["../x", "/etc/passwd", "a/b", "a\\b", "x\0y", ".git/hooks/x", "-rf", "__proto__"];
    for (const hostile of ["", ...paths, "x".repeat(300)])
      expect(() => tree.resolve(hostile), hostile).toThrowError(said("usage", /./));
  });
});
