/** What a nudge says of a repeat, by how far it was looked for: it never says that nothing is known when it is not. */
import { describe, expect, it } from "vitest";
import { promptOutOfTime, userPrompt } from "../../src/hosts/events/user-prompt.js";
import { type Capturing, capturing } from "../capture/capturing.js";

const AGAIN = "I already told you: install from the lockfile in continuous integration!";
const NOTHING_KNOWN = "nothing here remembers it";
const inTime = () => ({ until: performance.now() + 60_000 });
/** The budget of the hook is over before anything is looked up. */
const over = { until: 0 };

describe("a correction that was made before", () => {
  it("is told to be unknown when all was looked through", { tags: "proof" }, async () => {
    const world = capturing();
    await world.correct("Invoices go out on the first of a month", "They go out when the work is done");
    const early: string[] = [];
    const said = await userPrompt(world, AGAIN, inTime(), { ready: (text) => void early.push(text) });
    expect(said).toContain(`It was said before, and ${NOTHING_KNOWN}.`);
    // What would be printed if time were up before.
    expect(early.join("\n")).toContain("was not looked up in time");
    expect(early.join("\n")).not.toContain(NOTHING_KNOWN);
  });

  it("is not told to be unknown when the look-up did not finish, and is found by its words even then", async () => {
    const world = capturing();
    await world.correct("Every release tag is signed", "Tags need no signature");
    const said = await userPrompt(world, AGAIN, over);
    expect(said).toContain("tenet: this sounds like a correction");
    expect(said).toContain("by meaning it was not looked up");
    expect(said).not.toContain(NOTHING_KNOWN);
    const { id } = await world.correct("Install from the lockfile in continuous integration", "npm install is fine");
    expect(await userPrompt(world, AGAIN, over)).toContain(`It was said before and not heeded: ${id}, below.`);
  });

  it("is not told to be unknown where there is too little to look for", async () => {
    const said = await userPrompt(capturing(), "I told you!", inTime());
    expect(said).toContain("too little in it to look for");
    expect(said).not.toContain(NOTHING_KNOWN);
  });
});

describe("how answers to requests like this were edited", () => {
  const SUNDAY = {
    type: "edit",
    context: "Customer asks for a Sunday appointment",
    original: "We are closed on Sunday.",
    final: "Sundays we're closed, Monday 9:00 is free.",
    why: "offer the next slot",
    kind: "approach",
  };
  const ASKED = "A customer asks for an appointment on Sunday, write the answer";

  it("stands beside the prompt, three lines each, and once a session; not beside another request", async () => {
    const world = capturing();
    const { id } = await world.draft(SUNDAY);
    const other = "The invoice has a wrong tax number, please correct it";
    expect(await userPrompt(world, other, inTime())).not.toContain("were edited");
    expect(await userPrompt(world, ASKED, inTime())).toContain(`
How answers to requests like this were edited:
${id} self, approach | Customer asks for a Sunday appointment
  wrote | We are closed on Sunday.
  sent | Sundays we're closed, Monday 9:00 is free.; why: offer the next slot
</tenet-now-`);
    expect(await userPrompt(world, ASKED, inTime())).toBe("");
  });

  it("is found by its words when time is up, and not even looked for where nobody drafts", async () => {
    const world = capturing();
    await world.learn("Sunday appointments of a customer are moved to Monday");
    const said = await userPrompt(world, ASKED, inTime());
    expect(said).toContain("tenet remembers");
    expect(said).not.toContain("edited");
    const { id } = await world.draft(SUNDAY);
    const late = await userPrompt(world, "A customer asks for a Sunday appointment", over);
    expect(late).toContain(`${id} self, approach |`);
  });

  it("is three at most, none in which a comma was changed, none of a contact who is not named", {
    tags: "proof",
  }, async () => {
    const world = capturing();
    await world.draft({ ...SUNDAY, original: "We are closed on Sunday", final: "We are closed, on Sunday" });
    await world.draft({ ...SUNDAY, original: "No, Jane.", final: "For canary-jane.", contact: "jane" });
    expect(await userPrompt(world, ASKED, inTime())).toBe("");
    for (const word of ["one", "two", "three", "four"])
      await world.draft({ ...SUNDAY, original: `No, ${word}.`, final: `Yes, with pleasure, Monday is free, ${word}.` });
    const said = await userPrompt(world, ASKED, inTime());
    expect(said.match(/^ {2}sent \|/gm)).toHaveLength(3);
    expect(said).not.toContain("canary-jane");
  });
});

describe("a prompt of which nothing was looked up in time", () => {
  it("is answered by one line that quotes nothing where it holds a correction, and by none where it does not", () => {
    const world = capturing();
    const said = promptOutOfTime(world, AGAIN);
    expect(said).toMatch(/^tenet: this sounds like a correction[^\n]*what else fits this was not looked up\.$/);
    expect(said).not.toContain("lockfile");
    expect(promptOutOfTime(world, "How do I install from the lockfile?")).toBe("");
    const off = { ...world, profile: { ...world.profile, learning: { ...world.profile.learning, on: false } } };
    expect(promptOutOfTime(off, AGAIN)).toBe("");
  });
});

describe("what holds for some files only", () => {
  const paths = ["packages/api/**"];
  const PROMPT = "Write the migration of the invoices table";
  const told = (world: Capturing, folder: string | undefined, prompt: string) =>
    userPrompt({ ...world, folder }, prompt, inTime());
  const taught = async () => {
    const world = capturing({ embedding: { model: "./none" } });
    await world.correct("Write each migration of a table by hand", "Generate it", { paths });
    return world;
  };

  it.each<[where: string, folder: string | undefined, prompt: string, isTold: boolean]>([
    ["another folder", "packages/web", PROMPT, false],
    ["no folder", undefined, PROMPT, false],
    ["its folder", "packages/api/src", PROMPT, true],
    ["another folder, with a file of its own named", "", `${PROMPT} in @packages/api/db/1.sql`, true],
    ["another folder, with another file named", "", `${PROMPT} in packages/web/1.sql`, false],
    ["a prompt about something else that names its file", "", "rename it in packages/api/zebra.ts", true],
    ["a prompt that is nothing but the name", "", "packages/api/a", true],
  ])("is told in %s, once a session", { tags: "sampled" }, async (_, folder, prompt, isTold) => {
    const world = await taught();
    const isThere = async () =>
      (await told(world, folder, prompt)).includes("self, for packages/api/** | Write each migration");
    expect([await isThere(), await isThere()]).toEqual([isTold, false]);
  });

  it("is five at most, and the rest is counted in the line above them", { tags: "proof" }, async () => {
    const world = capturing({ embedding: { model: "./none" } });
    for (const animal of ["Aardvarks", "Badgers", "Camels", "Dingoes", "Emus", "Ferrets", "Geese"])
      await world.correct(`${animal} are counted at night`, "By day", { paths });
    const said = await told(world, "", "rename it in packages/api/zebra.ts");
    expect(said.match(/counted at night/g)).toHaveLength(5);
    expect(said.split("\n")[0]).toContain("; 2 more hold for files named here: tenet list --paths:");
    const next = await told(world, "", "rename it in packages/api/zebra.ts");
    expect(next.match(/counted at night/g)).toHaveLength(2);
    expect(next).not.toContain("more hold");
  });
});
