import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSegment, encodeSegment } from "../../src/search/words/lexicon-file.js";
import { mergeSegments } from "../../src/search/words/lexicon-merge.js";
import {
  buildSegment,
  type DocumentTerms,
  documentsOf,
  findTerm,
  hashTerm,
  holdsTerm,
  idOf,
  type Segment,
} from "../../src/search/words/lexicon-segment.js";

const counts = (terms: Record<string, [number, number]>) =>
  new Map(Object.entries(terms).map(([term, pair]) => [hashTerm(term), pair] as const));
const files = new Map([
  ["a.md", "1"],
  ["b.md", "2"],
]);
const documents: DocumentTerms[] = [
  { id: "INS-20260101-A0000", file: "a.md", live: true, counts: counts({ alpha: [2, 1], beta: [1, 1] }) },
  { id: "INS-20260101-A00", file: "b.md", live: false, counts: counts({ alpha: [70_000, 0] }) },
];
const segment = buildSegment(files, documents);

/** As {@link decodeSegment} reads a file. */
const reading = (bytes: Uint8Array) => (start: number, length: number) =>
  start + length > bytes.length ? undefined : Uint8Array.from(bytes.subarray(start, start + length));
const decoded = (bytes: Uint8Array) => decodeSegment(reading(bytes));
const plain = (read: Segment | undefined) => read && { ...read, rows: read.rows() };

/** Documents as they were given, for comparing what went through a segment. */
function documentsIn(read: Segment): DocumentTerms[] {
  const { offsets, items, codes } = read.rows();
  return read.names.flatMap((file, number) => {
    const [from, end] = [read.firstOf[number] as number, read.firstOf[number + 1] as number];
    return Array.from({ length: end - from }, (_, at) => {
      const rows = Array.from(items.subarray(offsets[from + at], offsets[from + at + 1]), (term, place) => {
        const code = codes[(offsets[from + at] as number) + place] as number;
        const pair: [number, number] = [read.counts[code] as number, read.templateCounts[code] as number];
        return [read.terms[term] as number, pair] as const;
      });
      return { id: idOf(read, from + at), file, live: read.live[from + at] === 1, counts: new Map(rows) };
    });
  });
}

describe("a segment", () => {
  it("is the same after writing and reading", () => {
    for (const one of [segment, buildSegment(new Map(), []), buildSegment(files, [])])
      expect(plain(decoded(encodeSegment(one)))).toEqual(plain(one));
  });

  it("holds counts up to what it has room for", () => {
    expect(documentsIn(segment)[1]?.counts.get(hashTerm("alpha"))).toEqual([65_535, 0]);
  });

  it("counts tokens and live documents", () => {
    const [alpha, beta] = [findTerm(segment, hashTerm("alpha")), findTerm(segment, hashTerm("beta"))];
    expect([...segment.lengths, ...segment.templateLengths]).toEqual([3, 65_535, 2, 0]);
    expect([...segment.totals]).toEqual([1, 3, 2]);
    expect([segment.liveWith[alpha], segment.liveTemplatesWith[alpha], segment.liveWith[beta]]).toEqual([1, 1, 1]);
  });

  it("finds terms, and no others", () => {
    const beta = findTerm(segment, hashTerm("beta"));
    expect([holdsTerm(segment, 0, beta), holdsTerm(segment, 1, beta)]).toEqual([true, false]);
    expect(findTerm(segment, hashTerm("gamma"))).toBe(-1);
    expect(findTerm(buildSegment(files, []), hashTerm("beta"))).toBe(-1);
  });

  it.each([
    ["INS-20260101-A0000", [0]],
    ["INS-20260101-A00", [1]],
    ["INS-20260101-A0", []],
    ["INS-20260101-A00001", []],
    ["INS-99999999-A0000", []],
    ["COR-00000000-A0000", []],
    ["", []],
  ])("finds the document of %j at %j", (id, found) => {
    expect(documentsOf(segment, id)).toEqual(found);
    expect(documentsOf(buildSegment(files, []), id)).toEqual([]);
  });

  it("finds all documents of one id", () => {
    const twins = ["b", "a", "b", "c", "b"].map((id) => ({ id, file: "a.md", live: true, counts: counts({}) }));
    expect(documentsOf(buildSegment(files, twins), "b")).toEqual([0, 2, 4]);
  });

  it("refuses any byte changed and any end missing, or makes the rows from the rest", () => {
    const bytes = encodeSegment(segment);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Uint8Array.from(bytes);
        damaged[at] = (damaged[at] as number) ^ flip;
        const read = decoded(damaged);
        if (read !== undefined) expect(plain(read)).toEqual(plain(segment));
        return read === undefined || at >= 12;
      }),
      { numRuns: 400 },
    );
    for (const length of [0, 7, 31, 56, 100]) expect(decoded(bytes.subarray(0, length))).toBeUndefined();
    expect(plain(decoded(bytes.subarray(0, bytes.length - 1)))).toEqual(plain(segment));
  });

  it("merges files as if they were built together", () => {
    const names = ["a.md", "b.md", "c.md", "d.md", "e.md"];
    const document = fc.record({
      file: fc.constantFrom(...names),
      live: fc.boolean(),
      terms: fc.dictionary(fc.constantFrom("one", "two", "three", "four", "five"), fc.tuple(fc.nat(400), fc.nat(3))),
    });
    fc.assert(
      fc.property(fc.array(document), fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }), (generated, places) => {
        const made = generated.map(({ file, live, terms }, number) => ({
          id: `INS-20260101-${String(number).padStart(3 + (number % 3), "0")}`,
          file,
          live,
          counts: counts(terms),
        }));
        const filesAt = (place: number) =>
          new Map(names.filter((_, at) => places[at] === place).map((name) => [name, `${name}!`]));
        const built = (chosen: Map<string, string>) =>
          buildSegment(
            chosen,
            made.filter(({ file }) => chosen.has(file)),
          );
        // The third lot stands in the first segment too, and is not selected.
        const [first, second] = [built(new Map([...filesAt(0), ...filesAt(2)])), built(filesAt(1))];
        const selected = first.names.flatMap((name, file) => (filesAt(0).has(name) ? [file] : []));
        const merged = mergeSegments([
          { segment: first, files: selected },
          { segment: second, files: [...second.names.keys()] },
        ]);
        const whole = built(new Map([...filesAt(0), ...filesAt(1)]));
        expect(documentsIn(merged)).toEqual(documentsIn(whole));
        const { counts: _, templateCounts: __, rows: ___, postings, ...rest } = whole;
        expect(merged).toMatchObject({ ...rest, postings: { offsets: postings.offsets, items: postings.items } });
      }),
    );
  });
});
