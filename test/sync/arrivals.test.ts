/** Who came to which claim: the last word on an entry counts. */
import { describe, expect, it } from "vitest";
import type { ArrivalFact } from "../../src/sync/policy/convergence.js";
import { noteArrivals, readArrivals } from "../../src/sync/sync-state.js";
import { capturing } from "../capture/capturing.js";

const fact = (agent: string, claim: string): ArrivalFact => {
  return { agent, entry: "INS-20260201-AAAAA", at: "2026-02-01T10:00:00Z", claim };
};
const [ANN, BOB] = ["a11ce00000000001", "b0b0000000000002"];
const key = (agent: string) => `${agent}/INS-20260201-AAAAA`;

describe("arrivals", () => {
  it("are read as they were noted last", () => {
    const { workspace: ws } = capturing();
    expect(readArrivals(ws)).toEqual(new Map());
    noteArrivals(ws, new Map());
    noteArrivals(
      ws,
      new Map([
        [key(ANN), fact(ANN, "one")],
        [key(BOB), fact(BOB, "one")],
      ]),
    );
    noteArrivals(
      ws,
      new Map([
        [key(ANN), fact(ANN, "two")],
        [key(BOB), undefined],
      ]),
    );
    expect(readArrivals(ws)).toEqual(new Map([[key(ANN), fact(ANN, "two")]]));
  });
});
