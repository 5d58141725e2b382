import { describe, expect, it } from "vitest";
import { heartbeatText } from "../../src/loop/due/loop-outline.js";
import { kept } from "../health/examined-world.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";
import { cor } from "./loop-world.js";

const days = (n: number) => new Date(Date.UTC(2026, 1, n, 9)).toISOString().replace(".000", "");
/** Corrections that an owner said on day `n` of February, with much at stake: they qualify at once. */
const many = (count: number, n: number, name = "A") =>
  Array.from({ length: count }, (_, at) =>
    held(`${name}00${String(at).padStart(2, "0")}`, { timestamp: days(n), tier: "owner", stakes: "high" }),
  );
const rulesIn = async (world: RulesWorld) => (await world.chain()).rules.length;

describe("a heartbeat digests what is due", () => {
  it.each([
    [4, 0],
    [5, 5],
  ])("with %i corrections that wait: %i", { tags: "proof" }, async (count, rules) => {
    const world = rulesWorld();
    await world.store(...many(count, 9));
    expect((await world.beat()).did).toHaveLength(Math.min(rules, 1));
    expect(await rulesIn(world)).toBe(rules);
  });

  it("a week after the last digest, and a week after what waits was said where nothing was ever digested", async () => {
    const world = rulesWorld();
    await world.store(...many(1, 9));
    const at = async (instant: string) => {
      world.at(instant);
      const { did } = await world.beat();
      return [did, await rulesIn(world)];
    };
    expect(await at("2026-02-16T08:59:59Z")).toEqual([[], 0]);
    const said = expect.stringMatching(/^digested what was learned into version 0001-\w{5}: 1 rule added to SOUL\.md$/);
    expect(await at("2026-02-16T09:00:00Z")).toEqual([[said], 1]);
    await world.store(...many(1, 10, "B"));
    expect(await at("2026-02-23T08:59:59Z")).toEqual([[], 1]);
    expect((await at("2026-02-23T09:00:00Z"))[1]).toBe(2);
  });

  it("proposes under approval, tells it once a week with what waits, and proposes it once", async () => {
    const world = rulesWorld({ apply_mode: "approval" });
    await world.store(...many(5, 9));
    const first = await world.beat();
    expect(first.did).toEqual([
      expect.stringMatching(/^proposed version 0001-\w{5}, which waits for a person: 5 rules added to SOUL\.md$/),
    ]);
    const [waiting] = first.pending;
    expect(waiting).toMatchObject({ kind: "person", count: 1, oldest: { since: "2026-02-10T10:00:00Z" } });
    expect(heartbeatText(first)).toContain("For a person:\n- 1 version: tenet review");
    expect(world.has("SOUL.md")).toBe(false);
    world.at("2026-02-17T09:59:59Z");
    expect((await world.beat()).pending).toEqual([]);
    world.at("2026-02-17T10:00:00Z");
    expect((await world.beat()).pending).toHaveLength(1);
    expect((await world.chain()).versions).toHaveLength(1);
    world.day(20);
    expect((await world.beat()).did).toEqual([]);
    expect((await world.chain()).versions).toHaveLength(1);
  });

  it("digests nothing within a run", async () => {
    const world = rulesWorld();
    await world.store(...many(5, 9));
    world.ctx = { ...world.ctx, actor: { ...world.ctx.actor, run: "r1" } };
    await world.beat();
    expect(await rulesIn(world)).toBe(0);
  });
});

describe("a heartbeat notices what people did", () => {
  async function edited(): Promise<RulesWorld> {
    const world = rulesWorld();
    await world.store(...many(2, 9));
    await world.digest();
    world.commit();
    world.edit("SOUL.md", (text) => text.replace("Do A0000", "Please do A0000"));
    world.merged("by hand");
    return world;
  }

  it("takes it over and says so, without digesting", { tags: "proof" }, async () => {
    const world = await edited();
    await world.store(...many(1, 9, "B"));
    const { did } = await world.beat();
    expect(did).toEqual([
      expect.stringMatching(/^took over what was changed by people as version 0002-\w{5}: 1 rule changed in SOUL\.md$/),
    ]);
    expect(await world.active()).toMatchObject({ proposed_by: "person", decided: { by: "people" } });
    expect(await rulesIn(world)).toBe(2);
    expect((await world.beat()).did).toEqual([]);
  });

  it("writes nothing with --dry-run, and says what it would do", { tags: "proof" }, async () => {
    const world = await edited();
    await world.store(...many(5, 9, "B"));
    await world.beat(true);
    const before = kept(world.world.workspace.root);
    const { did } = await world.beat(true);
    expect(did).toEqual([
      "take over what was changed by people: 1 rule changed in SOUL.md",
      "digest what was learned: 5 rules added to SOUL.md",
    ]);
    expect(kept(world.world.workspace.root)).toEqual(before);
  });

  it("warns of a version that cannot be read, and asks its questions all the same", { tags: "proof" }, async () => {
    const world = await edited();
    const { id } = await world.active();
    world.edit(`memory/versions/${id}.md`, (text) => text.replace("status: ", "status: ["));
    await world.store(cor("Q0001", { timestamp: days(5) }));
    const { due } = await world.beat();
    expect(due).toHaveLength(1);
    expect(world.world.warnings.join("\n")).toContain(`memory/versions/${id}.md`);
    expect(world.world.warnings.join("\n")).toContain("The rules wait for the next heartbeat.");
    expect(world.read("SOUL.md")).toContain("Please do A0000");
  });

  it("waits while git has a merge unfinished", { tags: "proof" }, async () => {
    const world = await edited();
    world.git("checkout", "-qb", "other", "HEAD~1");
    world.edit("SOUL.md", (text) => text.replace("Do A0000", "Always do A0000"));
    world.commit("other");
    expect(() => world.git("merge", "-q", "main")).toThrow();
    expect((await world.beat()).did).toEqual([]);
    expect((await world.chain()).versions).toHaveLength(1);
  });
});
