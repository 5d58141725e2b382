import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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
