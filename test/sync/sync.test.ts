/** Two agents and a hub, by the commands themselves: what goes, what comes, what leaves again. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import type { Sandbox } from "../sandbox.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { data, entriesOf, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

const CLAIM = "Retries hide the flaky test";

/** Two agents of one hub; the first has shared one insight, the second has taken nothing yet. */
async function twoAgents(made: Hubs, more = ""): Promise<{ sybil: Sandbox; max: Sandbox; id: string; hub: HubPlace }> {
  const hub = await made.next();
  const [sybil, max] = [await world("sybil"), await world("max", more)];
  await joinHub(sybil, hub.of(0));
  await joinHub(max, hub.of(1));
  const { id } = await learn(sybil, CLAIM);
  await letOut(sybil);
  return { sybil, max, id, hub };
}

const copyIn = async (box: Sandbox) => (await entriesOf(box)).find(({ origin }) => origin?.startsWith("hub://"));

describe("two agents of a hub", () => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(QUICK_ENGINE);
  });
  afterAll(() => made.remove());

  it("an insight of one is a peer's for the other, found, shown, and no rule", { tags: "proof" }, async () => {
    const { sybil, max, id } = await twoAgents(made);
    const synced = await data(max, "sync");
    expect(synced.taken).toMatchObject({ rows: 1, stored: 1, refused: 0, waiting: 0 });
    const copy = await copyIn(max);
    expect(copy).toMatchObject({ insight: CLAIM, tier: "peer", stakes: "medium", status: "active" });
    expect(copy.agent).not.toBe("sybil");
    expect(copy.origin).toMatch(new RegExp(`^hub://[0-9a-f-]{36}/${copy.agent}/${id}$`));
    expect(copy.hub.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(copy).not.toHaveProperty("source");
    const found = await data(max, "recall", "flaky test retries");
    expect(found.results[0]).toMatchObject({ id: copy.id, tier: "peer" });
    const { findings } = await data(max, "verify");
    expect(findings.filter((one: { id?: string }) => one.id === copy.id)).toEqual([]);
    // Nothing came back to the one who said it.
    expect((await data(sybil, "sync")).taken).toMatchObject({ rows: 0 });
  });

  it("again is no change: not in either tree, not in the hub", async () => {
    const { sybil, max } = await twoAgents(made);
    await data(max, "sync");
    const before = [await entriesOf(sybil), await entriesOf(max)];
    for (const box of [max, sybil, max]) {
      const { pushed, taken } = await data(box, "sync");
      expect(pushed).toMatchObject({ entries: 0, withdrawn: 0, erased: 0, arrivals: 0 });
      expect(taken).toMatchObject({ rows: 0, stored: 0 });
    }
    expect([await entriesOf(sybil), await entriesOf(max)]).toEqual(before);
  });

  it("without cursors everything is read again, and nothing counts twice", async () => {
    const { max } = await twoAgents(made);
    await data(max, "sync");
    const before = await entriesOf(max);
    await writeFile(join(max.dir, ".tenet/state/sync/cursors.json"), "damaged");
    expect((await data(max, "sync")).taken.rows).toBe(1);
    expect(await entriesOf(max)).toEqual(before);
  });

  it("what both found by themselves is one claim, with a lag", async () => {
    const hub = await made.next();
    const [sybil, max] = [await world("sybil"), await world("max")];
    await joinHub(sybil, hub.of(0));
    await joinHub(max, hub.of(1));
    sybil.at("2026-02-10T09:00:00Z");
    await learn(sybil, CLAIM);
    await letOut(sybil);
    max.at("2026-02-12T21:00:00Z");
    await learn(max, "Retries hide the flaky test.", "the third run of five was green");
    await letOut(max);
    const { convergence } = await data(max, "sync", "status");
    expect(convergence).toMatchObject({ claims: 1, learned: 0, independent: 1 });
    expect(convergence.first[0].next).toMatchObject([{ lag_days: 2.5, how: "independent" }]);
  });

  it("who was shown the claim before has learned it", { tags: "proof" }, async () => {
    const { max, sybil } = await twoAgents(made);
    max.at("2026-02-16T09:00:00Z");
    await data(max, "sync");
    await data(max, "recall", "flaky test retries");
    max.at("2026-02-18T14:00:00Z");
    await learn(max, CLAIM, "two more weeks of runs, bridget counted 14 of them", "--source", "bridget");
    await letOut(max);
    await data(sybil, "sync");
    const { convergence } = await data(sybil, "sync", "status");
    expect(convergence).toMatchObject({ claims: 1, learned: 1, independent: 0 });
    sybil.at("2026-02-19T09:00:00Z");
    const { across_agents } = await data(sybil, "report");
    expect(across_agents.hub).toMatchObject({ claims: 1, lag: { n: 1 }, learned: { numerator: 1, denominator: 1 } });
  });

  it("a saying in a copy that is erased here is no longer told, and its writer keeps its own", {
    tags: "proof",
  }, async () => {
    const { max, sybil } = await twoAgents(made);
    await data(max, "sync");
    max.at("2026-02-18T14:00:00Z");
    const { id } = await learn(max, CLAIM, "seen again in 7 of 9 runs on the new machine");
    await letOut(max);
    expect((await data(max, "sync", "status")).convergence.claims).toBe(1);
    const erased = await atKeyboard(
      max,
      ["forget", id, "--erase"],
      [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`]],
    );
    expect(erased.code, erased.screen).toBe(0);
    expect((await data(max, "sync")).pushed).toMatchObject({ erased: 1, arrivals: 0 });
    expect((await data(max, "sync")).pushed).toMatchObject({ erased: 0, arrivals: 0 });
    await data(sybil, "sync");
    expect((await data(sybil, "sync", "status")).convergence.claims).toBe(0);
    expect((await entriesOf(sybil)).find(({ insight }) => insight === CLAIM)).toMatchObject({ status: "active" });
  });

  it("a second clone does not bring back what was erased in the first", { tags: "proof" }, async () => {
    const { sybil, max, id, hub } = await twoAgents(made);
    const clone = await world("sybil");
    await cp(join(sybil.dir, "memory"), join(clone.dir, "memory"), { recursive: true });
    const erased = await atKeyboard(
      sybil,
      ["forget", id, "--erase"],
      [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`]],
    );
    expect(erased.code, erased.screen).toBe(0);
    expect((await data(sybil, "sync")).pushed).toMatchObject({ erased: 1 });
    await joinHub(clone, hub.of(0));
    const { pushed, needs_person } = await data(clone, "sync", "--dry-run");
    expect([pushed.rows, needs_person]).toEqual([[], undefined]);
    expect(pushed.not_shared).toMatchObject([{ id, because: "another clone of this repository shares it" }]);
    const synced = await data(clone, "sync");
    expect(synced).toMatchObject({ pushed: { entries: 0, erased: 0 }, taken: { stored: 0, erased: 0 } });
    // Its own copy is git's to take: the hub's rows are others' copies.
    expect((await entriesOf(clone)).find((one) => one.id === id)).toMatchObject({ insight: CLAIM });
    await data(max, "sync");
    expect(await copyIn(max)).toBeUndefined();
  });

  it.each(["forget", "redact", "erase"])("%s reaches the copy at its next sync", { tags: "proof" }, async (how) => {
    const { sybil, max, id, hub } = await twoAgents(made);
    await data(max, "sync");
    const copy = await copyIn(max);
    const args = ["forget", id, ...(how === "forget" ? [] : [`--${how}`])];
    const forgot = await atKeyboard(
      sybil,
      args,
      how === "forget" ? [] : [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`]],
    );
    expect(forgot.code, forgot.screen).toBe(0);
    const { pushed } = await data(sybil, "sync");
    expect(pushed).toMatchObject(how === "forget" ? { withdrawn: 1, erased: 0 } : { withdrawn: 0, erased: 1 });
    const { taken } = await data(max, "sync");
    expect(taken).toMatchObject(how === "forget" ? { withdrawn: 1 } : { erased: 1 });
    const after = (await entriesOf(max)).find((one) => one.id === copy.id);
    expect(after.status).toBe("forgotten");
    const text = await max.read("memory/learning/insights/2026-02-15.md");
    expect(text.includes(CLAIM)).toBe(how === "forget");
    expect((await data(max, "recall", "flaky test retries", "--mode", "keyword")).results).toEqual([]);
    // A third one that comes later never gets it.
    const late = await world("late");
    await joinHub(late, hub.of(0));
    await data(late, "sync");
    expect(await copyIn(late)).toBeUndefined();
  });

  it("new words of an entry take the place of the old ones in its copy", { tags: "proof" }, async () => {
    const { sybil, max, id } = await twoAgents(made);
    await data(max, "sync");
    const { id: copy } = await copyIn(max);
    await learn(sybil, CLAIM, "9 of 11 red runs were green at the second try");
    expect((await data(sybil, "sync")).pushed.entries).toBe(1);
    await data(max, "sync");
    const now = (await entriesOf(max)).filter(({ origin, status }) => origin?.endsWith(id) && status === "active");
    expect(now).toHaveLength(1);
    expect(JSON.stringify(now)).toContain("9 of 11 red runs");
    expect(now[0].id).toBe(copy);
  });

  it("what is near a copy is an open pair here, counted and asked about, and nobody decides it", {
    tags: "proof",
  }, async () => {
    const { max } = await twoAgents(made);
    await learn(max, "Retries do not hide the flaky test", "12 of 12 were seen");
    const screen = await letOut(max);
    expect(screen).toContain("Retries do not hide");
    expect(screen).toContain("1 pair open");
    const all = await entriesOf(max);
    expect(all.filter(({ status }) => status === "active")).toHaveLength(2);
    expect(all.flatMap(({ near = [] }) => near)).toMatchObject([{ state: "open" }]);
  });

  it("in curated mode it waits for a person, and is not found before", { tags: "proof" }, async () => {
    const { max } = await twoAgents(made, "apply_mode: curated\n");
    await data(max, "sync");
    expect((await copyIn(max)).review).toMatchObject({ state: "needs_review" });
    expect((await data(max, "recall", "flaky test retries", "--mode", "keyword")).results).toEqual([]);
  });

  it("corrections and memories stay, unless a person names one by id", { tags: "proof" }, async () => {
    const { sybil, max } = await twoAgents(made);
    const { id } = await data(sybil, "correct", "Use pnpm, never npm");
    await data(sybil, "remember", "The web repo indents with two spaces", "--category", "convention");
    expect((await data(sybil, "sync")).pushed.entries).toBe(0);
    const { pushed: planned } = await data(sybil, "sync", "--dry-run");
    expect([planned.not_shared, planned.unnamed]).toEqual([[], 2]);
    const set = await atKeyboard(
      sybil,
      ["config", "set", "sync.share", `{ids: [${id}]}`],
      [["Type", `sync.share${ENTER}`]],
    );
    expect(set.code, set.screen).toBe(0);
    await sybil.git("commit", "-q", "-m", "share it", "tenet.yaml");
    const refused = await sybil.run(["sync", "--json"]);
    expect(refused.code).toBe(5);
    await letOut(sybil);
    await data(max, "sync");
    const all = await entriesOf(max);
    expect(all.filter(({ type }) => type === "correction")).toMatchObject([
      { corrected_to: "Use pnpm, never npm", tier: "peer" },
    ]);
    expect(all.filter(({ type }) => type === "memory")).toEqual([]);
  });

  it("an entry that is not in the tree is left alone in the hub", { tags: "proof" }, async () => {
    const { sybil, max } = await twoAgents(made);
    await sybil.git("add", "-A");
    await sybil.git("commit", "-q", "-m", "learned");
    await sybil.git("checkout", "-q", "HEAD~1");
    expect((await data(sybil, "sync")).pushed).toMatchObject({ entries: 0, withdrawn: 0, erased: 0, kept: 1 });
    await data(max, "sync");
    expect(await copyIn(max)).toBeDefined();
  });

  it("another clone of the same repository is no second agent with the same claim", { tags: "proof" }, async () => {
    const { sybil, max, hub } = await twoAgents(made);
    const clone = await world("sybil");
    await cp(join(sybil.dir, "memory"), join(clone.dir, "memory"), { recursive: true });
    await joinHub(clone, hub.of(0));
    await letOut(clone).catch(() => undefined);
    const { taken } = await data(clone, "sync");
    expect(taken).toMatchObject({ stored: 0, evolved: 0 });
    expect((await entriesOf(clone)).filter(({ type }) => type === "insight")).toHaveLength(1);
    await data(max, "sync");
    expect((await data(max, "sync", "status")).convergence.claims).toBe(0);
  });

  it("leave --erase takes everything back, also from copies", { tags: "proof" }, async () => {
    const { sybil, max } = await twoAgents(made);
    await data(max, "sync");
    const left = await atKeyboard(sybil, ["sync", "leave", "--erase"], [["Type", `erase${ENTER}`]]);
    expect(left.code, left.screen).toBe(0);
    await data(max, "sync");
    expect((await copyIn(max)).status).toBe("forgotten");
    expect((await sybil.run(["sync", "--json"])).code).toBe(2);
  });
});
