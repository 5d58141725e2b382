import fc from "fast-check";
import type { EntryMeta } from "../../src/store/cache/entry-meta.js";

export const FILES = ["a.md", "b.md", "c.md"];

const hash = fc.integer({ min: 0, max: 0xffffffffffff }).map((number) => number.toString(16).padStart(12, "0"));
const tail = fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, "0"));

/** A head with fields of every kind that columns hold; `more` replaces arbitraries of single fields. */
export function anyHead(
  more: { tail?: fc.Arbitrary<string>; minute?: fc.Arbitrary<number> } = {},
): fc.Arbitrary<EntryMeta> {
  return fc
    .record(
      {
        tail: more.tail ?? tail,
        minute: more.minute ?? fc.constant(0),
        file: fc.constantFrom(...FILES),
        line: fc.nat(5000),
        text: fc.string({ unit: "grapheme" }).map((text) => text.replace(/\s/g, " ")),
        claims: fc.array(hash, { maxLength: 3 }),
        status: fc.constantFrom("active", "superseded", "inconclusive"),
        tags: fc.array(fc.constantFrom("ci", "cache", "constructor", "__proto__", ',\n"'), {
          minLength: 1,
          maxLength: 2,
        }),
        seen: fc.nat(3),
        review: fc.record({ state: fc.constantFrom("needs_review", "rejected") }),
        outcome_note: fc.constant(true),
      },
      { requiredKeys: ["tail", "minute", "file", "line", "text", "claims", "status"] },
    )
    .map(({ tail: end, minute, ...fields }) => {
      const timestamp = `2026-02-15T14:${String(minute).padStart(2, "0")}:00Z`;
      const common = { id: `INS-20260215-${end}`, type: "insight", timestamp, tier: "self", agent: "m" };
      return { ...common, ...fields } as unknown as EntryMeta;
    });
}
