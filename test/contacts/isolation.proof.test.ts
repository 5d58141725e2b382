/**
 * What is about a contact is there for nobody who does not name them: whatever prints is tried. Hooks, tools and the ledger, and
 * what is there where they are named: sessions of contacts.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

/** In what is known of jane, of what is private of her, and of bob; and in a record of hers that is broken. */
const ANY = /zinnober|quincunx|orrery|sextant/i;
const BROKEN = `
## MEM-20260214-BRKN9 · her sextant

\`\`\`yaml
type: memory
id: MEM-20260214-BRKN9
timestamp: 2026-02-14T10:00:00Z
content: "Her sextant is blue"
category: sextant
status: active
\`\`\`

Her sextant again, in the words of a person.
`;

async function told(box: Sandbox, contact: string, text: string, ...more: string[]): Promise<string> {
  const ran = await box.run(["remember", text, "--contact", contact, "--category", "fact", "--json", ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data.id;
}

async function world() {
  const box = await sandbox({ git: true });
  const said = "Use npm ci in CI for the zebra build";
  await box.run(["correct", said, "--instead-of", "npm install is fine", "--risk", "high: drift"]);
  await box.run(["remember", "The zebra build takes nine minutes", "--category", "fact"]);
  const jane = await told(box, "jane", "Jane calls her zebra build zinnober");
  const secret = await told(box, "jane", "Jane keeps the zebra in a quincunx", "--private");
  const bob = await told(box, "bob", "Bob calls his zebra build orrery");
  const question = ["ask", "Which zinnober zebra does Jane want?", "--because", "booking zinnober"];
  expect((await box.run([...question, "--contact", "jane"])).code).toBe(0);
  await box.write("memory/contacts/jane.md", (await box.read("memory/contacts/jane.md")) + BROKEN);
  return { box, jane, secret, bob };
}

describe("with no contact named", () => {
  it("no command prints a word of what is about one", async () => {
    const { box, jane, secret, bob } = await world();
    const doors: readonly (readonly string[])[] = [
      ["recall", "what is the zebra build called"],
      ["recall", "zebra", "--keyword"],
      ["recall", "zebra", "--scope", "contact:jane"],
      ["list"],
      ["list", "--type", "memory", "--status", "all"],
      ["list", "--scope", "contact:jane"],
      ["list", "--text", "zebra"],
      ["show", jane],
      ["show", secret],
      ["why", jane],
      ["list", "--type", "memory"],
      ["list", "--type", "memory", "--group", "jane"],
      ["list", "--type", "memory", "--limit", "200"],
      ["forget", "--type", "memory", "--all", "--dry-run"],
      ["forget", bob, "--dry-run"],
      ["forget", "--source", "self", "--dry-run"],
      ["context"],
      ["context", "--query", "the zebra build"],
      ["heartbeat"],
      ["heartbeat", "--dry-run"],
      ["status"],
      ["review", "--list"],
      ["audit"],
      ["audit", jane],
      ["digest", "--dry-run"],
      ["digest", "--brief"],
      ["digest", jane, "--dry-run"],
      ["versions"],
      ["versions", "diff"],
      ["verify"],
      ["doctor"],
      ["export"],
      ["index"],
      ["status", "--trust"],
      ["undo", "--dry-run"],
      ["completion", "bash"],
      ["edit", jane, "--tag", "x"],
      ["used", jane],
      ["edit", jane, "--link", bob],
      ["resolve", jane, bob, "--unrelated"],
      ["outcome", jane, "--held"],
      ["remember", "The zebra build is called something", "--category", "fact"],
      ["learn", "The zebra build is named by its users", "--because", "three of them", "--risk", "low: names"],
      ["decide", "Name the zebra build", "--in", "naming the zebra", "--because", "asked"],
      ["ask", "What is the zebra build called?", "--because", "naming"],
    ];
    const leaks: string[] = [];
    for (const door of doors) {
      for (const json of [[], ["--json"]]) {
        const ran = await box.run([...door, ...json]);
        const told = [...(ran.stdout + ran.stderr).matchAll(new RegExp(ANY, "gi"))].map(([word]) => word);
        if (told.length > 0)
          leaks.push(`${[...door, ...json].join(" ")}: ${told.join(" ")}\n${ran.stdout}${ran.stderr}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await box.read("memory/learning/index.md")).not.toMatch(ANY);
    expect(await box.read("memory/2026-02-15.md").catch(() => "")).not.toMatch(ANY);
  });
});

it("two writers of one file lose nothing", async () => {
  const box = await sandbox();
  const write = (n: number) =>
    box.runProcess(["remember", `Jane owns ship number ${n}`, "--contact", "jane", "--category", "fact"]);
  const ran = await Promise.all([write(1), write(2), write(3)]);
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
  const text = await readFile(box.path("memory", "contacts", "jane.md"), "utf8");
  expect(text.match(/^id: MEM-/gm)).toHaveLength(3);
});
