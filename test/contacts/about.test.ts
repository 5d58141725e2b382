/** `--contact` on what is learned, decided, reflected, logged: shown where the contact is named, never a rule, erased with them. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { mergeFile, mergesByMeaning } from "../../src/store/merge/merge-file.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const WORD = "zinnober";
const PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";

const SAID: readonly (readonly [type: string, line: readonly string[]])[] = [
  ["insight", ["learn", `Short mails suit the ${WORD} best`, "--because", "she said so", "--risk", "high: she leaves"]],
  ["correction", ["correct", `She writes ${WORD} with two n`, "--risk", "high: she is hurt"]],
  ["decision", ["decide", `Give the ${WORD} a discount`, "--in", "she complains", "--because", "she is loyal"]],
  ["reflexion", ["reflect", `The mail about ${WORD} bounced`, "--tag", "mail"]],
];

async function done(box: Sandbox, ...args: string[]) {
  const ran = await box.run(args);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran;
}

describe("what is said with a contact named", () => {
  let box: Sandbox;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    box = await sandbox({ git: true, profile: PROFILE });
    for (const [type, line] of SAID) {
      ids[type] = JSON.parse((await done(box, ...line, "--contact", "jane", "--json")).stdout).data.id;
    }
    await done(box, "log", `sent her the ${WORD}`, "--contact", "jane");
    await done(box, "learn", `${WORD} called twice`, "--risk", "none", "--contact", "jane");
  });

  it.each(SAID.map(([type]) => type))("is stored as about them: %s", async (type) => {
    const shown = JSON.parse((await done(box, "show", ids[type] as string, "--contact", "jane", "--json")).stdout);
    expect(shown.data.entry.scope).toBe("contact:jane");
    const refused = await box.run(["show", ids[type] as string]);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("--contact")]);
    expect((await box.run(["show", ids[type] as string, "--contact", "bob"])).code).toBe(4);
  });

  it("is listed and printed where they are named, and nowhere else", async () => {
    const reads = [
      ["list"],
      ["context"],
      ["context", "--query", WORD],
      ["recall", WORD],
      ["recall", WORD, "--type", "decision"],
    ];
    for (const read of reads) {
      const plain = await box.run(read);
      const about = await box.run([...read, "--contact", "jane"]);
      expect([...read, plain.stdout + plain.stderr].join(" ").replace(read.join(" "), "")).not.toContain(WORD);
      if (!read.includes("decision")) expect(about.stdout, read.join(" ")).toContain(WORD);
    }
    expect((await done(box, "list", "--contact", "jane")).stdout.match(new RegExp(WORD, "g"))).toHaveLength(4);
    expect((await done(box, "list", "--contact", "bob")).stdout).not.toContain(WORD);
  });

  it("goes into a log of their own where it is activity", async () => {
    expect(await box.read("memory/contacts/jane/2026-02-15.md")).toBe(
      `# 2026-02-15\n\n- 14:00 sent her the ${WORD}\n- 14:00 not learned: ${WORD} called twice\n`,
    );
    expect(existsSync(join(box.dir, "memory/2026-02-15.md"))).toBe(false);
    expect((await done(box, "verify", "--json")).json().data.errors).toBe(0);
    const undone = await done(box, "undo", "--dry-run");
    expect(undone.stdout).toContain("[about a contact]");
    expect(undone.stdout).not.toContain(WORD);
  });

  it("is no rule, and stands in no commit's or ledger's reason", async () => {
    for (const type of ["insight", "correction"]) {
      expect((await box.run(["digest", ids[type] as string, "--dry-run"])).stdout).not.toContain(WORD);
    }
    expect((await done(box, "audit")).stdout).not.toContain(WORD);
  });

  it.each([
    ["learn", ["learn", "x", "--risk", "low: y", "--scope", "project"]],
    ["remember", ["remember", "x", "--scope", "contact:bob"]],
    ["ask", ["ask", "x?", "--because", "y"]],
  ])("is refused where the scope says something else: %s", async (verb, line) => {
    const ran = await box.run([...line, "--contact", verb === "ask" ? "Jane Doe" : "jane"]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/not about jane|no id of a contact/)]);
  });

  it("is answered with the contact named: an outcome is about them as well", async () => {
    const line = ["outcome", ids["insight"] as string, "--verdict", "validated", "--result", `the ${WORD} stayed`];
    expect((await box.run(line)).code).toBe(4);
    const { id } = (await done(box, ...line, "--contact", "jane", "--json")).json().data;
    expect((await box.run(["show", id])).code).toBe(4);
    expect((await done(box, "show", id, "--contact", "jane")).stdout).toContain(WORD);
  });

  it("leaves with them, their log and open runs included", { timeout: 60_000 }, async () => {
    await done(box, "run", "start", "r1");
    await done(box, "log", `rang the ${WORD}`, "--contact", "jane", "--run", "r1");
    const typed = await atTerminal(box, ["forget", "--contact", "jane", "--erase"], [["Type", `jane${ENTER}`]]);
    expect(typed.code, typed.screen).toBe(0);
    expect(readdirSync(join(box.dir, "memory/contacts")).filter((name) => name === "jane.md")).toEqual([]);
    expect(existsSync(join(box.dir, "memory/contacts/jane/2026-02-15.md"))).toBe(false);
    expect(JSON.stringify((await box.run(["run", "finish", "r1", "--json"])).json().data.committed)).not.toContain(
      WORD,
    );
  });
});

it("merges two branches' logs of a contact by the clock", () => {
  const path = "memory/contacts/jane/2026-02-15.md";
  const log = (...lines: string[]) => `# 2026-02-15\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
  expect(mergesByMeaning(path)).toBe(true);
  const merged = mergeFile(path, log("10:00 a"), log("10:00 a", "12:00 c"), log("10:00 a", "11:00 b"));
  expect(merged).toEqual({ text: log("10:00 a", "11:00 b", "12:00 c"), conflicts: [] });
});
