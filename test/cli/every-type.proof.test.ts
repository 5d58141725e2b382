/** What holds of every type of record: stored, found, screened, kept apart, merged, forgotten, exported, audited by one code. */
import { describe, expect, it } from "vitest";
import { ENTRY_TYPES, type EntryType, RECORD_TYPES } from "../../src/entry/record-types.js";
import { installMergeDriver } from "../../src/store/merge/merge-driver.js";
import { holding as bytesHolding } from "../bytes.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";
import { sampleDraft } from "./sample-drafts.js";
import { atTerminal, ENTER } from "./terminal.js";
import { ended } from "./typed.js";

const KNOWN = "COR-20260210-K7Q2X";
const RECORD = `---
type: corrections
date: 2026-02-10
---

# Corrections · 2026-02-10

## ${KNOWN} · Oil the hinges

\`\`\`yaml
type: correction
id: ${KNOWN}
timestamp: 2026-02-10T09:00:00Z
agent: main
tier: self
corrected_to: "Oil the hinges"
stakes: high
at_risk: "A door falls."
status: active
\`\`\`
`;
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

/** A workspace with one learning, under git where that matters. */
async function workspace(git = false): Promise<Sandbox> {
  const box = await sandbox({ git, profile: PROFILE });
  await box.write("memory/learning/corrections/2026-02-10.md", RECORD);
  return box;
}

interface Added {
  id: string;
  file: string;
  decision: string;
}

async function added(box: Sandbox, type: EntryType, word: string, more = {}): Promise<Added> {
  const stdin = JSON.stringify(sampleDraft(type, word, KNOWN, more));
  return (await ended(box.run(["add", "-", "--json"], { stdin }))).json().data.results[0];
}

const holding = (box: Sandbox, text: string) => bytesHolding(box.dir, text);

describe.each(ENTRY_TYPES)("a record of type %s", (type) => {
  it("is stored in its folder, listed, shown and found by its type, and verify has nothing to say", async () => {
    const box = await workspace();
    const { id, file } = await added(box, type, "zitrone");
    expect(id).toMatch(new RegExp(`^${RECORD_TYPES[type].prefix}-20260215-`));
    expect(file.startsWith(`${RECORD_TYPES[type].folder}/`)).toBe(true);
    const { entries, memories } = (await ended(box.run(["list", "--type", RECORD_TYPES[type].plural, "--json"]))).json()
      .data;
    // Memories alone are listed as what is remembered.
    const listed = type === "memory" ? memories : entries;
    expect(listed.map((one: { id: string }) => one.id)).toContain(id);
    const shown = (await ended(box.run(["show", id]))).stdout;
    const { references, ...stated } = sampleDraft(type, "zitrone", KNOWN);
    for (const value of Object.values(stated).flat()) expect(shown).toContain(value);
    const waits = (await ended(box.run(["show", id, "--json"]))).json().data.entry.review !== undefined;
    const recalled = await ended(box.run(["recall", "zitrone", "--type", type, "--keyword", "--json"]));
    const { results, withheld } = recalled.json().data;
    expect(results.map((one: { id: string }) => one.id)).toEqual(waits ? [] : [id]);
    expect(withheld.length > 0 || withheld > 0).toBe(waits);
    const unasked = (await ended(box.run(["recall", "zitrone", "--keyword", "--json"]))).json().data.results;
    const isMaterial = type === "edit" || type === "question";
    expect(unasked.map((one: { id: string }) => one.id)).toEqual(waits || isMaterial ? [] : [id]);
    const { findings } = (await ended(box.run(["verify", "--json"]))).json().data;
    expect(findings.filter(({ severity }: { severity: string }) => severity === "error")).toEqual([]);
  });

  it("holds no secret, in whatever field it was said", async () => {
    const box = await workspace();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const draft = JSON.stringify(sampleDraft(type, "zitrone", KNOWN)).replaceAll("zitrone", token);
    const ran = await ended(box.run(["add", "-", "--json"], { stdin: draft }));
    expect(ran.stdout + ran.stderr).not.toContain(token);
    expect(holding(box, token)).toEqual([]);
  });

  // An outcome is about the contact of what it judges.
  it.skipIf(type === "outcome")("is shown to nobody who does not name its contact", async () => {
    const box = await workspace();
    const { id } = await added(box, type, "zitrone", { scope: "contact:jane" });
    for (const args of [
      ["list", "--status", "all"],
      ["recall", "zitrone"],
      ["context", "--query", "zitrone"],
      ["list", "--type", "memory"],
      ["status"],
    ]) {
      const ran = await box.run(args);
      expect(ran.stdout.toLowerCase(), args.join(" ")).not.toContain("zitrone");
    }
    expect((await box.run(["show", id])).stdout).not.toContain("zitrone");
  });

  it("comes back from an export in another workspace, with where it was imported from", async () => {
    const [from, to] = [await workspace(), await sandbox({ profile: PROFILE })];
    const { id } = await added(from, type, "zitrone");
    const lines = await ended(from.run(["export"]));
    await to.write("../export.jsonl", lines.stdout);
    const typed = await atTerminal(to, ["import", "../export.jsonl"], [["Take them over?", `\u001b[B${ENTER}`]]);
    expect(typed.code, typed.screen).toBe(0);
    const entryIn = async (box: Sandbox) => (await ended(box.run(["show", id, "--json"]))).json().data.entry;
    const { imported, review, ...restored } = await entryIn(to);
    expect(imported).toMatchObject({ from: expect.stringContaining("export.jsonl") });
    const { review: before, ...known } = await entryIn(from);
    expect([restored, review?.state]).toEqual([known, before?.state]);
  });

  it("merges when two branches add one each", async () => {
    const box = await workspace(true);
    await ended(box.run(["init"]));
    expect(await installMergeDriver(box.dir, binary())).toBe("installed");
    await box.git("add", "-A");
    await box.git("commit", "-qm", "base");
    await box.git("switch", "-qc", "other");
    box.env["TENET_SEED"] = "other";
    const theirs = await added(box, type, "zitrone");
    await box.git("add", "-A");
    await box.git("commit", "-qm", "theirs");
    await box.git("switch", "-q", "main");
    box.env["TENET_SEED"] = "ours";
    const ours = await added(box, type, "orange");
    await box.git("add", "-A");
    await box.git("commit", "-qm", "ours");
    await box.git("merge", "-q", "--no-edit", "other");
    for (const { id } of [ours, theirs])
      expect((await ended(box.run(["show", id, "--json"]))).json().data.entry.id).toBe(id);
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    expect(findings.filter(({ code }: { code: string }) => code === "conflict-markers")).toEqual([]);
  });

  it("is written in the log of writes", async () => {
    const box = await workspace();
    const { id } = await added(box, type, "zitrone");
    expect((await ended(box.run(["audit", "--json"]))).stdout).toContain(id);
  });

  it("is erased everywhere", async () => {
    const box = await workspace();
    const { id } = await added(box, type, "zitrone");
    await box.run(["recall", "zitrone"]);
    await box.run(["context", "--query", "zitrone"]);
    const word = id.slice(-5).toLowerCase();
    const typed = await atTerminal(box, ["forget", id, "--erase", "--reason", "test"], [["Type ", `${word}\r`]]);
    expect(typed.code, typed.screen).toBe(0);
    expect(holding(box, "zitrone")).toEqual([]);
    expect((await ended(box.run(["show", id]))).stdout).toContain("[erased]");
  });
});
