/** What is about a contact is there for who names them, and for nobody else: whatever prints is tried. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { servedProcess } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";

/** In what is known of jane, of what is private of her, and of bob; and in a record of hers that is broken. */
const CANARY = { jane: "zinnober", private: "quincunx", bob: "orrery", broken: "sextant" };
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

  it("no hook does", async () => {
    const { box } = await world();
    const about = { session_id: "s1", cwd: box.dir, transcript_path: "/nowhere" };
    for (const [event, more] of [
      ["session-start", { source: "startup" }],
      ["user-prompt", { prompt: "No, that is wrong: what is the zebra build called, zinnober or orrery?" }],
      ["session-end", { reason: "exit" }],
    ] as const) {
      const ran = await box.run(["hook", event, "--host", "claude-code"], {
        stdin: JSON.stringify({ ...about, ...more }),
      });
      const own = ran.stdout.replaceAll("zinnober or orrery", "");
      expect(own, event).not.toMatch(ANY);
    }
  });

  it("no tool does, and the ledger keeps no word", async () => {
    const { box } = await world();
    const { call, lines } = await servedProcess(box, ["--profile", "full"]);
    await call("context", { query: "zebra build" });
    await call("recall_memories", { query: "what is the zebra build called" });
    await call("manage_memory", { action: "list" });
    await call("heartbeat");
    await call("manage_memory", { action: "list", contact: "carol" });
    expect(JSON.stringify(lines())).toContain("nine minutes");
    expect(JSON.stringify(lines())).not.toMatch(ANY);
    const theirs = await call("manage_memory", { action: "list", contact: "jane" });
    expect(JSON.stringify(theirs)).toContain(CANARY.jane);
    expect(JSON.stringify(theirs)).not.toMatch(new RegExp(`${CANARY.private}|${CANARY.bob}`));
    const fact = { contact: "jane", content: "Jane prefers letters", category: "preference" };
    expect(await call("save_memory", fact)).toMatchObject({ file: "memory/contacts/jane.md" });
    expect(await call("save_memory", { ...fact, contact: "../x" })).toMatchObject({ isError: true });
    const ledger = await box.runProcess(["audit", "--json", "--limit", "500"]);
    expect(ledger.stdout).not.toMatch(ANY);
  });
});

describe("with a contact named", () => {
  it("theirs is there, and neither another's nor what is private", async () => {
    const { box, jane } = await world();
    const contact = ["--contact", "jane"];
    for (const door of [
      "recall zebra",
      "list",
      "list --type memory",
      "context",
      "context --query zebra",
      `show ${jane}`,
    ]) {
      const { stdout, stderr } = await box.run([...door.split(" "), ...contact]);
      expect(stdout, door).toMatch(new RegExp(CANARY.jane, "i"));
      expect(stdout + stderr, door).not.toMatch(new RegExp(`${CANARY.private}|${CANARY.bob}`, "i"));
    }
    const found = await box.run(["recall", "where is the zebra kept", ...contact, "--private"]);
    expect(found.stdout).toContain(CANARY.private);
    const exported = await box.run(["export", ...contact]);
    expect(exported.stdout).toContain(CANARY.jane);
    expect(exported.stdout).not.toMatch(new RegExp(`${CANARY.private}|${CANARY.bob}`));
    const other = await box.run(["context", "--contact", "bob"]);
    expect(other.stdout).toContain(CANARY.bob);
    expect(other.stdout).not.toMatch(new RegExp(`${CANARY.private}|${CANARY.jane}|${CANARY.broken}|jane`, "i"));
  });

  it("what is private stands in no answer to somebody who says something else", async () => {
    const { box } = await world();
    await told(box, "jane", "Jane is treated at the quincunx clinic", "--private", "--key", "health");
    const key = ["--category", "fact", "--key", "health", "--json"];
    const ran = await box.run(["remember", "Jane is treated at home", "--contact", "jane", ...key]);
    expect(ran.json().data.superseded).toHaveLength(1);
    expect(ran.stdout + ran.stderr).not.toContain(CANARY.private);
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
