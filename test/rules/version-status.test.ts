import { describe, expect, it } from "vitest";
import { changedField, illegalVersionStatus } from "../../src/store/rules/check/version-history.js";
import type { Version } from "../../src/store/rules/policy/version.js";
import { versionSchema } from "../../src/store/rules/versions/version-schema.js";

const VERSION_STATUSES = versionSchema.shape.status.options;

const LEGAL = new Set(["pending active", "pending superseded", "pending rejected", "active superseded"]);

it("a version's status changes exactly as the table says, and a refusal names both ends", () => {
  for (const from of VERSION_STATUSES)
    for (const to of VERSION_STATUSES) {
      const told = illegalVersionStatus(from, to);
      if (from === to || LEGAL.has(`${from} ${to}`)) expect(told).toBeUndefined();
      else expect(told).toMatch(new RegExp(`${from}.*${to}`));
    }
  // What took its place was reverted.
  expect(illegalVersionStatus("superseded", "active", true)).toBeUndefined();
  expect(illegalVersionStatus("superseded", "pending", true)).toBeUndefined();
  expect(illegalVersionStatus("rejected", "active", true)).toBeDefined();
  expect(illegalVersionStatus("rejected", "pending", true)).toBeDefined();
});

const VERSION: Version = {
  version: 2,
  id: "0002-AAAAA",
  status: "active",
  previous: "0001-AAAAA",
  created: "2026-02-09T09:00:00Z",
  proposed_by: "digest",
  change_summary: "1 rule added to SOUL.md",
  confidence: 0.33,
  folded: ["COR-20260201-A0001"],
  supporting: [],
  operations: [
    {
      op: "add",
      target: "SOUL.md",
      text: "Look twice",
      ids: ["COR-20260201-A0001"],
      reason: "held",
      because: "It held.",
      evidence: "x",
      tier: "self",
      support: 1,
    },
  ],
  rules: [
    { target: "SOUL.md", text: "Look twice", ids: ["COR-20260201-A0001"], since: "0002-AAAAA" },
    { target: "SOUL.md", text: "Wait", ids: ["COR-20260201-A0002"], since: "0001-AAAAA" },
  ],
  files: { "SOUL.md": { before: null, after: "0".repeat(64) } },
  decided: { by: "bridget", at: "2026-02-09T10:00:00Z", how: "typed" },
};

const NOBODY: ReadonlySet<string> = new Set();
const FIRST = VERSION.rules[0] as Version["rules"][number];
const SECOND = VERSION.rules[1] as Version["rules"][number];

describe("what a decided version says", () => {
  const decided_by = { by: "bridget", how: "edited", at: "2026-02-09T10:00:00Z" } as const;
  it.each<[keyof Version, ...Partial<Version>[]]>([
    ["previous", { previous: null }],
    ["created", { created: "2026-02-09T09:00:01Z" }],
    ["proposed_by", { proposed_by: "person" }],
    ["change_summary", { change_summary: "other" }],
    ["confidence", { confidence: 1 }],
    ["folded", { folded: [] }],
    ["supporting", { supporting: ["INS-20260201-A0003"] }],
    ["operations", { operations: [] }],
    ["rules", { rules: [FIRST] }, { rules: [{ ...FIRST, decided_by }, SECOND] }],
    ["files", { files: {} }],
    ["decided", { decided: { by: "sybil", at: "2026-02-09T10:00:00Z", how: "typed" } }],
    ["replaces", { replaces: "0002-BBBBB" }],
    ["joins", { joins: ["0001-AAAAA"] }],
    ["rolls_back", { rolls_back: "0001-AAAAA" }],
  ])("a change of %s is named", (field, ...changes) => {
    for (const change of changes) expect(changedField(VERSION, { ...VERSION, ...change }, NOBODY)).toBe(field);
  });

  it("where it stands, what took its place and what is remembered may change, and the order of fields may", () => {
    const later: Version = { ...VERSION, status: "superseded", replaced_by: "0003-AAAAA", declined: [], contents: {} };
    expect(changedField(VERSION, later, NOBODY)).toBeUndefined();
    const turned = Object.fromEntries(Object.entries(VERSION).reverse()) as unknown as Version;
    expect(changedField(VERSION, turned, NOBODY)).toBeUndefined();
  });

  it("what speaks of an entry whose words were taken out may differ, and nothing else", () => {
    const gone = new Set(["COR-20260201-A0001"]);
    const erased: Version = {
      ...VERSION,
      change_summary: "[erased]",
      folded: [],
      operations: [],
      rules: [SECOND],
      files: {},
      confidence: 1,
    };
    expect(changedField(VERSION, erased, gone)).toBeUndefined();
    expect(changedField(VERSION, { ...erased, rules: [{ ...SECOND, text: "Run" }] }, gone)).toBe("rules");
    expect(changedField(VERSION, { ...erased, decided: undefined }, gone)).toBe("decided");
    expect(changedField(VERSION, erased, new Set(["COR-20260201-A0009"]))).toBe("change_summary");
  });
});
