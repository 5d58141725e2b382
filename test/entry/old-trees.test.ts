/** Trees as earlier versions wrote them, one form each: they open with no word lost, and the first edit of a pair writes rows. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Near } from "../../src/entry/entry.js";
import { openPairs } from "../../src/entry/near/pairs.js";
import { audit } from "../../src/health/audit.js";
import { verify } from "../../src/health/verify.js";
import { recordEvent } from "../../src/store/ledger/ledger.js";
import { openStore } from "../../src/store/open-store.js";
import { editRecord } from "../../src/store/records/record-edit.js";
import { examinedWorld } from "../health/examined-world.js";

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

const open = (score: number, by: Near["by"], id = OLD): Near => ({ with: id, score, by, state: "open" });

const FORMS: readonly [form: string, written: string, rows: readonly Near[]][] = [
  ["contests", `contests:\n  - "${OLD}"\n`, [open(1, "claim")]],
  ["contests of several", `contests:\n  - "${OLD}"\n  - "${OTHER}"\n`, [open(1, "claim"), open(1, "claim", OTHER)]],
  ["maybe_recurrence_of", `maybe_recurrence_of: "${OLD}"\n`, [open(0.5, "claim")]],
  ["maybe_same_as", `maybe_same_as: "${OLD}"\n`, [open(0.5, "claim")]],
  ["maybe_supersedes", `maybe_supersedes: "${OLD}"\n`, [open(0.5, "prior")]],
  ["several forms of one pair", `maybe_supersedes: "${OLD}"\ncontests:\n  - "${OLD}"\n`, [open(1, "claim")]],
];

describe.each(FORMS)("a tree with %s", (_what, form, rows) => {
  const text = file(form);

  it("opens with its pairs, nothing is wrong with it, and no byte of it changes", async () => {
    const world = examinedWorld();
    const path = world.put(FILE, text);
    const tree = await openStore(world);
    expect(tree.findings).toEqual([]);
    expect(openPairs(tree).map(({ newer, near }) => [newer.id, near])).toEqual(rows.map((row) => [NEW, row]));
    expect((await verify(world)).findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("gets its rows in place of the old field when one is answered, and nothing else by any edit", () => {
    const written = rows.map(
      ({ with: id, score, by }) => `  - with: ${id}\n    score: ${score}\n    by: ${by}\n    state: unrelated\n`,
    );
    const near = rows.map((row): Near => ({ ...row, state: "unrelated" }));
    expect(editRecord(text, NEW, { near })).toBe(file(`near:\n${written.join("")}`));
    expect(editRecord(text, NEW, { near: undefined })).toBe(file(""));
    const [before, after] = ["Every build decision", "Every decision"];
    const at = text.lastIndexOf(before);
    const edited = `${text.slice(0, at)}${after}${text.slice(at + before.length)}`;
    expect(editRecord(text, NEW, { at_risk: after })).toBe(edited);
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
    const reasons = ["contested", "linked", "restated", "skipped", "superseded"];
    for (const reason of reasons) {
      const row = { at: "2026-02-15T09:30:00Z", kind: "write", op: "insight", agent: "sybil", session: "s2" } as const;
      await recordEvent(world.workspace, { ...row, ids: ["INS-20260214-M2XBA"], reason: `insight: ${reason}` });
    }
    const { rows, findings } = await audit(world);
    expect(rows.map(({ reason }) => reason?.replace("insight: ", "")).sort()).toEqual(reasons);
    expect(findings).toEqual([]);
  });
});
