/** The account of an import: which lines of the original its items take. */
import { describe, expect, it } from "vitest";
import { type AccountItem, linesTaken, readAccountItems, renderAccount } from "../../../src/store/imports/account.js";

const item = (line: number, lines?: number): AccountItem => ({
  ...{ line, hash: String(line).padStart(64, "0"), fate: "imported", id: "INS-20260215-K7Q2X" },
  ...(lines === undefined ? {} : { lines }),
});

describe("linesTaken", () => {
  const on = (...lines: number[]) => {
    return ({ line }: AccountItem) => lines.includes(line);
  };

  it("takes as many as the item says, and no others", () => {
    expect(linesTaken([item(2, 3), item(7, 1)], 9, on(2))).toEqual([1, 2, 3]);
    expect(linesTaken([item(2, 3), item(7, 1)], 9, on(7))).toEqual([6]);
  });

  it("takes all before the next item, and the last one the rest, in an account that does not say how many", () => {
    expect(linesTaken([item(7), item(2)], 9, on(2))).toEqual([1, 2, 3, 4, 5]);
    expect(linesTaken([item(7), item(2)], 9, on(7))).toEqual([6, 7, 8]);
  });

  it("takes as many of each of two items on one line", () => {
    expect(linesTaken([item(3, 1), item(3, 1), item(4, 1)], 5, on(3))).toEqual([2, 2]);
  });
});

it("is read as it was written, lengths included, and without them", () => {
  const items = [item(1, 2), { ...item(4), lines: undefined }];
  const text = renderAccount({ from: "CLAUDE.md", at: "2026-02-15T14:00:00Z", sha256: "a".repeat(64), items });
  expect(readAccountItems(text)).toEqual(items);
});
