/** The log of who came to which claim: the last word on an entry counts, whatever cut a line off. */
import { appendFile, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ArrivalFact } from "../../src/sync/policy/convergence.js";
import { noteArrivals, packArrivals, readArrivals } from "../../src/sync/sync-state.js";
import { capturing } from "../capture/capturing.js";

const fact = (agent: string, claim: string): ArrivalFact => {
  return { agent, entry: "INS-20260201-AAAAA", at: "2026-02-01T10:00:00Z", claim };
};
const [ANN, BOB] = ["a11ce00000000001", "b0b0000000000002"];
const key = (agent: string) => `${agent}/INS-20260201-AAAAA`;

describe("arrivals", () => {
  it("are read as they were noted last, past lines that are none", async () => {
    const { workspace: ws } = capturing();
    expect(await readArrivals(ws)).toEqual(new Map());
    await noteArrivals(ws, new Map());
    await noteArrivals(
      ws,
      new Map([
        [key(ANN), fact(ANN, "one")],
        [key(BOB), fact(BOB, "one")],
      ]),
    );
    await appendFile(ws.syncArrivals, '[{"agent":"c');
    await noteArrivals(
      ws,
      new Map([
        [key(ANN), fact(ANN, "two")],
        [key(BOB), undefined],
      ]),
    );
    await appendFile(ws.syncArrivals, 'null\n5\n[5]\n{"agent":1}\n');
    expect(await readArrivals(ws)).toEqual(new Map([[key(ANN), fact(ANN, "two")]]));
  });

  it("are packed without a hash of what no longer counts, and where there are many lines", async () => {
    const { workspace: ws } = capturing();
    await noteArrivals(
      ws,
      new Map([
        [key(ANN), fact(ANN, "0123456789ab")],
        [key(BOB), fact(BOB, "one")],
      ]),
    );
    await packArrivals(ws);
    expect(await readFile(ws.syncArrivals, "utf8")).toContain("0123456789ab");
    await noteArrivals(ws, new Map([[key(ANN), undefined]]));
    await packArrivals(ws);
    expect(await readFile(ws.syncArrivals, "utf8")).toBe(`${JSON.stringify([fact(BOB, "one")])}\n`);
    for (let at = 0; at < 120; at++) await noteArrivals(ws, new Map([[key(ANN), fact(ANN, `${at}`)]]));
    await packArrivals(ws);
    expect((await readFile(ws.syncArrivals, "utf8")).trim().split("\n")).toHaveLength(1);
    expect((await readArrivals(ws)).get(key(ANN))).toEqual(fact(ANN, "119"));
  });
});
