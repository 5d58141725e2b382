/** The status of the rules that a heartbeat keeps: it stands beside entries that cannot change it, and no others. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { dropParsed } from "../../src/store/cache/drop-cache.js";
import { currentStatus } from "../../src/store/loop/rules-due.js";
import { openStore } from "../../src/store/open-store.js";
import { EvidenceLoader } from "../../src/store/rules/evidence-loader.js";
import { type RulesView, viewRules } from "../../src/store/rules/view-rules.js";
import { cor, ins } from "../loop/loop-world.js";
import { outcome } from "../store/entries.js";
import { held, type RulesWorld, rulesWorld, worked } from "./rules-world.js";

const CANDIDATE = held("A0001", { timestamp: "2026-02-09T09:00:00Z" });
const PLAIN = ins("P0001");
const near = ({ id }: Entry) => ({ near: [{ with: id, score: 0.9, by: "claim" as const, state: "open" as const }] });

/** A tree whose status a heartbeat has kept. */
async function planned(): Promise<RulesWorld> {
  const world = rulesWorld();
  await world.store(CANDIDATE, PLAIN, ins("N0001", { linked: ["INS-20260209-C0001"] }), cor("G0001"));
  await world.beat();
  await world.beat();
  return world;
}

/** The same, digested, and the answer of a digest that had nothing to do; its files are old enough to be told apart by stat. */
async function digested() {
  const world = await planned();
  await world.digest();
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
  const answer = await world.digest();
  later.mockRestore();
  return { world, answer };
}

const dayFile = (world: RulesWorld, type: "corrections" | "insights") => {
  const folder = `memory/learning/${type}`;
  return `${folder}/${readdirSync(world.world.workspace.absolute(folder))[0]}`;
};

const decided = ({ tree: _, rows, planned, ...rest }: RulesView["status"]) => rest;

const STAND: readonly [what: string, Entry][] = [
  ["an insight", ins("C0000")],
  ["a correction", cor("C0000", { stakes: "low" })],
  ["an entry near another that is no candidate", ins("C0000", near(PLAIN))],
];

const FALL: readonly [what: string, (world: RulesWorld) => unknown][] = [
  ["an entry near a candidate", ({ store }) => store(cor("C0000", near(CANDIDATE)))],
  ["an entry that another names already", ({ store }) => store(ins("C0001", { timestamp: "2026-02-09T09:00:00Z" }))],
  ["an outcome", ({ store }) => store(outcome({ references: [PLAIN.id] }))],
  ["an owner's correction of high stakes", ({ store }) => store(cor("C0000", { tier: "owner" }))],
  ["a repeat", ({ store }) => store(cor("C0000", { recurrence_of: CANDIDATE.id }))],
  ["an entry that was used", ({ store }) => store(worked("C0000"))],
  ["a correction that held", ({ store }) => store(held("C0000"))],
  [
    "an entry that changed",
    (world) =>
      world.edit(dayFile(world, "insights"), (text) => text.replaceAll("Fact P0001 is so", "Fact P0001 was so")),
  ],
  [
    "an entry that went while another came",
    async (world) => {
      rmSync(world.world.workspace.absolute(dayFile(world, "insights")));
      await world.store(ins("C0000"), ins("C0003"));
    },
  ],
  [
    "a second record of an id",
    (world) => world.edit(dayFile(world, "insights"), (text) => `${text}\n${text.slice(text.indexOf("## INS"))}`),
  ],
];

describe("beside a kept status", () => {
  it.each(STAND)("%s changes nothing, and nothing is planned", async (_, entry) => {
    const world = await planned();
    await world.store(entry);
    const load = vi.spyOn(EvidenceLoader.prototype, "load");
    await world.beat();
    expect(load).not.toHaveBeenCalled();
    load.mockRestore();
    const tree = await openStore(world.ctx);
    expect(currentStatus(world.ctx, tree)).toMatchObject(decided((await viewRules(world.ctx, tree, true)).status));
  });

  it.each(FALL)("%s is planned with", async (_, change) => {
    const world = await planned();
    expect(currentStatus(world.ctx, await openStore(world.ctx))).toBeDefined();
    await change(world);
    expect(currentStatus(world.ctx, await openStore(world.ctx))).toBeUndefined();
  });

  it.each(STAND)(
    "a digest that changed nothing answers as before beside %s, and nothing is planned",
    async (_, entry) => {
      const { world, answer } = await digested();
      await world.store(entry);
      const load = vi.spyOn(EvidenceLoader.prototype, "load");
      expect(await world.digest()).toEqual(answer);
      expect(load).not.toHaveBeenCalled();
      load.mockRestore();
      rmSync(world.world.workspace.cache, { recursive: true });
      expect(await world.digest()).toEqual(answer);
    },
  );

  it.each(FALL)("a digest plans again after %s", async (_, change) => {
    const { world } = await digested();
    await change(world);
    const load = vi.spyOn(EvidenceLoader.prototype, "load");
    await world.digest();
    expect(load).toHaveBeenCalled();
    load.mockRestore();
  });

  it("an erasing leaves nothing of what a digest answered", async () => {
    const { world } = await digested();
    const { workspace } = world.world;
    const facts = () =>
      CacheDatabase.open(workspace).column<string>("SELECT name FROM facts WHERE name LIKE '%rules%'");
    expect(facts()).toHaveLength(2);
    dropParsed(workspace);
    expect(facts()).toEqual([]);
  });

  it("a status that was found on a cache in memory proves nothing of the file", async () => {
    const world = await planned();
    rmSync(join(world.world.workspace.cache), { recursive: true });
    const { status } = await viewRules(world.ctx, await openStore(world.ctx, { untouched: true }), true);
    expect(status.rows).toBeUndefined();
  });
});
