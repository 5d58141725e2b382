import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgottenMemoriesSchema, listedMemoriesSchema } from "../../src/recall/recall-schemas.js";
import { editedSchema } from "../../src/review/edit/edit-schemas.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, failed, tail, told, words } from "./typed.js";

const PEOPLE = "people:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
const owned = (git = false) => sandbox({ git, profile: NO_MODEL + PEOPLE });
const LUNCH = "remember 'Lunch is at noon' --category fact";

const memory = (id: string, content: string, more: string) =>
  `## ${id} · x\n\n\`\`\`yaml\ntype: memory\nid: ${id}\ntimestamp: 2026-02-14T10:00:00Z\nagent: main\ncontent: "${content}"\ncategory: fact\n${more}\nstatus: active\n\`\`\`\n\n`;

/** What bridget has told: by hand, in one talk, and by a command. */
async function shared(): Promise<{ box: Sandbox; own: string }> {
  const box = await sandbox({ profile: `schema: 1\nagent: main\ntimezone: UTC\n${PEOPLE}` });
  await box.write(
    "memory/facts/private.md",
    "---\ntype: facts\n---\n\n" +
      memory(
        "MEM-20260214-HAND9",
        "My walrus number is orrery",
        "scope: user\nuser: bridget\nlinked:\n  - MEM-20260214-TALK9",
      ) +
      memory(
        "MEM-20260214-TALK9",
        "In this talk the walrus plan is called sextant",
        "scope: conversation\nsession: bridgets-talk\nnear:\n  - with: MEM-20260214-HAND9\n    score: 0.9\n    by: claim\n    state: open",
      ),
  );
  const hers = "remember 'I live near the walrus museum called quincunx' --category fact --scope user";
  const { id } = await told(box, hers, { env: { TENET_USER: "bridget" } });
  await done(box, "remember 'The museum opens at nine' --category fact");
  return { box, own: id };
}

describe("what another user told", () => {
  it("is shown to nobody else, by any door", { tags: "proof" }, async () => {
    const { box, own } = await shared();
    const doors = `recall 'walrus museum number plan'
recall walrus --keyword
list
list --type memory
list --scope user
export
list --type memory
list --type memory --scope user
forget --type memory --all --dry-run
context
context --query 'walrus museum'
heartbeat
heartbeat --dry-run
review --list
status
why ${own}
show ${own}
show hand9
show talk9
show ${tail(own)}
edit ${own} x
edit ${own} --context x
used hand9
link hand9 ${own}
resolve talk9 hand9 --unrelated
forget hand9
remember 'My walrus number is eight' --category fact
remember 'I live near the walrus museum called tower' --category fact --scope user
learn 'The walrus museum is near' --because 'a map' --risk 'low: time'
index
verify
doctor
audit`.split("\n");
    const mine = /quincunx|orrery|sextant/;
    for (const door of doors) {
      for (const json of ["", " --json"]) {
        const ran = await box.run(words(door + json), { env: { TENET_USER: "walt", TENET_SESSION: "walts" } });
        expect(ran.stdout + ran.stderr, door).not.toMatch(mine);
      }
    }
    expect(readFileSync(box.path("memory/learning/index.md"), "utf8")).not.toMatch(mine);
  });

  it("is shown to them by all of these", { tags: "proof" }, async () => {
    const { box, own } = await shared();
    for (const [line, word] of [
      ["recall walrus --keyword", "quincunx"],
      [`show ${own}`, "quincunx"],
      ["show hand9", "orrery"],
      ["list --type memory", "quincunx"],
      ["context", "quincunx"],
      ["list", "orrery"],
    ] as const)
      expect((await done(box, line, { env: { TENET_USER: "Bridget" } })).stdout, line).toContain(word);
    const talk = await done(box, "show talk9", { env: { TENET_SESSION: "bridgets-talk" } });
    expect(talk.stdout).toContain("sextant");
  });
});

describe("remember and memories at the command line", () => {
  it("say in one line what was kept, and what it replaces; without a category it is a fact", async () => {
    const box = await owned();
    const first = await done(box, "remember 'The limit is 30 requests'");
    expect(first.stdout).toMatch(/^Remembered {2}[0-9a-z]{5} {2}fact {9}memory\/facts\/facts\.md:8\n$/);
    const [, old = ""] = /Remembered {2}(\S+)/.exec(first.stdout) ?? [];
    const line = `remember - --category fact --key limit --replaces ${old}`;
    const now = await done(box, line, { stdin: "The limit is 60 requests\n" });
    const [, newer = ""] = /Remembered {2}(\S+)/.exec(now.stdout) ?? [];
    expect(now.stdout).toContain(`\n  ${newer} takes the place of ${old}: "The limit is 30 requests"\n`);
    expect(now.stdout).toContain(`tenet resolve ${newer} ${old} --open\n`);
    const memories = [{ text: "The limit is 60 requests", key: "limit" }];
    expect(await told(box, "list --type memory")).toMatchObject({ total: 1, memories });
  });

  it("off a terminal missing words are one usage error; one for everybody is refused to an agent", async () => {
    const box = await owned();
    expect(await failed(box, "remember --category fact")).toMatchObject({
      exit: 2,
      code: "missing-fields",
      details: { missing: [{ field: "content" }] },
      hint: 'Add to the command: "one fact"',
    });
    const everybody = "remember 'We are called Acorn' --category fact --scope global";
    expect(await failed(box, everybody)).toMatchObject({ exit: 5, code: "needs-person" });
  });

  it("row 21: no group creates anything elsewhere", async () => {
    const box = await sandbox({ profile: NO_MODEL });
    const all = () => readdirSync(join(box.dir, ".."), { recursive: true }).map(String).sort();
    const before = all();
    for (const group of ["../x", "/etc/x", "a/b", "a\\b", ".git/hooks/x", "-rf", "", "x".repeat(300), "a\u0001b"]) {
      const { code } = await box.run([...words(LUNCH), `--group=${group}`]);
      expect(code, JSON.stringify(group)).toBe(2);
    }
    expect(all().filter((name) => !name.includes(".tenet"))).toEqual(before);
  });

  it("forgetting all of it is typed by a person", { tags: "proof" }, async () => {
    const box = await owned();
    await done(box, LUNCH);
    const env = { TENET_USER: "sybil" };
    await done(box, "remember 'Answer in short sentences' --category preference --scope user", { env });
    const refused = await failed(box, "forget --type memory --all");
    expect(refused).toMatchObject({ exit: 5, code: "needs-person", hint: expect.not.stringContaining("--all") });
    const seen = await atTerminal(box, words("forget --type memory --all"), [
      ["Type all 2 to confirm:", `all 2${ENTER}`],
    ]);
    expect(seen.code, seen.screen).toBe(0);
    expect((await told(box, "list --type memory", { env })).total).toBe(0);
  });

  it("reading leaves git as it was, and makes no user tree", { tags: "proof" }, async () => {
    const box = await owned(true);
    await done(box, LUNCH);
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "memories");
    for (const line of ["list --type memory", "recall lunch", "list", "list --type memory --scope user"])
      await done(box, line);
    expect(await box.git("status", "--porcelain")).toBe("");
    expect(lstatSync(join(box.env["HOME"] ?? "", ".local"), { throwIfNoEntry: false })).toBeUndefined();
  });
});

it("verify has nothing to say about facts in their place; what is edited or forgotten answers in its schema", async () => {
  const box = await owned();
  const { id } = await told(box, LUNCH);
  expect((await told(box, "verify")).findings).toEqual([]);
  const edited = await done(box, `edit ${id} 'Lunch is at one' --json`);
  const { data } = JSON.parse(edited.stdout);
  expect(editedSchema.parse(data)).toMatchObject({ id, changed: ["content"] });
  const forgetting = `forget --type memory ${id}`;
  const dry = forgottenMemoriesSchema.parse(await told(box, `${forgetting} --dry-run`));
  expect(dry).toMatchObject({ dry_run: true, entries: [{ id }] });
  const listed = async () => listedMemoriesSchema.parse(await told(box, "list --type memory")).memories;
  expect(await listed()).toMatchObject([{ id, text: "Lunch is at one" }]);
  expect(forgottenMemoriesSchema.parse(await told(box, forgetting))).toMatchObject({ decision: "forgotten" });
  expect(await listed()).toEqual([]);
});

it("two branches that remember into one group merge without a conflict", { tags: "proof" }, async () => {
  const box = await owned(true);
  const commit = async (message: string) => {
    await box.git("add", ".");
    await box.git("commit", "-qm", message);
  };
  await done(box, "init");
  await done(box, LUNCH);
  await commit("one");
  await box.git("checkout", "-q", "-b", "other");
  await done(box, "remember 'The printer jams on Mondays'", { env: { TENET_SEED: "b" } });
  await commit("two");
  await box.git("checkout", "-q", "main");
  await done(box, "remember 'Badges open the garage'", { env: { TENET_SEED: "c" } });
  await commit("three");
  await box.git("merge", "-q", "other");
  const { memories } = await told(box, "list --type memory");
  expect(memories.map(({ text }: { text: string }) => text).sort()).toEqual([
    "Badges open the garage",
    "Lunch is at noon",
    "The printer jams on Mondays",
  ]);
});

it.each(["--redact", "--erase"])(
  "%s leaves no word of a memory, and its record can be read",
  {
    tags: "proof",
  },
  async (taking) => {
    const box = await owned();
    const { id } = await told(box, "remember 'The code is zinnober walrus nine' --category fact --key vault.code");
    const asked = [[`Type ${tail(id)} to confirm:`, `${tail(id)}${ENTER}`]] as const;
    const seen = await atTerminal(box, ["forget", id, taking], asked);
    expect(seen.code, seen.screen).toBe(0);
    expect(await box.read("memory/facts/facts.md")).not.toMatch(/zinnober|vault/);
    expect((await told(box, `show ${id}`)).entry).toMatchObject({ status: "forgotten", category: "fact" });
    expect((await told(box, "verify")).errors).toBe(0);
  },
);
