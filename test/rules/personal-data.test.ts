/** Personal data in a rule: it takes effect only when a person lets it in, in every mode. */
import { describe, expect, it } from "vitest";
import { type MergeFacts, waitsForMerge } from "../../src/rules/policy/merged.js";
import { type DecidingWorld, decidingWorld, held } from "./deciding-world.js";

const PHONE = ["+49", "151", "23456789"].join(" ");
const MAIL = ["jane", "mailhost.org"].join("@");
const A = "COR-20260201-A0001";
const LINE = `Call Jane at ${PHONE} before a release`;
const OTHER = "Count retries before calling a build green";
const WHY = "It holds personal data, so a person decides on it.";

const waits = async (w: DecidingWorld) =>
  (await w.digest()).operations.flatMap(({ op, text, fate, waits_because: because }) =>
    fate === "pending" ? [`${op} ${text}: ${because}`] : [],
  );
const rules = async (w: DecidingWorld) => (await w.chain()).rules.map(({ text }) => text);

describe("a rule that would hold personal data", () => {
  it.each(["auto", "approval", "curated"] as const)("waits for a person in %s mode, with the reason", async (mode) => {
    const w = decidingWorld({ apply_mode: mode });
    await w.store(held("A0001", LINE, { tier: "owner", source: "bridget" }));
    expect(await waits(w)).toEqual([`add ${LINE}: ${WHY}`]);
    expect(await rules(w)).toEqual([]);
    w.person();
    await w.approve();
    expect(await rules(w)).toEqual([LINE]);
    expect((await w.digest()).decision).toBe("unchanged");
  });

  it("keeps no other rule back", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    await w.store(held("A0001", LINE), held("B0002", OTHER));
    expect(await waits(w)).toEqual([`add ${LINE}: ${WHY}`]);
    expect(await rules(w)).toEqual([OTHER]);
  });

  it("does not get into a rule in force by itself either", async () => {
    const w = decidingWorld({ apply_mode: "auto" });
    await w.store(held("A0001", OTHER));
    await w.digest();
    const anew = `Count retries, and write to ${MAIL}`;
    await w.patch(A, { rule: anew, behavioral_change: anew, corrected_to: anew });
    expect(await waits(w)).toEqual([`update ${anew}: ${WHY}`]);
    expect(await rules(w)).toEqual([OTHER]);
  });

  it("waits for the merge where people protect a branch", () => {
    const facts: MergeFacts = { merged: [], mode: "auto", tierOf: () => "self" };
    const line = { target: "SOUL.md", ids: [A] };
    expect(waitsForMerge({ ...line, text: LINE }, facts)).toBe(true);
    expect(waitsForMerge({ ...line, text: OTHER }, facts)).toBe(false);
  });
});
