/** Counting in blocks says what counting bit by bit says, for vectors of any length. */
import { expect, it } from "vitest";
import { BitScan } from "../../src/sync/hub/bit-scan.js";
import type { Query } from "../../src/sync/hub/hub.js";
import { dice } from "../effort.js";

const MOST = 10;
const differing = (one: string, other: string): number => [...one].filter((bit, at) => bit !== other[at]).length;

/** Rows as a hub sends them: their numbers, and their bits packed into bytes. */
function hubWith(rows: readonly string[]): Query {
  const ids = Buffer.alloc(rows.length * 4);
  for (const at of rows.keys()) ids.writeInt32BE(at, at * 4);
  const bytes = rows.flatMap((bits) => (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2)));
  return (async () => [{ ids, bits: Buffer.from(bytes) }]) as unknown as Query;
}

it.each([1, 100, 256, 384, 385, 768])("the nearest of 300 rows of %i bits", async (dimensions) => {
  const next = dice(dimensions);
  const drawn = () => Array.from({ length: dimensions }, () => next(2)).join("");
  const rows = Array.from({ length: 300 }, drawn);
  const scan = await BitScan.load(hubWith(rows), "any", dimensions);
  for (const asked of [drawn(), rows[7] as string, "0".repeat(dimensions), "1".repeat(dimensions)]) {
    const counted = rows.map((bits) => differing(bits, asked));
    const nearest = scan.nearest(asked, MOST);
    expect(new Set(nearest).size).toBe(MOST);
    expect(nearest.map((id) => counted[id]).sort()).toEqual(
      [...counted]
        .sort((a, b) => a - b)
        .slice(0, MOST)
        .sort(),
    );
  }
});

it("a hub without rows has none that is near", async () => {
  const scan = await BitScan.load((async () => [{ ids: null, bits: null }]) as unknown as Query, "any", 384);
  expect(scan.nearest("0".repeat(384), MOST)).toEqual([]);
});
