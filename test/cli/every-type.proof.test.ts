/** What holds of every type of record: stored, found, screened, kept apart, forgotten, exported, audited by one code. */
import { describe, expect, it } from "vitest";
import { ENTRY_TYPES, type EntryType, pluralOf, RECORD_TYPES } from "../../src/entry/record-types.js";
import { holding } from "../bytes.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { COR as KNOWN, knownWorkspace } from "./known-workspace.js";
import { sampleDraft } from "./sample-drafts.js";
import { atTerminal, ENTER } from "./terminal.js";
import { done, tail, told } from "./typed.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;
const workspace = () => knownWorkspace({ profile: PROFILE });

async function added(box: Sandbox, type: EntryType, word: string, more = {}): Promise<{ id: string; file: string }> {
  return (await told(box, "add -", { stdin: JSON.stringify(sampleDraft(type, word, KNOWN, more)) })).results[0];
}
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

describe.each(ENTRY_TYPES)("a record of type %s", (type) => {
  it("is stored in its folder, listed, shown, found by its type and audited, and verify has nothing to say", async () => {
    const box = await workspace();
    const { id, file } = await added(box, type, "zitrone");
    expect(id).toMatch(new RegExp(`^${RECORD_TYPES[type].prefix}-20260215-`));
    expect(file.startsWith(`${RECORD_TYPES[type].folder}/`)).toBe(true);
    const { entries, memories } = await told(box, `list --type ${pluralOf(type)}`);
    // Memories alone are listed as what is remembered.
    expect(idsOf(type === "memory" ? memories : entries)).toContain(id);
    const shown = (await done(box, `show ${id}`)).stdout;
    const { references, ...stated } = sampleDraft(type, "zitrone", KNOWN);
    for (const value of Object.values(stated).flat()) expect(shown).toContain(value);
    const waits = (await told(box, `show ${id}`)).entry.review !== undefined;
    const { results, withheld } = await told(box, `recall zitrone --type ${type} --keyword`);
    expect(idsOf(results)).toEqual(waits ? [] : [id]);
    expect(withheld.length > 0 || withheld > 0).toBe(waits);
    const isMaterial = type === "edit" || type === "question";
    expect(idsOf((await told(box, "recall zitrone --keyword")).results)).toEqual(waits || isMaterial ? [] : [id]);
    expect(JSON.stringify(await told(box, "audit"))).toContain(id);
    expect((await told(box, "verify")).errors).toBe(0);
  });

  it("holds no secret, in whatever field it was said", async () => {
    const box = await workspace();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const stdin = JSON.stringify(sampleDraft(type, "zitrone", KNOWN)).replaceAll("zitrone", token);
    const ran = await done(box, "add - --json", { stdin });
    expect(ran.stdout + ran.stderr).not.toContain(token);
    expect(holding(box.dir, token)).toEqual([]);
  });

  // An outcome is about the contact of what it judges.
  it.skipIf(type === "outcome")("is shown to nobody who does not name its contact", async () => {
    const box = await workspace();
    const { id } = await added(box, type, "zitrone", { scope: "contact:jane" });
    const lines = ["list --status all", "recall zitrone", "context --query zitrone", "list --type memory", "status"];
    for (const line of lines) expect((await done(box, line)).stdout.toLowerCase(), line).not.toContain("zitrone");
    expect((await box.run(["show", id])).stdout).not.toContain("zitrone");
  });

  it("comes back from an export in another workspace, with where it was imported from", async () => {
    const [from, to] = [await workspace(), await sandbox({ profile: PROFILE })];
    const { id } = await added(from, type, "zitrone");
    await to.write("../export.jsonl", (await done(from, "export")).stdout);
    const typed = await atTerminal(to, ["import", "../export.jsonl"], [["Take them over?", `\u001b[B${ENTER}`]]);
    expect(typed.code, typed.screen).toBe(0);
    const { imported, review, ...restored } = (await told(to, `show ${id}`)).entry;
    expect(imported).toMatchObject({ from: expect.stringContaining("export.jsonl") });
    const { review: before, ...known } = (await told(from, `show ${id}`)).entry;
    expect([restored, review?.state]).toEqual([known, before?.state]);
  });

  it("is erased everywhere", async () => {
    const box = await workspace();
    const { id } = await added(box, type, "zitrone");
    await done(box, "recall zitrone");
    await done(box, "context --query zitrone");
    const typed = await atTerminal(box, ["forget", id, "--erase", "--reason", "test"], [["Type ", `${tail(id)}\r`]]);
    expect(typed.code, typed.screen).toBe(0);
    expect(holding(box.dir, "zitrone")).toEqual([]);
    expect((await done(box, `show ${id}`)).stdout).toContain("[erased]");
  });
});
