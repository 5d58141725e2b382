/** An insight said in several ways: by which wording it is known everywhere, and that all of them are found and shown. */
import { describe, expect, it } from "vitest";
import type { EvolutionItem } from "../../src/entry/entry.js";
import { recall } from "../../src/recall/recall.js";
import { show } from "../../src/recall/show.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { type Capturing, capturing, NO_MODEL } from "../capture/capturing.js";

const FIRST = "Retries hide a slow name server";
const GROWN = "Retries mask broken lookups in Frankfurt";

const at = (day: number) => `2026-02-${day}T10:00:00Z`;
const WITH_EVIDENCE = { at: at(17), text: GROWN, evidence: "Run 88 waited 40 s" };

async function evolved(w: Capturing, evolution: EvolutionItem[]): Promise<string> {
  const id = (await w.learn(FIRST, { evidence: "3 traces" })).id as string;
  await changeTree(w, { ...changeVerb("test"), reason: "said again" }, (change) => change.update(id, { evolution }));
  return id;
}

describe("an insight that grew", () => {
  it.each([FIRST, GROWN])(
    "is found by the words of %j, by keywords and by meaning, in its own words",
    { tags: "proof" },
    async (query) => {
      const w = capturing();
      const id = await evolved(w, [WITH_EVIDENCE]);
      await w.learn("The spring catalogue ships in March");
      for (const mode of ["keyword", "hybrid"] as const)
        expect((await recall(w, { query, mode })).results[0], mode).toMatchObject({ id, text: FIRST });
    },
  );

  it("shows none of them where it is sensitive", async () => {
    const w = capturing(NO_MODEL);
    const id = await evolved(w, [WITH_EVIDENCE]);
    await changeTree(w, { ...changeVerb("test"), reason: "review" }, (change) =>
      change.update(id, { review: { state: "sensitive" } }),
    );
    expect(JSON.stringify(await show(w, id))).not.toMatch(/Retries|traces|Run 88/);
  });
});
