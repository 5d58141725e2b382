/** How an ending is taken back, and how one comes by time or by a merge. */
import { describe, expect, it } from "vitest";
import { isStale } from "../../src/recall/policy/rank.js";
import { mergeEntries } from "../../src/store/merge/merge-fields.js";
import { atTerminal } from "../cli/terminal.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";

const JANE = ["--contact", "jane", "--category", "fact", "--json"];

async function told(box: Sandbox, fact: string, ...more: string[]) {
  const ran = await box.run(["remember", fact, ...JANE, ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data;
}

const held = async (box: Sandbox): Promise<string> =>
  (await box.run(["list", "--type", "memory", "--contact", "jane"])).stdout;

async function moved(box: Sandbox) {
  const paris = await told(box, "Jane lives in Paris", "--key", "home");
  box.at("2026-02-16T14:00:00Z");
  const berlin = await told(box, "Jane lives in Berlin", "--key", "home");
  expect(await held(box)).not.toContain("Paris");
  return { paris, berlin };
}

describe("an ended fact goes on", () => {
  it("when what ended it is taken back, and after undo", { tags: "proof" }, async () => {
    const box = await sandbox();
    const { paris, berlin } = await moved(box);
    const other = await copyOf(box);
    expect((await box.run(["resolve", berlin.id, paris.id, "--open"])).code).toBe(4);
    const open = await box.run(["resolve", berlin.id, paris.id, "--open", "--contact", "jane"]);
    expect([open.code, open.stdout]).toEqual([0, expect.stringContaining("goes on")]);
    expect(await held(box)).toMatch(/Paris[\s\S]*Berlin|Berlin[\s\S]*Paris/);
    const undone = await other.run(["undo"]);
    expect(undone.code, undone.stderr).toBe(0);
    expect(undone.stdout).not.toContain("Berlin");
    expect(await held(other)).toMatch(/^(?!.*Berlin).*Paris/s);
  });
});

describe("a fact that nobody confirmed ends", () => {
  const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\ncontacts: {ttl_days: 30}\n";
  const at = new Date("2026-03-17T14:00:00Z");
  const fact = (timestamp: string, more = {}) => ({ id: "MEM-20260215-AAAA1", timestamp, ...more });

  it.each([
    ["2026-02-15T14:00:00Z", {}, false],
    ["2026-02-15T13:59:59Z", {}, true],
    ["2026-01-01T00:00:00Z", { confirmed: "2026-02-15T14:00:00Z" }, false],
    ["2026-01-01T00:00:00Z", { last_used: "2026-03-01T00:00:00Z" }, false],
    ["2026-01-01T00:00:00Z", { last_used: "2026-02-01T00:00:00Z" }, true],
  ])("said %s, %j: %s", (said, more, stale) => {
    expect(isStale(fact(said, more), 30, at)).toBe(stale);
  });

  it("but not one that a person pinned, which stands first among what is known of the contact", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({
      profile: `${PROFILE}people: [{name: bridget, role: owner}]\nembedding: {model: ./none}\n`,
    });
    const pin = ["remember", "Jane drives a red van", "--contact", "jane", "--category", "fact", "--pin"];
    const typed = await atTerminal(box, pin, [["Type pin", "pin\r"]]);
    expect(typed.code, typed.screen).toBe(0);
    box.at("2026-03-18T14:00:00Z");
    await box.run(["heartbeat"]);
    expect(await held(box)).toContain("van");
    const words = ["organ", "noon mail", "tea", "blue hat", "two dogs", "choir", "boots", "chess", "piano", "garden"];
    for (const word of words) await told(box, `Jane speaks of her ${word}`);
    const context = ["context", "--contact", "jane", "--query", "boots"];
    const lines = (await box.run(context)).stdout.split("\n").filter((line) => /^\S.*Jane (drives|speaks)/.test(line));
    expect(lines).toHaveLength(8);
    expect(new Set(lines).size).toBe(8);
    expect(lines[0]).toMatch(/pinned.*red van/);
    expect(lines[1]).toContain("boots");
  });
});

it("a fact that nobody confirmed holds where no days are set", async () => {
  const box = await sandbox();
  await told(box, "Jane drives a red van");
  box.at("2026-12-01T14:00:00Z");
  await box.run(["heartbeat"]);
  expect(await held(box)).toContain("van");
});

describe("two branches", () => {
  const base = { id: "MEM-20260215-AAAA1", type: "memory", content: "x", status: "active" };
  it.each([
    ["valid_to", "2026-02-18T00:00:00Z"],
    ["confirmed", "2026-02-20T00:00:00Z"],
  ])("of two times %s is %s", (field, merged) => {
    const [ours, theirs] = ["2026-02-20T00:00:00Z", "2026-02-18T00:00:00Z"].map((at) => ({ ...base, [field]: at }));
    for (const [a, b] of [[ours, theirs] as const, [theirs, ours] as const])
      expect(mergeEntries(base, a ?? {}, b ?? {})).toMatchObject({ conflicts: [], fields: { [field]: merged } });
  });
});

describe("what may not be", () => {
  const record = (id: string, text: string, more = "") =>
    `\n## ${id} · ${text}\n\n\`\`\`yaml\ntype: memory\nid: ${id}\ntimestamp: 2026-02-14T10:00:00Z\ncontent: "${text}"\ncategory: fact\n${more}status: active\n\`\`\`\n`;

  it("a record in a file that is named after no contact is not read, unless it says whom it is about", async () => {
    const box = await sandbox();
    const files = ["Jane", "anna.maria", "jane_doe", "team/jane"].map((name) => `memory/contacts/${name}.md`);
    for (const [at, file] of files.entries())
      await box.write(file, record(`MEM-20260214-HAND${at}`, "Her boat is green"));
    const named = record("MEM-20260214-HAND9", "Her boat is blue", 'scope: "contact:jane"\n');
    await box.write("memory/contacts/Jane Doe.md", named);
    expect((await box.run(["list", "--type", "memory"])).stdout).toBe("");
    expect((await box.run(["context"])).stdout).not.toContain("contacts/");
    expect(await held(box)).toContain("blue");
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    const unread = findings.filter(({ code }: { code: string }) => code === "broken-record");
    expect(unread.map(({ file }: { file: string }) => file).sort()).toEqual(files);
  });

  it("a record in a contact's file is about them unless it says otherwise", async () => {
    const box = await sandbox();
    const bobs = record("MEM-20260214-HAND2", "His boat is blue", 'scope: "contact:bob"\n');
    const file = `# jane\n${record("MEM-20260214-HAND1", "Her boat is green")}${bobs}`;
    await box.write("memory/contacts/jane.md", file);
    expect((await box.run(["list", "--type", "memory"])).stdout).toBe("");
    expect(await held(box)).toContain("green");
    expect(await held(box)).not.toContain("blue");
    await told(box, "Her boat has two masts");
    expect(await box.read("memory/contacts/jane.md")).toContain("HAND1");
  });
});
