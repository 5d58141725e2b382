/** What a merge decides, as a table: one difference of each kind, and what is none. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { pinOf } from "../../src/entry/pins.js";
import { contentHash } from "../../src/entry/status.js";
import { byWeight, KINDS } from "../../src/trust/policy/difference.js";
import type { Side, SideLine, SideRecord } from "../../src/trust/policy/tree-side.js";
import { differencesOf } from "../../src/trust/policy/two-trees.js";
import { correction, insight, memory } from "../store/entries.js";

const EMPTY: Side = {
  settings: {},
  people: [
    { name: "bridget", role: "owner" },
    { name: "helper", role: "agent" },
  ],
  ownAgents: ["sybil", "main"],
  records: new Map(),
  doubles: [],
  unread: new Map(),
  rules: [],
  lines: [],
  otherText: new Map(),
  versions: new Map(),
  files: new Set(),
  links: new Map(),
  attributes: new Map(),
  localState: [],
  profiles: ["tenet.yaml"],
};

const FILE = "memory/learning/corrections/2026-02-15.md";
const record = (entry: Entry, file = FILE): SideRecord => ({ entry, file, line: 7 });
const isPlaced = (one: Entry | SideRecord): one is SideRecord => "entry" in one;
const holding = (...records: readonly (Entry | SideRecord)[]): Partial<Side> => {
  const placed = records.map((one) => (isPlaced(one) ? one : record(one)));
  return { records: new Map(placed.map((one) => [one.entry.id, one] as const)) };
};
const line = (text: string, file = "SOUL.md", ...ids: string[]): SideLine => ({ file, line: 3, text, ids });

const ID = "COR-20260215-K7Q2X";
const OWNERS = correction({ tier: "owner", source: "bridget" });
const RELAYED = correction({ tier: "relayed", source: "bridget" });
const PLAIN = memory();
const QUESTION = {
  type: "question",
  id: "ASK-20260216-V8XYZ",
  timestamp: "2026-02-16T10:00:00Z",
  agent: "sybil",
  tier: "self",
  question: "Tabs or blanks",
  because: "Both are there",
  status: "active",
} as Entry;
const HASH = contentHash(RELAYED);
const approved = (entry: Entry, hash = contentHash(entry)): Entry =>
  ({ ...entry, review: { state: "approved_for_reuse", at: "2026-02-16T09:00:00Z", by: "bridget", hash } }) as Entry;
const external = correction({ tier: "external", origin: "https://x.example" });

type Case = readonly [name: string, before: Partial<Side>, after: Partial<Side>, ...expected: string[]];

const RECORDS: readonly Case[] = [
  ["the same", holding(OWNERS), holding(OWNERS)],
  ["a tier went up", holding(RELAYED), holding(OWNERS), `raised-tier ${ID}: relayed → owner`],
  ["an owner's word was lowered", holding(OWNERS), holding(RELAYED), `words-lowered ${ID}: owner → relayed`],
  [
    "a new word of nobody listed as owner",
    {},
    holding(correction({ tier: "owner", source: "helper" })),
    `raised-tier ${ID}: peer → owner`,
    `words-new ${ID}: → ${OWNERS.corrected_to}`,
  ],
  ["a new word of an owner", {}, holding(OWNERS), `words-new ${ID}: → ${OWNERS.corrected_to}`],
  [
    "it derives from what is trusted less",
    holding(external),
    holding(external, insight({ tier: "relayed", source: "bridget", derived_from: [ID] })),
    "raised-tier INS-20260214-M2XBA: external → relayed",
  ],
  [
    "an owner's words changed",
    holding(OWNERS),
    holding({ ...OWNERS, corrected_to: "No" }),
    `words-changed ${ID}: ${OWNERS.corrected_to} → No`,
  ],
  [
    "an owner's word was taken over",
    holding(OWNERS),
    holding({ ...OWNERS, status: "superseded", superseded_by: "COR-20260216-AAAAA" }),
    `words-ended ${ID}: ${OWNERS.corrected_to} → superseded by COR-20260216-AAAAA`,
  ],
  [
    "an owner's word was forgotten",
    holding(OWNERS),
    holding({ ...OWNERS, status: "forgotten" }),
    `words-ended ${ID}: ${OWNERS.corrected_to} → forgotten`,
  ],
  ["an agent's own was", holding(PLAIN), holding({ ...PLAIN, status: "forgotten" })],
  [
    "an owner's word moved",
    holding(OWNERS),
    holding(record(OWNERS, "memory/learning/corrections/2026-02/X.md")),
    `words-moved ${ID}: ${FILE} → memory/learning/corrections/2026-02/X.md`,
  ],
  ["an agent's own moved", holding(PLAIN), holding(record(PLAIN, "memory/facts/other.md"))],
  ["an owner's word is gone", holding(OWNERS), {}, `words-removed ${ID}: ${OWNERS.corrected_to} →`],
  ["another record is gone", holding(RELAYED), {}, `record-removed ${ID}: ${RELAYED.corrected_to} →`],
  [
    "an id names another record",
    holding(RELAYED),
    holding({ ...RELAYED, timestamp: "2025-01-01T00:00:00Z" }),
    `forged-id ${ID}: correction of ${RELAYED.timestamp} → correction of 2025-01-01T00:00:00Z`,
  ],
  [
    "an id stands twice",
    holding(PLAIN),
    { ...holding(PLAIN), doubles: [record(PLAIN, "memory/facts/b.md")] },
    `forged-id ${PLAIN.id}:`,
  ],
  [
    "an approval of other words",
    holding(RELAYED),
    holding(approved(RELAYED, "0".repeat(64))),
    `forged-hash ${ID}: → approval`,
    `review ${ID}: → approved for reuse by bridget`,
  ],
  [
    "a forged one that stood",
    holding(approved(RELAYED, "0")),
    holding({ ...approved(RELAYED, "0"), uses: [] } as Entry),
  ],
  [
    "a pin of other words",
    holding(PLAIN),
    holding({ ...PLAIN, pinned: { by: "bridget", at: PLAIN.timestamp, hash: HASH } }),
    `forged-hash ${PLAIN.id}: → pin`,
  ],
  [
    "what came from outside is approved",
    holding(external),
    holding(approved(external)),
    `review-opened ${ID}: → approved for reuse by bridget`,
  ],
  [
    "a rejected one is open again",
    holding({ ...RELAYED, review: { state: "rejected", at: RELAYED.timestamp, by: "bridget" } }),
    holding(RELAYED),
    `review-opened ${ID}: rejected by bridget →`,
  ],
  [
    "what was open is rejected",
    holding(RELAYED),
    holding({ ...RELAYED, review: { state: "rejected", at: RELAYED.timestamp, by: "bridget" } }),
    `review ${ID}: → rejected by bridget`,
  ],
  ["it came and waits", {}, holding({ ...external, review: { state: "needs_review", at: RELAYED.timestamp } })],
  [
    "a pin",
    holding(PLAIN),
    holding({ ...PLAIN, pinned: pinOf(PLAIN, "bridget", PLAIN.timestamp) }),
    `pin ${PLAIN.id}: → by bridget`,
  ],
  [
    "a pin less",
    holding({ ...PLAIN, pinned: pinOf(PLAIN, "bridget", PLAIN.timestamp) }),
    holding(PLAIN),
    `pin-out ${PLAIN.id}: by bridget →`,
  ],
  [
    "a check less",
    holding({ ...RELAYED, check: { in: ["*.ts"], forbid: "a" } }),
    holding(RELAYED),
    `check-out ${ID}: {"in":["*.ts"],"forbid":"a"} →`,
  ],
  [
    "a person's answer",
    holding(RELAYED),
    holding({ ...RELAYED, stick: { verdict: "held", at: RELAYED.timestamp, by: "bridget" } } as Entry),
    `answer ${ID}: → held by bridget`,
  ],
  [
    "a forged closing",
    holding(QUESTION),
    holding({ ...QUESTION, ...{ closed: { at: RELAYED.timestamp, by: "bridget", how: "unanswered" } } } as Entry),
    `forged-hash ${QUESTION.id}: → closing`,
  ],
];

const FILES: readonly Case[] = [
  [
    "settings",
    { settings: { apply_mode: "approval", layout: "day" } },
    { settings: { apply_mode: "auto", layout: "entry" } },
    'setting apply_mode: "approval" → "auto"',
    'setting-free layout: "day" → "entry"',
  ],
  [
    "a tighter setting",
    { settings: { apply_mode: "auto" } },
    { settings: { apply_mode: "curated" } },
    'setting-tighter apply_mode: "auto" → "curated"',
  ],
  ["settings that nobody can read", { settings: undefined }, { settings: { apply_mode: "auto" } }],
  ["a rule out", { rules: [line("Be kind", "SOUL.md", ID)] }, {}, `rule-out ${ID}: Be kind →`],
  ["a rule in", {}, { rules: [line("Be kind", "SOUL.md", ID)] }, `rule-in ${ID}: → Be kind`],
  [
    "a rule in other words",
    { rules: [line("Be kind", "SOUL.md", ID)] },
    { rules: [line("Be rude", "SOUL.md", ID)] },
    `rule-reworded ${ID}: Be kind → Be rude`,
  ],
  [
    "a rule elsewhere",
    { rules: [line("Be kind", "SOUL.md", ID)] },
    { rules: [line("Be kind", "MEMORY.md", ID)] },
    `rule-moved ${ID}: SOUL.md → MEMORY.md`,
  ],
  ["layout alone", { rules: [line("Be  kind.", "SOUL.md", ID)] }, { rules: [line("be kind", "SOUL.md", ID)] }],
  [
    "one of two equal rules out",
    { rules: [line("Be kind"), line("Be kind")] },
    { rules: [line("Be kind")] },
    "rule-out SOUL.md: Be kind →",
  ],
  [
    "a person's line for another",
    { lines: [line("Be kind")] },
    { lines: [line("Be rude")] },
    "line-out SOUL.md: Be kind →",
    "line-in SOUL.md: → Be rude",
  ],
  [
    "other text of a file",
    { otherText: new Map([["SOUL.md", "#Soul"]]) },
    { otherText: new Map([["SOUL.md", "#Sole"]]) },
    "other-text SOUL.md:",
  ],
  [
    "a version that counts is gone",
    { versions: new Map([["0001-AAAAA", "active"]]) },
    {},
    "version-removed 0001-AAAAA: active →",
  ],
  ["a version was pruned", { versions: new Map([["0001-AAAAA", "superseded"]]) }, {}],
  ["a link", {}, { links: new Map([["memory", "link to /x"]]) }, "link memory: → link to /x"],
  ["a link that stood", { links: new Map([["memory", "link to /x"]]) }, { links: new Map([["memory", "link to /x"]]) }],
  [
    "another target of it",
    { links: new Map([["memory", "link to /x"]]) },
    { links: new Map([["memory", "link to /y"]]) },
    "link memory: link to /x → link to /y",
  ],
  ...[
    "*.md binary",
    "*.md -diff",
    "*.md diff=word",
    "memory/** linguist-generated=true",
    "*.md filter=x",
    "[attr]plain -diff",
  ].map(
    (text): Case => [
      text,
      {},
      { attributes: new Map([[".gitattributes", [text]]]) },
      `attribute-hides .gitattributes: → ${text}`,
    ],
  ),
  [
    "an attribute that hides nothing",
    {},
    { attributes: new Map([[".gitattributes", ["*.md merge=tenet"]]]) },
    "attribute .gitattributes: → *.md merge=tenet",
  ],
  ["local state", {}, { localState: [".tenet/state/ledger"] }, "local-state .tenet/state/ledger:"],
  [
    "a second workspace",
    {},
    { profiles: ["tenet.yaml", "sub/tenet.yaml"] },
    "workspace sub/tenet.yaml: → sub/tenet.yaml",
  ],
  [
    "a workspace that moved",
    {},
    { profiles: ["sub/tenet.yaml"] },
    "workspace sub/tenet.yaml: → sub/tenet.yaml",
    "workspace tenet.yaml: tenet.yaml →",
  ],
];

const shown = (before: Partial<Side>, after: Partial<Side>) =>
  byWeight(differencesOf({ ...EMPTY, ...before }, { ...EMPTY, ...after })).map(
    ({ kind, subject, before: was, after: is }) =>
      `${kind} ${subject}: ${was ?? ""}${was === undefined && is === undefined ? "" : " → "}${is ?? ""}`
        .replace(/ {2}/, " ")
        .trim(),
  );

describe("differences of two trees", () => {
  it.each([...RECORDS, ...FILES].map((row) => [row[0], row] as const))("%s", (_, [, before, after, ...expected]) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it.each<[string, Partial<Side>, string]>([
    ["with its file", {}, "Its file is gone."],
    ["it alone", { files: new Set([FILE]) }, "Its file is there without it."],
    [
      "a folder that is a link",
      { links: new Map([["memory/learning", "link to /x"]]) },
      "memory/learning is a link to /x now, so that nobody reads it.",
    ],
    [
      "to where nobody reads",
      { unread: new Map([[ID, "It stands in notes.md now, where nobody reads it."]]) },
      "It stands in notes.md now, where nobody reads it.",
    ],
  ])("says where a record went: %s", (_, after, because) => {
    const [one] = differencesOf({ ...EMPTY, ...holding(OWNERS) }, { ...EMPTY, ...after });
    expect(one).toMatchObject({ kind: "words-removed", because });
  });

  it("an origin inside the tree is no source from outside", () => {
    const quoting = correction({ tier: "relayed", source: "bridget", origin: "notes/talk.md:12" });
    expect(shown({}, holding(quoting))).toEqual([`raised-tier ${ID}: external → relayed`]);
    expect(shown({}, { ...holding(quoting), files: new Set(["notes/talk.md"]) })).toEqual([]);
  });

  it("the heaviest stands first, whatever comes first; repeats once", () => {
    const rows = [...KINDS].reverse().flatMap((kind) => [
      { kind, subject: "x" },
      { kind, subject: "x" },
    ]);
    expect(byWeight(rows).map(({ kind }) => kind)).toEqual(KINDS);
    expect(byWeight(rows).filter(({ level }) => level === "refused").length).toBe(6);
  });
});
