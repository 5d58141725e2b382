/** Asking an owner: what is near by meaning. What is asked, known, counted and refused is in sessions/questions. */

import { describe, expect, it } from "vitest";
import { type AskInput, ask } from "../../src/questions/ask.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { say } from "../operations.js";

const WEEKEND = "Do you take weekend appointments?";
const asking = (world: Capturing, question: string, more: AskInput = {}) =>
  ask(world, { question, because: "cannot book for Saturday", ...more });

describe("ask", () => {
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
    world.as(AT_TERMINAL);
    expect(await asking(world, WEEKEND)).toMatchObject({ decision: "stored", near: [{}, {}, {}] });
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
