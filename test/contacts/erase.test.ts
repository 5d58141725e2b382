/** Everything about one contact, erased at a terminal: no byte of it stays, and nothing else goes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const CANARY = "zitrone-7q4x-kanarie";
const OTHER = "melone-3p8w-amsel";
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
ledger: {keep_queries: true}
`;

function holding(box: Sandbox, text: string): string[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !`${one.parentPath}/`.startsWith(`${box.dir}/.git/`))
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).toString("latin1").toLowerCase().includes(text))
    .map((path) => path.slice(box.dir.length + 1))
    .sort();
}

async function done(box: Sandbox, ...args: string[]) {
  const ran = await box.run(args);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran;
}

async function planted() {
  const box = await sandbox({ git: true, profile: PROFILE });
  const jane = ["--contact", "jane", "--category", "fact"];
  await done(box, "init", "--owner", "sybil");
  await done(box, "remember", `Jane keeps the ${CANARY} in her garage`, ...jane, "--key", "garage");
  await done(box, "remember", `Jane sold the ${CANARY} to a museum`, ...jane, "--key", "garage");
  await done(box, "remember", `Jane hides a second ${CANARY} at home`, ...jane, "--private");
  await done(box, "ask", `May Jane bring the ${CANARY}?`, "--because", `the ${CANARY} is heavy`, "--contact", "jane");
  await done(box, "remember", `Bob keeps a ${OTHER} in his garage`, "--contact", "bob", "--category", "fact");
  await done(box, "remember", "The garage opens at nine in the morning", "--category", "fact");
  await done(box, "recall", `where is the ${CANARY}`, "--contact", "jane", "--private");
  await done(box, "context", "--contact", "jane", "--query", `the ${CANARY}`);
  await done(box, "log", `spoke with her of the ${CANARY}`);
  await done(box, "run", "start", "r1");
  await done(box, "remember", `Jane repairs the ${CANARY}`, ...jane, "--run", "r1");
  const file = "memory/contacts/jane.md";
  const broken = `\n\`\`\`yaml\ntype: memory\nid: MEM-20260214-BRKN9\ncontent: "her ${CANARY}"\ncategory: nonsense\n\`\`\`\n`;
  await box.write(file, `${await box.read(file)}\nA note by hand: she loves her ${CANARY}.\n${broken}`);
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "what we know");
  return { box, commit: (await box.git("rev-parse", "HEAD")).trim() };
}

it("leaves tombstones alone, in every file, table and log", { tags: "proof", timeout: 240_000 }, async () => {
  const { box, commit } = await planted();
  expect(holding(box, CANARY).length).toBeGreaterThan(4);
  const ids = [...(await box.read("memory/contacts/jane.md")).matchAll(/^id: (MEM-\S+)$/gm)].map(([, id]) => id);
  const piped = await box.run(["forget", "--contact", "jane", "--erase"], { stdin: "jane\n" });
  expect([piped.code, piped.stdout]).toEqual([5, ""]);
  const agent = await atTerminal(box, ["forget", "--contact", "jane", "--erase"], [], { CLAUDECODE: "1" });
  expect(agent.code).toBe(5);
  expect(holding(box, CANARY).length).toBeGreaterThan(4);
  const seen = await atTerminal(box, ["forget", "--contact", "jane", "--erase"], [["Type jane to confirm:", "jane\r"]]);
  expect(seen.code, seen.screen).toBe(0);
  expect(seen.screen).not.toContain(CANARY);
  expect(seen.screen).toContain(commit.slice(0, 12));
  expect(holding(box, CANARY)).toEqual([]);
  expect(holding(box, OTHER)).toContain("memory/contacts/bob.md");
  const left = await box.read("memory/contacts/jane.md");
  for (const id of ids.slice(0, 3)) expect(left).toContain(id);
  expect(left.match(/content: "\[erased\]"/g)).toHaveLength(3);
  expect((await done(box, "memories")).stdout).toContain("nine in the morning");
  expect((await done(box, "memories", "--contact", "bob")).stdout).toContain(OTHER);
  expect((await done(box, "memories", "--contact", "jane")).stdout).toBe("");
  expect((await done(box, "run", "finish", "r1")).stdout).not.toContain(CANARY);
  expect((await box.run(["verify"])).code).toBe(0);
  const again = await atTerminal(box, ["forget", "--contact", "jane", "--erase"], []);
  expect(again.screen).toContain("Nothing changed");
  const nobody = await box.run(["forget", "--contact", "carol", "--dry-run"]);
  expect([nobody.code, nobody.stderr]).toEqual([4, expect.stringContaining("nothing here is about")]);
});

it("a contact's facts are all that is forgotten where the contact is named, and everything is meant", async () => {
  const box = await sandbox({ profile: PROFILE });
  await done(box, "remember", "The garage opens at nine in the morning", "--category", "fact");
  await done(box, "remember", "Jane drives a red van", "--contact", "jane", "--category", "fact");
  const plan = await done(box, "forget", "--type", "memory", "--all", "--contact", "jane", "--dry-run", "--json");
  expect(plan.json().data.entries).toMatchObject([{ file: "memory/contacts/jane.md" }]);
});
