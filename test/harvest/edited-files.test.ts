/** Edits that a harvest offers: a real transcript beside a real history, what is kept of them, and what is not offered. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { harvest } from "../../src/harvest/harvest.js";
import { harvestOutline } from "../../src/harvest/harvest-outline.js";
import { keepEdit, leaveOffers } from "../../src/harvest/keep-offers.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { emptyRepository } from "../empty-repository.js";

const WROTE = "# Hours\n\nWe are closed on Sunday.\nCall us any time.\n";
const MADE = "# Hours\n\nSundays we are closed, Monday 9:00 is free.\nCall us any time.\n";
const ASKED = "Write the page\nabout opening hours";

interface History extends Capturing {
  commit(file: string, text: string | undefined, more?: { at?: string; who?: string; message?: string }): void;
  git(...args: string[]): string;
}

function history(): History {
  const world = capturing();
  const { root } = world.workspace;
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  emptyRepository(root);
  return Object.assign(world, {
    git,
    commit(file: string, text: string | undefined, more: { at?: string; who?: string; message?: string } = {}) {
      const { at = "2026-02-02T10:00:00Z", who = "bridget", message = "change" } = more;
      if (text === undefined) rmSync(join(root, file));
      else world.put(file, text);
      git("add", "-A", "--", file);
      const as = ["-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`];
      git(...as, "commit", "-q", "-m", message, "--date", at);
    },
  });
}

/** As Claude Code writes it: the person's turn, then each call and its result. */
function session(
  world: Capturing,
  name: string,
  calls: readonly object[],
  at = "2026-02-01T10:00:00Z",
  failed = false,
) {
  const { root } = world.workspace;
  const rows: object[] = [{ type: "user", message: { role: "user", content: ASKED } }];
  for (const [nth, input] of calls.entries()) {
    const id = `toolu_${name}_${nth}`;
    const tool = "content" in input ? "Write" : "Edit";
    rows.push(
      { type: "assistant", message: { role: "assistant", content: [{ type: "tool_use", id, name: tool, input }] } },
      {
        type: "user",
        toolUseResult: { type: "update" },
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, is_error: failed, content: "ok" }] },
      },
    );
  }
  const path = join(
    ...[world.places.hosts["claude-code"], "projects", root.replace(/[^A-Za-z0-9]/g, "-"), `${name}.jsonl`],
  );
  mkdirSync(dirname(path), { recursive: true });
  const shared = { isSidechain: false, cwd: root, sessionId: name, timestamp: at };
  writeFileSync(path, rows.map((row) => `${JSON.stringify({ ...shared, ...row })}\n`).join(""));
  return path;
}

const page = (world: Capturing) => join(world.workspace.root, "hours.md");

/** An agent wrote the page, a person committed it otherwise. */
function edited(): History {
  const world = history();
  session(world, "s1", [{ file_path: page(world), content: WROTE }]);
  world.commit("hours.md", MADE);
  return world;
}

const edits = async (world: Capturing) => (await harvest(world)).edits ?? [];
type Offered = Awaited<ReturnType<typeof edits>>[number];

describe("an edit of what an agent wrote", () => {
  it("is offered with what was asked, the passage, and who committed it, until it is decided; nothing is stored", {
    tags: "proof",
  }, async () => {
    const world = edited();
    const first = await edits(world);
    expect(first).toMatchObject([
      {
        ...{ type: "edit", context: "Write the page about opening hours", file: "hours.md", by: "bridget" },
        original: "We are closed on Sunday.\nCall us any time.",
        final: "Sundays we are closed, Monday 9:00 is free.\nCall us any time.",
        ...{ at: "2026-02-02T10:00:00Z", wrote: "2026-02-01T10:00:00Z", host: "claude-code", session: "s1" },
      },
    ]);
    expect(first[0]?.ratio).toBeGreaterThanOrEqual(0.15);
    expect(pipeText(harvestOutline(await harvest(world)))).toMatch(
      /Edits of what your agent wrote[\s\S]*asked: Write the page about opening hours/,
    );
    const kept = readFileSync(world.workspace.harvest, "utf8");
    for (const word of ["Sunday", "hours", "opening"]) expect(kept).not.toContain(word);
    expect(await leaveOffers(world, first, "later")).toBe(0);
    // From where it stands.
    const again = await harvest(world);
    expect([again.edits, again.read.unchanged, await world.entries()]).toEqual([first, 1, []]);
  });

  it("is kept as its person's example, and not offered twice", { tags: "proof" }, async () => {
    const world = edited();
    world.as(AT_TERMINAL);
    const [edit] = await edits(world);
    const { id } = await keepEdit(world, edit as Offered, "offer the next slot");
    expect(await world.entry(id)).toMatchObject({
      ...{ type: "edit", tier: "owner", source: "bridget", session: "s1", kind: "rewrite", final: edit?.final },
      why: "offer the next slot",
    });
    const again = await harvest(world);
    expect([again.edits, again.settled.kept]).toEqual([[], 1]);
  });

  it("is nobody's to keep off a terminal, and kept by somebody else without a reason: only its person knows that", async () => {
    const world = edited();
    const [edit] = await edits(world);
    await expect(keepEdit(world, edit as Offered, undefined)).rejects.toMatchObject({ code: "needs-person" });
    world.as({ atTerminal: true, git: async () => ({ name: "jane", email: "jane@example.invalid" }) });
    const { id } = await keepEdit(world, edit as Offered, "I like it better");
    expect(await world.entry(id)).toMatchObject({ source: "bridget" });
    expect((await world.entry(id))["why"]).toBeUndefined();
  });

  it("is not offered twice once it was drafted, or turned down", { tags: "proof" }, async () => {
    const world = edited();
    const [{ context, original, final }] = (await edits(world)) as [Offered];
    await world.draft({ type: "edit", context, original, final });
    expect((await harvest(world)).settled.known).toBe(1);
    const other = edited();
    await leaveOffers(other, await edits(other), "never");
    const left = await harvest(other);
    expect([left.edits, left.settled.never]).toEqual([[], 1]);
  });

  it("is offered behind sixty newer ones, once those were turned down", { tags: "proof" }, async () => {
    const world = history();
    const names = Array.from({ length: 61 }, (_, nth) => `page-${nth}.md`);
    const { root } = world.workspace;
    const calls = names.map((name) => ({ file_path: join(root, name), content: `${name}\n${WROTE}` }));
    session(world, "s1", calls);
    for (const name of names) world.put(name, `${name}\n${MADE}`);
    world.git("add", "-A");
    world.commit("page-0.md", `page-0.md\n${MADE}`);
    const offered = async () => (await harvest(world, { limit: 100 })).edits ?? [];
    const first = await offered();
    await leaveOffers(world, first, "never");
    expect([first.length, (await offered()).length]).toEqual([60, 1]);
  });

  it("is of the agent's lines alone, not of a person's beside them, also where they were committed as they were first", async () => {
    const world = history();
    const [before, put] = ["Monday to Friday\n", "Monday to Friday\nNever on Sunday, sorry.\n"];
    world.commit("hours.md", `# Hours\n\n${before}`, { at: "2026-01-20T10:00:00Z" });
    session(world, "s1", [{ file_path: page(world), old_string: before, new_string: put }]);
    world.commit("hours.md", `# Hours\n\n${put}`, { who: "sybil", at: "2026-02-01T11:00:00Z" });
    world.commit("hours.md", "# Opening times\n\nMonday to Friday\nSundays by appointment.\n");
    expect((await edits(world)).map(({ by, original, final }) => [by, original, final])).toEqual([
      ["bridget", put.trimEnd(), "Monday to Friday\nSundays by appointment."],
    ]);
  });

  it("is of what several calls of one second left, one after the other", async () => {
    const world = history();
    world.commit("hours.md", "Hours\n", { at: "2026-01-20T10:00:00Z" });
    const file_path = page(world);
    session(world, "s1", [
      { file_path, old_string: "Hours", new_string: "Closed" },
      { file_path, old_string: "Closed", new_string: "Closed on Sunday, sorry." },
    ]);
    world.commit("hours.md", "Sundays by appointment.\n");
    const offered = async () => (await edits(world)).map(({ original }) => original);
    expect(await offered()).toEqual(["Closed on Sunday, sorry."]);
    // Read again from where it stands.
    expect(await offered()).toEqual(["Closed on Sunday, sorry."]);
  });

  it("is found in a session of Codex, by the folder in which it ran then", async () => {
    const world = history();
    world.commit("docs/hours.md", "# Hours\n", { at: "2026-01-20T10:00:00Z" });
    const patch = "*** Begin Patch\n*** Update File: hours.md\n@@\n # Hours\n+We are closed on Sunday.\n*** End Patch";
    const output = "Success. Updated the following files:\nM hours.md\n";
    const rows: [string, object][] = [
      ["session_meta", { id: "c1", cwd: join(world.workspace.root, "docs") }],
      ["response_item", { type: "message", role: "user", content: [{ type: "input_text", text: ASKED }] }],
      ["response_item", { type: "custom_tool_call", name: "apply_patch", call_id: "k1", input: patch }],
      ["response_item", { type: "custom_tool_call_output", call_id: "k1", output }],
      ["turn_context", { cwd: world.workspace.root }],
    ];
    const path = join(world.places.hosts.codex, "sessions/2026/02/01/rollout-a.jsonl");
    mkdirSync(dirname(path), { recursive: true });
    const timestamp = "2026-02-01T10:00:00Z";
    writeFileSync(path, rows.map(([type, payload]) => `${JSON.stringify({ timestamp, type, payload })}\n`).join(""));
    world.commit("docs/hours.md", "# Hours\nSundays by appointment.\n");
    for (const _ of ["first", "again"]) {
      expect(await edits(world)).toMatchObject([
        { file: "docs/hours.md", host: "codex", session: "c1", final: "# Hours\nSundays by appointment." },
      ]);
    }
    expect((await harvest(world, { host: "claude-code" })).edits).toEqual([]);
    expect((await harvest(world, { since: "2026-02-02" })).edits).toEqual([]);
  });

  it("holds no secret", async () => {
    const world = history();
    const key = `ghp_${"A1b2C3d4E5f6".repeat(3)}`;
    session(world, "s1", [{ file_path: page(world), content: `token: ${key}\nWe are closed on Sunday.\n` }]);
    world.commit("hours.md", `token: ${key}\nSundays we are closed, Monday 9:00 is free.\n`);
    const found = await edits(world);
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain(key);
  });
});

describe("nothing is offered", () => {
  it("of what a stranger or an agent committed, is older, is gone or named otherwise, lies elsewhere, or failed", {
    tags: "proof",
  }, async () => {
    const world = history();
    const { root } = world.workspace;
    const names = ["stranger", "agent", "older", "deleted", "renamed", "memory/facts/hours", "failed", "hours"];
    const files = [...names.map((name) => `${name}.md`), "SOUL.md"];
    const at = (name: string) => ({ file_path: join(root, name), content: `${name}\n${WROTE}` });
    session(world, "s1", [...files.filter((name) => name !== "failed.md"), "../elsewhere.md"].map(at));
    session(world, "s2", [at("failed.md")], undefined, true);
    const message = "change\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
    world.commit("older.md", `older.md\n${MADE}`, { at: "2026-01-31T10:00:00Z" });
    world.commit("stranger.md", `stranger.md\n${MADE}`, { who: "mallory" });
    world.commit("agent.md", `agent.md\n${MADE}`, { message });
    for (const name of ["deleted.md", "renamed.md"]) world.put(name, `${name}\n${WROTE}`);
    world.git("add", "deleted.md", "renamed.md");
    for (const name of ["memory/facts/hours.md", "failed.md", "SOUL.md", "hours.md"])
      world.put(name, `${name}\n${MADE}`);
    world.git("add", "-A");
    world.commit("hours.md", `hours.md\n${MADE}`);
    world.git("mv", "renamed.md", "times.md");
    world.put("times.md", `renamed.md\n${MADE}`);
    world.commit("deleted.md", undefined);
    world.commit("times.md", `renamed.md\n${MADE}`);
    expect((await edits(world)).map(({ file }) => file)).toEqual(["hours.md"]);
  });

  it("where git has no history", async () => {
    const world = capturing();
    session(world, "s1", [{ file_path: page(world), content: WROTE }]);
    world.put("hours.md", MADE);
    expect(await edits(world)).toEqual([]);
  });
});
