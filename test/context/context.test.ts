import { describe, expect, it } from "vitest";
import type { ContextData } from "../../src/context/context-schemas.js";
import type { Actor } from "../../src/context.js";
import type { Entry } from "../../src/entry/entry.js";
import { answerLine, askLine } from "../../src/loop/due/heartbeat-items.js";
import type { Profile } from "../../src/settings.js";
import { readQuestions } from "../../src/store/state/question-log.js";
import { readSession } from "../../src/store/state/sessions.js";
import { State } from "../../src/store/state/state-db.js";
import { cor, ins, kept, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import type { ContextInput } from "../operations.js";
import { context, heartbeat } from "../operations.js";
import { held, rulesWorld, worked } from "../rules/rules-world.js";
import { memory as storedMemory } from "../store/entries.js";
import { INJECTIONS } from "./injections.js";

const PROFILE: Partial<Profile> = { embedding: { model: "./none" } };
const ask = (world: Pick<LoopWorld, "ctx">, input: ContextInput = {}) => context(world.ctx, input);
const layer = (data: ContextData, name: string) => data.layers.find((one) => one.name === name)?.items ?? [];
const idsIn = (data: ContextData, name: string) => layer(data, name).map(({ id }) => id);

const soul = (...lines: string[]) =>
  ["# Soul", "", "<!-- tenet:begin rules -->", "## Learned", "", ...lines, "<!-- tenet:end rules -->", ""].join("\n");

const memory = (name: string, content: string): Entry =>
  storedMemory({ id: `MEM-20260201-${name}`, timestamp: "2026-02-01T09:00:00Z", tier: "owner", content });

/** All of the local state, as text. */
const localState = ({ world }: LoopWorld): string =>
  JSON.stringify(["facts", "ledger"].map((table) => State.of(world.workspace).all(`SELECT * FROM ${table}`)));

describe("what a context holds", () => {
  it("rules, memories, what did not stick, learnings, questions and what waits, in one order", async () => {
    const world = rulesWorld({ ...PROFILE, apply_mode: "auto" });
    await world.store(
      held("ALPHA"),
      worked("BETA"),
      memory("M0001", "The editor uses tabs"),
      cor("FA11D"),
      kept("COR-20260201-FA11D", "failed", "2026-02-03T09:00:00Z"),
      ins("H1GHS", { stakes: "high" }),
      ins("Q0001", { stakes: "low" }),
      ins("W0001", { tier: "external" }),
    );
    await world.digest();
    const data = await ask(world);
    const names = data.layers.map(({ name }) => name);
    expect(names).toEqual(["rules", "memories", "reinforce", "taught", "questions", "waiting"]);
    const rules = ["Do ALPHA before anything else", "Procedure BETA works"];
    expect(layer(data, "rules").map(({ text }) => text)).toEqual(rules);
    expect(idsIn(data, "memories")).toEqual(["MEM-20260201-M0001"]);
    expect(idsIn(data, "reinforce")).toEqual(["COR-20260201-FA11D"]);
    expect(idsIn(data, "taught")).toEqual(["INS-20260201-Q0001", "INS-20260201-H1GHS"]);
    expect(layer(data, "questions")[0]?.more?.some((line) => line.startsWith("tenet outcome "))).toBe(true);
    expect(layer(data, "waiting")[0]?.text).toBe("3 things (1 entry, 2 outcomes), oldest 9 days: tenet review");
    expect(data.text).not.toContain("Fact W0001");
    expect(data.core.text).toMatch(/^<tenet-core-([0-9a-f]{12})>\n[\s\S]*\n<\/tenet-core-\1>$/);
    expect(data.tail.text).toMatch(/^<tenet-now-([0-9a-f]{12})>\n[\s\S]*\n<\/tenet-now-\1>$/);
    expect(data.text).toContain(data.core.text);
    expect(data.text).toContain(data.tail.text);
  });

  it("people's own lines first, then SOUL.md, procedures, MEMORY.md; what they say to each other is read out of no text", {
    tags: "proof",
  }, async () => {
    const people = [{ name: "bridget", role: "owner" as const, emails: ["bridget@example.invalid"] }];
    const world = rulesWorld({ ...PROFILE, people });
    await world.store(held("ALPHA"), worked("BETA"));
    await world.digest();
    world.world.put(
      "MEMORY.md",
      soul("- Never use tabs in the web project", "- Always use tabs in the web project <!-- INS-20260201-N0NE0 -->"),
    );
    const before = layer(await ask(world), "rules");
    expect(before.map(({ text, who, note }) => [text, who, note])).toEqual([
      ["Do ALPHA before anything else", undefined, undefined],
      ["Procedure BETA works", undefined, undefined],
      ["Never use tabs in the web project", undefined, "unproven"],
      ["Always use tabs in the web project", undefined, "unproven, its entry is missing"],
    ]);
    world.merged();
    await world.digest();
    // A session keeps the core that it was served first.
    world.session("the next one");
    const rules = layer(await ask(world), "rules");
    expect(rules.map(({ text, who, note }) => [text, who, note])).toEqual([
      ["Never use tabs in the web project", "people", undefined],
      ["Always use tabs in the web project", "people", "its entry is missing"],
      ["Do ALPHA before anything else", undefined, undefined],
      ["Procedure BETA works", undefined, undefined],
    ]);
  });

  it("every correction that is no rule, whatever its stakes, an owner's first, then the newest; then recent insights", async () => {
    const world = loopWorld(PROFILE);
    const at = (day: number) => `2026-01-0${day}T09:00:00Z`;
    await world.store(
      cor("C0001", { timestamp: at(1), stakes: "low" }),
      cor("C0002", { timestamp: at(2), tier: "owner", behavioral_change: "Ask first" }),
      cor("C0003", { timestamp: at(3), tier: "relayed" }),
      cor("C0004", { timestamp: at(4) }),
      cor("C0005", { timestamp: at(5) }),
      cor("C0006", { timestamp: at(6), tier: "external" }),
      cor("C0007", { timestamp: at(7), forgotten: { at: at(8), by: "bridget", tier: "owner" } }),
      cor("C0009", { timestamp: at(9), near: [{ with: "COR-20260101-C0001", answer: "same", tier: "owner" }] }),
      ...[1, 2, 3, 4].map((day) => ins(`A000${day}`, { stakes: "low", timestamp: at(day) })),
      ins("B0006", { stakes: "high", timestamp: at(6) }),
      ins("B0007", { stakes: "high", timestamp: at(7), outcome: "invalidated" }),
    );
    const taught = layer(await ask(world), "taught");
    expect(taught.map(({ id }) => id?.slice(-5))).toEqual([
      ...["C0002", "C0003", "C0005", "C0004"],
      ...["B0006", "A0004", "A0003", "A0002", "A0001"],
    ]);
    // Said again, it did not stick.
    expect(idsIn(await ask(world), "reinforce")).toEqual(["COR-20260109-C0009"]);
    expect(taught[0]?.text).toBe("Rule C0002 holds; next time: Ask first");
    // It stands in every call of a session.
    expect(layer(await ask(world), "taught")).toEqual(taught);
  });

  it("asking is left to the heartbeat: the same questions, and nothing is noted as asked", async () => {
    const world = loopWorld(PROFILE);
    await world.store(cor("A0001"), ins("A0002"));
    world.day(4);
    const data = await ask(world);
    expect(await readQuestions(world.world.workspace)).toEqual({ asked: [], later: [], printed: {} });
    const { due } = await heartbeat(world.ctx, {});
    const told = layer(data, "questions").map(({ id, note, more }) => ({ id, note, more }));
    expect(told).toEqual(
      due.map((question) => ({
        id: question.id,
        note: askLine(question),
        more: [answerLine(question.answers)],
      })),
    );
  });

  it("what is shown is remembered for the session, and a query is listened to", async () => {
    const world = loopWorld(PROFILE);
    await world.store(cor("A0001", { stakes: "high", triggers: ["lockfile"] }));
    await ask(world);
    const known = readSession(world.world.workspace, "s1");
    expect([...known.shown]).toEqual(["COR-20260201-A0001"]);
    expect(known.triggers.get("COR-20260201-A0001")).toEqual({ any: ["lockfile"], pairs: [] });
    await ask(world, { query: "the lockfile again" });
    expect(localState(world)).toContain('"key":"COR-20260201-A0001 2026-02-01","at"');
  });
});

it("the core is byte-stable: one more learning, another day, another call: the same bytes; the tail's mark is another each time", async () => {
  const world = rulesWorld(PROFILE);
  await world.store(held("ALPHA"), worked("BETA"), memory("M0001", "The editor uses tabs"));
  await world.digest();
  world.session("adhoc-main-2026-02-10");
  const first = await ask(world);
  await world.store(ins("A0009", { stakes: "high", timestamp: "2026-02-09T09:00:00Z" }));
  world.day(60);
  const later = await ask(world);
  expect(later.core).toEqual(first.core);
  expect(later.tail.text).not.toBe(first.tail.text);
  const again = await ask(world);
  expect(again.tail.text.slice(0, 30)).not.toBe(later.tail.text.slice(0, 30));
  expect(first.core.text).not.toMatch(/\d{4}-\d{2}-\d{2}/);
});

describe("what must not come in", () => {
  it("row 15: marks that do not fit leave a file out, with its line", async () => {
    const world = loopWorld(PROFILE);
    world.world.put("SOUL.md", `${soul("- Once")}\n${soul("- Twice")}`);
    const data = await ask(world);
    expect(data.layers).toEqual([]);
    expect(data.text).toMatch(/^tenet prints nothing of this workspace:\nSOUL\.md:3 is not printed/);
  });

  it("row 15: a contact's file in conflict is named to who names the contact", async () => {
    const world = loopWorld(PROFILE);
    world.world.put("memory/contacts/jane.md", "# jane\n\n<<<<<<< a\nher\n=======\nhers\n>>>>>>> b\n");
    await world.store(memory("AAAA1", "Lunch is at noon"));
    const { ctx } = world;
    const about = (actor: Partial<Actor>) => context({ ...ctx, actor: { ...ctx.actor, session: "s1", ...actor } }, {});
    const named = /contacts\/jane\.md:\d+ holds conflict markers: what stands/;
    expect((await about({ contact: "jane" })).text).toMatch(named);
    expect((await about({})).text).not.toContain("jane");
  });

  it("row 25: a secret that came in by hand is not printed; its kind and place are said", async () => {
    const world = loopWorld(PROFILE);
    const key = ["AKIA", "Q3EGRIZ7", "SPT5UEX2"].join("");
    const token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    world.world.put("SOUL.md", soul(`- Upload with ${key} only`));
    const insight = `${"long words ".repeat(25)}the token ${token} opens it`;
    await world.store(ins("A0001", { stakes: "high", insight }));
    for (const query of [undefined, "token"]) {
      const data = await ask(world, query === undefined ? {} : { query });
      const all = JSON.stringify(data) + world.world.warnings.join() + localState(world);
      expect(all).not.toContain(key);
      expect(all).not.toContain(token.slice(0, 12));
      expect(data.text).toContain("[secret:");
      const warned = world.world.warnings.splice(0).filter((one) => one.includes("holds a secret"));
      expect(warned).toEqual([
        expect.stringMatching(/^SOUL\.md holds a secret \([\w-]+\)/),
        expect.stringMatching(/^INS-20260201-A0001 holds a secret \([\w-]+\)/),
      ]);
    }
  });

  it("row 27: a hundred injections as entries, memories and lines of a core file: each on its one line", {
    tags: "proof",
  }, async () => {
    const named = (prefix: string, at: number) => `${prefix}${String(at).padStart(4, "0")}`;
    const timestamp = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString().replace(".000", "");
    // As many as a layer prints.
    for (let from = 0; from < INJECTIONS.length; from += 20) {
      const some = INJECTIONS.slice(from, from + 20);
      const world = loopWorld(PROFILE);
      await world.store(
        ...some.map((content, at): Entry => ({ ...memory(named("M", at), content), tier: "peer" })),
        ...some.map((insight, at) =>
          ins(named("A", at), { insight: `needle ${insight}`, tier: "peer", timestamp: timestamp(at) }),
        ),
      );
      world.world.put("SOUL.md", soul(...some.map((text) => `- ${text.replace(/\s+/g, " ")}`)));
      for (const query of [undefined, "needle"]) {
        const { text } = await ask(world, query === undefined ? {} : { query });
        const lines = text.split("\n");
        expect(lines.filter((line) => /<\/?\s*tenet/iu.test(line)).length).toBe(4);
        const inside = lines.slice(lines.findIndex((line) => line.startsWith("<tenet-core-")) + 1);
        for (const line of inside) {
          expect(line).toMatch(
            /^(?:(?:MEM|INS)-\d{8}-\w{5} peer[^|]* \| .*|SOUL\.md, unproven[^|]* \| .*|tenet \| .*|<\/?tenet-(?:core|now)-[0-9a-f]{12}>|[A-Z][^|]*:|Not shown: .*| {2}(?:tenet outcome |held\?|How|Any|last|Last).*|)$/,
          );
        }
      }
      for (const { note = "", text } of layer(await ask(world), "rules"))
        expect(note.startsWith("unproven") || text.startsWith("More")).toBe(true);
    }
  });
});
