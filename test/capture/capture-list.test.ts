import { describe, expect, it } from "vitest";
import { type CaptureDraft, captureAll } from "../../src/capture/capture.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { CLASSES, listsOf, pairsOf } from "../decisions/tables.js";
import { dice, rounds } from "../effort.js";
import { capturing } from "./capturing.js";

/** What a draft needs beside what a table states. */
const complete = (fields: object): CaptureDraft =>
  ({
    stakes: "medium",
    at_risk: "a release breaks",
    ...("insight" in fields
      ? { type: "insight", evidence: "seen in the logs" }
      : { type: "correction", prior_belief: "It was done as it came", behavioral_change: "Look first" }),
    ...fields,
  }) as unknown as CaptureDraft;

/** Answers with entries named by their place in the list, so that those of two workspaces can be compared. */
function told(answers: readonly Captured[]): unknown {
  const places = new Map<string, string>();
  answers.forEach(({ id }, place) => {
    if (id !== undefined && !places.has(id)) places.set(id, `#${place}`);
  });
  const named = JSON.stringify(answers.map(({ file: _file, line: _line, next: _next, ...answer }) => answer));
  return JSON.parse([...places].reduce((text, [id, place]) => text.replaceAll(id, place), named));
}

async function alike(list: readonly CaptureDraft[]): Promise<void> {
  const [together, singly] = [capturing(), capturing()];
  const one = await captureAll(together, list);
  const other: Captured[] = [];
  for (const draft of list) other.push(...(await captureAll(singly, [draft])));
  expect(told(one)).toEqual(told(other));
}

describe("a list is decided as its entries would be one by one", () => {
  it.each(listsOf("pairs").map(({ kind, entries }) => [kind, entries] as const))("%s", async (_kind, entries) => {
    await alike(entries.map(complete));
  });

  it("lists of what is near and what is not, in any order", async () => {
    const roll = dice(12);
    const known = CLASSES.flatMap((name) => pairsOf(name, "pairs")).filter((pair) => !("decision" in pair.known));
    for (let number = 0; number < rounds(3, 12); number++) {
      const pairs = Array.from({ length: 4 }, () => known[roll(known.length)] as (typeof known)[number]);
      const drafts = pairs.flatMap((pair) => [pair.known, pair.new]).filter((one) => !("result" in one));
      await alike(drafts.map(complete).sort(() => roll(3) - 1));
    }
  });
});
