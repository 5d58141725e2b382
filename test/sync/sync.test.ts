/** Two agents and a hub: what goes, what comes, what leaves again, and what comes between. */

import { cp } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { forget } from "../../src/forget/forget.js";
import { recall } from "../../src/recall/recall.js";
import { report } from "../../src/report/report.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { patienceOf, withLock } from "../../src/store/files/lock.js";
import { openStore } from "../../src/store/open-store.js";
import { State } from "../../src/store/state/state-db.js";
import { syncInit } from "../../src/sync/sync-init.js";
import { syncLeave } from "../../src/sync/sync-leave.js";
import { forgetHub, readJoinedHub } from "../../src/sync/sync-state.js";
import { syncStatus } from "../../src/sync/sync-status.js";
import type { Capturing } from "../capture/capturing.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { changed, forgotten } from "./taking.js";
import { type HubPlace, type Hubs, hubs, kindsAt, member, synced } from "./worlds.js";

const CLAIM = "Retries hide the flaky test";
const CACHE = "A cold cache doubles the build";
const LOCKFILE = "Two installs at once make the lockfile drift";

let made: Hubs;
beforeAll(async () => {
  made = await hubs(QUICK_ENGINE);
}, 240_000);
afterAll(() => made.remove());

/** Two agents of one hub; the first has shared one insight, the second has taken it. */
async function twoAgents(): Promise<{ sybil: Capturing; max: Capturing; id: string; hub: HubPlace }> {
  const hub = await made.next();
  const [sybil, max] = [await member(hub.of(0), "sybil"), await member(hub.of(1), "max")];
  const { id = "" } = await sybil.learn(CLAIM);
  await synced(sybil);
  await synced(max);
  return { sybil, max, id, hub };
}

const at = (world: Capturing, instant: string) => Object.assign(world, { clock: fixedClock(instant) });
const rowsIn = async (world: Capturing) => (await openStore(world)).heads;
const copyIn = async (world: Capturing) => (await rowsIn(world)).find(({ origin }) => origin?.startsWith("hub://"));
const sharing = (share: Partial<Profile["sync"]["share"]>): Profile["sync"] => {
  return { ...defaultProfile().sync, share: { ...defaultProfile().sync.share, ...share } };
};

describe("two agents of a hub", () => {
  it("have what the other says as a peer's; again is no change, not even where the cursors are lost", async () => {
    const { sybil, max, id } = await twoAgents();
    const copy = await copyIn(max);
    expect(copy).toMatchObject({ insight: CLAIM, tier: "peer", stakes: "medium", status: "active" });
    expect(copy?.origin).toMatch(new RegExp(`^hub://[0-9a-f-]{36}/${copy?.agent}/${id}$`));
    expect(copy?.agent).not.toBe("sybil");
    const before = [sybil.files(), max.files()];
    for (const world of [max, sybil, max]) {
      const { pushed, taken } = await synced(world);
      expect(pushed).toMatchObject({ entries: 0, withdrawn: 0, erased: 0, arrivals: 0 });
      expect(taken).toMatchObject({ rows: 0, stored: 0 });
    }
    State.of(max.workspace).run("DELETE FROM facts WHERE kind = 'cursor'");
    expect((await synced(max)).taken?.rows).toBe(1);
    expect([sybil.files(), max.files()]).toEqual(before);
  });

  it("come to one claim by themselves, with a lag", { tags: "proof" }, async () => {
    const hub = await made.next();
    const [sybil, max] = [await member(hub.of(0), "sybil"), await member(hub.of(1), "max")];
    at(sybil, "2026-02-10T09:00:00Z");
    await sybil.learn(CLAIM);
    await synced(sybil);
    at(max, "2026-02-12T21:00:00Z");
    await max.learn(`${CLAIM}.`, { evidence: "the third run of five was green" });
    await synced(max);
    const { convergence } = await syncStatus(max);
    expect(convergence).toMatchObject({ claims: 1, learned: 0, independent: 1 });
    expect(convergence?.first[0]?.next).toMatchObject([{ lag_days: 2.5, how: "independent" }]);
  });

  it("have learned a claim that they were shown before", { tags: "proof" }, async () => {
    const { max, sybil } = await twoAgents();
    await recall(max, { query: "flaky test retries", mode: "keyword" });
    at(max, "2026-02-18T14:00:00Z");
    await max.learn(CLAIM, { evidence: "two more weeks of runs, bridget counted 14 of them", source: "bridget" });
    await synced(max);
    await synced(sybil);
    expect((await syncStatus(sybil)).convergence).toMatchObject({ claims: 1, learned: 1, independent: 0 });
    at(sybil, "2026-02-19T09:00:00Z");
    const { across_agents } = await report(sybil, {});
    expect(across_agents.hub).toMatchObject({ claims: 1, lag: { n: 1 }, learned: { numerator: 1, denominator: 1 } });
  });

  it("tell of a saying in a copy alone where a person says yes, and never where it is forgotten here", async () => {
    const { max } = await twoAgents();
    at(max, "2026-02-18T14:00:00Z");
    // Another agent's word is trusted as much as the copy, so its evidence goes into that one.
    await max.learn(CLAIM, { evidence: "seen again in 7 of 9 runs on the new machine", source: "codex" });
    expect((await synced(max, { dryRun: true })).pushed).toMatchObject({ entries: 0, arrivals: 1 });
    await expect(synced(max, { confirmed: false })).rejects.toMatchObject({ code: "needs-person" });
    await forgotten(max, (await copyIn(max))?.id);
    expect((await synced(max, { dryRun: true })).pushed).toMatchObject({ entries: 0, arrivals: 0 });
  });

  it("tell of what is said again until it is erased here; its writer keeps its own", async () => {
    const { max, sybil } = await twoAgents();
    at(max, "2026-02-18T14:00:00Z");
    const { id = "" } = await max.learn(CLAIM, { evidence: "seen again in 7 of 9 runs on the new machine" });
    await synced(max);
    expect((await syncStatus(max)).convergence?.claims).toBe(1);
    await forget(max, { refs: [id], taking: "erase", confirmed: true });
    expect((await synced(max)).pushed).toMatchObject({ erased: 1, arrivals: 0 });
    expect((await synced(max)).pushed).toMatchObject({ erased: 0, arrivals: 0 });
    await synced(sybil);
    expect((await syncStatus(sybil)).convergence?.claims).toBe(0);
    expect(await rowsIn(sybil)).toMatchObject([{ insight: CLAIM, status: "active" }]);
  });

  it.each(["forget", "redact", "erase"] as const)(
    "reach each other's copies with %s",
    { tags: "proof" },
    async (taking) => {
      const { sybil, max, id, hub } = await twoAgents();
      const copy = await copyIn(max);
      await forget(sybil, { refs: [id], taking, confirmed: true });
      const gone = taking === "forget" ? { withdrawn: 1, erased: 0 } : { withdrawn: 0, erased: 1 };
      expect((await synced(sybil)).pushed).toMatchObject(gone);
      expect((await synced(max)).taken).toMatchObject(gone);
      expect(await copyIn(max)).toMatchObject({ id: copy?.id, status: "forgotten" });
      expect(JSON.stringify(max.files()).includes(CLAIM)).toBe(taking === "forget");
      // Whoever comes later never gets it.
      const late = await member(hub.of(0), "late");
      await synced(late);
      expect(await copyIn(late)).toBeUndefined();
    },
  );

  it("have new words of an entry in the place of the old ones in its copy", { tags: "proof" }, async () => {
    const { sybil, max, id } = await twoAgents();
    const copy = await copyIn(max);
    await changed(sybil, id, { evidence: "9 of 11 red runs were green at the second try" });
    expect((await synced(sybil)).pushed?.entries).toBe(1);
    await synced(max);
    const now = (await rowsIn(max)).filter(({ origin, status }) => origin?.endsWith(id) && status === "active");
    expect(now.map((one) => one.id)).toEqual([copy?.id]);
    expect(JSON.stringify(now)).toContain("9 of 11 red runs");
  });

  it("share a correction or memory where a person names it by id, and what is left of a higher bound of stakes", async () => {
    const { sybil, max } = await twoAgents();
    const { id = "" } = await sybil.correct("Use pnpm", "npm is fine");
    await sybil.draft({ type: "memory", content: "The web repo indents with two spaces", category: "convention" });
    expect((await synced(sybil)).pushed?.entries).toBe(0);
    expect((await synced(sybil, { dryRun: true })).pushed).toMatchObject({ not_shared: [], unnamed: 2 });
    sybil.profile = { ...sybil.profile, sync: sharing({ ids: [id] }) };
    await expect(synced(sybil, { confirmed: false })).rejects.toMatchObject({ code: "needs-person" });
    await synced(sybil);
    await max.draft({ type: "correction", corrected_to: "Use pnpm", origin: "https://x.example", stakes: "low" });
    expect((await synced(max)).taken).toMatchObject({ rows: 1, stored: 1 });
    const learned = (await max.entries()).map(({ type, tier }) => [type, tier]);
    expect(learned.sort().join()).toBe("correction,external,correction,peer,insight,peer");
    sybil.profile = { ...sybil.profile, sync: sharing({ min_stakes: "high" }) };
    expect((await synced(sybil, { confirmed: false })).pushed).toMatchObject({ entries: 0, withdrawn: 2 });
  });

  it("take everything back with leave --erase, also from copies", async () => {
    const { sybil, max } = await twoAgents();
    await expect(
      syncLeave({ ...sybil, actor: { ...sybil.actor, atTerminal: false } }, { erase: true }),
    ).rejects.toThrow();
    await syncLeave(sybil, { erase: true, confirmed: true });
    await synced(max);
    expect(await copyIn(max)).toMatchObject({ status: "forgotten" });
    await expect(synced(sybil)).rejects.toMatchObject({ failure: "usage", code: "sync-not-set-up" });
  });

  it("are refused under another name", { tags: "proof" }, async () => {
    const { sybil, hub } = await twoAgents();
    const other = { ...sybil, profile: { ...sybil.profile, agent: "other" } };
    const refused = { code: "other-agent" };
    await expect(synced(other)).rejects.toMatchObject(refused);
    const place = hub.of(0).startsWith("postgres") ? undefined : hub.of(0);
    await expect(syncInit(other, { hub: place })).rejects.toMatchObject(refused);
  });
});

it("another clone of the repository is no second agent, and does not bring back what was erased in the first", async () => {
  const { sybil, max, id, hub } = await twoAgents();
  const clone = await member(hub.of(0), "sybil");
  await cp(sybil.workspace.absolute("memory"), clone.workspace.absolute("memory"), { recursive: true });
  const because = "another clone of this repository shares it";
  expect((await synced(clone, { dryRun: true })).pushed).toMatchObject({ rows: [], not_shared: [{ id, because }] });
  expect((await synced(clone)).taken).toMatchObject({ stored: 0, evolved: 0 });
  expect(await clone.entries()).toHaveLength(1);
  await synced(max);
  expect((await syncStatus(max)).convergence?.claims).toBe(0);
  await forget(sybil, { refs: [id], taking: "erase", confirmed: true });
  expect((await synced(sybil)).pushed).toMatchObject({ erased: 1 });
  expect(await synced(clone, { dryRun: true })).toMatchObject({ pushed: { rows: [], not_shared: [{ id, because }] } });
  expect(await synced(clone)).toMatchObject({ pushed: { entries: 0, erased: 0 }, taken: { stored: 0, erased: 0 } });
  // Its own copy is git's to take: the hub's rows are others' copies.
  expect(await clone.entry(id)).toMatchObject({ insight: CLAIM });
});

describe("a sync", () => {
  async function joined(name = "sybil", place?: HubPlace): Promise<{ hub: HubPlace; world: Capturing }> {
    const hub = place ?? (await made.next());
    return { hub, world: await member(hub.of(name === "sybil" ? 0 : 1), name) };
  }

  /** Asked to end as soon as the first rows are written. */
  function interrupted(world: Capturing): Capturing {
    const stopping = new AbortController();
    const bar = { step: () => stopping.abort(), stop: () => undefined };
    return { ...world, signal: stopping.signal, progress: { start: () => bar } };
  }

  it("interrupted between two batches of a push: what went stays, and nothing is told as done", async () => {
    const { hub, world } = await joined();
    const { id } = await world.learn(CLAIM);
    await synced(world);
    const before = await readJoinedHub(world.workspace);
    await forgotten(world, id);
    await world.learn(CACHE);
    await expect(synced(interrupted(world))).rejects.toMatchObject({
      failure: "interrupted",
      message: "interrupted: 0 of 1 row went; the next sync goes on from there",
    });
    expect(await kindsAt(hub.of(0))).toEqual(["gone", "withdrawn"]);
    expect(await readJoinedHub(world.workspace)).toEqual(before);
    expect((await synced(world)).pushed).toMatchObject({ entries: 1, withdrawn: 0 });
  });

  it("interrupted before the pull: nothing is told as taken", { tags: "proof" }, async () => {
    const { hub, world } = await joined();
    const { world: other } = await joined("max", hub);
    await other.learn(LOCKFILE);
    await synced(other);
    await world.learn(CACHE);
    await expect(synced(interrupted(world))).rejects.toMatchObject({ failure: "interrupted" });
    expect((await readJoinedHub(world.workspace))?.last).toBeUndefined();
    const again = await synced(world);
    expect([again.pushed?.entries, again.taken?.stored]).toEqual([0, 1]);
  });

  it("that waits while its clone leaves the hub shares nothing: it has joined none any more", {
    tags: "proof",
  }, async () => {
    const { hub, world } = await joined();
    await world.learn(CLAIM);
    const { workspace: ws } = world;
    const waiting = await withLock(ws.syncLock, "sync leave", patienceOf(world), async () => {
      const started = synced(world).catch((thrown: unknown) => thrown);
      // It has read that this clone has joined, and stands before the lock.
      await sleep(300);
      await forgetHub(ws);
      return { started };
    });
    expect(await waiting.started).toMatchObject({ code: "sync-not-set-up", failure: "usage" });
    expect(await kindsAt(hub.of(0))).toEqual([]);
    expect(await readJoinedHub(ws)).toBeUndefined();
  });

  it("killed after a person's yes asks no more, and sends each entry once", async () => {
    const { hub, world } = await joined();
    await world.learn(CLAIM);
    const killed = () => {
      throw new Error("killed");
    };
    await expect(synced({ ...world, progress: { start: killed } })).rejects.toThrow("killed");
    expect(await readJoinedHub(world.workspace)).toMatchObject({ confirmed: { by: "bridget" } });
    expect(await kindsAt(hub.of(0))).toEqual([]);
    world.as({ atTerminal: false });
    for (const entries of [1, 0]) expect((await synced(world, { confirmed: false })).pushed).toMatchObject({ entries });
    expect(await kindsAt(hub.of(0))).toEqual(["entry with words"]);
  });

  it("while learning is off sends and takes back, and stores nothing: what others say waits", async () => {
    const { sybil: other, max: world, id } = await twoAgents();
    await world.learn("Backups are only real after a restore");
    await forgotten(other, id);
    await other.learn(CACHE);
    await synced(other);
    const on = world.profile;
    world.profile = { ...on, learning: { ...on.learning, on: false } };
    await expect(synced(world)).rejects.toMatchObject({ failure: "refused", code: "learning-off" });
    const own = (await rowsIn(world)).map(({ insight, status }) => `${insight}: ${status}`);
    expect(own.sort()).toEqual(["Backups are only real after a restore: active", `${CLAIM}: forgotten`]);
    world.profile = on;
    expect(await synced(world)).toMatchObject({ pushed: { entries: 0 }, taken: { stored: 1 } });
  });
});
