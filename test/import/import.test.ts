/** What an import of learnings brings, what it leaves, and that again nothing is changed. */
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entrySchema } from "../../src/entry/entry-schema.js";
import { importFrom } from "../../src/import/import.js";
import type { Imported } from "../../src/import/import-schemas.js";
import type { Profile } from "../../src/settings.js";
import { openStore } from "../../src/store/open-store.js";
import { patched, type TestWorld, testWorld } from "../store/workspace.js";

const FIXTURES = join(import.meta.dirname, "../../fixtures/learnings");

interface World extends TestWorld {
  root: string;
  run(path: string, dryRun?: boolean): Promise<Imported>;
  /** Writes a folder of learnings and answers its path. */
  learnings(files: Record<string, string | Uint8Array>): string;
  /** Each is what its schema says. */
  entries(): Promise<Record<string, unknown>[]>;
  snapshot(): Record<string, string>;
}

function world(profile: Partial<Profile> = {}): World {
  const made = testWorld(profile, "2026-07-01T12:00:00Z");
  const { root, memory } = made.workspace;
  return Object.assign(made, {
    root,
    run: async (path: string, dryRun?: boolean) => {
      const result = await importFrom(made, { paths: [path], ...(dryRun === undefined ? {} : { dryRun }) });
      const { totals } = result;
      const all = totals.imported + totals.logged + totals.folded + totals.skipped;
      expect(all).toBe(totals.found);
      return result;
    },
    learnings(files: Record<string, string | Uint8Array>) {
      for (const [name, content] of Object.entries(files)) made.put(`.learnings/${name}`, content);
      return join(root, ".learnings");
    },
    async entries() {
      const tree = await openStore(made);
      expect(tree.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
      const loaded = await tree.load(tree.heads.map(({ id }) => id));
      for (const { entry } of loaded) expect(entrySchema.safeParse(entry).success).toBe(true);
      return loaded.map(({ entry }) => entry as unknown as Record<string, unknown>);
    },
    snapshot() {
      const files = readdirSync(memory, { recursive: true, withFileTypes: true });
      const kept = files.filter((entry) => entry.isFile() && entry.name !== "index.md");
      const paths = kept.map(({ parentPath, name }) => join(parentPath, name));
      return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "latin1")]));
    },
  });
}

const learned = (id: string, summary: string): string => `## [LRN-${id}] insight\n\n### Summary\n${summary}\n`;
const read = (w: World, file: string): string => readFileSync(join(w.root, file), "utf8");

describe("a folder", () => {
  it("becomes entries with everything its authors wrote", async () => {
    const w = world();
    const result = await w.run(join(FIXTURES, "classic"));
    expect(result.totals).toMatchObject({ found: 5, imported: 3, logged: 2 });
    const [notes, tests, empty] = await w.entries();
    expect(notes).toMatchObject({
      ...{ type: "correction", timestamp: "2026-01-05T08:12:00Z", agent: "main", tier: "relayed", stakes: "high" },
      corrected_to: "Release notes are taken from merged pull requests, not from commit messages.",
      behavioral_change: "Read titles and labels of the merged pull requests between the two tags.",
      ...{ domain: "release", tags: ["release", "notes", "pull-requests"], seen: 3 },
      aliases: ["LRN-20260105-001"],
      imported: {
        at: "2026-07-01T12:00:00Z",
        from: "classic/LEARNINGS.md:10",
        status: "promoted",
        source: "user_feedback",
      },
    });
    // Nobody said what was believed or what was at risk, and nobody has to look at it.
    for (const absent of ["prior_belief", "at_risk", "review"]) expect(notes).not.toHaveProperty(absent);
    expect(tests).toMatchObject({ type: "insight", tier: "self", stakes: "low" });
    expect(tests?.["applications"]).toEqual([expect.stringContaining("GIT_CONFIG_GLOBAL")]);
    // A pair that refers to each other is linked once, on the newer one.
    expect([empty?.["linked"], notes?.["linked"]]).toEqual([[notes?.["id"]], undefined]);
    expect(read(w, "memory/2026-01-10.md")).toContain(
      "- 21:05 ERR-20260110-001: One request to the package registry timed out after 30 s.",
    );
    expect(readFileSync(w.workspace.featureRequests, "utf8")).toMatch(
      /## \[FEAT-20260111-001\] changelog_preview(.|\n)*Show the changelog of the next release/,
    );
  });

  it("of the demo's workspace holds exactly 20 real entries of every fate", async () => {
    const w = world();
    const { totals, ambiguous } = await w.run(join(FIXTURES, "../demo-workspace/.learnings"));
    const fates = { imported: 14, logged: 5, folded: 1, skipped: 0 };
    expect([totals, ambiguous]).toEqual([{ found: 20, ...fates }, []]);
    expect(await w.entries()).toHaveLength(14);
  });

  it("again changes nothing, byte for byte, also from a copy elsewhere", {
    tags: "proof",
  }, async () => {
    const w = world();
    const names = ["classic", "duplicates", "decisions"];
    for (const name of names) await w.run(join(FIXTURES, name));
    const before = w.snapshot();
    for (const name of names) {
      const again = await w.run(join(FIXTURES, name));
      expect([again.changed, again.totals.skipped]).toEqual([[], again.totals.found]);
    }
    const copy = join(w.root, "copy");
    cpSync(join(FIXTURES, "classic"), copy, { recursive: true });
    expect((await w.run(copy)).changed).toEqual([]);
    expect(w.snapshot()).toEqual(before);
  });

  it("says the same in a dry run, which writes nothing; Ctrl-C leaves the tree as it was", async () => {
    const w = world();
    const dry = await w.run(join(FIXTURES, "duplicates"), true);
    const stop = new AbortController();
    stop.abort();
    const stopped = importFrom({ ...w, signal: stop.signal }, { paths: [join(FIXTURES, "classic")] });
    await expect(stopped).rejects.toMatchObject({ failure: "interrupted" });
    expect([dry.changed, existsSync(w.workspace.memory)]).toEqual([[], false]);
    expect((await w.run(join(FIXTURES, "duplicates"))).totals).toEqual(dry.totals);
  });

  it("that grew brings only what is new, and what was forgotten does not come back", async () => {
    const w = world();
    const first = `# L\n\n${learned("20260101-001", "Tags are annotated.")}\n---\n`;
    const path = w.learnings({ "LEARNINGS.md": first });
    await w.run(path);
    w.learnings({ "LEARNINGS.md": `${first}\n${learned("20260102-001", "Notes are sorted.")}` });
    expect((await w.run(path)).totals).toMatchObject({ found: 2, imported: 1, skipped: 1 });
    const [entry, ...more] = await w.entries();
    expect(more).toHaveLength(1);
    await patched(w, String(entry?.["id"]), {
      forgotten: { at: "2026-02-01T00:00:00Z", by: "bridget", tier: "owner" },
    });
    expect((await w.run(path)).changed).toEqual([]);
  });
});

it("the same said twice is folded: alias and count; the same text is skipped", async () => {
  const w = world();
  const { files, ambiguous } = await w.run(join(FIXTURES, "duplicates"));
  const fates = files[0]?.items.map(({ fate }) => fate);
  expect(fates).toEqual(["imported", "imported", "folded", "skipped", "folded"]);
  expect(ambiguous).toEqual(["ERR-20260601-001"]);
  const [first] = await w.entries();
  expect(first).toMatchObject({ aliases: ["ERR-20260601-001", "ERR-20260602-001"], said: [{ tier: "self" }] });
  expect(first?.["folded"]).toHaveLength(1);
});

it("of decision logs those with stakes become insights, judged ones get an outcome that names them", async () => {
  const w = world();
  const { totals, files } = await w.run(join(FIXTURES, "decisions"));
  expect(totals).toMatchObject({ found: 10, imported: 5, logged: 3, skipped: 2 });
  const entries = await w.entries();
  const claimed = (words: string) => entries.find(({ insight }) => String(insight).startsWith(words));
  const published = claimed("Publish from CI only");
  expect(published).toMatchObject({
    alternatives: ["publish from laptops", "a publishing server"],
    evidence: "Laptops had three different npm versions",
    ...{ stakes: "high", at_risk: "a broken release cannot be taken back" },
    aliases: ["DEC-001"],
  });
  const outcome = entries.find(({ type, score }) => type === "outcome" && score === 9);
  expect(outcome).toMatchObject({ references: [published?.["id"]], verdict: "validated" });
  expect(claimed("Keep two release branches")).toMatchObject({ outcome_note: "six backports so far" });
  expect(claimed("Write notes in the imperative")).toMatchObject({ outcome_note: "✅ kept" });
  const dropped = claimed("Drop node 18");
  expect(dropped).toMatchObject({ evidence: 'Two dependencies need "node 20"' });
  expect(entries).toContainEqual(expect.objectContaining({ references: [dropped?.["id"]], verdict: "mixed" }));
  const lines = files.find(({ file }) => file.endsWith(".jsonl"))?.items.filter(({ fate }) => fate === "skipped");
  expect(lines?.map(({ line, because }) => `${line}: ${because}`)).toEqual([
    "3: The line is not JSON.",
    "5: The line is no JSON object.",
  ]);
  expect(read(w, "memory/2026-01-21.md")).toContain("Decided: Rename the config folder");
});

describe("what must not get in", () => {
  it("row 22: links in the folder are named and not followed; tenet's own records are refused", async () => {
    const w = world();
    const path = w.learnings({ "LEARNINGS.md": learned("20260101-001", "Tags are annotated") });
    symlinkSync(w.put("outside.md", learned("20260101-002", "Outside")), join(path, "LINK.md"));
    symlinkSync(path, join(path, "loop"));
    const result = await w.run(path);
    expect(result.totals.found).toBe(1);
    expect(result.left.map(({ file }) => file)).toEqual([".learnings/LINK.md", ".learnings/loop"]);
    // At the top of a workspace only what others wrote there is looked for.
    expect((await w.run(w.root)).files.map(({ file }) => file)).toEqual([".learnings/LEARNINGS.md"]);
    for (const own of [w.workspace.memory, w.workspace.learning])
      await expect(w.run(own)).rejects.toMatchObject({ failure: "usage", code: "own-records" });
    await expect(w.run(join(w.root, "nowhere"))).rejects.toMatchObject({ failure: "usage", code: "no-such-file" });
  });

  it("row 26: hidden characters are stripped, emoji and joiners stay; what is not UTF-8 is left", async () => {
    const w = world();
    const hidden = `A \u202etxet\u202c and${String.fromCodePoint(0xe0041)} 👩‍👩‍👧 and می‌خواهم.`;
    const path = w.learnings({
      "BAD.md": Buffer.from(learned("20260101-001", "Today\u0092s tag is caf\u00e9."), "latin1"),
      "BOM.md": `\ufeff${learned("20260103-001", "Zeile eins").replaceAll("\n", "\r\n")}`,
      "HIDDEN.md": learned("20260104-001", hidden),
    });
    const { left } = await w.run(path);
    expect(left).toEqual([{ file: ".learnings/BAD.md", because: "It is not UTF-8." }]);
    expect((await w.entries()).map((entry) => entry["insight"])).toEqual([
      "Zeile eins",
      "A txet and 👩‍👩‍👧 and می‌خواهم.",
    ]);
    expect(w.warnings.length).toBeGreaterThan(0);
    expect((await w.run(path)).changed).toEqual([]);
  });
});

it("entries without a logged day have that of their id, in the order of the file", async () => {
  const w = world({ timezone: "Europe/Berlin" });
  const headings = ["[LRN-20260301-001] First of the day", "[LRN-20260301-002] Second of the day"];
  await w.run(w.learnings({ "LEARNINGS.md": headings.map((heading) => `## ${heading}\n`).join("\n") }));
  const entries = await w.entries();
  expect(entries.map(({ insight, timestamp, id }) => `${insight} ${timestamp} ${String(id).slice(4, 12)}`)).toEqual([
    "First of the day 2026-02-28T23:00:00Z 20260301",
    "Second of the day 2026-02-28T23:00:01Z 20260301",
  ]);
});
