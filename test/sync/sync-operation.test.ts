/** The operation of a sync, and what comes between: it is asked to end, killed, left behind, at a limit, or may not learn. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idSource } from "../../src/ids.js";
import { changeTree } from "../../src/store/change.js";
import { patienceOf, withLock } from "../../src/store/files/lock.js";
import { sync } from "../../src/sync/sync.js";
import { syncInit } from "../../src/sync/sync-init.js";
import { forgetHub, readJoinedHub } from "../../src/sync/sync-state.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { atHub } from "./forger.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { type Hubs, hubs } from "./worlds.js";

const BOTH = { push: true, pull: true, dryRun: false, confirmed: true };

describe("a sync", () => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(QUICK_ENGINE);
  });
  afterAll(() => made.remove());

  async function joined(hub: string, seed: string): Promise<Capturing> {
    const world = Object.assign(capturing(), { ids: idSource(seed) });
    world.as(AT_TERMINAL);
    if (hub.startsWith("postgres")) world.hubAddress = hub;
    await syncInit(world, { hub: world.hubAddress === undefined ? hub : undefined });
    return world;
  }

  /** Asked to end as soon as the first rows are written. */
  function interrupted(world: Capturing): Capturing {
    const stopping = new AbortController();
    const bar = { step: () => stopping.abort(), stop: () => undefined };
    return { ...world, signal: stopping.signal, progress: { start: () => bar } };
  }

  async function forget(world: Capturing, id: string): Promise<void> {
    await changeTree(world, { op: "forget", reason: "test" }, async (change) => {
      const forgotten = { at: "2026-02-15T14:00:00Z", by: "bridget", was: "active" };
      await change.update(id, { status: "forgotten", forgotten });
    });
  }

  const kindsAt = async (hub: string) =>
    (await atHub(hub, (open) => open.query<{ kind: string }>("select kind from tenet.rows order by number"))).map(
      ({ kind }) => kind,
    );

  it("interrupted between two batches of a push: what went stays, and nothing is told as done", {
    tags: "proof",
  }, async () => {
    const hub = (await made.next()).of(0);
    const world = await joined(hub, "sybil");
    const { id = "" } = await world.learn("Retries hide the flaky test");
    await sync(world, BOTH);
    const before = await readJoinedHub(world.workspace);
    await forget(world, id);
    await world.learn("A cold cache doubles the build");
    await expect(sync(interrupted(world), BOTH)).rejects.toMatchObject({
      failure: "interrupted",
      message: "interrupted: 0 of 1 row went; the next sync goes on from there",
    });
    expect(await kindsAt(hub)).toEqual(["entry", "withdrawn"]);
    expect(await readJoinedHub(world.workspace)).toEqual(before);
    expect((await sync(world, BOTH)).pushed).toMatchObject({ entries: 1, withdrawn: 0 });
  });

  it("interrupted before the pull: nothing is told as taken", { tags: "proof" }, async () => {
    const hub = await made.next();
    const [world, other] = [await joined(hub.of(0), "sybil"), await joined(hub.of(1), "max")];
    await other.learn("Two installs at once make the lockfile drift");
    await sync(other, BOTH);
    await world.learn("A cold cache doubles the build");
    await expect(sync(interrupted(world), BOTH)).rejects.toMatchObject({ failure: "interrupted" });
    expect((await readJoinedHub(world.workspace))?.last).toBeUndefined();
    const again = await sync(world, BOTH);
    expect([again.pushed?.entries, again.taken?.stored]).toEqual([0, 1]);
  });

  it("that waits while its clone leaves the hub shares nothing: it has joined none any more", async () => {
    const hub = (await made.next()).of(0);
    const world = await joined(hub, "sybil");
    await world.learn("Retries hide the flaky test");
    const { workspace: ws } = world;
    const waiting = await withLock(ws.syncLock, "sync leave", patienceOf(world), async () => {
      const started = sync(world, BOTH).catch((thrown: unknown) => thrown);
      // It has read that this clone has joined, and stands before the lock.
      await sleep(300);
      await forgetHub(ws);
      return { started };
    });
    expect(await waiting.started).toMatchObject({ code: "sync-not-set-up", failure: "usage" });
    expect(await kindsAt(hub)).toEqual([]);
    expect(await readJoinedHub(ws)).toBeUndefined();
  });

  it("killed after a person's yes asks no more, and sends each entry once", { tags: "proof" }, async () => {
    const hub = (await made.next()).of(0);
    const world = await joined(hub, "sybil");
    await world.learn("Retries hide the flaky test");
    const killed = () => {
      throw new Error("killed");
    };
    await expect(sync({ ...world, progress: { start: killed } }, BOTH)).rejects.toThrow("killed");
    expect(await readJoinedHub(world.workspace)).toMatchObject({ confirmed: { by: "bridget" } });
    expect(await kindsAt(hub)).toEqual([]);
    world.as({ atTerminal: false });
    const unattended = { push: true, pull: true, dryRun: false };
    expect((await sync(world, unattended)).pushed).toMatchObject({ entries: 1 });
    expect((await sync(world, unattended)).pushed).toMatchObject({ entries: 0 });
    expect(await kindsAt(hub)).toEqual(["entry"]);
  });

  it("at the day's limit still takes back, and keeps its entries for tomorrow", { tags: "proof" }, async () => {
    const place = await made.next();
    const world = await joined(place.of(0), "sybil");
    const { id = "" } = await world.learn("Retries hide the flaky test");
    await world.learn("Two installs at once make the lockfile drift");
    await sync(world, BOTH);
    await atHub(place.asOwner, (hub) => hub.query("update tenet.hub set rows_per_day = 2"));
    await forget(world, id);
    await world.learn("A cold cache doubles the build");
    expect((await sync(world, BOTH)).pushed).toMatchObject({ entries: 0, withdrawn: 1 });
    expect(world.warnings.join()).toContain("Left for a sync tomorrow: 1 entry.");
    expect(await kindsAt(place.of(0))).toEqual(["entry", "entry", "withdrawn"]);
    await atHub(place.asOwner, (hub) => hub.query("update tenet.hub set rows_per_day = 100"));
    expect((await sync(world, BOTH)).pushed).toMatchObject({ entries: 1, withdrawn: 0 });
  });

  it("while learning is off sends and takes back, and stores nothing: what others say waits", {
    tags: "proof",
  }, async () => {
    const place = await made.next();
    const [world, other] = [await joined(place.of(0), "sybil"), await joined(place.of(1), "max")];
    const { id = "" } = await other.learn("Two installs at once make the lockfile drift");
    await sync(other, BOTH);
    await world.learn("Retries hide the flaky test");
    expect((await sync(world, BOTH)).taken).toMatchObject({ stored: 1 });
    await world.learn("Backups are only real after a restore");
    await forget(other, id);
    await other.learn("A cold cache doubles the build");
    await sync(other, BOTH);
    const on = world.profile;
    world.profile = { ...on, learning: { ...on.learning, on: false } };
    await expect(sync(world, BOTH)).rejects.toMatchObject({ failure: "refused", code: "learning-off" });
    const own = (await world.entries()).map(({ insight, status }) => `${insight}: ${status}`).sort();
    expect(own).toEqual([
      "Backups are only real after a restore: active",
      "Retries hide the flaky test: active",
      "Two installs at once make the lockfile drift: forgotten",
    ]);
    world.profile = on;
    expect(await sync(world, BOTH)).toMatchObject({ pushed: { entries: 0 }, taken: { stored: 1 } });
  });
});
