import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byTime, type EntryMeta, plainHead } from "../../src/store/cache/entry-meta.js";
import { HeadList } from "../../src/store/cache/head-columns.js";
import { packHeads, packRuns } from "../../src/store/cache/head-packing.js";
import { runsAfter } from "../../src/store/cache/head-runs.js";
import { headsAfter, type KnownHeads } from "../../src/store/cache/heads-after.js";
import type { HeadColumns, OpenColumns } from "../../src/store/cache/open-columns.js";
import { areDistinct } from "../../src/store/duplicate-ids.js";
import { anyHead, FILES } from "./any-head.js";

/** Ids of one length, or of several; few enough that some stand twice. */
const sized = (...lengths: number[]) =>
  fc.tuple(fc.constantFrom(...lengths), fc.nat(60)).map(([length, number]) => String(number).padStart(length, "0"));
const minute = fc.nat(9);
const anyLengths = fc.constantFrom([5], [5, 6]);

const plain = (heads: readonly EntryMeta[]) => heads.map(plainHead);
const stored = (heads: readonly EntryMeta[], names = FILES): HeadList =>
  HeadList.stored(packHeads(HeadList.of(heads), names), names);
const columnsOf = ({ columns }: HeadList): OpenColumns => columns as OpenColumns;

/** Sections that have one form only, whatever way they were made. */
function withOneForm({ count, widths, sections }: HeadColumns) {
  const names = ["ids", "timestamps", "files", "lines", "texts", "textEnds", "claims", "claimCounts"];
  return {
    count,
    widths,
    sections: names.map((name) => [name, Buffer.from(sections.get(name) ?? []).toString("hex")]),
  };
}

describe("packing by runs", () => {
  const lists = anyLengths.chain((lengths) => {
    const head = anyHead({ tail: sized(...lengths), minute });
    return fc.record({
      old: fc.array(head, { maxLength: 40 }).map((heads) => heads.sort(byTime)),
      gone: fc.uniqueArray(fc.nat(39), { maxLength: 8 }),
      fresh: fc.array(head, { maxLength: 4 }),
      names: fc.constantFrom(FILES, ["a.md", "aa.md", "b.md", "c.md"], ["0.md", ...FILES, "d.md"]),
    });
  });

  it("equals packing plainly, for any old list, removals and additions", () => {
    fc.assert(
      fc.property(lists, ({ old, gone, fresh, names }) => {
        const rows = gone.filter((row) => row < old.length).sort((a, b) => a - b);
        const expected = [...old.filter((_, row) => !rows.includes(row)), ...fresh].sort(byTime);
        const packed = packRuns(runsAfter(columnsOf(stored(old)), rows, fresh), names);
        const plainly = packHeads(HeadList.of(expected), names);
        expect(withOneForm(packed)).toEqual(withOneForm(plainly));
        expect(plain(HeadList.stored(packed, names).all)).toEqual(plain(expected));
      }),
      { numRuns: 300 },
    );
  });

  const one = (at: number, more: Partial<EntryMeta>): EntryMeta =>
    ({
      id: `INS-20260215-${String(at).padStart(5, "0")}`,
      type: "insight",
      timestamp: "2026-02-15T14:00:00Z",
      status: "active",
      tier: "self",
      agent: "m",
      text: "x",
      file: at === 0 ? "a.md" : "b.md",
      line: 1,
      claims: [],
      ...more,
    }) as EntryMeta;

  it("keeps values that no head has any more only for a while", () => {
    let heads = stored(Array.from({ length: 9 }, (_, at) => one(at, {})));
    let most = 0;
    for (let change = 0; change < 600; change++) {
      const fresh = [one(0, { domain: `domain ${change}` })];
      heads = headsAfter({ heads, distinct: true }, new Set(["a.md"]), fresh, FILES).heads;
      most = Math.max(most, columnsOf(heads).values("domain").length);
      expect(heads.at(0).domain).toBe(`domain ${change}`);
    }
    expect(most).toBeLessThan(300);
  });

  it("shares values among many fresh heads, and with those that were there", () => {
    const domainOf = (at: number) => ({ domain: `domain ${at % 3}` });
    const fresh = Array.from({ length: 400 }, (_, at) => one(at + 1, domainOf(at)));
    const { heads } = headsAfter(
      { heads: stored([one(0, domainOf(0)), one(900, {})]), distinct: true },
      new Set(),
      fresh,
      FILES,
    );
    expect(columnsOf(heads).values("domain")).toEqual(["domain 0", "domain 1", "domain 2"]);
    expect(plain(heads.all)).toEqual(plain([one(0, domainOf(0)), ...fresh, one(900, {})]));
  });

  it("copies columns as they are when the files are the same", () => {
    const heads = stored([one(0, {}), one(1, {})]);
    expect(packHeads(heads, FILES)).toBe(columnsOf(heads).stored);
  });
});

describe("heads after a change", () => {
  const changes = anyLengths.chain((lengths) => {
    const head = anyHead({ tail: sized(...lengths), minute });
    return fc.record({
      old: fc.array(head, { maxLength: 30 }).map((heads) => heads.sort(byTime)),
      steps: fc.array(
        fc.record({
          touched: fc.uniqueArray(fc.constantFrom(...FILES), { minLength: 1, maxLength: 2 }),
          fresh: fc.array(head, { maxLength: 4 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    });
  });

  it("are those of a plain list, in order, and as distinct, one change after another", () => {
    fc.assert(
      fc.property(changes, ({ old, steps }) => {
        let expected: readonly EntryMeta[] = old;
        let known: KnownHeads = { heads: stored(old), distinct: areDistinct(old) };
        for (const { touched, fresh } of steps) {
          const mine = fresh.map((head) => ({ ...head, file: touched[0] as string }));
          expected = [...expected.filter((head) => !touched.includes(head.file)), ...mine].sort(byTime);
          known = headsAfter(known, new Set(touched), mine, FILES);
          expect(plain(known.heads.all)).toEqual(plain(expected));
          expect(known.distinct).toBe(areDistinct(expected));
          expect(known.heads.columns).toBeDefined();
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of a list without columns are the same", () => {
    fc.assert(
      fc.property(changes, ({ old, steps: [step] }) => {
        const { touched, fresh } = step as { touched: string[]; fresh: EntryMeta[] };
        const mine = fresh.map((head) => ({ ...head, file: touched[0] as string }));
        const distinct = areDistinct(old);
        const [plainly, byColumns] = [HeadList.of(old), stored(old)].map((heads) =>
          headsAfter({ heads, distinct }, new Set(touched), mine, FILES),
        ) as [KnownHeads, KnownHeads];
        expect(plain(plainly.heads.all)).toEqual(plain(byColumns.heads.all));
        expect(plainly.distinct).toBe(byColumns.distinct);
      }),
    );
  });
});
