/** A contact is erased at a terminal: which lines of others name them, and whom a name means. Every byte: erase-canary. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { namesOf } from "../../src/forget/contact-file.js";
import { HeldWords } from "../../src/forget/held-words.js";
import { atKeyboard, atTerminal, CTRL_C } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
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

const NAME = "Zitronella Kanarie";

/** A contact whose file states a name, and lines of others that hold it. */
async function named() {
  const box = await sandbox({ git: true, profile: PROFILE });
  await done(box, "init", "--owner", "sybil");
  await done(box, "remember", "She keeps a boat in her garage", "--contact", "jane", "--category", "fact");
  const file = "memory/contacts/jane.md";
  await box.write(file, (await box.read(file)).replace("# jane\n", `# ${NAME}\n`));
  await done(box, "remember", `Invoices go to ${NAME} on Mondays`, "--category", "fact");
  await done(box, "correct", `Call ${NAME} before noon`, "--risk", "low: a late answer");
  await done(box, "log", `met ${NAME} at the harbour`);
  await done(box, "log", "met janet and her jane-like cat");
  await done(box, "recall", `what does ${NAME} want`);
  await done(box, "index");
  return box;
}
const NAMED_LINES = 3;

it("lines of others that name them are listed, and only the ticked ones change: the name, not the line", {
  tags: "proof",
  timeout: 240_000,
}, async () => {
  const box = await named();
  const erase = ["forget", "--contact", "jane", "--erase"];
  const plan = (await done(box, ...erase, "--dry-run", "--json")).json().data;
  expect(plan.named).toHaveLength(NAMED_LINES);
  expect(plan.named.map(({ replaced }: { replaced: boolean }) => replaced)).not.toContain(true);
  const first = plan.named[0] as { file: string; text: string };
  const files = Object.fromEntries(
    await Promise.all(plan.named.map(async ({ file }: { file: string }) => [file, await box.read(file)])),
  );
  const answers = [
    ["Replace it in which?", " \r"],
    ["Type jane", "jane\r"],
  ] as const;
  const seen = await atTerminal(box, erase, answers);
  expect(seen.code, seen.screen).toBe(0);
  expect(seen.screen).toContain("Holds it as well, and stays");
  expect(seen.screen.slice(seen.screen.lastIndexOf("Was replaced in"))).toContain("met [erased] at the harbour");
  const without = (text: string) => text.replaceAll(NAME, "[erased]");
  for (const [file, text] of Object.entries(files)) {
    const next = file === first.file ? (text as string).replace(first.text, without(first.text)) : text;
    expect(await box.read(file), file).toBe(next);
  }
  expect(holding(box, NAME.toLowerCase()).filter((file) => !file.startsWith(".tenet/cache.db"))).not.toContain(
    first.file,
  );
  expect(holding(box, NAME.toLowerCase()).filter((file) => file.startsWith(".tenet/state.db"))).toEqual([]);
});

it.each([
  ["# jane\n", ["jane"]],
  ["---\ntype: contacts\nname: Jane Doe\n---\n\n# jane\n", ["jane", "Jane Doe"]],
  ['---\nnames: ["Jane Doe", JD]\n---\n# J. Doe\n', ["jane", "J. Doe", "Jane Doe", "JD"]],
  ["---\nnames:\n  - Jane Doe\n  - JD\ntype: contacts\n---\n", ["jane", "Jane Doe", "JD"]],
])("the names of a contact, by their file: %j", (text, names) => {
  expect(namesOf("jane", text)).toEqual(names);
});

const NAMES = ["jane", "J. Doe", "acme-support", "José", "王伟"];
it.each([
  ["Jane's boat, and JANE.", "[erased]'s boat, and [erased]."],
  ["janet met jane-like cats in mary_jane", undefined],
  ["ask J. Doe (jane)", "ask [erased] ([erased])"],
  ["acme-support wrote, acme-supporter did not", "[erased] wrote, acme-supporter did not"],
  ["Jos\u00e9, jose\u0301 and Josette", "[erased], [erased] and Josette"],
  ["Josep Jose\u0301e", undefined],
  ["昨天王伟来了", "昨天[erased]来了"],
])("a name is a whole word, in any case: %s", (line, without) => {
  const names = new HeldWords({ names: NAMES });
  expect(names.holds(line)).toBe(without !== undefined);
  expect(names.replaced(line, "[erased]")).toBe(without ?? line);
});

it.each([
  ["j", "# J\n", []],
  ["42", "# 42\n", []],
  ["4917055573", "# 王\n", ["4917055573", "王"]],
])("a letter or a short number alone names nobody: %s", (id, text, names) => {
  expect(namesOf(id, text)).toEqual(names);
  expect(new HeldWords({ names: namesOf(id, text) }).holds("J has 42 of them")).toBe(false);
});

it.each([
  ["the names are ticked", [["Replace it in which?", ` ${CTRL_C}`]]],
  [
    "the word is typed",
    [
      ["Replace it in which?", " \r"],
      ["Type jane", `ja${CTRL_C}`],
    ],
  ],
] as const)("Ctrl-C while %s changes nothing", async (_, steps) => {
  const box = await sandbox({ profile: PROFILE });
  await done(box, "remember", "She drives a red van", "--contact", "jane", "--category", "fact");
  await done(box, "log", "met Jane at the harbour");
  const files = ["memory/contacts/jane.md", "memory/2026-02-15.md"];
  const before = await Promise.all(files.map((file) => box.read(file)));
  const seen = await atKeyboard(box, ["forget", "--contact", "jane", "--erase"], steps);
  expect(seen.code, seen.screen).toBe(130);
  expect(await Promise.all(files.map((file) => box.read(file)))).toEqual(before);
});
