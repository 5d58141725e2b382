/** What holds of standing whatever was said, answered, forgotten and judged: random worlds. */
import { expect, test } from "vitest";
import type { Entry, Near } from "../../../src/entry/entry.js";
import type { COPIED } from "../../../src/entry/standing/copies.js";
import { standing } from "../../../src/entry/standing/pass.js";
import type { Standing } from "../../../src/entry/standing/standing.js";
import { slotKey, wordsKey } from "../../../src/entry/standing/ties.js";
import { ROW_ANSWERS, TIERS, VERDICTS } from "../../../src/entry/words.js";
import fc from "../../properties.js";
import { forget, World } from "./world.js";

const LINES = ["#aaaaaaaaaaaa", "#bbbbbbbbbbbb"];
const place = fc.nat(9);
const tier = fc.constantFrom(...TIERS);
const deed = fc.oneof(
  fc.record({
    does: fc.constant("say" as const),
    text: fc.constantFrom("Use npm", "Use yarn", "Use pnpm", "Lint first"),
    type: fc.constantFrom("correction", "insight", "memory"),
    tier,
    session: fc.constantFrom("a", "b", "c"),
    key: fc.constantFrom(undefined, "pm"),
    scope: fc.constantFrom(undefined, undefined, undefined, "conversation", "contact:jane"),
    days: fc.nat(3),
  }),
  fc.record({
    does: fc.constant("row" as const),
    bearer: place,
    other: fc.nat(11),
    answer: fc.constantFrom(undefined, ...ROW_ANSWERS),
    tier,
    score: fc.constantFrom(0.5, 0.8),
    found: fc.constantFrom("claim", "prior", "words"),
    days: fc.nat(3),
  }),
  fc.record({ does: fc.constant("forget" as const), bearer: place, tier, alone: fc.boolean(), erased: fc.boolean() }),
  fc.record({
    does: fc.constant("review" as const),
    bearer: place,
    state: fc.constantFrom("approved_for_reuse", "rejected", "one_time_exception", "sensitive"),
  }),
  fc.record({
    does: fc.constant("outcome" as const),
    bearer: place,
    tier,
    what: fc.constantFrom("held", "failed", ...VERDICTS),
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;

/** Does one thing to a world; what there is nobody to do it to is left out. */
function act(w: World, deed: Deed): void {
  if (deed.does === "say") {
    const { does: _, days, type, ...fields } = deed;
    w.days(days);
    w.say(fields.text, { type: type as "correction", ...fields });
    return;
  }
  const target = w.records[deed.bearer];
  if (target === undefined) return;
  w.days(0.5);
  if (deed.does === "review") w.review(target.id, deed.state as "rejected");
  if (deed.does === "outcome") w.outcome(target.id, deed.what, deed.tier);
  if (deed.does === "forget" && deed.erased) w.erase(target.id);
  else if (deed.does === "forget") forget(target.id, { tier: deed.tier, ...(deed.alone && { alone: true }) })(w);
  if (deed.does !== "row") return;
  const other = w.records[deed.other]?.id ?? LINES[deed.other % LINES.length]!;
  const { answer, tier, score, found } = deed;
  const row = { with: other, score, found, at: w.now, ...(answer && { answer, tier, by: "x" }) } as Near;
  if (other !== target.id) w.change(target.id, { near: [...(target.near ?? []), row] });
}

const worlds = fc.array(deed, { minLength: 4, maxLength: 24 }).chain((deeds) =>
  fc.constantFrom("auto" as const, "curated" as const).map((mode) => {
    const w = new World();
    w.mode = mode;
    w.lines.add(LINES[0]!);
    for (const one of deeds) act(w, one);
    return w;
  }),
);

/** Ties as the cache follows them: answered rows both ways, equal words, one slot, and outcomes. */
function components(records: readonly Entry[]): Entry[][] {
  const groups = new Map<string, Set<Entry>>();
  const join = (name: string, record: Entry) => {
    const [a, b] = [groups.get(name) ?? new Set<Entry>(), groups.get(record.id) ?? new Set([record])];
    const joined = new Set([...a, ...b, record]);
    groups.set(name, joined);
    for (const [key, group] of groups) if ([...group].some((one) => joined.has(one))) groups.set(key, joined);
    for (const one of joined) groups.set(one.id, joined);
  };
  for (const record of records) {
    join(record.id, record);
    const rows = (record.near ?? []).filter(({ answer }) => answer !== undefined).map((row) => row.with);
    const { claim } = new World().input([record]).records[0]!;
    const names = [...rows, wordsKey(record, claim), slotKey(record)];
    if (record.type === "outcome") names.push(...(record.references ?? []));
    for (const name of names) if (name !== undefined) join(name, record);
  }
  return [...new Set(records.map(({ id }) => groups.get(id)!))].map((group) => [...group]);
}

const sorted = (found: Map<string, Standing>) => [...found].sort(([a], [b]) => (a < b ? -1 : 1));
const property = (holds: (w: World) => void) => fc.assert(fc.property(worlds, holds), { numRuns: 300 });

test("the order of records does not matter", () => {
  property((w) => {
    expect(sorted(standing(w.input([...w.records].reverse())))).toEqual(sorted(w.all()));
  });
});

test("a pass over what is tied together is the pass over all", () => {
  property((w) => {
    const apart = components(w.records).flatMap((records) => [...standing({ ...w.input(), ...part(w, records) })]);
    expect(sorted(new Map(apart))).toEqual(sorted(w.all()));
  });
});
const part = (w: World, records: readonly Entry[]) => ({ records: w.input(records).records });

test("copies are never read", () => {
  property((w) => {
    const before = sorted(w.all()).map(([, { finding: _, ...one }]) => one);
    const [first] = w.records;
    const copies = { status: "forgotten", superseded_by: first?.id, outcome: "mixed (OUT-20260101-ZZZZZ)" };
    for (const { id } of w.records)
      w.copies.set(id, { ...copies, promoted_to: "SOUL.md" } as { [field in (typeof COPIED)[number]]?: string });
    expect(sorted(w.all()).map(([, { finding: _, ...one }]) => one)).toEqual(before);
  });
});

test("no ring: what replaced an entry leads to one that was not replaced, and each chain has one carrier at most", () => {
  property((w) => {
    const found = w.all();
    const speaking = new Set<string>();
    for (const [id, { voice, chain }] of found) {
      const seen = new Set<string>();
      for (let next: string | undefined = id; next !== undefined; next = found.get(next)?.superseded_by) {
        expect(seen.has(next)).toBe(false);
        seen.add(next);
      }
      if (voice !== 1) continue;
      expect(speaking.has(chain)).toBe(false);
      speaking.add(chain);
    }
  });
});
