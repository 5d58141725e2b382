/** The grounds on which a capture acts by itself, by letter and to the end: what acts, and that nothing else does. */
import { describe, expect, test } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { actedUpon } from "./callers.js";
import { type Fields, fieldsOf, type LearnedType } from "./labelled-pairs.js";

const later = (w: Capturing) => w.as({ session: "another-day" });

/** Both claims captured one after the other; answers the known record before and after. */
async function beside(known: Fields, fresh: Fields) {
  const w = capturing();
  const { id } = await w.draft(known);
  const before = await w.entry(id);
  later(w);
  const captured = await w.draft(fresh);
  return { w, before, captured, after: await w.entry(id) };
}

async function expectApart(known: Fields, fresh: Fields): Promise<Captured> {
  const { w, before, after, captured } = await beside(known, fresh);
  expect(actedUpon(captured)).toEqual([]);
  expect(captured.decision).toBe("stored");
  expect(after).toEqual(before);
  expect(await w.entry(captured.id)).toMatchObject({ status: "active", chain: captured.id });
  return captured;
}

describe("what is not said in equal words acts on nothing, and is asked about", () => {
  test.each<[string, LearnedType, string, string]>([
    ["an inflection", "memory", "Clients are called before a visit", "Clients are call before a visit"],
    ["a form of be", "memory", "The service is on port 8080", "The service was on port 8080"],
    ["exchanged roles", "correction", "Copy it from staging to production", "Copy it from production to staging"],
    ["a negation", "correction", "Seal the jars while warm", "Do not seal the jars while warm"],
    ["a contraction", "memory", "Gates don't close by themselves", "Gates do not close by themselves"],
    ["a modal", "correction", "Interns sign for parcels", "Interns may sign for parcels"],
    ["a quantifier", "insight", "Guests ask for the recipe", "Some guests ask for the recipe"],
    ["a preposition", "correction", "Pay the deposit before the visit", "Pay the deposit after the visit"],
    ["an exception of one word", "correction", "Answer clients by letter", "Answer foreign clients by letter"],
    ["a number", "memory", "Hall 3 seats 80 people", "Hall 3 seats 800 people"],
    ["a sign", "memory", "The sensor reads -4 degrees", "The sensor reads 4 degrees"],
    ["an operator", "insight", "The gauge is right when a < b", "The gauge is right when a > b"],
    ["an identifier", "correction", "Edit `__init__.py` by hand", "Edit `init.py` by hand"],
    ["a glob", "correction", "Lint `**/*.ts` before a push", "Lint `*.ts` before a push"],
    ["capitals", "memory", "Gates close at nine", "GATES close at nine"],
    ["the case of an identifier", "memory", "Totals stand in rowCount", "Totals stand in RowCount"],
  ])("%s, %s: %s / %s", { tags: "sampled" }, async (_, type, known, fresh) => {
    const { asks } = await expectApart(fieldsOf(type, known), fieldsOf(type, fresh));
    expect(asks.length).toBe(1);
  });
});

describe("what is said in equal words acts on nothing", () => {
  const SAID = "Gloves are kept in the blue locker";

  test.each<[string, LearnedType, LearnedType]>([
    ["of another type", "insight", "correction"],
    ["of another type", "memory", "insight"],
    ["of another type", "correction", "memory"],
  ])("%s: %s and %s", { tags: "proof" }, async (_, known, fresh) => {
    await expectApart(fieldsOf(known, SAID), fieldsOf(fresh, SAID));
  });

  test.each([
    ["in a conversation", { scope: "conversation" }],
    ["about a contact", { scope: "contact:jane" }],
  ])("%s", { tags: "proof" }, async (_, scope) => {
    await expectApart(fieldsOf("memory", SAID), fieldsOf("memory", SAID, scope));
    await expectApart(fieldsOf("memory", SAID, scope), fieldsOf("memory", SAID));
  });

  test("that wait for review, said by a person", async () => {
    const w = capturing();
    const waiting = await w.draft(fieldsOf("memory", SAID, { origin: "https://gloves.example/faq" }));
    const before = await w.entry(waiting.id);
    expect(before.review?.state).toBe("needs_review");
    later(w);
    const said = await w.draft(fieldsOf("memory", SAID, { source: "bridget" }));
    expect(said.id).not.toBe(waiting.id);
    const after = await w.entry(waiting.id);
    expect([after.status, after.review, after.voice]).toEqual(["active", before.review, undefined]);
  });
});

describe("a stated belief", () => {
  const KNOWN = fieldsOf("correction", "Send the minutes by post");
  const corrected = (claim: string, prior_belief: string, more = {}) =>
    fieldsOf("correction", claim, { prior_belief, ...more });

  test.each(["post", "send the minutes by post."])(
    "replaces where it is that word alone, or the claim: %s",
    async (belief) => {
      const { captured, before, after } = await beside(KNOWN, corrected("Send the minutes by mail", belief));
      expect(captured).toMatchObject({ decision: "replaced", superseded: [before.id] });
      expect(after).toMatchObject({ status: "superseded", superseded_by: captured.id });
    },
  );

  test.each([
    ["two words", corrected("Send the minutes by mail", "by post")],
    ["another word", corrected("Send the minutes by mail", "fax")],
    ["another sentence", corrected("Minutes go out by mail", "post")],
    ["an exception beside it", corrected("Send the minutes of the board by mail", "post")],
    ["an inflection of it", corrected("Send the minutes by mail", "posts")],
  ])("does not where it is %s", { tags: "sampled" }, async (_, fresh) => {
    const { asks } = await expectApart(KNOWN, fresh);
    expect(asks.map(({ answers }) => answers.replaces)).toHaveLength(1);
  });
});

describe("equal words are counted", () => {
  test.each<[string, string, string]>([
    ["case", "Gates close at nine", "gates Close At nine"],
    ["a list mark and markup", "Gates close at nine", "- **Gates** close at nine"],
    ["a full stop", "Gates close at nine", "Gates close at nine."],
    ["white space", "Gates close at nine", " Gates  close\n at nine"],
    ["typographic quotes", 'The "red" gate closes first', "The “red” gate closes first"],
    ["a typographic apostrophe", "It's the red gate that sticks", "It’s the red gate that sticks"],
    ["articles", "The gate closes at the bell", "A gate closes at bell"],
    ["an invisible character", "Gates close at nine", "Gates\u200b close at nine"],
    ["a compatible form", "Office gates close at nine", "O\ufb03ce gates close at nine"],
  ])("but for %s", { tags: "sampled" }, async (_, known, fresh) => {
    const memory = await beside(fieldsOf("memory", known), fieldsOf("memory", fresh));
    expect(memory.captured).toMatchObject({ decision: "counted", id: memory.before.id, asks: [] });
    expect(memory.after.repeats).toBe(1);

    const insight = await beside(fieldsOf("insight", known), fieldsOf("insight", fresh));
    expect(insight.captured).toMatchObject({ decision: "counted", id: insight.before.id });

    const correction = await beside(fieldsOf("correction", known), fieldsOf("correction", fresh));
    expect(correction.captured).toMatchObject({ decision: "repeated", repeats: correction.before.id });
    expect(correction.after).toMatchObject({ status: "active", kept: "failed" });
  });

  test("of a correction in one session, or in none, without a failure", async () => {
    for (const session of ["s1", "adhoc-sybil-2026-02-15"]) {
      const w = capturing();
      w.as({ session });
      const { id } = await w.draft(fieldsOf("correction", "Gates close at nine"));
      const again = await w.draft(fieldsOf("correction", "gates close at nine"));
      expect(again).toMatchObject({ decision: "counted", id });
      expect((await w.entry(id)).kept).toBeUndefined();
    }
  });
});
