import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import { strugglesOf } from "../../../src/report/policy/struggles.js";
import { say } from "../../operations.js";
import { ago, COR, correction, held, historyOf, INS, insight, outcome, says } from "./histories.js";

const failedUse = (days: number) => ({ at: ago(days), session: "s", result: "failed" as const });

// The example of docs/measures.md.
const BUILD = { domain: "build" };
const ENTRIES: Entry[] = [
  correction("A", 30, BUILD),
  correction("B", 20, { ...BUILD, ...says(COR("A")), stick: held(5) }),
  insight("C", 15, { ...BUILD, uses: [failedUse(4), { ...failedUse(3), result: "worked" }, failedUse(2)] }),
  insight("D", 12, { domain: "it's live" }),
  outcome("E", 6, INS("D"), { verdict: "invalidated" }),
  outcome("F", 5, INS("D"), { verdict: "mixed" }),
  correction("G", 4, { uses: [failedUse(4)] }),
];
describe("struggles by domain", () => {
  it("are repeats, failures, failed uses and refutations, the most first", async () => {
    const found = await say(strugglesOf(historyOf(ENTRIES), {}));
    expect(found).toEqual([
      {
        ...{ domain: "build", repeats: 1, failed: 1, failed_uses: 2, invalidated: 0, total: 4 },
        ...{ entries: [COR("A"), COR("B"), INS("C")], next: "tenet list --domain build" },
      },
      {
        ...{ domain: "(no domain)", repeats: 0, failed: 0, failed_uses: 1, invalidated: 0, total: 1 },
        ...{ entries: [COR("G")], next: "tenet show 0000g" },
      },
      {
        ...{ domain: "it's live", repeats: 0, failed: 0, failed_uses: 0, invalidated: 1, total: 1 },
        ...{ entries: [expect.stringMatching(/^OUT/)], next: "tenet show 0000e" },
      },
    ]);
  });

  it("count by when it went wrong", () => {
    const totals = (since: string) =>
      strugglesOf(historyOf(ENTRIES), { since: new Date(since) }).map(({ domain, total }) => [domain, total]);
    expect(totals(ago(3))).toEqual([["build", 1]]);
    expect(totals(ago(20))).toEqual([
      ["build", 4],
      ["(no domain)", 1],
      ["it's live", 1],
    ]);
    expect(totals(new Date(Date.parse(ago(2)) + 1).toISOString())).toEqual([]);
  });
});
