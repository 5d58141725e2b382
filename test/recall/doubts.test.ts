/** What failed, was rejected or ran out: session recall/doubts shows the lines on which it is said. */
import { describe, expect, it } from "vitest";
import { doubtsOf } from "../../src/entry/states.js";
import { indexPage } from "../../src/store/index-page.js";
import { openStore } from "../../src/store/open-store.js";
import { world } from "../search/world.js";
import { correction, outcome } from "../store/entries.js";

describe("what is to be known before trusting an entry", () => {
  const entry = { status: "active" } as const;
  it.each([
    [entry, undefined],
    [{ ...entry, outcome: "validated", kept: "held" } as const, undefined],
    [{ status: "promoted", kept: "failed" } as const, ["failed"]],
    [{ ...entry, review: { state: "rejected" } } as const, ["rejected"]],
    [{ ...entry, review: { state: "expired" } } as const, ["expired"]],
    [{ status: "superseded", outcome: "invalidated" } as const, ["superseded", "invalidated"]],
    [{ ...entry, outcome: "inconclusive" } as const, ["inconclusive"]],
  ])("of %j: %j", (one, doubts) => expect(doubtsOf(one)).toEqual(doubts));
});

it("is said on the page of the learnings", async () => {
  const failed = { ...outcome({ references: [correction().id], stick: "failed" }), verdict: undefined };
  expect(indexPage(await openStore(world([correction(), failed])))).toMatch(
    /COR-20260215-K7Q2X\]\(.*\) \(high, relayed, failed\) /,
  );
});
