/** The log of a contact: erased with them, merged by the clock. What is said with a contact named: sessions of contacts. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mergeFile } from "../../src/store/merge/merge-file.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const WORD = "zinnober";
const PROFILE =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";

async function done(box: Sandbox, ...args: string[]) {
  const ran = await box.run(args);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran;
}

it("the log of a contact leaves with them, open runs included", { timeout: 60_000 }, async () => {
  const box = await sandbox({ git: true, profile: PROFILE });
  await done(box, "log", `sent her the ${WORD}`, "--contact", "jane");
  await done(box, "run", "start", "r1");
  await done(box, "log", `rang the ${WORD}`, "--contact", "jane", "--run", "r1");
  const typed = await atTerminal(box, ["forget", "--contact", "jane", "--erase"], [["Type", `jane${ENTER}`]]);
  expect(typed.code, typed.screen).toBe(0);
  expect(existsSync(join(box.dir, "memory/contacts/jane/2026-02-15.md"))).toBe(false);
  expect((await done(box, "run", "finish", "r1", "--json")).stdout).not.toContain(WORD);
});

it("merges two branches' logs of a contact by the clock", async () => {
  const path = "memory/contacts/jane/2026-02-15.md";
  const log = (...lines: string[]) => `# 2026-02-15\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
  const merged = await mergeFile(path, log("10:00 a"), log("10:00 a", "12:00 c"), log("10:00 a", "11:00 b"));
  expect(merged).toBe(log("10:00 a", "11:00 b", "12:00 c"));
});
