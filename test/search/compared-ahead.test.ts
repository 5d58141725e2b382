import { describe, expect, it } from "vitest";
import { highestPlaces } from "../../src/search/highest.js";
import { cosine } from "../../src/search/model/embedder.js";
import { dotProducts } from "../../src/search/vectors/dot-products.js";
import { keyOf, VectorRows } from "../../src/search/vectors/vector-rows.js";
import fc from "../properties.js";

const WIDTH = 10;
const vector = fc.float32Array({ minLength: WIDTH, maxLength: WIDTH, min: -1, max: 1, noNaN: true });

describe("many questions at once", () => {
  it("have the same dot products as each alone, to the last bit", () => {
    const rows = fc.array(vector, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 5 }), rows, fc.nat(1), (questions, held, from) => {
        const numbers = new Float32Array(held.flatMap((row) => [...row]));
        const wanted = Uint8Array.from({ length: held.length + from }, (_, at) => Number(at % 3 !== 0));
        const found = questions.map(() => new Float32Array(held.length + from).fill(-2));
        dotProducts(questions, numbers, wanted, found, from);
        for (const [question, cosines] of found.entries()) {
          for (const [place, value] of cosines.entries()) {
            const row = held[place - from];
            const isWanted = row !== undefined && wanted[place] === 1;
            const alone = isWanted ? Math.fround(cosine(questions[question] as Float32Array, row)) : -2;
            expect(value).toBe(alone);
          }
        }
      }),
    );
  });

  it("are answered as if each had been asked alone", () => {
    fc.assert(
      fc.property(
        fc.array(vector, { minLength: 1, maxLength: 40 }),
        fc.array(vector, { maxLength: 5 }),
        (held, asked) => {
          const named = held.map((one, at) => ({ id: `I${at % 7}`, hash: `${at}`, vector: one }));
          const among = new Set(named.filter((_, at) => at % 4 !== 0).map(keyOf));
          const wanted = { limit: 3, first: [named[0] as (typeof named)[number]], among };
          const accepted = { ...wanted, accept: (row: { id: string; hash: string }) => among.has(keyOf(row)) };
          const ahead = VectorRows.of(named);
          ahead.compareAhead([{ targets: asked, among }]);
          for (const target of asked) {
            expect([...ahead.cosines(target, accepted)]).toEqual([...VectorRows.of(named).cosines(target, accepted)]);
          }
        },
      ),
    );
  });
});

describe("the highest numbers", () => {
  it("are all among those that are found", () => {
    const numbers = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 70 }), (list, count) => {
        const positive = list.filter((number) => number > 0).sort((a, b) => b - a);
        const places = highestPlaces(Float64Array.from(list), count, 0, Math.max(0, ...list));
        const found = places.map((place) => list[place] as number).sort((a, b) => b - a);
        // As many as were asked for, none left out that is higher than one of them, and equal ones together.
        expect(found.length).toBeGreaterThanOrEqual(Math.min(count, positive.length));
        expect(found).toEqual(positive.slice(0, found.length));
        expect(positive[found.length]).not.toBe(found.at(-1) ?? -1);
      }),
    );
  });
});
