import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EntryMeta, plainHead } from "../../src/store/cache/entry-meta.js";
import { HeadList } from "../../src/store/cache/head-columns.js";
import { packHeads } from "../../src/store/cache/head-packing.js";
import {
  type FieldTests,
  headsClaiming,
  headsIn,
  headsWhere,
  headsWithAny,
  tallyOf,
} from "../../src/store/cache/head-query.js";
import { directoryOf, sectionsIn } from "../../src/store/cache/sections.js";
import { anyHead, FILES } from "./any-head.js";

const head = anyHead();

const stored = (heads: readonly EntryMeta[]) => {
  const columns = packHeads(HeadList.of(heads), FILES);
  const { sections } = columns;
  const bytes = Buffer.concat([...sections.values()]);
  return HeadList.stored({ ...columns, sections: sectionsIn(bytes, directoryOf(sections)) }, FILES);
};
const again = (heads: readonly EntryMeta[]): readonly EntryMeta[] => stored(heads).all;
const plain = (heads: readonly EntryMeta[]) => heads.map(plainHead);

describe("heads in columns", () => {
  it("are the same heads, whatever they hold", () => {
    fc.assert(
      fc.property(fc.array(head, { maxLength: 12 }), (heads) => {
        expect(plain(again(heads))).toEqual(plain(heads));
      }),
    );
  });

  it("stay the same while some leave, some change and some come, over and over", () => {
    const step = fc.record({ leave: fc.array(fc.nat(20), { maxLength: 4 }), come: fc.array(head, { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(head, { maxLength: 10 }), fc.array(step, { maxLength: 6 }), (first, steps) => {
        let [expected, kept] = [first, again(first)];
        for (const { leave, come } of steps) {
          const gone = new Set(leave);
          expected = [...expected.filter((_, row) => !gone.has(row)), ...come];
          kept = again([...kept.filter((_, row) => !gone.has(row)), ...come]);
          expect(plain(kept)).toEqual(plain(expected));
        }
      }),
    );
  });

  it("answer the same by column as one by one", () => {
    const tests: FieldTests = {
      outcome_note: (note) => note === undefined,
      status: (status) => status !== "superseded",
      tags: (tags) => tags?.includes("ci") !== true,
      seen: (seen) => seen === undefined || seen > 1,
    };
    fc.assert(
      fc.property(fc.uniqueArray(head, { maxLength: 30, selector: ({ id }) => id }), (heads) => {
        const [held, plainly] = [stored(heads), HeadList.of(heads)];
        const ids = (found: readonly EntryMeta[]) => found.map(({ id }) => id);
        expect(ids(headsWhere(held, tests))).toEqual(ids(headsWhere(plainly, tests)));
        const any = ["review", "outcome_note"] as const;
        expect(ids(headsWithAny(held, any))).toEqual(ids(headsWithAny(plainly, any)));
        const tally = (all: HeadList) =>
          tallyOf(all, ["status", "review", "seen"]).map(({ head: { id }, count }) => [id, count]);
        expect(tally(held)).toEqual(tally(plainly));
        const files = new Set(["a.md", "c.md"]);
        expect(ids(headsIn(held, files))).toEqual(ids(headsIn(plainly, files)));
        const claimed = new Set(heads.slice(0, 3).flatMap(({ claims }) => claims));
        expect(ids(headsClaiming(held, claimed))).toEqual(ids(headsClaiming(plainly, claimed)));
        for (const [row, { id }] of heads.entries()) expect(held.columns?.rowOf(id)).toBe(row);
        expect(held.columns?.rowOf("INS-20260215-ABSEN")).toBe(heads.length === 0 ? undefined : -1);
      }),
    );
  });

  it("drop values that no head has any more", () => {
    const [one, two] = ["left", "stays"].map((domain, at) => ({
      id: `INS-20260215-AAAA${at}`,
      type: "insight",
      timestamp: "2026-02-15T14:00:00Z",
      status: "active",
      tier: "self",
      agent: "m",
      text: "x",
      file: "a.md",
      line: 1,
      claims: [],
      domain,
    })) as unknown as [EntryMeta, EntryMeta];
    const { sections } = packHeads(HeadList.of(again([one, two]).slice(1)), FILES);
    expect(String(sections.get("domain"))).toBe('["stays"]');
  });
});
