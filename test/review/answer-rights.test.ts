/** Who may answer about a pair, every answerer against every side; and that an answer, taken back, leaves what was there. */
import { describe, expect, it } from "vitest";
import type { Entry, Near, Tier } from "../../src/entry/entry.js";
import { contentHash } from "../../src/entry/status.js";
import type { Resolution } from "../../src/review/answering.js";
import { resolveList, resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { changeTree } from "../../src/store/change.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import fc from "../properties.js";
import { correction, insight, memory } from "../store/entries.js";

const TIERS = ["external", "peer", "self", "relayed", "owner"] as const satisfies readonly Tier[];
const rank = (tier: Tier): number => TIERS.indexOf(tier);
const ANSWERS = ["same", "replaces", "exception", "unrelated", "later"] as const;
type Answer = (typeof ANSWERS)[number];

const DONE: Readonly<Record<Answer, string>> = {
  ...{ same: "same", replaces: "replaced", exception: "exception", unrelated: "unrelated", later: "later" },
};

const NOW = "2026-02-15T14:00:00Z";
const OLDER_AT = "2026-02-14T09:00:00Z";
const NEWER_AT = "2026-02-15T09:00:00Z";

type Kind = "correction" | "insight" | "memory";
interface Side {
  kind: Kind;
  tier: Tier;
  session?: string;
}

/** What is approved waits for nobody: here only the tiers decide. */
const approved = (entry: Entry): Entry => ({
  ...entry,
  review: { state: "approved_for_reuse", by: "bridget", at: entry.timestamp, hash: contentHash(entry) },
});

function plainEntry({ kind, tier, session }: Side, tail: string, timestamp: string, near?: Near[]): Entry {
  const day = timestamp.slice(0, 10).replaceAll("-", "");
  const more = {
    ...{ timestamp, tier, ...(near === undefined ? {} : { near }) },
    ...(session === undefined ? {} : { session }),
  };
  switch (kind) {
    case "correction":
      return correction({ ...more, id: `COR-${day}-${tail}`, corrected_to: `Rule ${tail} holds` });
    case "insight":
      return insight({ ...more, id: `INS-${day}-${tail}`, insight: `Fact ${tail} is so` });
    default:
      return memory({ ...more, id: `MEM-${day}-${tail}`, content: `Note ${tail} is kept` });
  }
}

function entryOf(...from: Parameters<typeof plainEntry>): Entry {
  const entry = plainEntry(...from);
  return entry.tier === "external" || entry.tier === "peer" ? approved(entry) : entry;
}

type Row = Partial<Near> & { name?: string };

/** Two entries with an open row on the later one. */
function pairOf(
  [older, newer]: readonly [Side, Side],
  { name = "A0", ...row }: Row = {},
): [older: Entry, newer: Entry] {
  const first = entryOf(older, `${name}001`, OLDER_AT);
  const near: Near = { with: first.id, score: 0.8, by: "claim", state: "open", at: NEWER_AT, ...row };
  return [first, entryOf(newer, `${name}002`, NEWER_AT, [near])];
}

async function store(w: Capturing, entries: readonly Entry[]): Promise<void> {
  await changeTree(w, { op: "test", reason: "test" }, async (change) => {
    for (const entry of entries) change.append(entry);
  });
}

interface Answerer {
  name: string;
  /** What counts. */
  tier: Tier;
  /** The newer entry, where it decides: an agent answers in the session in which it was captured. */
  newer?: Tier;
  act(w: Capturing): void;
}

const inSession = (newer: Tier, tier: Tier = newer): Answerer => ({
  name: `an agent in the session of a capture of tier ${newer}`,
  newer,
  tier,
  act: (w) => w.as({ session: "s1" }),
});

const ANSWERERS: readonly Answerer[] = [
  { name: "the owner, who types it", tier: "owner", act: (w) => w.as({ ...AT_TERMINAL, session: "s9" }) },
  inSession("owner", "relayed"),
  inSession("relayed"),
  inSession("self"),
  inSession("peer"),
  inSession("external"),
  { name: "the agent in another session", tier: "self", act: (w) => w.as({ session: "s9" }) },
  { name: "another agent", tier: "peer", act: (w) => w.as({ session: "s9", agent: "other" }) },
];

/** What of the two must be trusted no more than who answers, so that the answer takes effect. */
function decidesOver(answer: Answer, older: Tier, newer: Tier, isOpen: boolean): Tier[] {
  switch (answer) {
    case "replaces":
    case "exception":
      return [older];
    case "same":
      // The less trusted record is absorbed; of two that are trusted the same both change.
      return rank(newer) > rank(older) ? [older] : rank(newer) < rank(older) ? [newer] : [older, newer];
    default:
      return isOpen ? [older, newer] : [];
  }
}

describe.each(ANSWERERS)("$name", ({ tier, newer: fixed, act }) => {
  it.each(ANSWERS)(
    "%s: takes effect over what is trusted no more, and is a proposal over the rest",
    { tags: "sampled" },
    async (answer) => {
      const w = capturing({}, NOW);
      const newers = fixed === undefined ? TIERS : [fixed];
      const rows = TIERS.flatMap((older) =>
        newers.flatMap((newer) => [0.8, 0.6].map((score) => ({ older, newer, score }))),
      ).map((row, at) => {
        const name = `${"ABCDE"[Math.floor(at / 10)]}${at % 10}`;
        const sides = [
          { kind: "insight", tier: row.older },
          { kind: "insight", tier: row.newer, session: "s1" },
        ] as const;
        return { ...row, pair: pairOf(sides, { name, score: row.score }) };
      });
      await store(
        w,
        rows.flatMap(({ pair }) => pair),
      );
      act(w);
      const answered = await resolveList(
        w,
        rows.map(({ pair: [a, b] }) => ({ a: b.id, b: a.id, how: answer })),
      );
      const decided = rows.map((row, at) => [row.newer, answer, row.older, row.score, answered[at]?.decision]);
      expect(decided).toEqual(
        rows.map(({ older, newer, score }) => {
          const mayAct = decidesOver(answer, older, newer, score >= 0.7).every((side) => rank(side) <= rank(tier));
          return [newer, answer, older, score, mayAct ? DONE[answer] : "proposed"];
        }),
      );
    },
  );
});

describe("an answer about any pair", () => {
  const side = fc.record({
    kind: fc.constantFrom<Kind>("correction", "insight", "memory"),
    tier: fc.constantFrom<Tier>("self", "relayed", "owner"),
    session: fc.constantFrom("s1", "s2"),
  });
  const any = fc.record({
    sides: fc.tuple(side, side),
    answer: fc.constantFrom<Answer>(...ANSWERS),
    isFirst: fc.boolean(),
    by: fc.constantFrom<Near["by"]>("claim", "lex", "prior"),
    score: fc.constantFrom(0.55, 0.71),
  });
  const state = async (w: Capturing, id: string) => {
    const { near: _, linked: __, context: ___, ...rest } = await w.entry(id);
    return rest;
  };

  it("is taken back by undo to the byte, and by reopen to both as they were, with an open row", {
    tags: "proof",
    timeout: 120_000,
  }, async () => {
    const tried = fc.asyncProperty(any, async ({ sides, answer, isFirst, by, score }) => {
      const w = capturing({}, NOW);
      const pair = pairOf(sides, { by, score });
      await store(w, pair);
      const [older, newer] = [pair[0].id, pair[1].id];
      w.as({ ...AT_TERMINAL, session: "s1" });
      const [files, before] = [w.files(), [await state(w, older), await state(w, newer)]];
      const [a, b] = isFirst ? [newer, older] : [older, newer];
      const give = (how: Resolution) => resolvePair(w, { a, b, how });
      const first = await give(answer);
      expect(first.says).toContain(`tenet resolve ${first.id} ${first.other} --reopen`);
      await undo(w, { confirmed: true });
      expect(w.files()).toEqual(files);
      await give(answer);
      expect(await give("reopen")).toMatchObject({ decision: "reopened" });
      expect([await state(w, older), await state(w, newer)]).toEqual(before);
      expect((await w.entry(newer)).near).toMatchObject([{ with: older, state: "open" }]);
      expect((await w.entry(older)).near).toBeUndefined();
      await expect(give("reopen")).rejects.toMatchObject({ exit: 2 });
    });
    await fc.assert(tried, { numRuns: 25 });
  });
});
