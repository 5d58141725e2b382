/** What a capture does to a sentence that was heard: it closes it, as long as the capture is stored. */
import { describe, expect, it } from "vitest";
import { finishRun, startRun } from "../../src/loop/run.js";
import { undo } from "../../src/review/undo.js";
import { hear, openHeard } from "../../src/store/state/heard.js";
import { capturing, NO_MODEL } from "./capturing.js";

const PNPM = "No, we use pnpm here, I said so yesterday.";
const AT = "2026-02-15T14:00:00Z";
const INSTALL = { type: "correction", corrected_to: "Install with pnpm" };

async function hearing(sentence = PNPM, user?: string) {
  const world = capturing(NO_MODEL);
  const said = { at: AT, session: "s1", from: "prompt" as const, ...(user === undefined ? {} : { user }) };
  const heard = async (words: string) => (await hear(world, [{ sentence: words, ...said }]))[0]?.id ?? "";
  const id = await heard(sentence);
  return { world, id, heard, open: async () => (await openHeard(world)).map((one) => one.id) };
}

describe("a capture that names what was heard", () => {
  it("of one person is nobody else's to record", async () => {
    const { world, id } = await hearing(PNPM, "anna");
    world.as({ user: "bob" });
    const refused = { code: "unknown-heard", details: { open: [] } };
    await expect(world.draft({ ...INSTALL, heard: id })).rejects.toMatchObject(refused);
    world.as({ user: "anna" });
    const { because } = await world.draft({ ...INSTALL, heard: id });
    expect(because).toContain(`It records what was heard as ${id.toLowerCase()}.`);
  });
});

describe("an entry in equal words", () => {
  it("that is said again closes it, too", async () => {
    const { world, id, heard, open } = await hearing();
    const known = { type: "correction", corrected_to: "Use pnpm here" };
    world.as({ session: "adhoc-sybil-2026-02-10" });
    await world.draft({ ...known, timestamp: "2026-01-10T09:00:00Z" });
    await heard(known.corrected_to);
    expect(await open()).toHaveLength(2);
    expect((await world.draft(known)).decision).toBe("repeated");
    expect(await open()).toEqual([id]);
  });
});

describe("a capture that is not stored in the end", () => {
  it("closes it when its run finishes, also where it is folded into a known entry", async () => {
    const { world, id, open } = await hearing();
    await startRun(world, "r1");
    const { actor } = world;
    world.as({ run: "r1" });
    await world.draft({ ...INSTALL, heard: id });
    world.actor = actor;
    await world.draft(INSTALL);
    await finishRun(world, "r1");
    expect(await world.entries()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("opens it again when it is undone", async () => {
    const { world, id, open } = await hearing();
    await world.draft({ ...INSTALL, heard: id });
    expect(await open()).toEqual([]);
    await undo(world, {});
    expect(await open()).toEqual([id]);
  });
});
