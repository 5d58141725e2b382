/** A sync that is asked to end says so, and is noted as no sync. The next one goes on from there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idSource } from "../../src/ids.js";
import { changeTree } from "../../src/store/change.js";
import { sync } from "../../src/sync/sync.js";
import { syncInit } from "../../src/sync/sync-init.js";
import { readJoinedHub } from "../../src/sync/sync-state.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { atHub } from "./forger.js";
import { engines } from "./hub-world.js";
import { type Hubs, hubs } from "./worlds.js";

const [ENGINE = "embedded"] = engines().slice(-1);
const BOTH = { push: true, pull: true, dryRun: false, confirmed: true };

describe("a sync that is interrupted", () => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(ENGINE);
  }, 120_000);
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

  const kindsAt = async (hub: string) =>
    (await atHub(hub, (open) => open.query<{ kind: string }>("select kind from tenet.rows order by number"))).map(
      ({ kind }) => kind,
    );

  it("between two batches of a push: what went stays, and nothing is told as done", async () => {
    const hub = (await made.next()).of(0);
    const world = await joined(hub, "sybil");
    const { id = "" } = await world.learn("Retries hide the flaky test");
    await sync(world, BOTH);
    const before = await readJoinedHub(world.workspace);
    await changeTree(world, { op: "forget", reason: "test" }, async (change) => {
      const forgotten = { at: "2026-02-15T14:00:00Z", by: "bridget", was: "active" };
      await change.update(id, { status: "forgotten", forgotten });
    });
    await world.learn("A cold cache doubles the build");
    await expect(sync(interrupted(world), BOTH)).rejects.toMatchObject({
      failure: "interrupted",
      message: "interrupted: 0 of 1 row went; the next sync goes on from there",
    });
    expect(await kindsAt(hub)).toEqual(["entry", "withdrawn"]);
    expect(await readJoinedHub(world.workspace)).toEqual(before);
    expect((await sync(world, BOTH)).pushed).toMatchObject({ entries: 1, withdrawn: 0 });
  });

  it("before the pull: nothing is told as taken", async () => {
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
});
