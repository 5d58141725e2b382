/** What a capture does to a sentence that was heard: it closes it, as long as the capture is stored. */
import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { failRun, finishRun, startRun } from "../../src/capture/runs/run.js";
import { shownHeard } from "../../src/recall/shown-heard.js";
import { undo } from "../../src/review/undo.js";
import { hear } from "../../src/store/heard.js";
import { type Capturing, capturing } from "./capturing.js";

const PNPM = "No, we use pnpm here, I said so yesterday.";
const AT = "2026-02-15T14:00:00Z";

async function hearing(sentence = PNPM): Promise<{ world: Capturing; id: string; open(): Promise<string[]> }> {
  const world = capturing();
  const [one] = await hear(world, [{ sentence, at: AT, session: "s1", from: "prompt" }]);
  return { world, id: one?.id ?? "", open: async () => (await shownHeard(world)).map(({ id }) => id) };
}

describe("a capture that names what was heard", () => {
  it.each(["correction", "insight", "memory"] as const)(
    "closes it: %s, in any session",
    { tags: "proof" },
    async (type) => {
      const { world, id, open } = await hearing();
      world.as({ session: "another" });
      const fields = {
        correction: { corrected_to: "Install with pnpm" },
        insight: { insight: "pnpm keeps one lockfile", risk: "medium: builds drift" },
        memory: { content: "The web repository uses pnpm", category: "fact" },
      };
      const { because } = await world.draft({ type, ...fields[type], heard: ` ${id.toLowerCase()} ` });
      expect(because).toContain(`It records what was heard as ${id.toLowerCase()}.`);
      expect(await open()).toEqual([]);
    },
  );

  it("may name several, and again: a call that is repeated loses nothing", async () => {
    const { world, id, open } = await hearing();
    const [other] = await hear(world, [{ sentence: "Stop using npm", at: AT, session: "s1", from: "prompt" }]);
    const stated = { type: "correction", corrected_to: "Install with pnpm", heard: [id, other?.id] };
    await world.draft(stated);
    await world.draft(stated);
    expect(await open()).toEqual([]);
  });

  it("in a list of YAML", async () => {
    const { world, id, open } = await hearing();
    await add(world, { text: `type: correction\ncorrected_to: Install with pnpm\nheard: ${id}\n`, keepGoing: false });
    expect(await open()).toEqual([]);
  });

  it("under a name that nothing has stores nothing, and says what is open", async () => {
    const { world, id, open } = await hearing();
    const named = world.draft({ type: "correction", corrected_to: "Install with pnpm", heard: "zzzz9" });
    await expect(named).rejects.toMatchObject({
      exit: 4,
      code: "unknown-heard",
      details: { open: [{ heard: id.toLowerCase(), sentence: PNPM }] },
    });
    expect(await world.entries()).toEqual([]);
    expect(await open()).toEqual([id]);
  });

  it("of one person is nobody else's to record", async () => {
    const world = capturing();
    const said = { sentence: PNPM, at: AT, session: "s1", from: "prompt", user: "anna" } as const;
    const [one] = await hear(world, [said]);
    const named = { type: "correction", corrected_to: "Printers stand in the hall", heard: one?.id };
    world.as({ user: "bob" });
    await expect(world.draft(named)).rejects.toMatchObject({ code: "unknown-heard", details: { open: [] } });
    world.as({ user: "anna" });
    expect((await world.draft(named)).because).toContain(`It records what was heard as ${one?.id.toLowerCase()}.`);
  });

  it("is no other record's", async () => {
    const { world, id } = await hearing();
    const decided = world.draft({ type: "decision", action: "pnpm", situation: "s", rationale: "r", heard: id });
    await expect(decided).rejects.toMatchObject({ exit: 2 });
  });

  it("keeps its name in the stub where something is missing", async () => {
    const { world, id } = await hearing();
    await expect(world.draft({ type: "correction", heard: id })).rejects.toMatchObject({
      code: "missing-fields",
      details: { stub: expect.stringContaining(`heard: ["${id}"]`) },
    });
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
  it("closes it without naming it, also where it is counted", async () => {
    const { world, open } = await hearing();
    world.as({ session: "adhoc-sybil-2026-02-15" });
    await world.draft({ type: "memory", content: "no, we use pnpm here; I said so yesterday", category: "fact" });
    expect(await open()).toEqual([]);
  });

  it("closes nothing in other words, however near", async () => {
    const { world, id, open } = await hearing();
    await world.draft({ type: "correction", corrected_to: "We use pnpm here" });
    expect(await open()).toEqual([id]);
  });

  it("that was known before and is counted now closes it, too", async () => {
    const world = capturing();
    world.as({ session: "adhoc-sybil-2026-02-10" });
    await world.draft({ type: "correction", corrected_to: "Use pnpm here", timestamp: "2026-01-10T09:00:00Z" });
    await hear(world, [{ sentence: "Use pnpm here", at: AT, session: "s1", from: "prompt" }]);
    expect(await shownHeard(world)).toHaveLength(1);
    const { decision } = await world.draft({ type: "correction", corrected_to: "Use pnpm here" });
    expect(decision).toBe("counted");
    expect(await shownHeard(world)).toEqual([]);
  });
});

describe("a capture that is not stored in the end", () => {
  it("closes it when its run finishes, and not before", async () => {
    const { world, id, open } = await hearing();
    await startRun(world, "r1");
    world.as({ run: "r1" });
    const { because } = await world.draft({ type: "correction", corrected_to: "Install with pnpm", heard: id });
    expect(because.join(" ")).toContain("counts as recorded once this is stored");
    expect(await open()).toEqual([id]);
    await finishRun(world, "r1");
    expect(await open()).toEqual([]);
  });

  it("closes it when it is folded into a known entry as its run finishes", async () => {
    const { world, id, open } = await hearing();
    await world.draft({ type: "correction", corrected_to: "Install with pnpm" });
    await startRun(world, "r1");
    world.as({ run: "r1" });
    await world.draft({ type: "correction", corrected_to: "Install with pnpm", heard: id });
    await finishRun(world, "r1");
    expect(await world.entries()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });

  it("leaves it open when its run fails", async () => {
    const { world, id, open } = await hearing();
    await startRun(world, "r1");
    world.as({ run: "r1" });
    await world.draft({ type: "correction", corrected_to: "Install with pnpm", heard: id });
    await failRun(world, "r1");
    expect(await open()).toEqual([id]);
  });

  it.each(["new", "counted"])("opens it again when it is undone: %s", async (how) => {
    const { world, id, open } = await hearing();
    if (how === "counted") await world.draft({ type: "correction", corrected_to: "Install with pnpm" });
    const { decision } = await world.draft({ type: "correction", corrected_to: "Install with pnpm", heard: id });
    expect(decision).toBe(how === "new" ? "stored" : "counted");
    expect(await open()).toEqual([]);
    const { run: _, ...actor } = world.actor;
    world.actor = actor;
    await undo(world, {});
    expect(await open()).toEqual([id]);
  });
});
