/** What a nudge says of a repeat, by how far it was looked for: it never says that nothing is known when it is not. */
import { describe, expect, it } from "vitest";
import { userPrompt } from "../../src/hosts/events/user-prompt.js";
import { capturing } from "../capture/capturing.js";

const AGAIN = "I already told you: install from the lockfile in continuous integration!";
const NOTHING_KNOWN = "nothing here remembers it";
const inTime = () => ({ until: performance.now() + 60_000 });
/** The budget of the hook is over before anything is looked up. */
const over = { until: 0 };

describe("a correction that was made before", () => {
  it("is told to be unknown when all was looked through", async () => {
    const world = capturing();
    await world.correct("Invoices go out on the first of a month", "They go out when the work is done");
    const early: string[] = [];
    const said = await userPrompt(world, AGAIN, inTime(), (text) => early.push(text));
    expect(said).toContain(`It was said before, and ${NOTHING_KNOWN}.`);
    // What would be printed if time were up before.
    expect(early.join("\n")).toContain("was not looked up in time");
    expect(early.join("\n")).not.toContain(NOTHING_KNOWN);
  });

  it("is not told to be unknown when the look-up did not finish; the nudge comes all the same", async () => {
    const world = capturing();
    await world.correct("Every release tag is signed", "Tags need no signature");
    const said = await userPrompt(world, AGAIN, over);
    expect(said).toContain("tenet: this sounds like a correction");
    expect(said).toContain("by meaning it was not looked up");
    expect(said).not.toContain(NOTHING_KNOWN);
  });

  it("is found by its words even then", async () => {
    const world = capturing();
    const { id } = await world.correct("Install from the lockfile in continuous integration", "npm install is fine");
    expect(await userPrompt(world, AGAIN, over)).toContain(`It was said before and not heeded: ${id}, below.`);
  });

  it("is not told to be unknown where there is too little to look for", async () => {
    const said = await userPrompt(capturing(), "I told you!", inTime());
    expect(said).toContain("too little in it to look for");
    expect(said).not.toContain(NOTHING_KNOWN);
  });
});
