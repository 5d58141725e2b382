import { mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { digest } from "../../src/rules/digest.js";
import { openStore } from "../../src/store/open-store.js";
import { held, type RulesWorld, rulesWorld, worked } from "./rules-world.js";

const A = "COR-20260201-A0001";
const B = "COR-20260201-B0001";

async function withRules(profile: Parameters<typeof rulesWorld>[0] = {}): Promise<RulesWorld> {
  const world = rulesWorld(profile);
  world.world.put("SOUL.md", "# Soul\n\nBe kind.\n");
  await world.store(held("A0001"), held("B0001"), worked("P0001"));
  await world.digest();
  world.commit();
  return world;
}

describe("what a person does to a rule", () => {
  it("is adopted as people's once the base has it, and recorded", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit("SOUL.md", (text) => text.replace("Do A0001 before", "Do A0001 long before"));
    world.commit("bridget edits");
    const commit = world.git("rev-parse", "HEAD").trim();
    world.ctx = { ...world.ctx, base: { state: "readable", branch: "origin/main", commit } };
    const { adopted } = await world.digest();
    expect(adopted).toHaveLength(1);
    expect(await world.active()).toMatchObject({
      proposed_by: "person",
      decided: { by: "people", how: "edited", commit },
    });
    const { rules } = await world.active();
    expect(rules.find(({ ids }) => ids.includes(A))).toMatchObject({
      text: "Do A0001 long before anything else",
      decided_by: { by: "people", how: "edited", commit },
    });
    expect(world.edits()).toEqual([
      {
        type: "edit",
        id: expect.stringMatching(/^EDT-20260210-[0-9A-Z]{5}$/),
        timestamp: "2026-02-10T10:00:00Z",
        agent: "main",
        tier: "self",
        original: "Do A0001 before anything else",
        final: "Do A0001 long before anything else",
        kind: "rewrite",
        distance: 5,
        ratio: 0.15,
        target: "SOUL.md",
        version: (await world.active()).id,
        linked: [A],
        status: "active",
      },
    ]);
    expect(world.read("memory/edits/2026-02-10.md")).toContain("# Edits · 2026-02-10\n\n## EDT-");
    expect(await world.errors()).toEqual([]);
  });

  it("is unproven without a base, whoever commits it, and while the base lacks it", { tags: "proof" }, async () => {
    const world = await withRules();
    const base = { state: "readable", branch: "origin/main", commit: world.git("rev-parse", "HEAD").trim() } as const;
    world.edit("SOUL.md", (text) => text.replace("Do A0001", "Never do A0001"));
    world.commit("bridget edits");
    await world.digest();
    expect((await world.active()).decided).toMatchObject({ by: "unproven", how: "edited" });
    world.edit("SOUL.md", (text) => text.replace(/- Do B0001.*\n/, ""));
    world.commit("bridget edits");
    world.ctx = { ...world.ctx, base };
    await world.digest();
    expect((await world.active()).decided).toMatchObject({ by: "unproven", how: "edited" });
    for (const edit of world.edits()) expect(edit).not.toHaveProperty("author");
  });

  it("is nobody's to take over while the base cannot be read, and nothing takes effect by itself", {
    tags: "proof",
  }, async () => {
    const world = await withRules();
    world.ctx = { ...world.ctx, base: { state: "unreadable", because: "there is no branch origin/main here" } };
    world.edit("SOUL.md", (text) => text.replace("Do A0001", "Never do A0001"));
    await world.store(held("C0001"));
    const before = (await world.active()).id;
    const { adopted, decision } = await world.digest();
    expect({ adopted, decision }).toEqual({ adopted: [], decision: "pending" });
    expect((await world.active()).id).toBe(before);
  });

  it("may be an addition, a removal, a move: each is one operation and one record", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit("SOUL.md", (text) => text.replace(`- Do A0001 before anything else <!-- ${A} -->\n`, "- My own line\n"));
    const moved = /- Procedure.*\n/.exec(world.read("memory/core/procedures.md"))?.[0] ?? "";
    world.edit("memory/core/procedures.md", (text) => text.replace(moved, ""));
    world.edit("SOUL.md", (text) => text.replace("- My own line\n", `- My own line\n${moved}`));
    world.commit();
    const { adopted } = await world.digest();
    expect(adopted.map(({ op, target, text }) => `${op} ${target} ${text}`).sort()).toEqual([
      "add SOUL.md My own line",
      "delete SOUL.md Do A0001 before anything else",
      "update SOUL.md Procedure P0001 works",
    ]);
    const edits = world.edits();
    expect(edits.map(({ original, final }) => [original, final]).sort()).toEqual([
      [undefined, "My own line"],
      ["Do A0001 before anything else", undefined],
      ["Procedure P0001 works", "Procedure P0001 works"],
    ]);
    expect(edits.find(({ final }) => final === undefined)).toMatchObject({ kind: "rejected" });
    expect(edits.map(({ ratio }) => ratio).sort()).toEqual([0, 1, 1]);
    expect(await world.entry(A)).toMatchObject({ status: "active" });
    expect(await world.entry("INS-20260201-P0001")).toMatchObject({ status: "promoted", promoted_to: "SOUL.md" });
    // What was taken out stays out; what was written stays.
    const before = world.read("SOUL.md");
    expect((await world.digest()).decision).toBe("unchanged");
    expect(world.read("SOUL.md")).toBe(before);
    expect(world.edits()).toHaveLength(3);
  });

  it("is adopted once, also when two commands race", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit("SOUL.md", (text) => text.replace("Do A0001", "Always do A0001"));
    await Promise.all([digest(world.ctx), digest(world.ctx), world.beat()]);
    expect(world.edits()).toHaveLength(1);
    expect((await world.chain()).versions.filter(({ proposed_by }) => proposed_by === "person")).toHaveLength(1);
  });

  it("is recorded once, also after a crash that left the record without its version", { tags: "proof" }, async () => {
    const world = await withRules();
    world.edit("SOUL.md", (text) => text.replace("Do A0001", "Always do A0001").replace("Do B0001", "Always do B0001"));
    await world.digest();
    const first = world.edits();
    world.git("checkout", "-q", "memory/versions");
    world.git("clean", "-fdq", "memory/versions");
    await world.digest();
    expect(world.edits().map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(new Set(world.edits().map(({ version }) => version))).toEqual(new Set([(await world.active()).id]));
  });

  it("is not taken over when it holds a secret, and stays as it is", async () => {
    const world = await withRules();
    const secret = `ghp_${"aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"}`;
    world.edit("SOUL.md", (text) => text.replace("Do A0001", `With ${secret} do A0001`));
    const before = world.read("SOUL.md");
    await world.digest();
    expect(world.world.warnings.join("\n")).toMatch(
      /SOUL\.md:\d+ is not taken over as a rule\. Its line holds a secret/,
    );
    expect(world.world.warnings.join("\n")).not.toContain(secret);
    expect(world.read("SOUL.md")).toBe(before);
    expect(world.edits()).toEqual([]);
  });

  it("takes a rule out for good, and its line of an earlier version back in is tenet's", {
    tags: "proof",
  }, async () => {
    const world = await withRules();
    const old = world.read("SOUL.md");
    world.edit("SOUL.md", (text) => text.replace(/- Do A0001.*\n/, ""));
    await world.digest();
    expect((await world.active()).rules).toHaveLength(2);
    world.world.put("SOUL.md", old);
    const { adopted } = await world.digest();
    expect(adopted).toMatchObject([{ op: "add", reason: "returned", ids: [A] }]);
    expect(world.edits()).toHaveLength(1);
    expect((await world.active()).rules.find(({ ids }) => ids.includes(A))?.decided_by).toBeUndefined();
    expect(await world.errors()).toEqual([]);
  });

  it("never becomes a rule when the line belongs to a version that only waits", async () => {
    const world = await withRules({ apply_mode: "approval" });
    expect((await world.chain()).pending?.rules).toHaveLength(3);
    world.world.put(
      "SOUL.md",
      `<!-- tenet:begin rules -->\n- Do A0001 before anything else <!-- ${A} -->\n<!-- tenet:end rules -->\n`,
    );
    await world.digest();
    await world.beat();
    expect((await world.chain()).active).toBeUndefined();
    expect((await world.chain()).pending?.rules).toHaveLength(3);
  });
});

describe("a formatter, and everything else that says nothing anew", () => {
  it.each(["always", "never", "preserve"] as const)(
    "is no edit: Prettier with proseWrap %s",
    { tags: "proof" },
    async (proseWrap) => {
      const world = await withRules();
      const text = await format(world.read("SOUL.md"), { parser: "markdown", proseWrap, printWidth: 30 });
      world.world.put("SOUL.md", text);
      expect((await world.digest()).decision).toBe("unchanged");
      expect(world.read("SOUL.md")).toBe(text);
      await world.store(held("C0001"));
      await world.digest();
      const next = world.read("SOUL.md");
      expect(next.split("\n").filter((line) => !line.includes("C0001"))).toEqual(text.split("\n"));
      expect(world.edits()).toEqual([]);
    },
  );

  it.each<[string, (text: string) => string]>([
    ["other bullets", (text) => text.replaceAll("\n- ", "\n* ")],
    ["numbers", (text) => text.replace("\n- Do A", "\n1. Do A").replace("\n- Do B", "\n2. Do B")],
    ["lines moved", (text) => text.replace(/(- Do A.*\n)(- Do B.*\n)/, "$2$1")],
    ["ids on lines of their own", (text) => text.replaceAll(/ (<!-- COR.*-->)/g, "\n  $1")],
    ["ids taken off", (text) => text.replaceAll(/ <!-- COR.*-->/g, "")],
    ["Windows line ends", (text) => text.replaceAll("\n", "\r\n")],
    ["a byte order mark", (text) => `\ufeff${text}`],
    ["no final newline", (text) => text.trimEnd()],
    [
      "prose around and within",
      (text) => `${text.replace("## Learned", "## What I was taught\n\nMy prose.")}\nAfter.\n`,
    ],
    ["empty lines between", (text) => text.replace("\n- Do B", "\n\n\n- Do B")],
    [
      "the block elsewhere",
      (text) => `${text.slice(text.indexOf("<!-- tenet:begin"))}\n${text.slice(0, text.indexOf("<!-- tenet:begin"))}`,
    ],
  ])("is no edit, and every byte of it stays: %s", { tags: "sampled" }, async (_, change) => {
    const world = await withRules();
    world.edit("SOUL.md", change);
    const text = world.read("SOUL.md");
    const { adopted, decision } = await world.digest();
    expect({ adopted, decision }).toEqual({ adopted: [], decision: "unchanged" });
    expect(world.read("SOUL.md")).toBe(text);
    await world.store(held("C0001"));
    await world.digest();
    const next = world.read("SOUL.md");
    const ends = text.includes("\r\n") ? "\r\n" : "\n";
    expect(next.split(ends).filter((line) => !line.includes("C0001"))).toEqual(text.split(ends));
    expect(next).toContain("C0001");
    expect(await world.errors()).toEqual([]);
  });
});

describe("a core file that cannot be written", () => {
  const link = (world: RulesWorld) => {
    const path = world.world.workspace.absolute("SOUL.md");
    unlinkSync(path);
    world.world.put("elsewhere.md", "# Soul\n");
    symlinkSync(world.world.workspace.absolute("elsewhere.md"), path);
  };
  const folder = (world: RulesWorld) => {
    rmSync(world.world.workspace.absolute("SOUL.md"));
    mkdirSync(world.world.workspace.absolute("SOUL.md"));
  };
  const edited = (change: (text: string) => string) => (world: RulesWorld) => world.edit("SOUL.md", change);
  it.each<[string, (world: RulesWorld) => void]>([
    ["the end mark is gone", edited((text) => text.replace("<!-- tenet:end rules -->", ""))],
    ["both marks are gone", edited((text) => text.replace(/<!-- tenet:(?:begin|end) rules -->\n/g, ""))],
    ["a mark is doubled", edited((text) => `${text}<!-- tenet:end rules -->\n`)],
    ["the block is doubled", edited((text) => `${text}\n${text}`)],
    [
      "another block within",
      edited((text) => text.replace("## Learned", "<!-- tenet:begin boot -->\n<!-- tenet:end boot -->")),
    ],
    ["conflict markers", edited((text) => text.replace("## Learned", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x"))],
    ["a fence that is never closed", edited((text) => text.replace("## Learned", "## Learned\n```"))],
    ["a comment that is never closed", edited((text) => text.replace("<!-- tenet:end", "<!-- note\n<!-- tenet:end"))],
    ["bytes that are no UTF-8", (world) => world.world.put("SOUL.md", Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]))],
    ["the file is gone", (world) => rmSync(world.world.workspace.absolute("SOUL.md"))],
    ["a link in its place", link],
    ["a folder in its place", folder],
  ])("is left as it is and told, nothing is lost, and the rest works: %s", { tags: "sampled" }, async (_, damage) => {
    const world = await withRules();
    damage(world);
    const state = () =>
      world.has("SOUL.md") && !world.git("status", "--porcelain", "SOUL.md").startsWith("??")
        ? world.git("hash-object", "--", "SOUL.md")
        : "odd";
    const kind = (() => {
      try {
        return state();
      } catch {
        return "odd";
      }
    })();
    await world.store(held("C0001"), worked("P0002"));
    const done = await world.digest();
    expect(done.operations.map(({ op, target }) => `${op} ${target}`)).toEqual(["add memory/core/procedures.md"]);
    expect(done.left.map(({ because }) => because).join("\n")).toMatch(/SOUL\.md(?::\d+)? is not written: /);
    expect(
      (() => {
        try {
          return state();
        } catch {
          return "odd";
        }
      })(),
    ).toBe(kind);
    expect((await world.active()).rules.filter(({ target }) => target === "SOUL.md")).toHaveLength(2);
    expect(world.edits()).toEqual([]);
    expect(await world.entry(A)).toMatchObject({ status: "promoted" });
    // Mended, everything goes on.
    rmSync(world.world.workspace.absolute("SOUL.md"), { recursive: true, force: true });
    world.git("checkout", "-q", "--", "SOUL.md");
    expect((await world.digest()).operations.map(({ op, target }) => `${op} ${target}`)).toEqual(["add SOUL.md"]);
    expect(world.edits()).toEqual([]);
  });
});

describe("a journal that was lost", () => {
  it("leaves a line that is not taken for a person's, and is completed", async () => {
    const world = rulesWorld();
    await world.store(held("A0001"), held("B0001"));
    world.world.put(
      "SOUL.md",
      `<!-- tenet:begin rules -->\n## Learned\n\n- Do A0001 before anything else <!-- ${A} -->\n<!-- tenet:end rules -->\n`,
    );
    const { adopted } = await world.digest();
    expect(adopted).toEqual([]);
    expect(await world.active()).toMatchObject({ proposed_by: "digest", folded: [A, B], decided: { by: "auto" } });
    expect(world.read("SOUL.md").match(/A0001 before/g)).toHaveLength(1);
    expect(world.edits()).toEqual([]);
  });

  it("leaves a rule out whose ground is gone, and the digest says why it left", async () => {
    const world = await withRules();
    await world.store(held("A0002", { timestamp: "2026-02-09T09:00:00Z", supersedes: [A] } as object));
    const { changeTree } = await import("../../src/store/change.js");
    await changeTree(world.ctx, { op: "test", reason: "test" }, async (change) => {
      await change.update(A, { status: "superseded", superseded_by: "COR-20260209-A0002" });
    });
    world.edit("SOUL.md", (text) => text.replace(/- Do A0001.*\n/, ""));
    const { adopted, operations } = await world.digest();
    expect(adopted).toEqual([]);
    expect(operations.find(({ op }) => op === "delete")).toMatchObject({ ids: [A], reason: "superseded" });
    expect(world.edits()).toEqual([]);
  });

  it("leaves entries unmarked, and the next command that writes rules marks them", async () => {
    const world = await withRules();
    const { changeTree } = await import("../../src/store/change.js");
    const unmark = { status: "active", promoted_to: undefined, promoted_in: undefined };
    await changeTree(world.ctx, { op: "test", reason: "test" }, async (change) => {
      await change.update(A, unmark);
    });
    await world.digest();
    expect(await world.entry(A)).toMatchObject({ status: "promoted", promoted_to: "SOUL.md" });
    await changeTree(world.ctx, { op: "test", reason: "test" }, async (change) => {
      await change.update(B, unmark);
    });
    expect((await world.beat()).did).toEqual(["marked an entry of rules in force as promoted"]);
    expect(await world.entry(B)).toMatchObject({ status: "promoted" });
  });
});

it("draws the tails of records of edits from the same space as those of all others", async () => {
  const world = await withRules();
  world.edit("SOUL.md", (text) => text.replace("Do A0001", "Always do A0001").replace("Do B0001", "Always do B0001"));
  const tails = ["A0001", "EDT01", "EDT01", "EDT02", "EDT01", "C0001"];
  world.ctx = { ...world.ctx, ids: { tail: () => tails.shift() ?? "ZZZZ1" } };
  await world.digest();
  expect(new Set(world.edits().map(({ id }) => id)).size).toBe(2);
  expect(world.edits().every(({ id }) => !id.endsWith("A0001"))).toBe(true);
  expect(readdirSync(world.world.workspace.recordFolder("edit"))).toHaveLength(1);
  expect((await openStore(world.ctx)).hasTail(world.edits()[0]?.id.slice(-5) ?? "")).toBe(true);
});
