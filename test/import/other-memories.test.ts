import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { importFrom } from "../../src/import/import.js";
import { importedOutline } from "../../src/import/import-outline.js";
import { readSource } from "../../src/import/policy/source.js";
import { openStore } from "../../src/store/open-store.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

/** What a file that somebody names becomes: kind, and each item's plan. */
function read(name: string, text: string, lists: "none" | "alone" = "alone") {
  const source = readSource(name, Buffer.from(text), { timezone: "UTC", lists });
  return { kind: source.kind, there: source.there, items: source.items.map((item) => item.judge(item.raw)) };
}

const plans = (name: string, text: string) => read(name, text).items.map(({ plan }) => plan);

async function entries(world: TestWorld): Promise<Entry[]> {
  const tree = await openStore(world);
  expect(tree.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  return (await tree.load(tree.heads.map(({ id }) => id))).map(({ entry }) => entry);
}

const FEEDBACK = `---
name: answer-hooks
description: What a hook reports is dealt with before anything else
metadata:
  node_type: memory
  type: feedback
  modified: 2026-01-05T07:40:18.191Z
---

Deal with **every** warning of a hook before the next task. See [[hook-list]].

**Why:** Warnings pile up when nobody answers them.

**How to apply:** Read the whole output after each commit.
`;

describe("Claude Code's auto memory", () => {
  it("feedback is a correction: why is at risk, how to apply is what to do next time", () => {
    const [item] = read("feedback_hooks.md", FEEDBACK).items;
    expect(item).toMatchObject({
      aliases: ["answer-hooks"],
      at: Date.parse("2026-01-05T07:40:18.191Z"),
      plan: {
        fate: "entry",
        type: "correction",
        references: ["hook-list"],
        fields: {
          corrected_to: "Deal with every warning of a hook before the next task. See [[hook-list]].",
          at_risk: "Warnings pile up when nobody answers them.",
          behavioral_change: "Read the whole output after each commit.",
        },
        provenance: { filled: ["at_risk"] },
      },
    });
  });

  it("what is known of user, project and places is a memory; a long one stands under its description", () => {
    const fields = (type: string, body: string) => {
      const text = `---\nname: N\ndescription: "In short: this"\ntype: ${type}\n---\n${body}\n`;
      const [plan] = plans("topic.md", text);
      return plan?.fate === "entry" ? { type: plan.type, ...plan.fields } : plan;
    };
    const [user, goes] = ["Bridget prefers short answers.", "The old importer goes in March."];
    const memory = { type: "memory", category: "fact" };
    expect(fields("user", user)).toMatchObject({ ...memory, content: user, tags: ["user"] });
    expect(fields("project", goes)).toMatchObject({ ...memory, content: goes, tags: ["project"] });
    const context = expect.stringContaining("Where to look.");
    expect(fields("reference", "Where to look. ".repeat(60))).toMatchObject({ content: "In short: this", context });
  });

  it("a head of another kind is none: a rule of Cursor, a post, a skill", () => {
    for (const head of ["description: style\nalwaysApply: true", "name: skill\ndescription: does things"]) {
      expect(read("x.md", `---\n${head}\n---\n- Never sleep\n`).kind).toBe("list");
    }
  });

  it("a folder of it links what refers to each other, and takes the notes of its index that point to no file", async () => {
    const world = testWorld();
    const folder = join(world.workspace.root, "home/.claude/projects/-app/memory");
    mkdirSync(folder, { recursive: true });
    const list =
      "---\nname: hook-list\ndescription: hooks\ntype: reference\n---\nThe hooks are listed in docs/hooks.md.\n";
    writeFileSync(join(folder, "feedback_hooks.md"), FEEDBACK);
    writeFileSync(join(folder, "hook-list.md"), list);
    writeFileSync(
      join(folder, "MEMORY.md"),
      "- [Hooks](hook-list.md) — where they are\n- The queue is emptied at night\n",
    );
    const { totals } = await importFrom(world, { paths: [folder] });
    expect(totals).toMatchObject({ found: 3, imported: 3 });
    const all = await entries(world);
    const reference = all.find((entry) => entry.type === "memory" && entry.content.startsWith("The hooks"));
    const correction = all.find(({ type }) => type === "correction");
    expect([correction?.linked, reference?.linked].flat()).toContain(
      correction?.linked === undefined ? correction?.id : reference?.id,
    );
    expect(correction).toMatchObject({ tier: "self", stakes: "medium" });
  });
});

describe("exports of other memories", () => {
  const ID = "892db2ae-06d9-49e5-8b3e-585ef9b85b8e";
  const SEATS = {
    id: ID,
    memory: "Prefers window seats",
    hash: "a",
    user_id: "bridget",
    metadata: { category: "travel" },
  };
  const TICKETS = { id: "2", memory: "Always books refundable tickets", user_id: "bridget", categories: ["travel"] };
  const MEM0 = { results: [{ ...SEATS, created_at: "2025-01-22T10:00:00Z" }, TICKETS] };

  it("mem0: each is a memory with its day, its id as alias, its categories as tags", () => {
    const lines = MEM0.results.map((one) => JSON.stringify(one)).join("\n");
    for (const text of [JSON.stringify(MEM0), JSON.stringify(MEM0, null, 2), JSON.stringify(MEM0.results), lines]) {
      const { kind, items } = read("export.json", text);
      expect(kind).toBe("mem0");
      expect(items.map(({ plan }) => plan)).toMatchObject([
        {
          ...{ type: "memory", provenance: { source: "mem0, user bridget" } },
          fields: { content: "Prefers window seats", category: "fact", tags: ["travel"] },
        },
        { fields: { content: "Always books refundable tickets", category: "fact" } },
      ]);
      expect(items[0]).toMatchObject({ aliases: [ID], at: Date.parse("2025-01-22T10:00:00Z") });
    }
  });

  const ENTITY = { type: "entity", name: "default_user", entityType: "person" };
  const OBSERVED = { ...ENTITY, observations: ["Speaks Spanish", "The user lives in Berlin"] };
  const RELATION = { type: "relation", from: "default_user", to: "Acme", relationType: "works_at" };

  it("the MCP memory server: an observation is a memory about its entity, a relation a sentence", () => {
    const graph = {
      entities: [OBSERVED, { name: "Acme", entityType: "company", observations: [] }],
      relations: [RELATION],
    };
    const said = ["The user: Speaks Spanish", "The user lives in Berlin", "The user works at Acme"];
    const content = (text: string) =>
      plans("memory.json", text).flatMap((plan) => (plan.fate === "entry" ? plan.fields.content : []));
    expect(content(`${JSON.stringify(OBSERVED)}\n${JSON.stringify(RELATION)}\n`)).toEqual(said);
    expect(content(JSON.stringify(graph))).toEqual(said);
    expect(plans("memory.json", JSON.stringify(graph))[2]).toMatchObject({ fate: "skip" });
  });

  /** What each item of a file becomes. */
  async function fates(world: TestWorld, name: string, text: string) {
    world.put(name, text);
    const imported = await importFrom(world, { paths: [join(world.workspace.root, name)] });
    const items = imported.files[0]?.items.map(({ line, fate, text, because }) => [line, fate, text ?? because]);
    return { imported, items };
  }

  it("mem0's relations are sentences; one without an end, and a line that is broken, are named", async () => {
    const world = testWorld();
    const relations = [
      { source: "alice", relationship: "works_at", destination: "Acme" },
      { source: "alice", relationship: "knows" },
    ];
    const whole = JSON.stringify({ results: [{ id: "1", memory: "Likes tea", user_id: "alice" }], relations });
    expect((await fates(world, "mem0.json", whole)).items?.map(([, fate, text]) => [fate, text])).toEqual([
      ["imported", "Likes tea"],
      ["imported", "alice works at Acme"],
      ["skipped", "It is no record of a memory."],
    ]);
    const line = (id: string, memory: string) => JSON.stringify({ id, memory, user_id: "bob" });
    const lines = [line("1", "Likes cocoa"), '{"id":"2","memory":', line("3", "Keeps a kite")].join("\n");
    const { imported, items } = await fates(world, "mem0.jsonl", lines);
    expect(items).toEqual([
      [1, "imported", "Likes cocoa"],
      [2, "skipped", "The line is not JSON."],
      [3, "imported", "Keeps a kite"],
    ]);
    expect(pipeText(importedOutline(await say(imported)))).toMatch(/2\b.*The line is not JSON\./);
  });

  it("they are told by what stands in them, not by their names; other JSON is none", () => {
    expect(read("notes.txt", JSON.stringify(MEM0)).kind).toBe("mem0");
    expect(read("memory.jsonl", '{"decision": "Ship", "why": "Done"}\n').kind).toBe("decisions");
    expect(read("package.json", '{"name": "x", "memory": 3}')).toMatchObject({
      kind: "unknown",
      items: [],
      there: "a JSON object with name, memory",
    });
    expect(read("x.json", "{ broken").kind).toBe("unknown");
    expect(plans("x.json", '{"results": [{"memory": "x y z", "__proto__": {"a": 1}, "id": "1"}]}')).toHaveLength(1);
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});

describe("a project", () => {
  function project(files: Record<string, string>): TestWorld {
    const world = testWorld();
    for (const [file, text] of Object.entries(files)) world.put(file, text);
    return world;
  }

  it("what is known to be kept there is read, and nothing else; again changes nothing", async () => {
    const world = project({
      "CLAUDE.md": "- Use pnpm, not npm\n- The API lives in `apps/api`\n",
      "GEMINI.md": "- Use pnpm, not npm\n",
      ".github/copilot-instructions.md": "- Always answer in English\n",
      ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\n- No default exports\n",
      ".claude/rules/db.md": "- Never drop a table\n",
      "README.md": "- Never read this\n",
      "docs/notes.md": "- Never read that\n",
      ".claude/commands/x.md": "- Never run this\n",
      "memory/2026-01-01.md": "- 10:00 Never a log\n",
    });
    symlinkSync("CLAUDE.md", join(world.workspace.root, "AGENTS.md"));
    const run = () => importFrom(world, { paths: [world.workspace.root] });
    const first = await run();
    expect(first.totals).toEqual({ found: 6, imported: 5, logged: 0, folded: 0, skipped: 1 });
    expect(first.left).toEqual([{ file: "AGENTS.md", because: "A link; links are not followed." }]);
    const all = await entries(world);
    expect(all.map(({ tier, review }) => [tier, review])).toEqual(all.map(() => ["self", undefined]));
    expect(all.map((entry) => entry.type === "memory" && entry.category)).toEqual(all.map(() => "instruction"));
    expect((await run()).changed).toEqual([]);
  });

  it("nothing found: what was looked for, and what was there", async () => {
    const world = project({ "README.md": "# Title\n\n[A link](https://a.example)\n", "x.json": '{"a": 1}' });
    const { root } = world.workspace;
    const found = await importFrom(world, { paths: [join(root, "README.md"), join(root, "x.json")] });
    const text = pipeText(importedOutline(await say(found)));
    expect(text).toContain("Looked for\n  instructions: CLAUDE.md");
    expect(text).toContain("  README.md  1 heading, 1 line of text, nothing in them says anything\n");
    expect(text).toContain("  x.json  a JSON object with a\n");
    expect(pipeText(importedOutline(await say(await importFrom(world, { paths: [root] }))))).toContain(
      "no file of a kind that is read",
    );
  });

  it("a dry run lists every entry with what it becomes, and every line that is none", async () => {
    const lead = "Some prose to explain it.";
    const world = project({ "CLAUDE.md": `${lead}\n\n- Never sleep\n- The API lives in \`apps/api\`\n` });
    const found = await importFrom(world, { paths: [world.workspace.root], dryRun: true });
    const said = pipeText(importedOutline(await say(found)));
    expect(said).toContain(`CLAUDE.md:3\tmemory\t${lead} › Never sleep\n`);
    expect(said).toContain("CLAUDE.md:1  no entry: A sentence in prose.\n");
  });
});
