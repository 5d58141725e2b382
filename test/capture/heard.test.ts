/** What a capture does to a sentence that was heard: it closes it, as long as the capture is stored. */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { failRun, finishRun, startRun } from "../../src/loop/run.js";
import { undo } from "../../src/review/undo.js";
import { hear } from "../../src/store/state/heard.js";
import { shownHeard } from "../../src/store/state/shown-heard.js";
import { capturing, NO_MODEL } from "./capturing.js";

const PNPM = "No, we use pnpm here, I said so yesterday.";
const AT = "2026-02-15T14:00:00Z";
const INSTALL = { type: "correction", corrected_to: "Install with pnpm" };

async function hearing(sentence = PNPM, user?: string) {
  const world = capturing(NO_MODEL);
  const said = { at: AT, session: "s1", from: "prompt" as const, ...(user === undefined ? {} : { user }) };
  const heard = async (words: string) => (await hear(world, [{ sentence: words, ...said }]))[0]?.id ?? "";
  const id = await heard(sentence);
  return { world, id, heard, open: async () => (await shownHeard(world)).map((one) => one.id) };
}

describe("a capture that names what was heard", () => {
  it.each([
    INSTALL,
    { type: "insight", insight: "pnpm keeps one lockfile", risk: "medium: builds drift" },
    { type: "memory", content: "The web repository uses pnpm", category: "fact" },
  ])("closes it: %j, in any session", async (fields) => {
    const { world, id, open } = await hearing();
    world.as({ session: "another" });
    const { because } = await world.draft({ ...fields, heard: ` ${id.toLowerCase()} ` });
    expect(because).toContain(`It records what was heard as ${id.toLowerCase()}.`);
    expect(await open()).toEqual([]);
  });

  it("may name several, and again, in a list of YAML: a call that is repeated loses nothing", async () => {
    const { world, id, heard, open } = await hearing();
    const text = `type: correction\ncorrected_to: Install with pnpm\nheard: [${id}, ${await heard("Stop using npm")}]\n`;
    for (const _ of [1, 2]) await add(world, { text, keepGoing: false });
    expect(await open()).toEqual([]);
  });

  it("under a name that nothing has stores nothing, and says what is open", async () => {
    const { world, id, open } = await hearing();
    await expect(world.draft({ ...INSTALL, heard: "zzzz9" })).rejects.toMatchObject({
      exit: 4,
      code: "unknown-heard",
      details: { open: [{ heard: id.toLowerCase(), sentence: PNPM }] },
    });
    expect(await world.entries()).toEqual([]);
    expect(await open()).toEqual([id]);
  });

  it("of one person is nobody else's to record", async () => {
    const { world, id } = await hearing(PNPM, "anna");
    world.as({ user: "bob" });
    const refused = { code: "unknown-heard", details: { open: [] } };
    await expect(world.draft({ ...INSTALL, heard: id })).rejects.toMatchObject(refused);
    world.as({ user: "anna" });
    const { because } = await world.draft({ ...INSTALL, heard: id });
    expect(because).toContain(`It records what was heard as ${id.toLowerCase()}.`);
  });

  it("is no other record's", async () => {
    const { world, id } = await hearing();
    const decided = world.draft({ type: "decision", action: "pnpm", situation: "s", rationale: "r", heard: id });
    await expect(decided).rejects.toMatchObject({ exit: 2 });
  });

  it("as activity leaves it open, and says so", async () => {
    const { world, id, open } = await hearing();
    const answer = await world.draft({ type: "insight", insight: "Switched to pnpm", risk: "none", heard: id });
    expect(answer).toMatchObject({ decision: "logged" });
    expect(answer.because.join(" ")).toContain(`What was heard as ${id.toLowerCase()} stays open`);
    expect(await open()).toEqual([id]);
  });
});

describe("an entry in equal words", () => {
  it("closes it without naming it, and closes nothing in other words, however near", async () => {
    const { world, id, open } = await hearing();
    world.as({ session: "adhoc-sybil-2026-02-15" });
    await world.draft({ type: "correction", corrected_to: "We use pnpm here" });
    expect(await open()).toEqual([id]);
    await world.draft({ type: "memory", content: "no, we use pnpm here; I said so yesterday", category: "fact" });
    expect(await open()).toEqual([]);
  });

  it("that was known before and is counted now closes it, too", async () => {
    const { world, id, heard, open } = await hearing();
    const known = { type: "correction", corrected_to: "Use pnpm here" };
    world.as({ session: "adhoc-sybil-2026-02-10" });
    await world.draft({ ...known, timestamp: "2026-01-10T09:00:00Z" });
    await heard(known.corrected_to);
    expect(await open()).toHaveLength(2);
    expect((await world.draft(known)).decision).toBe("counted");
    expect(await open()).toEqual([id]);
  });
});

describe("a capture that is not stored in the end", () => {
  /** One that waits in a run. */
  async function waiting() {
    const found = await hearing();
    await startRun(found.world, "r1");
    const before = found.world.actor;
    found.world.as({ run: "r1" });
    const { because } = await found.world.draft({ ...INSTALL, heard: found.id });
    expect(because.join(" ")).toContain("counts as recorded once this is stored");
    expect(await found.open()).toEqual([found.id]);
    found.world.actor = before;
    return found;
  }

  it("closes it when its run finishes, also where it is folded into a known entry", async () => {
    const { world, open } = await waiting();
    await world.draft(INSTALL);
    await finishRun(world, "r1");
    expect(await world.entries()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("leaves it open when its run fails", async () => {
    const { world, id, open } = await waiting();
    await failRun(world, "r1");
    expect(await open()).toEqual([id]);
  });

  it.each(["stored", "counted"])("opens it again when it is undone: %s", async (how) => {
    const { world, id, open } = await hearing();
    if (how === "counted") await world.draft(INSTALL);
    expect(await world.draft({ ...INSTALL, heard: id })).toMatchObject({ decision: how });
    expect(await open()).toEqual([]);
    await undo(world, {});
    expect(await open()).toEqual([id]);
  });
});
