/** `tenet draft`: what is kept, what is refused, and whose words it is. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal } from "../cli/terminal.js";
import { type Ran, type RunOptions, type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: bridget, role: owner, emails: [bridget@example.invalid]}
`;
const SUNDAY = `context: "Customer asks for a Sunday appointment"
original: "We are closed on Sunday."
final: "Sundays we're closed, Monday 9:00 is free."
why: "offer the next slot"
kind: approach
`;

const workspace = (): Promise<Sandbox> => sandbox({ profile: PROFILE });

async function drafted(box: Sandbox, stdin: string, args: string[] = [], options: RunOptions = {}) {
  const ran = await box.run(["draft", "-", ...args, "--json"], { ...options, stdin });
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran.json().data.results as { id: string; file: string; decision: string }[];
}

const shown = async (box: Sandbox, id: string, args: string[] = []) =>
  (await box.run(["show", id, ...args, "--json"])).json().data.entry;

function refused(ran: Ran, code: string, message: string): void {
  expect(ran.code, ran.stdout).toBe(2);
  const { error } = ran.json();
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
}

describe("an edit that is kept", () => {
  it("holds both texts, how far they are apart, and what it was an answer to", { tags: "proof" }, async () => {
    const box = await workspace();
    const [kept] = await drafted(box, SUNDAY, [], { env: { TENET_SESSION: "s1" } });
    expect(kept).toMatchObject({ decision: "stored", file: "memory/edits/2026-02-15.md" });
    expect(await shown(box, kept?.id ?? "")).toMatchObject({
      type: "edit",
      context: "Customer asks for a Sunday appointment",
      original: "We are closed on Sunday.",
      final: "Sundays we're closed, Monday 9:00 is free.",
      why: "offer the next slot",
      kind: "approach",
      distance: 27,
      ratio: 0.64,
      tier: "self",
      session: "s1",
      status: "active",
    });
    const text = await box.read("memory/edits/2026-02-15.md");
    expect(text).toContain("ratio: 0.64");
    expect(text).not.toContain("scope:");
  });

  it("comes from flags, a file, a list, JSON; flags hold for what a map leaves open", async () => {
    const box = await workspace();
    const flags = ["--context", "asks for a discount", "--original", "Sure, half off.", "--why", "never promise"];
    const byFlags = await box.run(["draft", ...flags, "--json"]);
    expect(byFlags.code, byFlags.stdout).toBe(0);
    const [{ id }] = byFlags.json().data.results;
    expect(await shown(box, id)).toMatchObject({ kind: "rejected", ratio: 1, why: "never promise" });
    await box.write("edit.yaml", SUNDAY);
    expect((await box.run(["draft", "edit.yaml"])).stdout).toMatch(
      /^Kept {2}\w{5} memory\/edits\/2026-02-15\.md:\d+\n/,
    );
    const list = JSON.stringify([
      { context: "asks by mail", original: "No.", final: "Not today." },
      { context: "asks by phone", original: "No.", final: "Maybe.", kind: "tone" },
    ]);
    const both = await drafted(box, list, ["--kind", "fact"]);
    const kinds = await Promise.all(both.map(async ({ id: one }) => (await shown(box, one)).kind));
    expect(kinds).toEqual(["fact", "tone"]);
  });

  it("is counted where it is known: the same request, the same two texts", { tags: "proof" }, async () => {
    const box = await workspace();
    const [first] = await drafted(box, SUNDAY);
    const [again] = await drafted(box, SUNDAY.replace("offer the next slot", "other words"));
    expect(again).toMatchObject({ decision: "counted", id: first?.id });
    expect(await shown(box, first?.id ?? "")).toMatchObject({ seen: 1 });
    const [comma] = await drafted(box, SUNDAY.replace("is free.", "is free!"));
    expect(comma?.id).not.toBe(first?.id);
    const [jane] = await drafted(box, SUNDAY, ["--contact", "jane"]);
    expect(jane?.id).not.toBe(first?.id);
    expect((await drafted(box, SUNDAY, ["--contact", "jane"]))[0]).toMatchObject({ decision: "counted", id: jane?.id });
  });

  it("of a contact is about that contact, stated as a field or a flag", async () => {
    const box = await workspace();
    const [field] = await drafted(box, `${SUNDAY}contact: jane\n`);
    expect(await box.read("memory/edits/2026-02-15.md")).toContain('scope: "contact:jane"');
    expect((await box.run(["show", field?.id ?? ""])).code).toBe(4);
    expect((await box.run(["list", "--type", "edit"])).stdout).not.toContain("Sunday");
  });

  it("waits in a run, and fails with it", async () => {
    const box = await workspace();
    await box.run(["run", "start", "r1"]);
    const [held] = await drafted(box, SUNDAY, ["--run", "r1"]);
    expect(held?.decision).toBe("buffered");
    expect((await box.run(["list", "--type", "edit", "--json"])).json().data.total).toBe(0);
    await box.run(["run", "finish", "r1"]);
    expect(await shown(box, held?.id ?? "")).toMatchObject({ kind: "approach", ratio: 0.64 });
  });

  it("is asked for at a terminal, and is the owner's own there", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: PROFILE, git: true });
    await box.git("config", "user.email", "bridget@example.invalid");
    const typed = await atTerminal(
      box,
      ["draft"],
      [
        ["What was it an answer to?", "asks for Sunday\r"],
        ["What did the agent write?", "We are closed.\r"],
        ["What was sent instead?", "Monday is free.\r"],
        ["Why?", "\r"],
      ],
    );
    expect(typed.code, typed.screen).toBe(0);
    const text = await box.read("memory/edits/2026-02-15.md");
    expect(text).toContain("tier: owner");
    expect(text).toContain('final: "Monday is free."');
  });
});

it("an edit that is added as the record that it is already is no other one", async () => {
  const box = await workspace();
  const [kept] = await drafted(box, SUNDAY);
  const record = await shown(box, kept?.id ?? "");
  const { type, id, context, original, final, why, kind } = record;
  const stdin = JSON.stringify({ type, id, context, original, final, why, kind });
  const added = await box.run(["add", "-", "--json"], { stdin });
  expect(added.json().data.results).toMatchObject([{ decision: "counted", id: kept?.id }]);
});

describe("an edit that is refused", () => {
  it.each<[string, string, string, string]>([
    [
      "nothing changed",
      SUNDAY.replace(/^final:.*$/m, 'final: " We are closed on Sunday. "'),
      "nothing-changed",
      "Nothing was changed",
    ],
    ["no context", SUNDAY.replace(/^context:.*\n/m, ""), "missing-fields", "What was it an answer to?"],
    ["no original", SUNDAY.replace(/^original:.*\n/m, ""), "missing-fields", "What did the agent write?"],
    ["an unknown kind", SUNDAY.replace("approach", "mood"), "wrong-field", "kind: "],
    ["rejected, with a final text", SUNDAY.replace("approach", "rejected"), "wrong-field", "there is a final text"],
    ["another type", `type: memory\n${SUNDAY}`, "wrong-type", "drafts are edits"],
    ["a contact that is no id", `${SUNDAY}contact: "Jane Doe"\n`, "wrong-field", "is no id of a contact"],
    ["a contact beside another scope", `${SUNDAY}contact: jane\nscope: global\n`, "wrong-field", "contact and scope"],
    ["nothing at all", "  \n", "usage", ""],
    ["a list", "- 1\n- 2\n", "wrong-input", "not a map"],
    ["broken YAML", "context: [\n", "wrong-input", "input:"],
  ])("%s: exit 2, nothing stored", async (_, stdin, code, message) => {
    const box = await workspace();
    refused(await box.run(["draft", "-", "--json"], { stdin }), code, message);
    expect(existsSync(join(box.dir, "memory/edits"))).toBe(false);
  });

  it("more than 20,000 characters, before anybody looks through them", async () => {
    const box = await workspace();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const long = { context: "asks", original: `${token} ${"a".repeat(20_000)}`, final: "b" };
    const ran = await box.run(["draft", "-", "--json"], { stdin: JSON.stringify(long) });
    refused(ran, "too-long", "original has 20041 characters (20000 at most)");
    expect(ran.stdout + ran.stderr).not.toContain("secret");
    const former = { type: "edit", context: "asks", before: "a".repeat(20_001), after: "b" };
    const added = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(former) });
    refused(added, "too-long", "before has 20001 characters (20000 at most)");
    const fits = { ...long, original: "a".repeat(20_000) };
    expect((await box.run(["draft", "-", "--json"], { stdin: JSON.stringify(fits) })).code).toBe(0);
  });

  it("one of a list: none is stored, and the answer names it", async () => {
    const box = await workspace();
    const list = JSON.stringify([
      { context: "a", original: "b", final: "c" },
      { context: "a", original: "b", final: "b" },
    ]);
    refused(
      await box.run(["draft", "-", "--json"], { stdin: list }),
      "nothing-changed",
      "entry 2: Nothing was changed",
    );
    expect(existsSync(join(box.dir, "memory/edits"))).toBe(false);
  });

  it("nothing named, off a terminal: one answer with the questions", async () => {
    const box = await workspace();
    refused(await box.run(["draft", "--json"]), "missing-fields", "2 answers are missing");
  });
});

describe("what an agent may not say", () => {
  it.each<[string, string, string]>([
    ["how far the texts are apart", "ratio: 0.01", "field-not-yours"],
    ["in graphemes", "distance: 1", "field-not-yours"],
    ["whose commit it was", 'commit: "12345678e9"', "field-not-yours"],
    ["who changed a rule", "author: bridget", "field-not-yours"],
    ["that a rule was changed", "target: SOUL.md", "field-not-yours"],
    ["that it is the owner's", "tier: owner", "tier-raised"],
    ["that it is relayed by nobody", "tier: relayed", "tier-raised"],
    ["that a person approved it", "review: {state: approved_for_reuse}", "field-not-yours"],
  ])("%s", async (_, line, code) => {
    const box = await workspace();
    for (const command of [
      ["draft", "-"],
      ["add", "-"],
    ]) {
      const ran = await box.run([...command, "--json"], {
        stdin: `type: edit\n${SUNDAY}${line}\n`,
        env: { CLAUDECODE: "1" },
      });
      refused(ran, code, "");
    }
  });

  it("an owner's words it tells of are relayed, and those of a stranger a peer's", async () => {
    const box = await workspace();
    const [told] = await drafted(box, `${SUNDAY}source: bridget\n`);
    expect(await shown(box, told?.id ?? "")).toMatchObject({ source: "bridget", tier: "relayed" });
    const [stranger] = await drafted(box, `${SUNDAY.replace("Sunday.", "Sundays.")}source: mallory\n`);
    expect(await shown(box, stranger?.id ?? "")).toMatchObject({ tier: "peer" });
    const [outside] = await drafted(box, `${SUNDAY.replace("Sunday.", "sundays.")}origin: https://example.invalid/x\n`);
    expect(await shown(box, outside?.id ?? "")).toMatchObject({ tier: "external", review: { state: "needs_review" } });
  });

  it("a ratio forged in the file never counts, and is set right when the record is written", async () => {
    const box = await workspace();
    const [kept] = await drafted(box, SUNDAY);
    const file = "memory/edits/2026-02-15.md";
    await box.write(
      file,
      (await box.read(file)).replace("ratio: 0.64", "ratio: 0.01").replace("distance: 27", "distance: 1"),
    );
    expect(await shown(box, kept?.id ?? "")).toMatchObject({ ratio: 0.64, distance: 27 });
    await box.run(["edit", kept?.id ?? "", "--final", "We are closed on Sundays."]);
    expect(await box.read(file)).toContain("distance: 1\nratio: 0.04");
  });
});
