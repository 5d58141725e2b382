/** A signature holds for every field of a header, for the words by their hash, and for one hub. */
import { describe, expect, it } from "vitest";
import type { RowHeader } from "../../../src/sync/policy/hub-row.js";
import { headerBytes, isSignedBy, signRow } from "../../../src/sync/policy/row-signing.js";
import fc from "../../properties.js";
import { HUB, keysOf, rowOf } from "./rows.js";

const { key, privateKey } = keysOf("amos");

const headers = fc.record<RowHeader>({
  agent: fc.string(),
  number: fc.nat(),
  entry: fc.string(),
  hash: fc.string(),
  at: fc.string(),
});

const signed = (header: RowHeader) => ({
  ...header,
  body: null,
  signature: signRow(HUB, header, privateKey),
});

describe("a signature", () => {
  it("is the writer's for this header and this hub", { tags: "proof" }, () => {
    const holds = fc.property(headers, fc.string({ unit: "binary" }), (header, hub) => {
      expect(isSignedBy(HUB, signed(header), key)).toBe(true);
      if (hub !== HUB) expect(isSignedBy(hub, signed(header), key)).toBe(false);
    });
    fc.assert(holds);
  });

  it("is nobody's once a field is another", () => {
    const breaks = fc.property(headers, headers, (header, other) => {
      const row = signed(header);
      for (const field of Object.keys(header) as (keyof RowHeader)[]) {
        const same = JSON.stringify(other[field]) === JSON.stringify(header[field]);
        expect(isSignedBy(HUB, { ...row, [field]: other[field] } as typeof row, key), field).toBe(same);
      }
    });
    fc.assert(breaks, { numRuns: 40 });
  });

  it("has other bytes for every other header", () => {
    const text = (header: RowHeader) => Buffer.from(headerBytes(HUB, header)).toString("hex");
    const differ = fc.property(headers, headers, (one, other) => {
      expect(text(one) === text(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    });
    fc.assert(differ);
  });

  it("does not hold for a single changed bit of itself or the key, nor for a key of another length", () => {
    const row = rowOf();
    for (let bit = 0; bit < 64 * 8; bit += 37) {
      expect(isSignedBy(HUB, { ...row, signature: flipped(row.signature, bit) }, key)).toBe(false);
      if (bit < 32 * 8) expect(isSignedBy(HUB, row, flipped(key, bit))).toBe(false);
    }
    for (const size of [0, 31, 33]) expect(isSignedBy(HUB, row, new Uint8Array(size))).toBe(false);
  });
});

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}
