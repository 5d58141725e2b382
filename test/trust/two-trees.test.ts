/** What a merge decides, as a table: one difference of each kind, and what is none. */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { pinOf } from "../../src/entry/gates/pins.js";
import { defaultProfile } from "../../src/settings.js";
import { byWeight, KINDS } from "../../src/store/base/policy/difference.js";
import type { Side, SideLine, SideRecord } from "../../src/store/base/policy/tree-side.js";
import { differencesOf } from "../../src/store/base/policy/two-trees.js";
import { correction, insight, memory } from "../store/entries.js";

const EMPTY: Side = {
  settings: defaultProfile(),
  people: [
    { name: "bridget", role: "owner" },
    { name: "helper", role: "agent" },
  ],
  ownAgents: ["sybil", "main"],
  records: new Map(),
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
const approved = (entry: Entry): Entry =>
  ({ ...entry, review: { state: "approved_for_reuse", at: "2026-02-16T09:00:00Z", by: "bridget" } }) as Entry;
const external = correction({ tier: "external", origin: "https://x.example" });

const reviewed = (entry: Entry, state: "rejected" | "needs_review", by?: string): Entry =>
  ({ ...entry, review: { state, at: RELAYED.timestamp, ...(by === undefined ? {} : { by }) } }) as Entry;
const rejected = reviewed(RELAYED, "rejected", "bridget");
const pinned: Entry = { ...PLAIN, pinned: pinOf(PLAIN, "bridget", PLAIN.timestamp) };
const checked: Entry = { ...RELAYED, check: { in: ["*.ts"], forbid: "a" } };
const stick = { verdict: "held", at: RELAYED.timestamp, by: "bridget" } as const;
const WORDS = OWNERS.corrected_to;

type Row<Tree> = readonly [name: string, before: Tree, after: Tree, ...expected: string[]];

const RECORDS: readonly Row<Entry | SideRecord | undefined>[] = [
  ["the same", OWNERS, OWNERS],
  ["a tier went up", RELAYED, OWNERS, `raised-tier ${ID}: relayed → owner`],
  ["an owner's word was lowered", OWNERS, RELAYED, `words-lowered ${ID}: owner → relayed`],
  [
    "a new word of nobody listed as owner",
    undefined,
    correction({ tier: "owner", source: "helper" }),
    `raised-tier ${ID}: peer → owner`,
    `words-new ${ID}: → ${WORDS}`,
  ],
  ["a new word of an owner", undefined, OWNERS, `words-new ${ID}: → ${WORDS}`],
  ["an owner's words changed", OWNERS, { ...OWNERS, corrected_to: "No" }, `words-changed ${ID}: ${WORDS} → No`],
  [
    "an owner's word was taken over",
    OWNERS,
    { ...OWNERS, status: "superseded", superseded_by: "COR-20260216-AAAAA" },
    `words-ended ${ID}: ${WORDS} → superseded by COR-20260216-AAAAA`,
  ],
  [
    "an owner's word was forgotten",
    OWNERS,
    { ...OWNERS, status: "forgotten" },
    `words-ended ${ID}: ${WORDS} → forgotten`,
  ],
  ["an agent's own was", PLAIN, { ...PLAIN, status: "forgotten" }],
  ["an owner's word moved", OWNERS, record(OWNERS, "memory/x.md"), `words-moved ${ID}: ${FILE} → memory/x.md`],
  ["an agent's own moved", PLAIN, record(PLAIN, "memory/facts/other.md")],
  ["an owner's word is gone", OWNERS, undefined, `words-removed ${ID}: ${WORDS} →`],
  ["another record is gone", RELAYED, undefined, `record-removed ${ID}: ${WORDS} →`],
  [
    "what came from outside is approved",
    external,
    approved(external),
    `review-opened ${ID}: → approved for reuse by bridget`,
  ],
  ["a rejected one is open again", rejected, RELAYED, `review-opened ${ID}: rejected by bridget →`],
  ["what was open is rejected", RELAYED, rejected, `review ${ID}: → rejected by bridget`],
  ["it came and waits", undefined, reviewed(external, "needs_review")],
  ["a pin", PLAIN, pinned, `pin ${PLAIN.id}: → by bridget`],
  ["a pin less", pinned, PLAIN, `pin-out ${PLAIN.id}: by bridget →`],
  ["a check less", checked, RELAYED, `check-out ${ID}: {"in":["*.ts"],"forbid":"a"} →`],
  ["a person's answer", RELAYED, { ...RELAYED, stick } as Entry, `answer ${ID}: → held by bridget`],
];

const rule = (text: string, file = "SOUL.md") => ({ rules: [line(text, file, ID)] });
const soul = (text: string) => ({ otherText: new Map([["SOUL.md", text]]) });
const version = (status: "active" | "superseded") => ({ versions: new Map([["0001-AAAAA", status]]) });
const linked = (to: string) => ({ links: new Map([["memory", `link to ${to}`]]) });
const attribute = (text: string) => ({ attributes: new Map([[".gitattributes", [text]]]) });
const [kind, rude] = [line("Be kind"), line("Be rude")];

const FILES: readonly Row<Partial<Side>>[] = [
  [
    "it derives from what is trusted less",
    holding(external),
    holding(external, insight({ tier: "relayed", source: "bridget", derived_from: [ID] })),
    "raised-tier INS-20260214-M2XBA: external → relayed",
  ],
  [
    "settings",
    {},
    { settings: { ...defaultProfile(), apply_mode: "approval", layout: "entry" } },
    'setting apply_mode: "auto" → "approval"',
    'setting-free layout: "day" → "entry"',
  ],
  ["settings that nobody can read", { settings: undefined }, {}],
  ["a rule out", rule("Be kind"), {}, `rule-out ${ID}: Be kind →`],
  ["a rule in", {}, rule("Be kind"), `rule-in ${ID}: → Be kind`],
  ["a rule in other words", rule("Be kind"), rule("Be rude"), `rule-reworded ${ID}: Be kind → Be rude`],
  ["a rule elsewhere", rule("Be kind"), rule("Be kind", "MEMORY.md"), `rule-moved ${ID}: SOUL.md → MEMORY.md`],
  ["layout alone", rule("Be  kind."), rule("be kind")],
  ["one of two equal rules out", { rules: [kind, kind] }, { rules: [kind] }, "rule-out SOUL.md: Be kind →"],
  [
    "a person's line for another",
    { lines: [kind] },
    { lines: [rude] },
    "line-out SOUL.md: Be kind →",
    "line-in SOUL.md: → Be rude",
  ],
  ["other text of a file", soul("#Soul"), soul("#Sole"), "other-text SOUL.md:"],
  ["a version that counts is gone", version("active"), {}, "version-removed 0001-AAAAA: active →"],
  ["a version was pruned", version("superseded"), {}],
  ["a link", {}, linked("/x"), "link memory: → link to /x"],
  ["a link that stood", linked("/x"), linked("/x")],
  ["another target of it", linked("/x"), linked("/y"), "link memory: link to /x → link to /y"],
  ["an attribute", {}, attribute("*.md binary"), "attribute .gitattributes: → *.md binary"],
  ["local state", {}, { localState: [".tenet/state.db"] }, "local-state .tenet/state.db:"],
  ["a second workspace", {}, { profiles: ["tenet.yaml", "a/tenet.yaml"] }, "workspace a/tenet.yaml: → a/tenet.yaml"],
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
  const side = (one: Entry | SideRecord | undefined) => (one === undefined ? {} : holding(one));
  const ofRecords = RECORDS.map(
    ([name, before, after, ...expected]) => [name, side(before), side(after), expected] as const,
  );
  const ofFiles = FILES.map(([name, before, after, ...expected]) => [name, before, after, expected] as const);
  it.each([...ofRecords, ...ofFiles])("%s", (_, before, after, expected) => {
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
    expect(byWeight(rows).filter(({ level }) => level === "refused").length).toBe(4);
  });
});
