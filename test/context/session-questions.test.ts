/** What stands in every call of a session, and what is said once in it. */
import { describe, expect, it } from "vitest";
import type { ContextData } from "../../src/context/context-schemas.js";
import type { Profile } from "../../src/settings.js";
import { cor, ins, kept, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import type { ContextInput } from "../operations.js";
import { context, heartbeat } from "../operations.js";

const PROFILE: Partial<Profile> = { embedding: { model: "./none" } };
const FAILED = [cor("F0001"), kept("COR-20260201-F0001", "failed", "2026-02-02T09:00:00Z")];
const ask = (loop: LoopWorld, input: ContextInput = {}) => context(loop.ctx, input);
const layer = (data: ContextData, name: string) => data.layers.find((one) => one.name === name)?.items ?? [];
const tails = (data: ContextData, name: string) => layer(data, name).map(({ id }) => id?.slice(-5));

describe("questions in a session", () => {
  it("are said once; reminders and what was taught stand in every call", { tags: "proof" }, async () => {
    const loop = loopWorld(PROFILE);
    await loop.store(
      ...FAILED,
      cor("A0001", { stakes: "low" }),
      ins("B0001"),
      ins("B0002"),
      ins("B0003", { near: [{ with: "INS-20260201-B0002", score: 0.8, found: "claim" }] }),
      ins("B0004"),
      ins("B0005"),
    );
    loop.day(4);
    const calls = [await ask(loop), await ask(loop, { query: "Fact" }), await ask(loop)];
    const named = (data: ContextData) =>
      layer(data, "questions").map(({ id, beside }) => `${id}${beside?.[0]?.id ?? ""}`);
    const asked = calls.map(named);
    expect(new Set(asked.flat()).size).toBe(asked.flat().length);
    // Six are due: four entries of medium stakes, and a pair of which no entry stands in another question beside it.
    expect(asked.map(({ length }) => length)).toEqual([3, 3, 0]);
    for (const data of calls) {
      expect(tails(data, "reinforce")).toEqual(["F0001"]);
      expect(tails(data, "taught")).toContain("A0001");
    }
    expect(tails(calls[2] as ContextData, "taught")).toEqual(tails(calls[0] as ContextData, "taught"));

    loop.session("s2");
    expect(named(await ask(loop))).toEqual(asked[0]);
  });

  it("that a heartbeat asked are seen as well; what becomes due later is asked then, and noted unless untouched", async () => {
    const loop = loopWorld(PROFILE);
    await loop.store(ins("B0001"), ins("B0002", { timestamp: "2026-02-02T09:00:00Z" }));
    loop.day(3);
    expect((await heartbeat(loop.ctx)).due).toHaveLength(1);
    loop.day(4);
    expect(tails(await ask(loop, { untouched: true }), "questions")).toEqual(["B0002"]);
    expect(tails(await ask(loop), "questions")).toEqual(["B0002"]);
    loop.session("s2");
    expect(tails(await ask(loop), "questions")).toEqual(["B0002"]);
    expect(tails(await ask(loop), "questions")).toEqual([]);
  });
});

describe("what was taught has its room", () => {
  const rule = (at: number) =>
    `- Rule ${at} of people ${"that is long enough to fill the core of a context ".repeat(4)}`;
  const lesson = (at: number) => `Taught ${at}: ${"a long lesson in many words ".repeat(6)}`;
  const taught = (count: number) =>
    Array.from({ length: count }, (_, at) => cor(`T${String(at).padStart(4, "0")}`, { corrected_to: lesson(at) }));
  const soul = (lines: readonly string[]) =>
    ["<!-- tenet:begin rules -->", "## Learned", "", ...lines, "<!-- tenet:end rules -->", ""].join("\n");
  const lengthOf = (data: ContextData) =>
    JSON.stringify(["reinforce", "taught"].map((name) => layer(data, name).map(({ text }) => text))).length;

  it.each<[what: string, characters: number | undefined, least: number]>([
    ["a session-start hook", 8_300, 3_300],
    ["an agent that asks", undefined, 8_000],
  ])("beside a full core, for %s", { tags: "proof" }, async (_what, characters, least) => {
    const loop = loopWorld(PROFILE);
    loop.world.put("SOUL.md", soul(Array.from({ length: 40 }, (_, at) => rule(at))));
    await loop.store(...FAILED, ...taught(150));
    loop.day(4);
    const data = await ask(loop, characters === undefined ? {} : { characters });
    expect(data.text.length).toBeLessThanOrEqual(characters ?? 48_000);
    expect(lengthOf(data)).toBeGreaterThan(least);
    expect(tails(data, "reinforce")).toEqual(["F0001"]);
    expect(data.core.tokens).toBeGreaterThan(500);
    const left = Number(/^Not shown: (\d+) corrections/m.exec(data.text)?.[1]);
    // What is asked about is read there.
    expect(left + layer(data, "taught").length + layer(data, "questions").length).toBe(150);
  });
});
