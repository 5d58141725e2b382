/** Asking an owner: what is looked at first, what is counted, and where it ends. On real folders, with the real model. */

import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { fixedClock } from "../../src/clock.js";
import { forget } from "../../src/forget/forget.js";
import { type AskInput, ask } from "../../src/questions/ask.js";
import { AT_TERMINAL, type Capturing, capturing, OWNER } from "../capture/capturing.js";
import { say } from "../operations.js";

const WEEKEND = "Do you take weekend appointments?";
const OTHERS = [
  "Who signs the parcels at the loading dock?",
  "Which colour do the brochures have?",
  "How old must an apprentice be?",
  "Where is the spare key of the archive?",
  "Why is the fountain switched off?",
  "May dogs come into the library?",
];

const asking = (world: Capturing, question: string, more: AskInput = {}) =>
  ask(world, { question, because: "cannot book for Saturday", ...more });

type Refusal = { code: string; message: string; hint: string; details: { open: unknown[] } };

const refusal = (act: Promise<unknown>): Promise<Refusal> =>
  act.then(
    () => expect.unreachable("it was not refused"),
    (thrown) => thrown,
  );

/** Where nothing is compared by meaning. */
const plain = (profile = {}, now?: string): Capturing => capturing({ embedding: { model: "./none" }, ...profile }, now);

describe("ask", () => {
  it("stores one record in memory/questions, with what it blocks, of a person at a terminal like of everybody", async () => {
    const world = plain({ people: [OWNER] });
    const asked = await asking(world, WEEKEND, { key: "hours.weekend" });
    expect(await say(asked)).toMatchObject({ decision: "stored", next: "People are asked later: tenet review" });
    expect(asked.file).toMatch(/^memory\/questions\//);
    const entry = await world.entry(asked.id);
    expect(entry).toMatchObject({ question: WEEKEND, because: "cannot book for Saturday", key: "hours.weekend" });
    expect(entry).toMatchObject({ agent: "sybil", tier: "self", status: "active" });
    world.as(AT_TERMINAL);
    await expect(asking(world, OTHERS[0] as string)).resolves.toMatchObject({ decision: "stored" });
  });

  it("what it blocks is required", async () => {
    const world = plain();
    await expect(ask(world, { question: WEEKEND })).rejects.toMatchObject({
      failure: "usage",
      message: expect.stringContaining("What cannot go on without an answer?"),
    });
    const long = `${"very ".repeat(70)}long?`;
    await expect(asking(world, long)).rejects.toMatchObject({ code: "too-long" });
    const draft = { type: "question", question: long, because: "x is blocked" };
    const added = add(world, { text: JSON.stringify(draft), keepGoing: false });
    await expect(added).rejects.toMatchObject({ code: "too-long" });
    expect(await world.entries()).toEqual([]);
  });

  it("what a live memory of that key says is known, and nothing is stored", async () => {
    const world = plain();
    const fact = await world.draft({ type: "memory", content: "Saturdays until noon", category: "fact", key: "hours" });
    const asked = await asking(world, "Which days may I offer?", { key: "hours" });
    expect(asked).toMatchObject({ decision: "known", id: fact.id, file: fact.file, line: fact.line });
    expect(asked.because.join()).toContain("Saturdays until noon");
    expect(await world.entries()).toHaveLength(1);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["memory", "Weekend appointments are taken on Saturdays until noon", { content: 1, category: "fact" }],
    ["correction", "Weekend appointments are not taken any more", { corrected_to: 1, risk: "medium: bookings" }],
    ["insight", "Weekend appointments are taken by hand", { insight: 1, evidence: "logs", risk: "medium: bookings" }],
  ])("a %s that is near is shown beside what is stored", async (type, text, fields) => {
    const world = capturing();
    const named = Object.entries(fields).map(([name, value]) => [name, value === 1 ? text : value]);
    const fact = await world.draft({ type, ...Object.fromEntries(named) });
    expect(await say(await asking(world, WEEKEND))).toMatchObject({
      decision: "stored",
      near: [{ id: fact.id, text, where: `${fact.file}:${fact.line}` }],
      next: "If one of these answers it, take it back: tenet undo",
    });
  });

  it("at most three texts are shown", async () => {
    const world = capturing({ ask: { per_day: 9, open: 9, expire_days: 14 } });
    for (const day of ["Saturday", "Sunday", "holiday", "weekend"]) {
      const content = `Appointments on a ${day} are for regular clients`;
      await world.draft({ type: "memory", content, category: "fact" });
    }
    expect((await asking(world, WEEKEND)).near).toHaveLength(3);
  });

  it("the same open question is counted, by its words or its key and by another agent; it takes no place of the day", async () => {
    const world = plain();
    const first = await asking(world, WEEKEND, { key: "hours" });
    for (const again of [WEEKEND, "do you take Weekend appointments?"]) {
      await expect(asking(world, again)).resolves.toMatchObject({ decision: "counted", id: first.id });
    }
    const other = asking(world, "Which days may I offer?", { key: "hours" });
    await expect(other).resolves.toMatchObject({ decision: "counted", id: first.id });
    world.as({ agent: "jane" });
    await asking(world, WEEKEND);
    expect(await world.entry(first.id)).toMatchObject({
      seen: 4,
      seen_by: [{ agent: "sybil", times: 3 }, { agent: "jane" }],
    });
  });

  it("two a day and agent, the third is refused; tomorrow there are two more", async () => {
    const world = plain({}, "2026-02-14T10:00:00Z");
    await asking(world, OTHERS[0] as string);
    await asking(world, OTHERS[1] as string);
    const error = await refusal(asking(world, OTHERS[2] as string));
    expect(error).toMatchObject({ code: "too-many-questions", failure: "refused" });
    expect(error.message).toContain("ask.per_day: 2");
    expect(error.message).toContain("Who signs the parcels");
    expect(error.details.open).toHaveLength(2);
    // A client of tools is told it as it stands.
    expect(error.hint).not.toMatch(/tenet |--/);
    world.as({ agent: "jane" });
    await expect(asking(world, OTHERS[2] as string)).resolves.toMatchObject({ type: "question" });
    world.as({ agent: "sybil" });
    world.clock = fixedClock("2026-02-15T10:00:00Z");
    await expect(asking(world, OTHERS[3] as string)).resolves.toMatchObject({ type: "question" });
  });

  it("five open ones, the sixth is refused; what nobody answered in 14 days makes room and is asked anew", async () => {
    const world = plain({ ask: { per_day: 9, open: 5, expire_days: 14 } }, "2026-02-01T10:00:00Z");
    const ids = [];
    for (const question of OTHERS.slice(0, 5)) ids.push((await asking(world, question)).id);
    const error = await refusal(asking(world, OTHERS[5] as string));
    expect(error.message).toContain("ask.open: 5");
    expect(error.details.open).toHaveLength(5);
    world.clock = fixedClock("2026-02-15T09:59:59Z");
    await expect(asking(world, OTHERS[5] as string)).rejects.toMatchObject({ code: "too-many-questions" });
    world.clock = fixedClock("2026-02-15T10:00:00Z");
    const anew = await asking(world, OTHERS[0] as string);
    expect(ids).not.toContain(anew.id);
  });

  it("neither a list, nor a past date, nor forgetting one's own gets around the limits", async () => {
    const world = plain({}, "2026-02-14T10:00:00Z");
    const listed = OTHERS.slice(0, 3).map((question) => ({ type: "question", question, because: "x is blocked" }));
    await expect(add(world, { text: JSON.stringify(listed), keepGoing: false })).rejects.toMatchObject({
      message: expect.stringContaining("ask.per_day"),
    });
    expect(await world.entries()).toEqual([]);
    const some = await add(world, { text: JSON.stringify(listed), keepGoing: true });
    expect(some.results.map(({ ok }) => ok)).toEqual([true, true, false]);
    const dated = { ...listed[2], timestamp: "2026-02-10T10:00:00Z" };
    await expect(add(world, { text: JSON.stringify(dated), keepGoing: false })).rejects.toMatchObject({
      code: "too-many-questions",
    });
    const [first] = await world.entries();
    await forget(world, { refs: [first?.id ?? ""], taking: "forget" });
    await expect(asking(world, OTHERS[2] as string)).rejects.toMatchObject({ code: "too-many-questions" });
  });

  it("a question about a contact is for whoever names that contact, and another contact's fact answers nothing", async () => {
    const world = capturing({ ask: { per_day: 9, open: 9, expire_days: 14 } });
    const content = "Weekend appointments are taken";
    await world.draft({ type: "memory", content, category: "fact", scope: "contact:mara" });
    const asked = await asking(world, WEEKEND, { contact: "jane" });
    expect(asked.decision).toBe("stored");
    expect(await world.entry(asked.id)).toMatchObject({ scope: "contact:jane" });
    await expect(asking(world, WEEKEND)).resolves.toMatchObject({ decision: "stored" });
    const near = [{ text: content }];
    await expect(asking(world, WEEKEND, { contact: "mara" })).resolves.toMatchObject({ near });
    await expect(asking(world, WEEKEND, { contact: "No Id" })).rejects.toMatchObject({ failure: "usage" });
  });

  it("neither what held of a contact once, nor what their key names of the project, answers what holds of them", async () => {
    const world = capturing();
    const home = (content: string, more = {}) =>
      world.draft({ type: "memory", content, category: "fact", key: "home", ...more });
    const then = { scope: "contact:jane", valid_from: "2020-01-01", valid_to: "2022-01-01" };
    await home("Jane lived in Rome", then);
    await home("The office is in Bern");
    const asked = await asking(world, "Where does Jane live?", { contact: "jane", key: "home" });
    expect(asked.decision).not.toBe("known");
  });
});
