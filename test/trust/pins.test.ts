import { describe, expect, it } from "vitest";
import { add } from "../../src/capture/add.js";
import { capture } from "../../src/capture/capture.js";
import { rememberPinned } from "../../src/capture/pinning.js";
import type { Context } from "../../src/context.js";
import { forget } from "../../src/forget/forget.js";
import { arrived } from "../../src/import/policy/arrival.js";
import { markUsed } from "../../src/loop/used.js";
import { memories } from "../../src/recall/memories.js";
import { updateMemory } from "../../src/review/change-memories.js";
import { edit } from "../../src/review/edit/edit.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { resolvePair } from "../../src/review/resolve.js";
import { undo } from "../../src/review/undo.js";
import { openStore } from "../../src/store/open-store.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { context } from "../operations.js";

const WORDS = "The shop closes at 18:00 on Fridays";
const FACT = { content: WORDS, category: "fact", key: "hours.friday", group: "business_facts" };
const AGENT = { atTerminal: false, git: async () => ({}) };

const codeOf = async (act: Promise<unknown>) =>
  await act.then(
    () => "done",
    (thrown) => thrown.code,
  );
const pinnedIds = async (world: Context) =>
  (await openStore(world)).heads.flatMap(({ id, pinned }) => (pinned ? [id] : []));

/** `known`: they had said it before. */
async function pinned(known = false): Promise<{ world: Capturing; id: string }> {
  const world = capturing();
  world.as(AT_TERMINAL);
  const said = known ? await world.draft({ ...FACT, type: "memory" }) : undefined;
  const { id = "" } = await rememberPinned(world, FACT, true);
  if (said !== undefined) expect(id).toBe(said.id);
  world.as({ ...AGENT, session: "another" });
  return { world, id };
}

describe("a memory is pinned", () => {
  it.each([false, true])("by a person at a terminal who typed the word (said before: %s)", async (known) => {
    const { world, id } = await pinned(known);
    expect(await pinnedIds(world)).toEqual([id]);
    const { entry } = await (await openStore(world)).one(id);
    expect(entry).toMatchObject({
      tier: "owner",
      pinned: { by: "bridget", at: entry.timestamp },
    });
    expect((await memories(world)).memories).toMatchObject([{ id, pinned: true, group: "business_facts" }]);
  });

  it("by nobody else: not off a terminal, not unconfirmed, not by a listed agent, not as a field", async () => {
    const world = capturing({ people: [{ name: "robo", role: "agent", emails: ["robo@example.invalid"] }] });
    expect(await codeOf(rememberPinned(world, FACT, true))).toBe("needs-person");
    world.as(AT_TERMINAL);
    expect(await codeOf(rememberPinned(world, FACT, false))).toBe("needs-person");
    world.as({ git: async () => ({ email: "robo@example.invalid" }) });
    expect(await codeOf(rememberPinned(world, FACT, true))).toBe("needs-person");
    world.as(AGENT);
    const field = { ...FACT, type: "memory" as const, pinned: { by: "bridget", hash: "x" } };
    expect(await world.entries()).toEqual([]);
    await capture(world, field);
    await add(world, { text: JSON.stringify(field), keepGoing: false });
    for (const entry of await world.entries()) expect(entry).not.toHaveProperty("pinned");
  });
});

describe("an agent cannot take it away", () => {
  const NEWER = "The shop closes at 20:00 on Fridays";
  const refused = { failure: "refused" };

  it.each([false, true])("by forgetting or editing it: not a byte is changed (said before: %s)", async (known) => {
    const { world, id } = await pinned(known);
    const before = world.files();
    await expect(forget(world, { refs: [id], taking: "forget" })).rejects.toMatchObject(refused);
    await expect(forget(world, { refs: [id], taking: "forget", confirmed: true })).rejects.toMatchObject(refused);
    await expect(forget(world, { refs: [id], taking: "erase", confirmed: true })).rejects.toMatchObject(refused);
    await expect(edit(world, { id, fields: { content: NEWER } })).rejects.toMatchObject(refused);
    await expect(edit(world, { id, fields: { tags: ["x"] } })).rejects.toMatchObject(refused);
    expect(world.files()).toEqual(before);
    expect(await pinnedIds(world)).toEqual([id]);
    expect(await updateMemory(world, { ref: id, content: NEWER })).toMatchObject({
      decision: "stored",
      proposed: [id],
    });
    expect(await pinnedIds(world)).toEqual([id]);
  });

  it("by one that replaces it: that is proposed, and both stand", async () => {
    const { world, id } = await pinned();
    const before = await world.entry(id);
    const newer = await world.draft({ ...FACT, type: "memory", content: NEWER, replaces: [id] });
    expect(newer).toMatchObject({ decision: "stored", proposed: [id] });
    expect(newer.superseded).toBeUndefined();
    expect(await world.entry(id)).toEqual(before);
    const waiting = (await reviewQueue(world)).queue.filter(({ kind }) => kind === "pair");
    expect(waiting).toMatchObject([{ first: { id: newer.id }, second: { id }, proposed: { answer: "replaces" } }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["of the same key", { content: "Fridays are short", key: "hours.friday" }],
    ["that says the contrary", { content: NEWER }],
    ["that an owner tells it", { content: NEWER, source: "bridget" }],
  ])(
    "by a newer one %s: stored and asked about, and what an agent answers is proposed",
    { tags: "proof" },
    async (_what, fields) => {
      const { world, id } = await pinned();
      const newer = await world.draft({ type: "memory", category: "fact", ...fields });
      expect(newer).toMatchObject({ decision: "stored", asks: [{ about: id }] });
      expect(newer.superseded).toBeUndefined();
      const before = await world.entry(id);
      const answering = async (how: "same" | "replaces" | "unrelated") =>
        await resolvePair(world, { a: newer.id ?? "", b: id, how });
      expect(await answering("replaces")).toMatchObject({ decision: "proposed", id: newer.id, other: id });
      await answering("unrelated");
      expect(await world.entry(id)).toEqual(before);
      // What is pinned keeps its own words.
      expect(await answering("same")).toMatchObject({ decision: "same", id: newer.id, other: id });
      expect(await world.entry(id)).toMatchObject({ content: WORDS });
      expect(await pinnedIds(world)).toEqual([id]);
    },
  );

  it("nor does saying the same with another key, or undoing what it did itself", async () => {
    const { world, id } = await pinned();
    const { key: _, ...same } = FACT;
    await world.draft({ ...same, type: "memory" });
    expect(await pinnedIds(world)).toEqual([id]);
    await undo(world, {});
    expect(await pinnedIds(world)).toEqual([id]);
    world.as({ session: "s1" });
    expect(await codeOf(undo(world, { confirmed: true }))).toBe("needs-person");
  });

  it("a person does all of it: replaces it by another pin, edits it and keeps it pinned, forgets it", async () => {
    const { world, id } = await pinned();
    world.as(AT_TERMINAL);
    await edit(world, { id, fields: { content: "The shop closes at 17:00 on Fridays" } });
    expect(await pinnedIds(world)).toEqual([id]);
    const newer = await rememberPinned(world, { ...FACT, content: "The shop closes at 16:00 on Fridays" }, true);
    expect(newer.superseded).toEqual([id]);
    await forget(world, { refs: [newer.id ?? ""], taking: "forget", confirmed: true });
    // What it replaced stays replaced.
    expect((await openStore(world)).head(newer.id ?? "")?.status).toBe("forgotten");
    expect((await openStore(world)).head(id)?.status).toBe("superseded");
  });
});

describe("a pin", () => {
  it("comes into no other tree by import", async () => {
    const { world, id } = await pinned();
    const { entry } = await (await openStore(world)).one(id);
    const there = arrived(entry, { at: "2026-02-16T10:00:00Z", from: "x.jsonl", hash: "h" });
    expect(there.entry).not.toHaveProperty("pinned");
    expect(there.lowered).toContain("It is not pinned here.");
  });
});

describe("in the context", () => {
  it("pinned memories stand behind the rules and before the others, in the order in which they were said, use or not", async () => {
    const { world, id } = await pinned();
    await world.draft({ type: "memory", content: "Parcels leave by the back door", category: "fact" });
    world.as(AT_TERMINAL);
    const second = await rememberPinned(world, { content: "Answer in short sentences", category: "preference" }, true);
    world.as({ ...AGENT, session: "adhoc-sybil-2026-02-15" });
    const core = async () => (await context(world, { untouched: true })).core.text;
    const before = await core();
    const places = [id, second.id ?? "", "Parcels leave"].map((words) => before.indexOf(words));
    expect(places.every((at) => at > 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    world.as({ session: "later" });
    await markUsed(world, { ref: second.id ?? "" });
    world.as({ session: "adhoc-sybil-2026-02-15" });
    const pins = (text: string) => text.split("\n").filter((line) => line.includes("pinned"));
    expect(pins(await core())).toEqual(pins(before));
    expect(await core()).toBe(await core());
  });
});
