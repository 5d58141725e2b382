/** Some decisions from the command to the files and back: what is answered, found again and taken back. */
import { describe, expect, test } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { type Fields, type Half, listsOf, pairsOf } from "./tables.js";

async function add(box: Sandbox, entries: readonly Fields[]): Promise<Captured[]> {
  const typed = entries.map((entry) => ({
    stakes: "medium",
    at_risk: "work is lost",
    ...(entry.insight === undefined
      ? { type: "correction", prior_belief: "It makes no difference", behavioral_change: "Look first" }
      : { type: "insight", evidence: "seen twice" }),
    ...entry,
  }));
  const ran = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(typed) });
  if (ran.code !== 0) throw new Error(ran.stdout);
  return ran.json().data.results;
}

/** Decisions with the places of the entries they name in place of their ids. */
function placed(results: readonly Captured[]) {
  const place = new Map<string, number>();
  for (const [at, { id }] of results.entries()) if (id !== undefined && !place.has(id)) place.set(id, at);
  const at = (ids: readonly (string | undefined)[] = []) =>
    ids.flatMap((id) => (id === undefined ? [] : [place.get(id)]));
  return results.map((result) => ({
    decision: result.decision,
    becomes: at([result.id]),
    linked: at(result.linked),
    contests: at(result.contests),
    superseded: at(result.superseded),
    repeats: at([result.recurrence_of]),
    maybe: at([result.maybe_recurrence_of, result.maybe_same_as, result.maybe_supersedes]),
  }));
}

describe.each<Half>(["pairs", "held-out"])("%s", (half) => {
  test.for(listsOf(half).slice(0, rounds(2, 4)))("as one list and singly: $kind", async ({ entries }) => {
    const [whole, single] = [await sandbox(), await sandbox()];
    const together = await add(whole, entries);
    const apart: Captured[] = [];
    for (const entry of entries) apart.push(...(await add(single, [entry])));
    expect(placed(together)).toEqual(placed(apart));
  });

  test("each of two insights from one source is found by its own words", async () => {
    const box = await sandbox();
    const pairs = pairsOf("swallowed", half).filter(({ kind }) => kind === "two insights from one source");
    await add(
      box,
      pairs.flatMap((pair) => [pair.known, pair.new]),
    );
    for (const { new: second } of pairs.slice(0, rounds(3, 12))) {
      const found = (await box.run(["recall", second.insight as string, "--json"])).json().data.results;
      expect(found[0].text).toBe(second.insight);
    }
  });

  test("what is overturned is quoted whole and given back", async () => {
    const plain = (text = "") => text.toLowerCase().replace(/\.$/, "");
    const pairs = pairsOf("retired", half).filter(
      ({ known, new: { prior_belief } }) => plain(prior_belief) === plain(known.corrected_to),
    );
    expect(pairs.length).toBeGreaterThanOrEqual(4);
    for (const { known, new: overturning } of pairs.slice(0, rounds(2, 8))) {
      const box = await sandbox();
      const [taught] = await add(box, [known]);
      const [taken] = await add(box, [overturning]);
      expect(taken).toMatchObject({ superseded: [taught?.id] });
      expect(taken?.because.join("\n")).toContain(known.corrected_to);
      const [a, b] = [taken?.id as string, taught?.id as string];
      expect((await box.run(["resolve", a, b, "--both"])).code).toBe(0);
      expect((await box.run(["show", b, "--json"])).json().data).toMatchObject({ entry: { status: "active" } });
    }
  });
});
