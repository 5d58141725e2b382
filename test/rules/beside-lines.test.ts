/** A correction that held, near to a line that people wrote in the file of its rule: no rule there until somebody answers. */
import { expect, it } from "vitest";
import { resolvePair } from "../../src/review/resolve.js";
import { coreLines } from "../../src/store/records/peoples-lines.js";
import { claimHash } from "../../src/text/claims/canonical.js";
import { decidingWorld, held } from "./deciding-world.js";

const LINE = "Deploy to production only after the smoke tests passed";
const CLAIM = "Deploy to production only after the smoke tests passed twice";
const OPEN = { with: `#${claimHash(LINE)}`, score: 0.55, found: "claim" } as const;

async function heldBesideLine() {
  const w = decidingWorld({ apply_mode: "auto" });
  w.write("SOUL.md", `# Soul\n\n- ${LINE}\n`);
  const entry = held("A0001", CLAIM, { near: [{ ...OPEN, at: "2026-02-01T09:00:00Z" }] });
  await w.store(entry);
  const ref = (await coreLines(w.ctx)).find(({ text }) => text === LINE)?.ref ?? "";
  return {
    ...{ w, id: entry.id },
    answer: (how: "same" | "exception" | "unrelated") => resolvePair(w.ctx, { a: entry.id, b: ref, how }),
    rules: () => w.read("SOUL.md").match(/^- .*<!-- COR-/gm) ?? [],
  };
}

it("is no rule while nobody has answered, however long, and the digest says why; one once the line is gone", async () => {
  const { w, id, rules } = await heldBesideLine();
  const because = `An open question beside SOUL.md:3 keeps it from the rules: tenet resolve ${id} SOUL.md:3`;
  for (const now of ["2026-02-09T10:00:00Z", "2026-12-09T10:00:00Z"]) {
    w.at(now);
    expect(await w.digest()).toMatchObject({ operations: [], left: [{ id, because }] });
  }
  expect(rules()).toEqual([]);
  w.write("SOUL.md", "# Soul\n");
  await w.digest();
  expect(rules()).toEqual([expect.stringContaining(`- ${CLAIM}`)]);
});

it("is one once a person says that the two have nothing to do with each other; an agent proposes that", async () => {
  const { w, answer, rules } = await heldBesideLine();
  expect((await answer("unrelated")).decision).toBe("proposed");
  await w.digest();
  expect(rules()).toEqual([]);
  w.person();
  await answer("unrelated");
  await w.digest();
  expect(rules()).toEqual([expect.stringContaining(`- ${CLAIM}`)]);
  expect(w.read("SOUL.md")).toContain(`- ${LINE}\n`);
});

it("is none where a person says that the line says the same, and an ordinary rule where it is an exception to it", async () => {
  const { w, id, answer, rules } = await heldBesideLine();
  w.person();
  await answer("same");
  const because = `Its words stand in a line of people in SOUL.md ("${LINE}"), as was answered.`;
  expect(await w.digest()).toMatchObject({ operations: [], left: [{ id, because }] });
  const other = await heldBesideLine();
  other.w.person();
  await other.answer("exception");
  await other.w.digest();
  expect([rules(), other.rules()]).toEqual([[], [expect.stringMatching(/^- Deploy/)]]);
});
