import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tailOf } from "../../src/entry/entry.js";
import { agendaOf } from "../../src/loop/agenda.js";
import { changeTree } from "../../src/store/change.js";
import { indexPage } from "../../src/store/index-page.js";
import { openStore } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { correction, insight, memory } from "./entries.js";
import { type TestWorld, testWorld } from "./workspace.js";

const what = { op: "learn", reason: "learn: a test" };
const INSIGHTS = "memory/learning/insights/2026-02-14.md";
const text = (world: TestWorld, file: string) => readFileSync(world.workspace.absolute(file), "utf8");

describe("changing a tree", () => {
  it("appends, edits and logs as one change, and says where", async () => {
    const world = testWorld({ timezone: "Europe/Berlin" });
    const places = await changeTree(world, what, async (change) => {
      const first = change.append(insight());
      const second = change.append(insight({ id: "INS-20260214-M2ZZZ" }));
      const edited = await change.update("INS-20260214-M2ZZZ", { seen: 2 });
      expect(await change.entry("INS-20260214-M2ZZZ")).toMatchObject({ seen: 2 });
      expect(change.tree.heads).toEqual([]);
      return { first, second, edited, log: await change.log("a line\nof two") };
    });
    expect(places).toEqual({
      first: { file: INSIGHTS, line: 8 },
      second: { file: INSIGHTS, line: 23 },
      edited: { file: INSIGHTS, line: 23 },
      log: { file: "memory/2026-02-15.md", line: 3 },
    });
    expect(text(world, "memory/2026-02-15.md")).toBe("# 2026-02-15\n\n- 15:00 a line of two\n");
    const tree = await openStore(world);
    expect(tree.filesParsed).toBe(0);
    expect((await tree.one("INS-20260214-M2ZZZ")).entry).toMatchObject({ seen: 2 });
    expect(tree.pending).toBe(false);
  });

  it("writes nothing at all when the body throws or stages nothing new", async () => {
    const world = testWorld();
    world.put(INSIGHTS, appendRecord(undefined, insight()));
    const before = text(world, INSIGHTS);
    await expect(
      changeTree(world, what, async (change) => {
        change.append(insight({ id: "INS-20260214-M2ZZZ" }));
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await changeTree(world, what, async (change) => change.update("INS-20260214-M2XBA", { stakes: "medium" }));
    expect(text(world, INSIGHTS)).toBe(before);
  });

  it("shows the tree as it would be, memories included, and writes nothing for it", async () => {
    const world = testWorld();
    const changes = changeTree(world, what, async (change) => {
      change.append(memory());
      change.append(insight());
      const after = await change.wouldBe();
      expect(after.heads.map(({ id }) => id)).toEqual([insight().id, memory().id]);
      throw new Error("no");
    });
    await expect(changes).rejects.toThrow("no");
    expect((await openStore(world)).heads).toEqual([]);
  });

  it("files each entry alone where the profile says so", async () => {
    const world = testWorld({ layout: "entry" });
    const place = await changeTree(world, what, async (change) => change.append(insight()));
    expect(place).toEqual({ file: "memory/learning/insights/2026-02/INS-20260214-M2XBA.md", line: 8 });
  });

  it("starts again when a file changed under it, and then sees that change", async () => {
    const world = testWorld();
    world.put(INSIGHTS, appendRecord(undefined, insight()));
    let runs = 0;
    await changeTree(world, what, async (change) => {
      change.append(insight({ id: "INS-20260214-M2ZZZ" }));
      if (++runs === 1) world.put(INSIGHTS, text(world, INSIGHTS).replace("Two builds", "Six builds"));
    });
    expect(runs).toBe(2);
    expect(text(world, INSIGHTS)).toContain("Six builds");
    expect((await openStore(world)).heads).toHaveLength(2);
  });

  it("gives up after three times with the person's version in place", async () => {
    const world = testWorld();
    let runs = 0;
    const stubborn = changeTree(world, what, async (change) => {
      change.append(insight({ id: "INS-20260214-M2ZZZ" }));
      world.put(INSIGHTS, appendRecord(undefined, insight({ evidence: `edit ${++runs}` })));
    });
    await expect(stubborn).rejects.toMatchObject({ failure: "conflict", code: "changed-meanwhile" });
    expect(runs).toBe(3);
    expect(text(world, INSIGHTS)).toContain("edit 3");
  });

  it("row 15: refuses a file with conflict markers, naming file and line; other files work", async () => {
    const world = testWorld();
    world.put(INSIGHTS, `${appendRecord(undefined, insight())}\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n`);
    world.put("memory/2026-02-15.md", "# day\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n");
    const refused = (body: Parameters<typeof changeTree>[2]) => expect(changeTree(world, what, body)).rejects;
    await refused(async (change) => change.append(insight({ id: "INS-20260214-M2ZZZ" }))).toMatchObject({
      failure: "conflict",
      message: expect.stringContaining(`${INSIGHTS}:23`),
    });
    await refused(async (change) => change.update("INS-20260214-M2XBA", { seen: 1 })).toMatchObject({
      failure: "conflict",
    });
    await refused(async (change) => change.log("x")).toMatchObject({
      failure: "conflict",
      message: expect.stringContaining("memory/2026-02-15.md:2"),
    });
    await changeTree(world, what, async (change) => change.append(correction()));
    expect((await openStore(world)).heads).toHaveLength(2);
  });

  it("files a record alone when its day file ends inside an open fence", async () => {
    const world = testWorld();
    world.put(INSIGHTS, appendRecord(undefined, insight()).replace(/```\n$/, ""));
    const place = await changeTree(world, what, async (change) => change.append(insight({ id: "INS-20260214-M2ZZZ" })));
    expect(place.file).toBe("memory/learning/insights/2026-02/INS-20260214-M2ZZZ.md");
    expect((await openStore(world)).heads.map((head) => head.id)).toEqual(["INS-20260214-M2ZZZ"]);
  });

  it("refuses to write while git waits for a person", async () => {
    const world = testWorld();
    const git = (...args: string[]) => execFileSync("git", ["-C", world.workspace.root, ...args], { stdio: "pipe" });
    git("init", "-q");
    writeFileSync(join(world.workspace.root, ".git", "MERGE_HEAD"), `${"0".repeat(40)}\n`);
    await expect(changeTree(world, what, async (change) => change.append(insight()))).rejects.toMatchObject({
      failure: "busy",
    });
    expect(existsSync(world.workspace.absolute(INSIGHTS))).toBe(false);
  });

  it("commits its own files and nothing else where the profile says so", async () => {
    const world = testWorld({ git: { commit: true } });
    const git = (...args: string[]) => execFileSync("git", ["-C", world.workspace.root, ...args], { encoding: "utf8" });
    git("init", "-q");
    git("config", "user.name", "bridget");
    git("config", "user.email", "bridget@example.org");
    writeFileSync(world.workspace.gitignore, ".tenet/\nindex.md\n");
    world.put("mine.txt", "not yet");
    await changeTree(world, what, async (change) => {
      change.append(insight());
      await change.log("x");
    });
    expect(world.warnings).toEqual([]);
    expect(git("log", "--format=%s", "--name-only").trim().split("\n").filter(Boolean)).toEqual([
      "learn: a test",
      "memory/2026-02-15.md",
      INSIGHTS,
    ]);
  });

  it("writes and removes other files within the same change", async () => {
    const world = testWorld();
    const path = world.put("memory/working/old.md", "old");
    await changeTree(world, what, async (change) => {
      change.write(world.workspace.absolute("memory/working/new.md"), "new\n");
      change.remove(path);
    });
    expect(readdirSync(join(world.workspace.memory, "working"))).toEqual(["new.md"]);
  });
});

describe("new ids", () => {
  it("are none that tree, broken record, buffered run or the same change holds", async () => {
    const drawn: string[] = [];
    const tails = ["AAAA1", "BBBB2", "CCCC3", "DDDD4", "DDDD4", "EEEE5"];
    const world = testWorld();
    const ids = { tail: () => tails.shift() ?? "ZZZZ9" };
    world.put(INSIGHTS, appendRecord(undefined, insight({ id: "INS-20260214-AAAA1" })));
    world.put(
      "memory/learning/insights/2026-02-13.md",
      appendRecord(undefined, insight({ id: "INS-20260213-BBBB2" })).replace("stakes", "\tstakes"),
    );
    mkdirSync(world.workspace.runs, { recursive: true });
    writeFileSync(join(world.workspace.runs, "r1.jsonl"), '{"id":"COR-20260215-CCCC3"}\n');
    await changeTree({ ...world, ids }, what, async (change) => {
      drawn.push(change.newId("insight", "2026-02-15T14:00:00Z"), change.newId("correction", "2026-02-15T14:00:00Z"));
    });
    expect(drawn).toEqual(["INS-20260215-DDDD4", "COR-20260215-EEEE5"]);
  });

  const zones: [string, string, string][] = [
    ["UTC", "2026-02-15T23:59:59Z", "20260215"],
    ["UTC", "2026-02-16T00:00:00Z", "20260216"],
    ["America/New_York", "2026-02-16T04:59:59Z", "20260215"],
    ["America/New_York", "2026-02-16T05:00:00Z", "20260216"],
    ["Asia/Kolkata", "2026-02-15T18:29:59Z", "20260215"],
    ["Asia/Kolkata", "2026-02-15T18:30:00Z", "20260216"],
    ["Pacific/Kiritimati", "2026-02-15T09:59:59Z", "20260215"],
    ["Pacific/Kiritimati", "2026-02-15T10:00:00Z", "20260216"],
    // The day of 23 hours and the day of 25.
    ["Europe/Berlin", "2026-03-29T21:59:59Z", "20260329"],
    ["Europe/Berlin", "2026-03-29T22:00:00Z", "20260330"],
    ["Europe/Berlin", "2026-10-25T22:59:59Z", "20261025"],
    ["Europe/Berlin", "2026-10-25T23:00:00Z", "20261026"],
    ["UTC", "2028-02-29T12:00:00Z", "20280229"],
  ];
  for (const [timezone, timestamp, day] of zones) {
    it(`row 39: ${timestamp} in ${timezone} is filed under ${day}`, async () => {
      const world = testWorld({ timezone });
      const place = await changeTree(world, what, async (change) => {
        const id = change.newId("insight", timestamp);
        expect(id.slice(4, 12)).toBe(day);
        return change.append(insight({ id, timestamp }));
      });
      expect(place.file.replaceAll("-", "")).toContain(`/${day}.md`);
      const tree = await openStore(world);
      expect(tree.findings).toEqual([]);
      expect(tree.heads[0]?.timestamp).toBe(timestamp);
      // Another machine's zone neither moves it nor complains.
      expect(
        (await openStore({ ...world, profile: { ...world.profile, timezone: "Pacific/Auckland" } })).findings,
      ).toEqual([]);
    });
  }
});

describe("the daily log", () => {
  const logged = async (before: string | Uint8Array | undefined, at?: Date) => {
    const world = testWorld({ timezone: "Europe/Berlin" });
    if (before !== undefined) world.put("memory/2026-02-15.md", before);
    const place = await changeTree(world, what, async (change) => change.log("telegram timeout 500s → 30s", at));
    return { place, bytes: readFileSync(world.workspace.absolute(place.file)) };
  };
  const bullet = "- 15:00 telegram timeout 500s → 30s";

  const cases: [string, string | undefined, string, number][] = [
    ["a new day", undefined, `# 2026-02-15\n\n${bullet}\n`, 3],
    ["a list goes on", "# 2026-02-15\n\n- 09:00 a\n", `# 2026-02-15\n\n- 09:00 a\n${bullet}\n`, 4],
    ["a file without last line end", "# 2026-02-15\n\n- 09:00 a", `# 2026-02-15\n\n- 09:00 a\n${bullet}\n`, 4],
    ["prose before", "# Day\n\nMet bridget.\n", `# Day\n\nMet bridget.\n\n${bullet}\n`, 5],
    ["CRLF", "# Day\r\n\r\n- a\r\n", `# Day\r\n\r\n- a\r\n${bullet}\r\n`, 4],
    ["an empty file", "", `# 2026-02-15\n\n${bullet}\n`, 3],
  ];
  for (const [name, before, after, line] of cases) {
    it(name, async () => {
      const { place, bytes } = await logged(before);
      expect(bytes.toString()).toBe(after);
      expect(place).toEqual({ file: "memory/2026-02-15.md", line });
    });
  }

  it("row 24: keeps bytes that are no UTF-8", async () => {
    const { bytes } = await logged(Buffer.from("- caf\xe9\n", "latin1"));
    expect(bytes.subarray(0, 7).toString("latin1")).toBe("- caf\xe9\n");
  });

  it("row 39: files an instant under its local day", async () => {
    const { place, bytes } = await logged(undefined, new Date("2026-02-15T23:30:00Z"));
    expect(place.file).toBe("memory/2026-02-16.md");
    expect(bytes.toString()).toContain("- 00:30 telegram");
  });
});

describe("the index page", () => {
  it("lists what is alive, what is asked when, which pairs nobody has judged; same tree, same bytes", async () => {
    const world = testWorld();
    const near = { with: "COR-20260215-K7Q2X", score: 0.7, by: "claim", state: "open" } as const;
    await changeTree(world, what, async (change) => {
      change.append(insight({ insight: "Use **two** [links](x)", near: [near] }));
      change.append(insight({ id: "INS-20260214-M2YYY", status: "superseded" }));
      change.append(correction({ stick: { verdict: "held", at: "2026-02-20T00:00:00Z" } }));
    });
    const page = readFileSync(world.workspace.indexPage, "utf8");
    expect(page).toBe(`# Learnings

Generated by tenet from the records beside it. Changes made here are lost.

Live: 1 correction, 1 insight, 0 outcomes.

## Undecided

- [INS-20260214-M2XBA](insights/2026-02-14.md) Use \`**two** [links](x)\`
  beside [COR-20260215-K7Q2X](corrections/2026-02-15.md) Time is never an issue for AI agents, so do it right

## Asked about on

- [INS-20260214-M2XBA](insights/2026-02-14.md) 2026-02-17, 2026-02-21, 2026-02-28

## Corrections

- [COR-20260215-K7Q2X](corrections/2026-02-15.md) (high, relayed, held) Time is never an issue for AI agents, so do it right

## Insights

- [INS-20260214-M2XBA](insights/2026-02-14.md) (medium) Use \`**two** [links](x)\`
`);
    const tree = await openStore(world);
    expect(indexPage(tree, world.profile.outcome)).toBe(page);
  });

  it("announces exactly the entries that the loop asks about", async () => {
    const world = testWorld();
    await changeTree(world, what, async (change) => {
      change.append(insight({ flags: ["irrelevant"], status: "promoted", promoted_to: "SOUL.md" }));
      change.append(insight({ id: "INS-20260214-M2YYY", review: { state: "needs_review" } }));
      change.append(insight({ id: "INS-20260214-M2ZZZ" }));
      change.append(correction());
      change.append(correction({ id: "COR-20260215-K7Q3X", recurrence_of: "COR-20260215-K7Q2X" }));
    });
    const announced = text(world, "memory/learning/index.md").split("## ")[1] ?? "";
    const in30Days = { ...world, clock: { now: () => new Date("2026-03-20T12:00:00Z") } };
    const { items } = agendaOf(in30Days, await openStore(world), { asked: [], later: [], printed: {} }, []);
    const due = items.flatMap((item) => ("entry" in item ? item.entry.id : [])).sort();
    expect(due).toEqual(["COR-20260215-K7Q3X", "INS-20260214-M2ZZZ"]);
    expect([...announced.matchAll(/\[((?:COR|INS)-[^\]]+)\]/g)].map(([, id]) => id).sort()).toEqual(due);
  });

  it("follows a hand edit at the next opening", async () => {
    const world = testWorld();
    await changeTree(world, what, async (change) => change.append(insight()));
    world.put(INSIGHTS, text(world, INSIGHTS).replaceAll("npm install in CI", "pnpm install in CI"));
    await openStore(world);
    expect(readFileSync(world.workspace.indexPage, "utf8")).toContain("pnpm install in CI");
  });

  it("hides what is sensitive", async () => {
    const world = testWorld();
    await changeTree(world, what, async (change) => change.append(insight({ review: { state: "sensitive" } })));
    expect(readFileSync(world.workspace.indexPage, "utf8")).toContain("(medium, sensitive) (sensitive)");
  });
});

describe("references", () => {
  const opened = async () => {
    const world = testWorld();
    await changeTree(world, what, async (change) => {
      change.append(correction({ aliases: ["LRN-20250115-001"] }));
      change.append(insight({ aliases: ["LRN-20250115-002", "shared"] }));
      change.append(insight({ id: "INS-20260214-K7ABC", aliases: ["Shared"] }));
      change.append(insight({ id: "INS-20260213-001", timestamp: "2026-02-13T00:00:00Z" }));
      change.append(insight({ id: "INS-20260214-001" }));
    });
    return openStore(world);
  };

  it("by id, tail, prefix and alias, in any case", async () => {
    const tree = await opened();
    const found = (reference: string) => tree.resolve(reference).id;
    for (const reference of ["COR-20260215-K7Q2X", "cor-20260215-k7q2x", "k7q2x", "K7Q", "cor", "lrn-20250115-001"]) {
      expect(found(reference)).toBe("COR-20260215-K7Q2X");
    }
    expect(found("INS-20260214-M")).toBe("INS-20260214-M2XBA");
  });

  const failures: [string, string, RegExp][] = [
    ["K7", "not-found", /could be COR-20260215-K7Q2X, INS-20260214-K7ABC|could be INS/],
    ["INS", "not-found", /could be/],
    ["shared", "not-found", /could be INS-20260214-K7ABC, INS-20260214-M2XBA/],
    ["001", "not-found", /could be/],
    ["k7q2y", "not-found", /no entry k7q2y/],
  ];
  for (const [reference, failure, message] of failures) {
    it(`${reference}: ${failure}`, async () => {
      const tree = await opened();
      expect(() => tree.resolve(reference)).toThrowError(
        expect.objectContaining({ failure, message: expect.stringMatching(message) }),
      );
    });
  }

  for (const hostile of [
    "",
    "../x",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "x\0y",
    ".git/hooks/x",
    "-rf",
    "x".repeat(300),
    "__proto__",
  ]) {
    it(`row 21: ${JSON.stringify(hostile).slice(0, 20)} is wrong usage`, { tags: "sampled" }, async () => {
      const tree = await opened();
      expect(() => tree.resolve(hostile)).toThrowError(expect.objectContaining({ failure: "usage" }));
    });
  }

  it("the shortest part resolves, and one character less does not", async () => {
    const tree = await opened();
    for (const { id } of tree.heads) {
      if (id.endsWith("-001")) continue;
      const length = tree.shortest(id);
      expect(tree.resolve(tailOf(id).slice(0, length)).id).toBe(id);
      if (length > 1) expect(() => tree.resolve(tailOf(id).slice(0, length - 1))).toThrow();
    }
  });
});
