import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { capturedSchema } from "../../src/capture/capture-schemas.js";
import { forgottenMemoriesSchema, listedMemoriesSchema } from "../../src/recall/recall-schemas.js";
import { DATA_SCHEMAS } from "../../src/schemas.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal, ENTER } from "./terminal.js";

const PEOPLE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
/** What nothing may hold once it was taken out. */
const CANARY = "zinnober walrus";
const HAND = `---
type: facts
---

## MEM-20260214-HAND9 · x

\`\`\`yaml
type: memory
id: MEM-20260214-HAND9
timestamp: 2026-02-14T10:00:00Z
agent: main
content: "My walrus number is orrery"
category: fact
scope: user
user: bridget
linked:
  - MEM-20260214-TALK9
status: active
\`\`\`

## MEM-20260214-TALK9 · x

\`\`\`yaml
type: memory
id: MEM-20260214-TALK9
timestamp: 2026-02-14T11:00:00Z
agent: main
content: "In this talk the walrus plan is called sextant"
category: fact
scope: conversation
session: bridgets-talk
near:
  - with: MEM-20260214-HAND9
    score: 0.9
    by: claim
    state: open
status: active
\`\`\`
`;

async function shared(): Promise<{ box: Sandbox; own: string }> {
  const box = await sandbox({ profile: PEOPLE });
  await box.write("memory/facts/private.md", HAND);
  const said = await box.run(
    ["remember", "I live near the walrus museum called quincunx", "--category", "fact", "--scope", "user", "--json"],
    { env: { TENET_USER: "bridget" } },
  );
  expect(said.code, said.stderr).toBe(0);
  await box.run(["remember", "The museum opens at nine", "--category", "fact"]);
  return { box, own: said.json().data.id };
}

describe("nobody is shown what another user told", () => {
  it("by any door", { tags: "proof", timeout: 240_000 }, async () => {
    const { box, own } = await shared();
    const doors: readonly (readonly string[])[] = [
      ["recall", "walrus museum number plan"],
      ["recall", "where is the museum", "--mode", "semantic"],
      ["recall", "walrus", "--mode", "keyword", "--explain"],
      ["list"],
      ["list", "--type", "memory"],
      ["list", "--scope", "user"],
      ["export"],
      ["memories"],
      ["memories", "--scope", "user"],
      ["memories", "forget", "--all", "--dry-run"],
      ["context"],
      ["context", "--query", "walrus museum"],
      ["heartbeat"],
      ["heartbeat", "--dry-run"],
      ["review", "--list"],
      ["status"],
      ["why", own],
      ["show", own],
      ["show", "hand9"],
      ["show", "talk9"],
      ["show", own.slice(-5).toLowerCase()],
      ["memories", "update", own, "x"],
      ["edit", own, "--context", "x"],
      ["used", "hand9"],
      ["link", "hand9", own],
      ["resolve", "talk9", "hand9", "--unrelated"],
      ["forget", "hand9"],
      ["remember", "My walrus number is eight", "--category", "fact"],
      ["remember", "I live near the walrus museum called tower", "--category", "fact", "--scope", "user"],
      ["learn", "The walrus museum is near", "--because", "a map", "--risk", "low: time"],
      ["index"],
      ["verify"],
      ["doctor"],
      ["audit"],
    ];
    const mine = /quincunx|orrery|sextant/;
    for (const door of doors) {
      for (const json of [[], ["--json"]]) {
        const ran = await box.run([...door, ...json], { env: { TENET_USER: "walt", TENET_SESSION: "walts" } });
        const said = `${ran.stdout}${ran.stderr}`;
        expect(said, door.join(" ")).not.toMatch(mine);
      }
    }
    expect(readFileSync(box.path("memory/learning/index.md"), "utf8")).not.toMatch(mine);
  });

  it("and its owner by all of them", { tags: "proof", timeout: 120_000 }, async () => {
    const { box, own } = await shared();
    const env = { TENET_USER: "Bridget" };
    const said = async (...args: string[]) => (await box.run(args, { env })).stdout;
    expect(await said("recall", "walrus", "--mode", "keyword")).toContain("quincunx");
    expect(await said("show", own)).toContain("quincunx");
    expect(await said("show", "hand9")).toContain("orrery");
    expect(await said("memories")).toContain("quincunx");
    expect(await said("context")).toContain("quincunx");
    expect(await said("list")).toContain("orrery");
    const talk = await box.run(["show", "talk9"], { env: { TENET_SESSION: "bridgets-talk" } });
    expect(talk.stdout).toContain("sextant");
  });
});

describe("remember and memories at the command line", () => {
  it("say in one line what was kept, and what it replaces", async () => {
    const box = await sandbox({ profile: PEOPLE });
    const first = await box.run(["remember", "The limit is 30 requests", "--category", "fact"]);
    expect(first.stdout).toMatch(/^Remembered {2}[0-9a-z]{5} {2}fact {9}memory\/facts\/facts\.md:9\n$/);
    const [, old = ""] = /Remembered {2}(\S+)/.exec(first.stdout) ?? [];
    const now = await box.run(["remember", "-", "--category", "fact", "--key", "limit", "--replaces", old], {
      stdin: "The limit is 60 requests\n",
    });
    const [, newer = ""] = /Remembered {2}(\S+)/.exec(now.stdout) ?? [];
    expect(now.stdout).toContain(`\n  ${newer} takes the place of ${old}: "The limit is 30 requests"\n`);
    expect(now.stdout).toContain(`tenet resolve ${newer} ${old} --reopen\n`);
    const listed = await box.run(["memories", "--json"]);
    expect(listed.json().data).toMatchObject({
      total: 1,
      memories: [{ text: "The limit is 60 requests", key: "limit" }],
    });
  });

  it.each(["Lunch is at noon", "Always answer in short sentences", "I prefer tabs"])(
    "without a category %j is a fact",
    async (content) => {
      const box = await sandbox();
      const ran = await box.run(["remember", content, "--json"]);
      expect([ran.code, ran.json().data]).toMatchObject([0, { category: "fact", file: "memory/facts/facts.md" }]);
    },
  );

  it("off a terminal missing words are one usage error with a stub to fill in", async () => {
    const box = await sandbox();
    const ran = await box.run(["remember", "--category", "fact", "--json"]);
    expect(ran.code).toBe(2);
    expect(ran.json().error).toMatchObject({ code: "missing-fields", details: { missing: [{ field: "content" }] } });
    expect(ran.json().error.hint).toContain('category: "fact"');
  });

  it.each(["../x", "/etc/x", "a/b", "a\\b", ".git/hooks/x", "-rf", "", "x".repeat(300), "a\u0001b"])(
    "row 21: the group %j creates nothing",
    async (group) => {
      const box = await sandbox();
      const before = readdirSync(join(box.dir, ".."), { recursive: true }).map(String).sort();
      const ran = await box.run(["remember", "Lunch is at noon", "--category", "fact", `--group=${group}`]);
      expect(ran.code).toBe(2);
      const made = readdirSync(join(box.dir, ".."), { recursive: true }).map(String);
      expect(made.filter((name) => !name.includes(".tenet")).sort()).toEqual(before);
    },
  );

  it("forgetting all of it is typed by a person", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: PEOPLE });
    await box.run(["remember", "Lunch is at noon", "--category", "fact"]);
    const env = { TENET_USER: "sybil" };
    await box.run(["remember", "Answer in short sentences", "--category", "preference", "--scope", "user"], { env });
    const refused = await box.run(["memories", "forget", "--all", "--json"]);
    expect([refused.code, refused.json().error.code]).toEqual([5, "needs-person"]);
    expect(refused.json().error.hint).not.toContain("--all");
    const seen = await atTerminal(box, ["memories", "forget", "--all"], [["Type all 2 to confirm:", `all 2${ENTER}`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect((await box.run(["memories", "--json"], { env })).json().data.total).toBe(0);
  });

  it("a memory for everybody is refused to an agent, with exit 5", async () => {
    const box = await sandbox({ profile: PEOPLE });
    const ran = await box.run(["remember", "We are called Acorn", "--category", "fact", "--scope", "global", "--json"]);
    expect([ran.code, ran.json().error.code]).toEqual([5, "needs-person"]);
  });

  it("reading leaves git as it was, and makes no user tree", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await box.run(["remember", "Lunch is at noon", "--category", "fact"]);
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "memories");
    for (const args of [["memories"], ["recall", "lunch"], ["list"], ["memories", "--scope", "user"]])
      await box.run(args);
    expect(await box.git("status", "--porcelain")).toBe("");
    expect(lstatSync(join(box.env["HOME"] ?? "", ".local"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("verify and doctor have nothing to say about facts in their place; a wrong place is a finding", async () => {
    const box = await sandbox({ profile: PEOPLE });
    const { id } = (await box.run(["remember", "Lunch is at noon", "--category", "fact", "--json"])).json().data;
    expect((await box.run(["verify", "--json"])).json().data.findings).toEqual([]);
    const facts = await box.read("memory/facts/facts.md");
    await box.write("memory/learning/insights/2026-02-15.md", facts.replaceAll(id, "MEM-20260215-AAAAA"));
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    expect(findings.map(({ file }: { file: string }) => file)).toContain("memory/learning/insights/2026-02-15.md");
  });
});

it("update and forget answer in the schema of memories", async () => {
  const box = await sandbox({ profile: PEOPLE });
  const { id } = (await box.run(["remember", "Lunch is at noon", "--category", "fact", "--json"])).json().data;
  const update = (await box.run(["memories", "update", id, "Lunch is at one", "--json"])).json().data;
  expect(capturedSchema.parse(update)).toMatchObject({ decision: "replaced", superseded: [id] });
  expect(DATA_SCHEMAS["memories"]?.parse(update)).toEqual(update);
  const dry = (await box.run(["memories", "forget", update.id, "--dry-run", "--json"])).json().data;
  expect(forgottenMemoriesSchema.parse(dry)).toMatchObject({ dry_run: true, entries: [{ id: update.id }] });
  const gone = (await box.run(["memories", "forget", update.id, "--json"])).json().data;
  expect(DATA_SCHEMAS["memories"]?.parse(gone)).toEqual(gone);
  const listed = (await box.run(["memories", "--json"])).json().data;
  expect(listedMemoriesSchema.parse(listed).memories).toMatchObject([{ id, text: "Lunch is at noon" }]);
});

describe("memories in git", () => {
  it("two branches that remember into one group merge without a conflict", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true, profile: PEOPLE });
    await box.run(["init"]);
    await box.run(["remember", "Lunch is at noon", "--category", "fact"]);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "one");
    await box.git("checkout", "-q", "-b", "other");
    await box.run(["remember", "The printer jams on Mondays", "--category", "fact"], { env: { TENET_SEED: "b" } });
    await box.git("commit", "-qam", "two");
    await box.git("checkout", "-q", "main");
    await box.run(["remember", "Badges open the garage", "--category", "fact"], { env: { TENET_SEED: "c" } });
    await box.git("commit", "-qam", "three");
    await box.git("merge", "-q", "other");
    const { memories } = (await box.run(["memories", "--json"])).json().data;
    expect(memories.map(({ text }: { text: string }) => text).sort()).toEqual([
      "Badges open the garage",
      "Lunch is at noon",
      "The printer jams on Mondays",
    ]);
  });
});

describe("what forgetting takes", () => {
  it.each(["--redact", "--erase"])(
    "%s leaves no word of a memory, and its record can be read",
    { tags: "proof" },
    async (taking) => {
      const box = await sandbox({ profile: PEOPLE });
      const { id } = (
        await box.run(["remember", `The code is ${CANARY} nine`, "--category", "fact", "--key", "vault.code", "--json"])
      ).json().data;
      const ref = id.slice(-5).toLowerCase();
      const seen = await atTerminal(box, ["forget", id, taking], [[`Type ${ref} to confirm:`, `${ref}${ENTER}`]]);
      expect(seen.code, seen.screen).toBe(0);
      expect(await box.read("memory/facts/facts.md")).not.toMatch(/zinnober|vault/);
      expect((await box.run(["show", id, "--json"])).json().data.entry).toMatchObject({
        status: "forgotten",
        category: "fact",
      });
      const findings = (await box.run(["verify", "--json"])).json().data.findings as { severity: string }[];
      expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );
});
