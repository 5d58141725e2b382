import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Entry, type Insight, templateOf } from "../../src/entry/entry.js";
import type { TenetError } from "../../src/errors.js";
import { Lexicon } from "../../src/search/words/lexicon.js";
import { closeCaches } from "../../src/store/cache/database.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { openStore, type Store } from "../../src/store/open-store.js";
import { readProfile } from "../../src/store/profile/profile.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { correction, insight, outcome } from "./entries.js";
import { type TestWorld, testWorld } from "./workspace.js";

const INSIGHTS = "memory/learning/insights/2026-02-14.md";
const CORRECTIONS = "memory/learning/corrections/2026-02-15.md";
const OLD = new Date("2026-01-01T00:00:00Z");
const [ONE, TWO] = [insight(), insight({ insight: "npm ci does not" })] as const;
const REPLACED = insight({ id: "INS-20260213-M2XBB", insight: "as ever", superseded_by: ONE.id } as Partial<Insight>);
const OVERTURNED = outcome({ id: "OUT-20260221-T4ZWA", references: [outcome().id], verdict: "invalidated" });

const textOf = (entries: readonly Entry[]): string =>
  entries.reduce<string | undefined>((before, entry) => appendRecord(before, entry), undefined) ?? "";

/** Puts insights into a file of the world. */
const putInsights = (world: TestWorld, file: string, ...all: Parameters<typeof insight>[0][]): string =>
  world.put(`memory/learning/insights/${file}`, textOf(all.map(insight)));

function filled(world = testWorld()): TestWorld {
  world.put(CORRECTIONS, textOf([correction({ linked: ["INS-20260214-M2XBA"], aliases: ["LRN-20250115-001"] })]));
  putInsights(world, "2026-02-14.md", {}, { id: "INS-20260214-M2ZZZ", timestamp: "2026-02-14T08:00:00Z" });
  return world;
}

const picture = async (tree: Store) => [tree.heads, tree.findings, tree.hash, await tree.load()];

const change = <T>(world: TestWorld, body: (tree: Parameters<Parameters<typeof changeTree>[2]>[0]) => Promise<T>) =>
  changeTree(world, { ...changeVerb("test"), reason: "test" }, body);
const addInsight = (world: TestWorld, id: string) => change(world, async (tree) => tree.append(insight({ id })));

/** The answer of an opening that has no time at all. */
const hurried = async (world: TestWorld) =>
  await openStore({ ...world, until: performance.now() - 1 }).catch((thrown: TenetError) => thrown.code);

const dropCache = (world: TestWorld) => rmSync(world.workspace.cache, { recursive: true, force: true });

describe("opening a tree", () => {
  it("without time reads some files and keeps them, so that a later opening gets further", async () => {
    const world = filled();
    for (let at = 10; at < 50; at++)
      putInsights(world, `2026-02/INS-20260214-A00${at}.md`, { id: `INS-20260214-A00${at}` });
    const whole = await picture(await openStore(world));
    dropCache(world);
    // Files of this second would be read again by the next opening.
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect([await hurried(world), await hurried(world)]).toEqual(["no-time", "no-time"]);
    const last = await openStore({ ...world, until: performance.now() - 1 });
    expect(await picture(last)).toEqual(whole);
  });

  it("reads both layouts, by time then id, with lines; Ctrl-C is heard meanwhile", async () => {
    const world = filled();
    world.put("memory/learning/outcomes/2026-02/OUT-20260220-T4ZW9.md", appendRecord(undefined, outcome()));
    const heard = vi.fn();
    setImmediate(heard);
    const tree = await openStore(world);
    expect(heard).toHaveBeenCalled();
    expect(tree.heads.map(({ id, file, line }) => [id, file, line])).toEqual([
      ["INS-20260214-M2ZZZ", INSIGHTS, 22],
      ["INS-20260214-M2XBA", INSIGHTS, 8],
      ["COR-20260215-K7Q2X", CORRECTIONS, 8],
      ["OUT-20260220-T4ZW9", "memory/learning/outcomes/2026-02/OUT-20260220-T4ZW9.md", 8],
    ]);
    expect(tree.findings).toEqual([]);
    expect(await tree.one("OUT-20260220-T4ZW9")).toMatchObject({ entry: outcome() });
  });

  it("sees a change in place that keeps size and times, and the time of the folder", async () => {
    const world = filled();
    const path = world.workspace.absolute(INSIGHTS);
    utimesSync(path, OLD, OLD);
    const before = await openStore(world);
    const folder = statSync(dirname(path)).mtimeMs;
    writeFileSync(path, readFileSync(path, "utf8").replace("Two builds", "Six builds"));
    utimesSync(path, OLD, OLD);
    expect(statSync(dirname(path)).mtimeMs).toBe(folder);
    const after = await openStore(world);
    expect(after.hash).not.toBe(before.hash);
    const evidence = "Six builds of one commit differed";
    expect((await after.one("INS-20260214-M2XBA")).entry).toMatchObject({ evidence });
  });

  it("is the same tree from a damaged cache as from none, and where no cache can be", async () => {
    const world = filled();
    const cold = await picture(await openStore(world));
    closeCaches();
    const { cache } = world.workspace;
    writeFileSync(cache, readFileSync(cache).fill(0, 0, 4_096));
    for (let round = 0; round < 2; round++) expect(await picture(await openStore(world))).toEqual(cold);
    closeCaches();
    rmSync(world.workspace.local, { recursive: true });
    writeFileSync(world.workspace.local, "not a folder");
    expect(await picture(await openStore(world))).toEqual(cold);
    expect((await readProfile(world.workspace)).profile.schema).toBe(1);
  });

  it.each<[string, Entry[], Entry[], file?: string]>([
    ["the name of its file", [ONE], [ONE], INSIGHTS],
    ["the two with one id", [ONE, TWO], [TWO, ONE]],
    ["what it says replaced it", [REPLACED], [REPLACED, ONE]],
    ["what its outcome judges", [ONE, outcome(), OVERTURNED], [TWO, outcome(), OVERTURNED]],
  ])("an entry that did not change stands as if read anew: %s", async (_, before, after, file = CORRECTIONS) => {
    const world = testWorld();
    const path = world.put(CORRECTIONS, textOf(before));
    await openStore(world);
    rmSync(path);
    world.put(file, textOf(after));
    const warm = await picture(await openStore(world));
    dropCache(world);
    expect(warm).toEqual(await picture(await openStore(world)));
  });

  const step = fc.record({
    kind: fc.constantFrom("change", "hand", "remove", "move", "breakage", "update", "ask"),
    at: fc.nat({ max: 40 }),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const SUBJECTS = ["npm install", "the lockfile", "a release", "the cache of a build", "a time zone"];

  /** A world after these edits, which was opened and searched meanwhile. */
  async function edited(steps: readonly Step[]): Promise<TestWorld> {
    const entry = (at: number) =>
      insight({
        id: `INS-202602${10 + (at % 4)}-A${String(at).padStart(4, "0")}`,
        timestamp: `2026-02-${10 + (at % 4)}T0${at % 10}:00:00Z`,
        insight: `${SUBJECTS[at % SUBJECTS.length]} changes ${SUBJECTS[(at * 3) % SUBJECTS.length]} in CI`,
      });
    const world = testWorld({ layout: steps.length % 2 === 0 ? "day" : "entry" });
    let used = 0;
    const fileAt = (at: number) => `memory/learning/insights/2026-02-${10 + (at % 4)}.md`;
    for (const { kind, at } of steps) {
      const path = world.workspace.absolute(fileAt(at));
      const there = existsSync(path) ? readFileSync(path, "utf8") : undefined;
      const next = () => entry(used++ * 4 + (at % 4));
      if (kind === "change") await change(world, async (tree) => tree.append(next()));
      else if (kind === "hand") world.put(fileAt(at), appendRecord(there, next()));
      else if (kind === "remove") rmSync(path, { force: true });
      else if (kind === "move" && there !== undefined) renameSync(path, `${path.slice(0, -3)}-moved.md`);
      else if (kind === "breakage" && there !== undefined)
        writeFileSync(path, there.replace("stakes: medium", "stakes: [medium"));
      else if (kind === "ask") await Lexicon.open(await openStore(world));
      else if (kind === "update") {
        const { heads } = await openStore(world);
        const head = heads[at % Math.max(1, heads.length)];
        if (head !== undefined) await change(world, async (tree) => tree.update(head.id, { seen: at + 1 }));
      }
    }
    return world;
  }

  const wordsOf = async (tree: Store) => {
    const words = await Lexicon.open(tree);
    const { size, averageLength } = words.corpus;
    const frequencies = ["lockfil", "releas", "zone"].map(words.corpus.documentFrequency);
    const found = words.search("the lockfile of a release", () => true, 1_000);
    return { size, averageLength, frequencies, found, near: words.nearest(templateOf(insight()), () => true, 50) };
  };

  const PROOF = { tags: "proof", timeout: 240_000 } as const;
  it.each([
    [12, 40],
    [300, rounds(1, 10)],
  ])("row 32: after %d edits, entries and words are as if read anew", PROOF, async (most, numRuns) => {
    const steps = fc.array(step, { minLength: most === 300 ? 300 : 1, maxLength: most });
    const isAsReadAnew = fc.asyncProperty(steps, async (some) => {
      const world = await edited(some);
      const all = async (tree: Store) => [...(await picture(tree)), await wordsOf(tree)];
      const warm = await all(await openStore(world));
      dropCache(world);
      expect(warm).toEqual(await all(await openStore(world)));
    });
    await fc.assert(isAsReadAnew, { numRuns });
  });
});

describe("row 13: broken files beside good ones", () => {
  it("are findings with file and line, and stay as they are", async () => {
    const world = filled();
    const file = "memory/learning/insights/2026-02-13.md";
    const id = "INS-20260213-QQQQ1";
    const twice = "stakes: medium\nstakes: low";
    const bad = appendRecord(undefined, insight({ id })).replace("stakes: medium", twice);
    const path = world.put(file, bad);
    const tree = await openStore(world);
    expect(tree.heads).toHaveLength(3);
    expect(tree.findings).toEqual([expect.objectContaining({ code: "broken-record", file, line: 19, id })]);
    expect((await openStore(world)).findings).toEqual(tree.findings);
    expect(readFileSync(path, "utf8")).toBe(bad);
  });

  it("ids twice in the tree are findings that name both places; the first counts", async () => {
    const world = filled();
    putInsights(world, "2026-02-16.md", { insight: "the copy" });
    const tree = await openStore(world);
    expect(tree.heads).toHaveLength(3);
    const place = { file: "memory/learning/insights/2026-02-16.md", line: 8 };
    const finding = tree.findings.find(({ code }) => code === "duplicate-id");
    expect(finding).toMatchObject({ ...place, message: expect.stringContaining(`${INSIGHTS}:8`) });
    expect((await tree.one("INS-20260214-M2XBA")).entry).toEqual(insight());
  });
});

describe("row 24: bad bytes", () => {
  it.each<[what: string, bytes: Uint8Array, line: number]>([
    ["invalid UTF-8", Buffer.from("# a\n\nb \xff c\n", "latin1"), 3],
    ["half a surrogate pair in UTF-8", Buffer.from([35, 10, 0xed, 0xa0, 0x80, 10]), 2],
    ["NUL", Buffer.from("# a\nb\0c\n"), 2],
    ["UTF-16", Buffer.from("\ufeff# a\n", "utf16le"), 1],
  ])("row 24: %s is a finding with its line, and never written back", async (_, bytes, line) => {
    const world = filled();
    const file = "memory/learning/insights/2026-02-15.md";
    const path = world.put(file, bytes);
    const tree = await openStore(world);
    expect(tree.findings).toEqual([expect.objectContaining({ code: "bad-bytes", file, line })]);
    expect(tree.heads).toHaveLength(3);
    const place = await addInsight(world, "INS-20260215-NEW01");
    expect(place).toEqual({ file: "memory/learning/insights/2026-02/INS-20260215-NEW01.md", line: 8 });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect((await openStore(world)).heads).toHaveLength(4);
  });

  it("U+2028 and lone carriage returns in prose are kept exactly; in a record they are a finding", async () => {
    const world = filled();
    const path = world.workspace.absolute(INSIGHTS);
    writeFileSync(path, `${readFileSync(path, "utf8")}\nprose \u2028 and \r more\n`);
    await addInsight(world, "INS-20260214-NEW01");
    expect(readFileSync(path, "utf8")).toContain("\nprose \u2028 and \r more\n");
    expect((await openStore(world)).findings).toEqual([]);
    writeFileSync(path, readFileSync(path, "utf8").replace("Two builds", "Two\u2028builds"));
    expect((await openStore(world)).findings).toEqual([expect.objectContaining({ code: "broken-record", line: 17 })]);
  });
});

describe("row 18: a file over 10 MB", () => {
  it("is a finding, and the scan goes on", async () => {
    const world = filled();
    world.put("memory/learning/insights/2026-02-15.md", `${"x".repeat(99)}\n`.repeat(110_000));
    const tree = await openStore(world);
    expect(tree.findings).toMatchObject([{ code: "too-large", file: "memory/learning/insights/2026-02-15.md" }]);
    expect(tree.heads).toHaveLength(3);
    const place = await addInsight(world, "INS-20260215-NEW01");
    expect(place.file).toBe("memory/learning/insights/2026-02/INS-20260215-NEW01.md");
    putInsights(world, "2026-02-15.md", { id: "INS-20260215-NEW02" });
    const { findings, heads } = await openStore(world);
    expect([findings, heads.length]).toEqual([[], 5]);
  });

  it("a day file that grows too large makes room: the record is filed alone", { tags: "proof" }, async () => {
    const world = filled();
    const big = `${readFileSync(world.workspace.absolute(INSIGHTS), "utf8")}\n${"prose\n".repeat(700_000)}`;
    world.put(INSIGHTS, big);
    const place = await addInsight(world, "INS-20260214-NEW01");
    expect(place.file).toBe("memory/learning/insights/2026-02/INS-20260214-NEW01.md");
  });
});

describe("row 22: links", () => {
  it("of files and folders are findings, neither followed nor written", async () => {
    const world = filled();
    const elsewhere = filled();
    const within = (name: string) => world.workspace.absolute(`memory/learning/${name}`);
    symlinkSync(elsewhere.workspace.absolute(INSIGHTS), within("insights/2026-02-20.md"));
    symlinkSync(elsewhere.workspace.learning, within("insights/2026-03"));
    symlinkSync(world.workspace.learning, within("corrections/2026-04"));
    const tree = await openStore(world);
    expect(tree.heads).toHaveLength(3);
    expect(tree.findings.map((finding) => [finding.code, finding.file])).toEqual([
      ["symlink", "memory/learning/corrections/2026-04"],
      ["symlink", "memory/learning/insights/2026-02-20.md"],
      ["symlink", "memory/learning/insights/2026-03"],
    ]);
    const before = readFileSync(elsewhere.workspace.absolute(INSIGHTS), "utf8");
    await expect(addInsight(world, "INS-20260220-NEW01")).rejects.toMatchObject({ failure: "refused" });
    expect(readFileSync(elsewhere.workspace.absolute(INSIGHTS), "utf8")).toBe(before);
  });

  it("a linked memory folder holds nothing", async () => {
    const world = testWorld();
    symlinkSync(filled().workspace.memory, world.workspace.memory);
    const tree = await openStore(world);
    expect(tree.heads).toEqual([]);
    expect(tree.findings).toMatchObject([{ code: "symlink", file: "memory" }]);
  });
});

/** Runs a body without root's rights, where the tests run as root, while paths have this mode. */
async function withoutRights<T>(world: TestWorld, mode: number, paths: string[], body: () => Promise<T>): Promise<T> {
  chmodSync(world.workspace.root, 0o755);
  for (const path of paths) chmodSync(path, mode);
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(65_534);
    return await body();
  } finally {
    if (isRoot) process.seteuid?.(0);
    for (const path of paths) chmodSync(path, 0o755);
  }
}

describe.runIf(process.platform !== "win32")("row 12: unreadable is not deleted", () => {
  it("cached entries of a folder without rights are kept, marked and reported", async () => {
    const world = filled();
    const before = await openStore(world);
    const folder = world.workspace.absolute("memory/learning/insights");
    const denied = await withoutRights(world, 0, [folder], () => openStore(world));
    expect(denied.heads.map((head) => [head.id, head.unreadable])).toEqual(
      before.heads.map((head) => [head.id, head.type === "insight" ? true : undefined]),
    );
    const named = { code: "unreadable", severity: "error", file: "memory/learning/insights" };
    expect(denied.findings).toMatchObject([named]);
    expect(denied.hash).toBe(before.hash);
    expect(await denied.load()).toHaveLength(3);
    expect((await openStore(world)).heads).toEqual(before.heads);
  });

  it("so are those of one file, and a changed neighbour does not lose them", async () => {
    const world = filled();
    putInsights(world, "2026-02-16.md", { id: "INS-20260216-AAAAA" });
    await openStore(world);
    const path = world.workspace.absolute(INSIGHTS);
    putInsights(world, "2026-02-16.md", { id: "INS-20260216-BBBBB" });
    const denied = await withoutRights(world, 0, [path], () => openStore(world));
    const unreadable = denied.heads.filter((head) => head.unreadable).map(({ id }) => id);
    expect(unreadable).toEqual(["INS-20260214-M2ZZZ", "INS-20260214-M2XBA"]);
    expect(denied.head("INS-20260216-BBBBB")).toBeDefined();
    const { findings, heads } = await openStore(world);
    expect([findings, heads.length]).toEqual([[], 4]);
  });

  it("row 11: a read-only workspace is read without a cache", async () => {
    const world = filled();
    const before = await picture(await openStore(world));
    dropCache(world);
    rmSync(world.workspace.local, { recursive: true });
    const { root, learning } = world.workspace;
    expect(await withoutRights(world, 0o555, [root, learning], async () => picture(await openStore(world)))).toEqual(
      before,
    );
    expect(existsSync(world.workspace.local)).toBe(false);
  });
});
