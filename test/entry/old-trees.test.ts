/** Trees as earlier versions wrote them, one form each: they open with no word lost, and the first edit of a pair writes rows. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Near } from "../../src/entry/entry.js";
import { openPairs } from "../../src/entry/pairs.js";
import { audit } from "../../src/health/audit.js";
import { checkProfile } from "../../src/health/doctor/installation.js";
import { verify } from "../../src/health/verify.js";
import { recordEvent } from "../../src/store/ledger.js";
import { openStore } from "../../src/store/open-store.js";
import { parseProfile } from "../../src/store/profile/profile-text.js";
import { editRecord } from "../../src/store/records/record-edit.js";
import { type ExaminedWorld, examinedWorld } from "../health/examined-world.js";

const FILE = "memory/learning/corrections/2026-02-15.md";
const OLD = "COR-20260215-K7Q2X";
const NEW = "COR-20260215-M2XBA";
const OTHER = "COR-20260215-T4ZW9";

/** A record as it was written, with the lines of one old form in their place. */
function record(id: string, claim: string, form = ""): string {
  return `## ${id} · ${claim}

\`\`\`yaml
type: correction
id: ${id}
timestamp: 2026-02-15T1${id === OLD ? 1 : 2}:00:00Z
agent: sybil
source: "bridget"
tier: relayed
prior_belief: "Ship fast, iterate later"
corrected_to: "${claim}"
stakes: high
at_risk: "Every build decision"
behavioral_change: "Check for a quality path first"
linked:
  - "${id === OLD ? NEW : OLD}"
${form}status: active
a_field_of_mine: 1.10
\`\`\`
`;
}

const file = (form: string): string =>
  `---
type: corrections
date: 2026-02-15
---

# Corrections · 2026-02-15

${record(OLD, "Time is never an issue for agents")}
${record(OTHER, "Reviews are small")}
${record(NEW, "Time is an issue for agents at night", form)}`;

function treeWith(form: string): { world: ExaminedWorld; text: string } {
  const world = examinedWorld();
  const text = file(form);
  world.put(FILE, text);
  return { world, text };
}

const open = (score: number, by: Near["by"], id = OLD): Near => ({ with: id, score, by, state: "open" });

const FORMS: readonly [form: string, written: string, rows: readonly Near[]][] = [
  ["contests", `contests:\n  - "${OLD}"\n`, [open(1, "claim")]],
  ["contests of several", `contests:\n  - "${OLD}"\n  - "${OTHER}"\n`, [open(1, "claim"), open(1, "claim", OTHER)]],
  ["maybe_recurrence_of", `maybe_recurrence_of: "${OLD}"\n`, [open(0.5, "claim")]],
  ["maybe_same_as", `maybe_same_as: "${OLD}"\n`, [open(0.5, "claim")]],
  ["maybe_supersedes", `maybe_supersedes: "${OLD}"\n`, [open(0.5, "prior")]],
  [
    "several forms of one pair, of which a contest is the nearest",
    `maybe_supersedes: "${OLD}"\ncontests:\n  - "${OLD}"\n`,
    [open(1, "claim")],
  ],
];

describe.each(FORMS)("a tree with %s", (_what, form, rows) => {
  it("opens with its pairs, and nothing is wrong with it", async () => {
    const { world } = treeWith(form);
    const tree = await openStore(world);
    expect(tree.findings).toEqual([]);
    expect(openPairs(tree).map(({ newer, near }) => [newer.id, near])).toEqual(rows.map((row) => [NEW, row]));
    const { errors, findings } = await verify(world);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(errors).toBe(0);
    // Reading changes no byte of it.
    expect(readFileSync(world.workspace.absolute(FILE), "utf8")).toBe(file(form));
  });

  it("an edit of its rows writes them in place of the old field, and nothing else", () => {
    const { text } = treeWith(form);
    const answered = rows.map((row): Near => ({ ...row, state: "unrelated" }));
    const edited = editRecord(text, NEW, { near: answered });
    const written = answered
      .map(
        ({ with: id, score, by, state }) =>
          `  - with: ${id}\n    score: ${score}\n    by: ${by}\n    state: ${state}\n`,
      )
      .join("");
    expect(edited).toBe(file(`near:\n${written}`));
  });

  it("an answer by a relation takes the field out", () => {
    const { text } = treeWith(form);
    const edited = editRecord(text, NEW, { near: undefined });
    expect(edited).toBe(file(""));
  });

  it("an edit of anything else leaves every other byte", () => {
    const { text } = treeWith(form);
    const edited = editRecord(text, NEW, { at_risk: "Every decision" });
    const expected = file(form);
    const at = expected.lastIndexOf("Every build decision");
    expect(edited).toBe(`${expected.slice(0, at)}Every decision${expected.slice(at + "Every build decision".length)}`);
  });
});

describe("a tree of earlier decisions", () => {
  const INSIGHT = "memory/learning/insights/2026-02-14.md";
  const insight = `---
type: insights
date: 2026-02-14
---

# Insights · 2026-02-14

## INS-20260214-M2XBA · Retries hide every flaky test

\`\`\`yaml
type: insight
id: INS-20260214-M2XBA
timestamp: 2026-02-14T09:30:00Z
agent: sybil
tier: self
insight: "Retries hide the flaky test"
evidence: "3 of 5 runs"
stakes: medium
at_risk: "a broken build ships"
evolution:
  - at: 2026-02-15T09:30:00Z
    text: "The flaky test is hidden by retries"
    restated: true
    session: "s2"
  - at: 2026-02-16T09:30:00Z
    text: "Retries hide every flaky test"
    evidence: "9 of 11 runs"
status: active
\`\`\`
`;

  it("keeps wordings that were restated, and is known by the newest with evidence", async () => {
    const world = examinedWorld();
    world.put(INSIGHT, insight);
    const tree = await openStore(world);
    const [{ entry } = { entry: undefined }] = await tree.load(["INS-20260214-M2XBA"]);
    expect(entry).toMatchObject({ evolution: [{ restated: true, session: "s2" }, { evidence: "9 of 11 runs" }] });
    expect(tree.head("INS-20260214-M2XBA")?.text).toBe("Retries hide every flaky test");
    expect((await verify(world)).errors).toBe(0);
    expect(editRecord(insight, "INS-20260214-M2XBA", { domain: "ci" })).toBe(
      insight.replace("evolution:\n", "domain: ci\nevolution:\n"),
    );
  });

  it("keeps a ledger whose rows say how captures were decided then", async () => {
    const world = examinedWorld();
    world.put(INSIGHT, insight);
    for (const reason of ["restated", "skipped", "linked", "superseded", "contested"]) {
      const row = { at: "2026-02-15T09:30:00Z", kind: "write", op: "insight", agent: "sybil", session: "s2" } as const;
      await recordEvent(world.workspace, { ...row, ids: ["INS-20260214-M2XBA"], reason: `insight: ${reason}` });
    }
    const { rows, findings } = await audit(world);
    expect(rows.map(({ reason }) => reason?.replace("insight: ", "")).sort()).toEqual([
      "contested",
      "linked",
      "restated",
      "skipped",
      "superseded",
    ]);
    expect(findings).toEqual([]);
  });

  it("keeps settings of then in tenet.yaml, and doctor names each once", () => {
    const { warnings, retired = [] } = parseProfile(
      "schema: 1\nbands: {default: {same: 0.8}}\ncapture:\n  low_share: 0.4\nsimulated: true\ntrust: {signed: true}\npeople:\n  - {name: ann, role: owner, keys: [SHA256:a]}\n  - {name: bob, role: admin, keys: [SHA256:b]}\n",
    );
    expect(warnings).toEqual([]);
    const { found } = checkProfile({ ...examinedWorld(), profileWarnings: retired });
    const named = found.filter(({ code }) => code === "retired-setting");
    expect(named.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))).toMatchObject([
      { severity: "info", line: 2, message: expect.stringContaining("bands") },
      { severity: "info", line: 3, message: expect.stringContaining("capture") },
      { severity: "info", line: 5, message: expect.stringContaining("simulated") },
      { severity: "info", line: 6, message: expect.stringContaining("trust.signed") },
      { severity: "info", line: 8, message: expect.stringContaining("people.keys") },
    ]);
  });
});
