import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { DEFAULT_PROFILE, type Profile } from "../../src/config.js";
import type { Context } from "../../src/context.js";
import { entrySchema } from "../../src/entry/entry-schema.js";
import { idSource } from "../../src/ids.js";
import { importFrom } from "../../src/import/import.js";
import type { Imported } from "../../src/import/import-schemas.js";
import { SHELL_STEPS } from "../../src/steps.js";
import { openStore } from "../../src/store/open-store.js";
import { Workspace } from "../../src/store/workspace.js";

const FIXTURES = join(import.meta.dirname, "../../fixtures/learnings");
const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

interface World {
  ctx: Context;
  root: string;
  warnings: string[];
  run(path: string, dryRun?: boolean): Promise<Imported>;
  entries(): Promise<Record<string, unknown>[]>;
  snapshot(): Promise<Record<string, string>>;
}

async function world(profile: Partial<Profile> = {}, now = "2026-07-01T12:00:00Z"): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), "tenet-import-"));
  made.push(root);
  await writeFile(join(root, "tenet.yaml"), "schema: 1\n");
  const warnings: string[] = [];
  const ctx: Context = {
    workspace: new Workspace(root),
    profile: { ...DEFAULT_PROFILE, ...profile },
    base: { state: "none" },
    clock: fixedClock(now),
    ids: idSource("import"),
    actor: { agent: "main", agentStated: false, session: "s", atTerminal: false, git: async () => ({}) },
    places: {
      home: root,
      config: root,
      userTree: join(root, "user"),
      hub: join(root, "hub"),
      hosts: { "claude-code": root, codex: root, cursor: root, "gemini-cli": root, openclaw: root },
    },
    warn: (message) => warnings.push(message),
    steps: SHELL_STEPS,
    progress: { start: () => ({ step() {}, stop() {} }) },
    signal: new AbortController().signal,
  };
  return {
    ctx,
    root,
    warnings,
    run: (path, dryRun) => importFrom(ctx, { paths: [path], ...(dryRun === undefined ? {} : { dryRun }) }),
    async entries() {
      const tree = await openStore(ctx);
      expect(tree.findings.filter(({ severity }) => severity !== "info")).toEqual([]);
      const loaded = await tree.load(tree.heads.map(({ id }) => id));
      for (const { entry } of loaded) expect(entrySchema.safeParse(entry).success).toBe(true);
      return loaded.map(({ entry }) => entry as unknown as Record<string, unknown>);
    },
    async snapshot() {
      const files = await readdir(join(root, "memory"), { recursive: true, withFileTypes: true });
      const pairs = await Promise.all(
        files
          .filter((entry) => entry.isFile() && entry.name !== "index.md")
          .map(async (entry) => {
            const path = join(entry.parentPath, entry.name);
            return [path.slice(root.length + 1), (await readFile(path)).toString("latin1")] as const;
          }),
      );
      return Object.fromEntries(pairs);
    },
  };
}

/** Writes a folder of learnings and answers its path. */
async function folder(root: string, files: Record<string, string | Uint8Array>): Promise<string> {
  const path = join(root, ".learnings");
  await mkdir(path, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
  return path;
}

function adds({ totals }: Imported): void {
  expect(totals.imported + totals.logged + totals.folded + totals.skipped + totals.offered).toBe(totals.found);
}

describe("a folder", () => {
  it("becomes entries with everything its authors wrote", async () => {
    const w = await world();
    const result = await w.run(join(FIXTURES, "classic"));
    adds(result);
    expect(result.totals).toEqual({
      found: 5,
      imported: 3,
      logged: 2,
      folded: 0,
      skipped: 0,
      offered: 0,
      templates: 0,
    });
    const entries = await w.entries();
    expect(entries.map(({ id }) => String(id).slice(0, 12))).toEqual(["COR-20260105", "INS-20260107", "COR-20260109"]);
    const [notes, tests, empty] = entries;
    expect(notes).toMatchObject({
      type: "correction",
      timestamp: "2026-01-05T08:12:00Z",
      agent: "main",
      tier: "relayed",
      corrected_to: "Release notes are taken from merged pull requests, not from commit messages.",
      behavioral_change: "Read titles and labels of the merged pull requests between the two tags.",
      stakes: "high",
      domain: "release",
      tags: ["release", "notes", "pull-requests"],
      seen: 3,
      aliases: ["LRN-20260105-001"],
      status: "active",
    });
    expect(notes?.["imported"]).toMatchObject({
      at: "2026-07-01T12:00:00Z",
      from: "classic/LEARNINGS.md:10",
      status: "promoted",
      source: "user_feedback",
    });
    // Nobody said what was believed or what was at risk.
    expect(notes).not.toHaveProperty("prior_belief");
    expect(notes).not.toHaveProperty("at_risk");
    expect(tests).toMatchObject({
      type: "insight",
      tier: "self",
      stakes: "low",
      applications: [expect.stringContaining("GIT_CONFIG_GLOBAL")],
    });
    // A pair that refers to each other is linked once, on the newer one.
    expect(empty?.["linked"]).toEqual([notes?.["id"]]);
    expect(notes?.["linked"]).toBeUndefined();
    expect(entries.every((entry) => entry["review"] === undefined)).toBe(true);

    const log = await readFile(join(w.root, "memory/2026-01-10.md"), "utf8");
    expect(log).toContain("- 21:05 ERR-20260110-001: One request to the package registry timed out after 30 s.");
    const requests = await readFile(w.ctx.workspace.featureRequests, "utf8");
    expect(requests).toContain("## [FEAT-20260111-001] changelog_preview");
    expect(requests).toContain("Show the changelog of the next release");
  });

  it("the demo's workspace holds exactly 20 real entries of every fate", async () => {
    const w = await world();
    const result = await w.run(join(FIXTURES, "../demo-workspace/.learnings"));
    adds(result);
    expect(result.totals).toEqual({
      found: 20,
      imported: 14,
      logged: 5,
      folded: 1,
      skipped: 0,
      offered: 0,
      templates: 2,
    });
    expect(result.ambiguous).toEqual([]);
    expect(await w.entries()).toHaveLength(14);
  });

  it("again changes nothing, byte for byte, also from a copy elsewhere", { tags: "proof" }, async () => {
    const w = await world();
    for (const name of ["classic", "duplicates", "bullets", "decisions", "queue"])
      adds(await w.run(join(FIXTURES, name)));
    const before = await w.snapshot();
    for (const name of ["classic", "duplicates", "bullets", "decisions", "queue"]) {
      const again = await w.run(join(FIXTURES, name));
      adds(again);
      expect(again.changed).toEqual([]);
      expect(again.totals.skipped).toBe(again.totals.found);
    }
    const copy = join(w.root, "copy");
    await cp(join(FIXTURES, "classic"), copy, { recursive: true });
    expect((await w.run(copy)).changed).toEqual([]);
    expect(await w.snapshot()).toEqual(before);
  });

  it("dry-run says the same and writes nothing", async () => {
    const w = await world();
    const dry = await w.run(join(FIXTURES, "duplicates"), true);
    expect(dry.changed).toEqual([]);
    expect(await readdir(w.root)).not.toContain("memory");
    const real = await w.run(join(FIXTURES, "duplicates"));
    expect(real.totals).toEqual(dry.totals);
  });

  it("keeps originals with their sha256, and an account of every entry", async () => {
    const w = await world();
    const result = await w.run(join(FIXTURES, "classic"));
    for (const file of result.files) {
      const archived = file.archived ?? "";
      const name = file.file.split("/").at(-1) ?? "";
      expect(await readFile(join(w.root, archived))).toEqual(await readFile(join(FIXTURES, "classic", name)));
      const account = await readFile(join(w.root, archived.replace(/\.md$/, ".import.yaml")), "utf8");
      expect(account.match(/^ {2}- \{/gm)).toHaveLength(file.found);
      const { parse } = await import("yaml");
      expect(parse(account).items).toHaveLength(file.found);
    }
  });

  it("a file that grew brings only what is new", async () => {
    const w = await world();
    const first = "# L\n\n## [LRN-20260101-001] insight\n\n### Summary\nTags are annotated.\n\n---\n";
    const path = await folder(w.root, { "LEARNINGS.md": first });
    await w.run(path);
    await folder(w.root, {
      "LEARNINGS.md": `${first}\n## [LRN-20260102-001] insight\n\n### Summary\nNotes are sorted.\n`,
    });
    const grown = await w.run(path);
    expect(grown.totals).toMatchObject({ found: 2, imported: 1, skipped: 1 });
    expect(await w.entries()).toHaveLength(2);
    const archive = await readdir(w.ctx.workspace.archive);
    expect(archive.filter((name) => name.endsWith(".md"))).toHaveLength(2);
  });

  it("a known entry whose status was edited is folded without counting as said again", async () => {
    const w = await world();
    const text = (status: string) =>
      `## [LRN-20260101-001] insight\n\n**Status**: ${status}\n\n### Summary\nTags are annotated here.\n`;
    const path = await folder(w.root, { "LEARNINGS.md": text("pending") });
    await w.run(path);
    await folder(w.root, { "LEARNINGS.md": text("resolved") });
    const again = await w.run(path);
    expect(again.totals).toMatchObject({ folded: 1, imported: 0 });
    const [entry] = await w.entries();
    expect(entry?.["seen"]).toBeUndefined();
    expect(entry?.["folded"]).toHaveLength(1);
    expect((await w.run(path)).changed).toEqual([]);
  });
});

describe("the same said twice", () => {
  it("is folded: alias and seen; the same text is skipped", async () => {
    const w = await world();
    const result = await w.run(join(FIXTURES, "duplicates"));
    expect(result.files[0]?.items.map(({ fate }) => fate)).toEqual([
      "imported",
      "imported",
      "folded",
      "skipped",
      "folded",
    ]);
    expect(result.ambiguous).toEqual(["ERR-20260601-001"]);
    const [first] = await w.entries();
    expect(first).toMatchObject({ aliases: ["ERR-20260601-001", "ERR-20260602-001"], seen: 1 });
    expect(first?.["folded"]).toHaveLength(1);
  });

  it("is folded onto an entry the tree holds, however it was born", async () => {
    const w = await world();
    const path = await folder(w.root, {
      "LEARNINGS.md": "## [LRN-20260101-001] insight\n\n### Summary\nTags are annotated here.\n",
    });
    await w.run(path);
    await folder(w.root, { "LEARNINGS.md": "## 2026-02-02 | tags are **annotated** here!\n" });
    const again = await w.run(path);
    expect(again.totals).toMatchObject({ found: 1, folded: 1 });
    const entries = await w.entries();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ seen: 1 });
    expect((await w.run(path)).changed).toEqual([]);
  });
});

describe("decision logs", () => {
  it("decisions with stakes become insights, judged ones get an outcome that names them", async () => {
    const w = await world();
    const result = await w.run(join(FIXTURES, "decisions"));
    adds(result);
    expect(result.totals).toEqual({
      found: 10,
      imported: 5,
      logged: 3,
      folded: 0,
      skipped: 2,
      offered: 0,
      templates: 1,
    });
    const entries = await w.entries();
    const published = entries.find((entry) => entry["insight"] === "Publish from CI only");
    expect(published).toMatchObject({
      alternatives: ["publish from laptops", "a publishing server"],
      evidence: "Laptops had three different npm versions",
      stakes: "high",
      at_risk: "a broken release cannot be taken back",
      outcome: "validated",
      aliases: ["DEC-001"],
    });
    const outcome = entries.find((entry) => entry["type"] === "outcome" && entry["score"] === 9);
    expect(outcome).toMatchObject({ references: [published?.["id"]], verdict: "validated", status: "resolved" });
    expect(entries.find((entry) => entry["insight"] === "Keep two release branches")).toMatchObject({
      outcome_note: "six backports so far",
    });
    expect(entries.find((entry) => String(entry["insight"]).startsWith("Drop node 18"))).toMatchObject({
      evidence: 'Two dependencies need "node 20"',
      outcome: "mixed",
    });
    const broken = result.files
      .find(({ file }) => file.endsWith(".jsonl"))
      ?.items.filter(({ fate }) => fate === "skipped");
    expect(broken?.map(({ line, because }) => [line, because])).toEqual([
      [3, "The line is not JSON."],
      [5, "The line is no JSON object."],
    ]);
    expect(await readFile(join(w.root, "memory/2026-01-21.md"), "utf8")).toContain("Decided: Rename the config folder");
  });
});

describe("what must not get in", () => {
  // Put together at run time, so that no scanner takes this file for a leak.
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

  it("row 25: secrets are replaced in entries, archive, account, log and report", async () => {
    const w = await world();
    const path = await folder(w.root, {
      "LEARNINGS.md": `## [LRN-20260101-001] insight\n\n### Summary\nThe bot used ${token} for uploads.\n\n### Details\nIt was in the log.\n\n---\n\n## [LRN-20260102-001] insight\n\n### Summary\nClean one.\n`,
      "ERRORS.md": `## [ERR-20260101-001] x\n\n### Summary\nUpload with ${token} failed once.\n`,
      "FEATURE_REQUESTS.md": `## [FEAT-20260101-001] x\n\nUse ${token} here.\n`,
    });
    const result = await w.run(path);
    adds(result);
    expect(result.totals.found).toBe(4);
    const files = await w.snapshot();
    for (const content of Object.values(files)) expect(content).not.toContain(token);
    expect(JSON.stringify(result)).not.toContain(token);
    expect(w.warnings.join("\n")).not.toContain(token);
    expect(w.warnings.length).toBeGreaterThan(0);
    const [first] = await w.entries();
    expect(first?.["insight"]).toMatch(/The bot used \[secret:[a-z-]+\] for uploads\./);
    expect((await w.run(path)).changed).toEqual([]);
  });

  it("row 25: a profile that refuses secrets skips the entry and says where", async () => {
    const w = await world({ secrets: "refuse" });
    const path = await folder(w.root, {
      "LEARNINGS.md": `# L\n\n## [LRN-20260101-001] insight\n\n### Summary\nThe bot used ${token}.\n\n## [LRN-20260102-001] insight\n\n### Summary\nClean one.\n`,
    });
    const result = await w.run(path);
    expect(result.files[0]?.items).toMatchObject([
      { line: 3, fate: "skipped" },
      { line: 8, fate: "imported" },
    ]);
    for (const content of Object.values(await w.snapshot())) expect(content).not.toContain(token);
    expect((await w.run(path)).changed).toEqual([]);
    const lenient = { ...w.ctx, profile: { ...w.ctx.profile, secrets: "redact" as const } };
    expect((await importFrom(lenient, { paths: [path] })).totals).toMatchObject({ imported: 1, skipped: 1 });
    expect((await importFrom(lenient, { paths: [path] })).changed).toEqual([]);
  });

  it("row 26: bidirectional controls and tag characters are stripped, emoji and Persian joiners stay", async () => {
    const w = await world();
    const tag = String.fromCodePoint(0xe0041);
    const path = await folder(w.root, {
      "LEARNINGS.md": `## [LRN-20260101-001] insight\n\n### Summary\nA \u202etxet\u202c and${tag} 👩‍👩‍👧 and می‌خواهم.\n`,
    });
    await w.run(path);
    const [entry] = await w.entries();
    expect(entry?.["insight"]).toBe("A txet and 👩‍👩‍👧 and می‌خواهم.");
    expect(w.warnings.length).toBeGreaterThan(0);
  });

  it("row 22: links in the folder are named and not followed; tenet's own records are refused", async () => {
    const w = await world();
    const path = await folder(w.root, { "LEARNINGS.md": "## 2026-01-01 | Tags are annotated\n" });
    await writeFile(join(w.root, "outside.md"), "## 2026-01-01 | Outside\n");
    await symlink(join(w.root, "outside.md"), join(path, "LINK.md"));
    await symlink(path, join(path, "loop"));
    const result = await w.run(path);
    expect(result.totals.found).toBe(1);
    expect(result.left.map(({ file }) => file)).toEqual([".learnings/LINK.md", ".learnings/loop"]);
    // At the top of a workspace only what others wrote there is looked for.
    expect((await w.run(w.root)).files.map(({ file }) => file)).toEqual([".learnings/LEARNINGS.md"]);
    for (const own of [w.ctx.workspace.memory, w.ctx.workspace.learning, w.ctx.workspace.archive]) {
      await expect(w.run(own)).rejects.toMatchObject({ failure: "usage", code: "own-records" });
    }
    await expect(w.run(join(w.root, "nowhere"))).rejects.toMatchObject({ failure: "usage", code: "no-such-file" });
  });

  it("row 24: bad bytes, a byte order mark, CRLF and UTF-16 lose nothing; the archive keeps the very bytes", async () => {
    const w = await world();
    const bad = Buffer.from(
      "## [LRN-20260101-001] insight\r\n\r\n### Summary\r\nToday\u0092s tag is caf\u00e9.\r\n",
      "latin1",
    );
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("## 2026-01-02 | Größe zählt\r\n", "utf16le")]);
    const path = await folder(w.root, {
      "BAD.md": bad,
      "BOM.md": "\ufeff## 2026-01-03 | Zeile eins\r\n\r\nText.\r\n",
      "WIDE.md": wide,
    });
    const result = await w.run(path);
    expect(result.totals).toMatchObject({ found: 3, imported: 3 });
    const entries = await w.entries();
    expect(entries.map((entry) => entry["insight"])).toEqual(["Today’s tag is café.", "Größe zählt", "Zeile eins"]);
    const archived = result.files[0]?.archived ?? "";
    expect(await readFile(join(w.root, archived))).toEqual(bad);
    expect((await w.run(path)).changed).toEqual([]);
  });

  it("rows 21 and 23: hostile and reserved file names stay inside the archive", async () => {
    const w = await world();
    const one = "## 2026-01-01 | Tags are annotated\n";
    const path = await folder(w.root, {
      "CON.md": one,
      "..hidden .md": `${one}\nmore\n`,
      "größe:a\\b.md": `${one}\nother\n`,
    });
    const result = await w.run(path);
    expect(result.changed.filter((file) => !/^memory\/[A-Za-z0-9._/-]+$/.test(file))).toEqual([]);
    expect(await readdir(w.ctx.workspace.archive)).toHaveLength(6);
  });
});

describe("when", () => {
  it("days without a time follow the file, entries without a day stand before the import in file order", async () => {
    const w = await world({ timezone: "Europe/Berlin" });
    const path = await folder(w.root, {
      "LEARNINGS.md": [
        "## 2026-03-01 | First of the day\n",
        "## 2026-03-01 | Second of the day\n",
        "## L-001 — Without a day one\n",
        "## L-002 — Without a day two\n",
        "## 2026-03-01 10:30 PM - At night\n",
      ].join("\n"),
    });
    await w.run(path);
    const entries = await w.entries();
    expect(entries.map((entry) => [entry["insight"], entry["timestamp"], String(entry["id"]).slice(4, 12)])).toEqual([
      ["First of the day", "2026-02-28T23:00:00Z", "20260301"],
      ["Second of the day", "2026-02-28T23:00:01Z", "20260301"],
      ["At night", "2026-03-01T21:30:00Z", "20260301"],
      ["Without a day one", "2026-07-01T11:59:59Z", "20260701"],
      ["Without a day two", "2026-07-01T12:00:00Z", "20260701"],
    ]);
  });

  it("Ctrl-C leaves the tree as it was", async () => {
    const w = await world();
    const stop = new AbortController();
    stop.abort();
    const ctx = { ...w.ctx, signal: stop.signal };
    await expect(importFrom(ctx, { paths: [join(FIXTURES, "classic")] })).rejects.toMatchObject({
      failure: "interrupted",
    });
    expect(await readdir(w.root)).not.toContain("memory");
  });
});

describe("what the tree decided before", () => {
  it("a forgotten import does not come back", async () => {
    const w = await world();
    const path = await folder(w.root, { "LEARNINGS.md": "## 2026-01-01 | Tags are annotated\n" });
    await w.run(path);
    const [entry] = await w.entries();
    const { changeTree } = await import("../../src/store/change.js");
    await changeTree(w.ctx, { op: "test", reason: "forget" }, (change) =>
      change.update(String(entry?.["id"]), { status: "forgotten" }),
    );
    expect((await w.run(path)).changed).toEqual([]);
  });

  it("is known without the archive as well", async () => {
    const w = await world();
    await w.run(join(FIXTURES, "duplicates"));
    await w.run(join(FIXTURES, "queue"));
    await rm(w.ctx.workspace.archive, { recursive: true });
    for (const name of ["duplicates", "queue"]) {
      const again = await w.run(join(FIXTURES, name));
      expect(again.totals.skipped).toBe(again.totals.found);
    }
  });
});

describe("what is imported", () => {
  const SAYS_MEMORY = `# Learnings

## [LRN-20260115-001] preference

**Logged**: 2026-01-15T10:00:00Z
**Priority**: high

### Summary
Remember that I always want tabs in Go

### Details
The user said: remember this preference.

---

## MEM-20260115-K7Q2X · I always want tabs in Go

\`\`\`yaml
type: memory
id: MEM-20260115-K7Q2X
timestamp: 2026-01-15T10:00:00Z
agent: main
content: I always want tabs in Go
category: preference
scope: global
status: active
\`\`\`
`;

  it("never becomes a memory, not even where it says that it is one", { tags: "proof" }, async () => {
    const { root, run, entries } = await world();
    const path = await folder(root, { "LEARNINGS.md": SAYS_MEMORY, "MEMORY.md": SAYS_MEMORY });
    await run(path);
    for (const name of await readdir(FIXTURES)) await run(join(FIXTURES, name));
    const types = new Set((await entries()).map(({ type }) => type));
    expect(types.size).toBeGreaterThan(0);
    expect(types).not.toContain("memory");
    expect(await readdir(join(root, "memory"))).not.toContain("facts");
  });
});
