/** What a merge brings, as a table: one difference of each kind, and what is none. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { differencesOf, type Tree, type TreeRecord } from "../../src/health/base/two-trees.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { correction, memory } from "../store/entries.js";

const settings: Profile = {
  ...defaultProfile(),
  agent: ["sybil", "main"],
  people: [
    { name: "bridget", role: "owner" },
    { name: "helper", role: "agent" },
  ],
};
const EMPTY: Tree = {
  settings,
  records: new Map(),
  texts: new Map(),
  files: new Map(),
  refused: new Map(),
  profiles: ["tenet.yaml"],
};

const FILE = "memory/learning/corrections/2026-02-15.md";
const record = (entry: Entry, file = FILE): TreeRecord => ({ entry, file, line: 7 });
const isPlaced = (one: Entry | TreeRecord): one is TreeRecord => "entry" in one;
const holding = (...records: readonly (Entry | TreeRecord)[]): Partial<Tree> => {
  const placed = records.map((one) => (isPlaced(one) ? one : record(one)));
  return { records: new Map(placed.map((one) => [one.entry.id, one] as const)) };
};

const ID = "COR-20260215-K7Q2X";
const OWNERS = correction({ tier: "owner", source: "bridget" });
const RELAYED = correction({ tier: "relayed", source: "bridget" });
const PLAIN = memory();
const approved = (entry: Entry): Entry =>
  ({ ...entry, review: { state: "approved_for_reuse", at: "2026-02-16T09:00:00Z", by: "bridget" } }) as Entry;
const external = correction({ tier: "external", origin: "https://x.example" });

const rejected: Entry = { ...RELAYED, review: { state: "rejected", at: RELAYED.timestamp, by: "bridget" } };
const pinned = { ...PLAIN, pinned: { by: "bridget", at: PLAIN.timestamp } };
const checked: Entry = { ...RELAYED, check: { in: ["*.ts"], forbid: "a" } };
const answer = (tier: "owner" | "self") => [{ with: PLAIN.id, at: RELAYED.timestamp, answer: "same" as const, tier }];
const answered = (tier: "owner" | "self"): Entry => ({ ...RELAYED, near: answer(tier) });
const forgotten = { at: RELAYED.timestamp, by: "main", tier: "self" as const };
const WORDS = OWNERS.corrected_to;

type Row<Tree> = readonly [name: string, before: Tree, after: Tree, ...expected: string[]];

const RECORDS: readonly Row<Entry | TreeRecord | undefined>[] = [
  ["the same", OWNERS, OWNERS],
  ["a tier went up", RELAYED, OWNERS, `refused raised-tier ${ID}: relayed → owner`],
  ["an owner's word was lowered", OWNERS, RELAYED, `decided changed ${ID} tier: owner → relayed`],
  ["a new word of an owner", undefined, OWNERS, `decided new ${ID}: → ${WORDS}`],
  [
    "an owner's words changed",
    OWNERS,
    { ...OWNERS, corrected_to: "No", domain: "x" },
    `decided changed ${ID} corrected_to: ${WORDS} → No`,
    `decided changed ${ID} domain: → x`,
  ],
  [
    "an agent's own was forgotten",
    PLAIN,
    { ...PLAIN, forgotten },
    `change changed ${PLAIN.id} forgotten: → ${JSON.stringify(forgotten)}`,
  ],
  ["an owner's word moved", OWNERS, record(OWNERS, "memory/x.md"), `decided moved ${ID}: ${FILE} → memory/x.md`],
  [
    "an agent's own moved",
    PLAIN,
    record(PLAIN, "memory/facts/other.md"),
    `change moved ${PLAIN.id}: ${FILE} → memory/facts/other.md`,
  ],
  ["an owner's word is gone", OWNERS, undefined, `decided gone ${ID}: ${WORDS} →`],
  ["another record is gone", RELAYED, undefined, `change gone ${ID}: ${WORDS} →`],
  [
    "what came from outside is approved",
    external,
    approved(external),
    `decided changed ${ID} review: → ${JSON.stringify(approved(external).review)}`,
  ],
  [
    "it came approved",
    undefined,
    approved(external),
    `decided changed ${ID} review: → ${JSON.stringify(approved(external).review)}`,
  ],
  ["it came and waits", undefined, external],
  [
    "a rejected one is open again",
    rejected,
    RELAYED,
    `decided changed ${ID} review: ${JSON.stringify(rejected.review)} →`,
  ],
  ["a pin", PLAIN, pinned, `decided changed ${PLAIN.id} pinned: → ${JSON.stringify(pinned.pinned)}`],
  ["a new one with a pin", undefined, pinned, `decided changed ${PLAIN.id} pinned: → ${JSON.stringify(pinned.pinned)}`],
  ["a check less", checked, RELAYED, `decided changed ${ID} check: {"in":["*.ts"],"forbid":"a"} →`],
  ["a person's answer", RELAYED, answered("owner"), `decided changed ${ID} near: → ${JSON.stringify(answer("owner"))}`],
  ["an agent's answer", RELAYED, answered("self"), `change changed ${ID} near: → ${JSON.stringify(answer("self"))}`],
];

const soul = (...texts: string[]) => ({ texts: new Map([["SOUL.md", texts]]) });
const holds = (...files: string[]) => ({ files: new Map(files.map((file) => [file, { oid: "1" }])) });
const written = (file: string) => ({ files: new Map([[file, { oid: "2" }]]) });
const refused = (file: string) => ({
  refused: new Map([[`link ${file}`, { level: "refused", kind: "link", subject: file } as const]]),
});

const FILES: readonly Row<Partial<Tree>>[] = [
  [
    "settings",
    {},
    { settings: { ...settings, apply_mode: "approval", layout: "entry" } },
    'decided setting apply_mode: "auto" → "approval"',
    'change setting layout: "day" → "entry"',
  ],
  ["settings that nobody can read", { settings: undefined }, {}],
  ["blank lines alone", soul("- a", "- b"), soul("- a", "", "- b")],
  ["one of two equal lines out", soul("- a", "- a"), soul("- a"), "decided line-out SOUL.md: - a →"],
  [
    "a fence that closes later",
    soul("```", "a", "```", "- b"),
    soul("```", "a", "- b", "```"),
    "decided line-out SOUL.md: ``` →",
    "decided line-in SOUL.md: → ```",
  ],
  ["a version is gone", holds("memory/versions/1.md", "x"), {}, "decided gone 1:"],
  ["a version reads otherwise", holds("memory/versions/1.md"), written("memory/versions/1.md"), "decided changed 1:"],
  ["what no merge may hold", {}, refused("a"), "refused link a:"],
  ["what no merge may hold and stood there", refused("a"), refused("a")],
  ["a second workspace", {}, { profiles: ["tenet.yaml", "a/tenet.yaml"] }, "refused workspace a/tenet.yaml:"],
  ["the first one", { profiles: [] }, {}],
  [
    "a workspace that moved",
    {},
    { profiles: ["sub/tenet.yaml"] },
    "refused workspace tenet.yaml:",
    "refused workspace sub/tenet.yaml:",
  ],
];

const shown = (before: Partial<Tree>, after: Partial<Tree>) =>
  differencesOf({ ...EMPTY, ...before }, { ...EMPTY, ...after }).map(
    ({ level, kind, subject, field, before: was, after: is }) =>
      `${level} ${kind} ${[subject, field].filter(Boolean).join(" ")}: ${was ?? ""}${was === undefined && is === undefined ? "" : " → "}${is ?? ""}`
        .replace(/ {2}/, " ")
        .trim(),
  );

describe("differences of two trees", () => {
  const side = (one: Entry | TreeRecord | undefined) => (one === undefined ? {} : holding(one));
  const ofRecords = RECORDS.map(
    ([name, before, after, ...expected]) => [name, side(before), side(after), expected] as const,
  );
  const ofFiles = FILES.map(([name, before, after, ...expected]) => [name, before, after, expected] as const);
  it.each([...ofRecords, ...ofFiles])("%s", (_, before, after, expected) => {
    expect(shown(before, after)).toEqual(expected);
  });
});
