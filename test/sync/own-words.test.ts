/** What comes back from a hub and was said here: in redacted form, or in other words that somebody answers are the same. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLive } from "../../src/entry/gates/visible.js";
import { resolvePair } from "../../src/review/resolve.js";
import { defaultProfile } from "../../src/settings.js";
import { openStore } from "../../src/store/open-store.js";
import { ownClaims } from "../../src/sync/own-words.js";
import { readArrivals } from "../../src/sync/sync-state.js";
import { syncStatus } from "../../src/sync/sync-status.js";
import { AT_TERMINAL, type Capturing } from "../capture/capturing.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { ANN, rowOf, shared, take } from "./taking.js";
import { type Hubs, hubs, member, synced } from "./worlds.js";

const ROW = "INS-20260120-A0001";

let made: Hubs;
beforeAll(async () => {
  made = await hubs(QUICK_ENGINE);
}, 240_000);
afterAll(() => made.remove());

describe("a row that says an own entry without names and places", () => {
  const CASES: readonly (readonly [own: string, comes: string, same: boolean])[] = [
    ["Ask Jane before the release branch is cut", "Ask [person] before the release branch is cut", true],
    ["Ask Jane Doe, then Tom, before a release", "Ask [person], then [person], before a release", true],
    ["Jane's branch is never force-pushed", "[person]'s branch is never force-pushed", true],
    ["The disk of build01.corp fills up on Sundays", "The disk of [host] fills up on Sundays", true],
    ["Keep the cache in /home/jane/.cache/pip", "Keep the cache in [path]", true],
    ["Mail jane@example.com when a certificate ends", "Mail [mail] when a certificate ends", true],
    ["Ask Jane before the release branch is cut", "Ask [person] after the release branch is cut", false],
    ["Ask Jane before the release branch is cut", "Ask [person] before the branch is cut", false],
    ["Ask before the release branch is cut", "Ask [person] before the release branch is cut", false],
    ["Ask Jane before a release [draft]", "Ask [person] before a release", false],
  ];

  /** An agent that shared what it learned, and which of its claims went out. */
  async function sharing(own: string) {
    const world = await member((await made.next()).of(0), "sybil", {
      sync: { ...defaultProfile().sync, names: ["Jane Doe", "Tom"] },
    });
    const { id = "" } = await world.learn(own);
    const { agent } = await synced(world);
    const claims = ownClaims(await readArrivals(world.workspace), agent);
    return {
      world,
      id,
      comes: async (claim: string) => (await take(world, [rowOf(ANN, ROW, shared(claim))], claims))[0],
    };
  }

  it.each(CASES)("%s | %s: %s", async (own, claim, same) => {
    const { world, id, comes } = await sharing(own);
    const taken = await comes(claim);
    const entries = await world.entries();
    expect([taken?.id === id, entries.length]).toEqual(same ? [true, 1] : [false, 2]);
    if (!same) return;
    expect(taken?.decision).toBe("counted");
    expect(taken).not.toHaveProperty("opened");
    // Who said it too is kept with it; again is no change.
    expect(JSON.stringify(entries)).toContain(`/${ANN}/${ROW}`);
    expect(JSON.stringify(entries)).not.toContain(claim);
    expect(await comes(claim)).toMatchObject({ id });
    expect(await world.entries()).toEqual(entries);
  });

  it("takes the place of its copy, where its writer comes to say it", async () => {
    const { world, id: own, comes } = await sharing("Ask Jane before the release branch is cut");
    await comes("Ask somebody before a release");
    await comes("Ask [person] before the release branch is cut");
    const live = (await openStore(world)).heads.filter((row) => isLive(row));
    expect(live.map(({ id, insight }) => (id === own ? "own" : insight)).sort()).toEqual([
      "Ask [person] before the release branch is cut",
      "own",
    ]);
  });

  it("never has words that did not go out: they are for nobody else here either", async () => {
    const { world, comes } = await sharing("Retries hide the flaky test");
    world.as({ ...AT_TERMINAL, agent: "sybil", contact: "jane" });
    await world.learn("Ask Jane before the release branch is cut");
    world.as({ ...AT_TERMINAL, agent: "sybil" });
    await comes("Ask [person] before the release branch is cut");
    const ofAll = (await world.entries()).filter(({ scope }) => scope !== "contact:jane");
    expect(JSON.stringify(ofAll)).not.toContain("Jane");
    expect(ofAll.map(({ insight }) => insight)).toContain("Ask [person] before the release branch is cut");
  });
});

describe("a copy that somebody answers says the same as an own entry", () => {
  const convergence = async (world: Capturing) => (await syncStatus(world)).convergence;
  const copyIn = async (world: Capturing) =>
    (await world.entries()).find(({ origin }) => origin !== undefined)?.id ?? "";

  it.each(["the copy joined to ours", "ours joined to the copy"])(
    "%s is an arrival, until the answer is taken back",
    async (which) => {
      const hub = await made.next();
      const [sybil, max] = [await member(hub.of(0), "sybil"), await member(hub.of(1), "max")];
      await sybil.learn("Retries hide the flaky test");
      const { id: ours = "" } = await max.learn("A second run makes a broken test look green");
      await synced(sybil);
      await synced(max);
      const copy = await copyIn(max);
      const [a, b] = which === "the copy joined to ours" ? [ours, copy] : [copy, ours];
      await resolvePair(max, { a, b, how: "same", reason: "both say that a retry hides it" });
      expect((await synced(max)).pushed).toMatchObject({ arrivals: 1 });
      await synced(sybil);
      for (const world of [sybil, max])
        expect(await convergence(world), String(world.profile.agent)).toMatchObject({
          claims: 1,
          independent: 1,
          learned: 0,
        });
      expect((await synced(max)).pushed).toMatchObject({ entries: 0, withdrawn: 0, arrivals: 0 });
      await resolvePair(max, { a, b, how: "open" });
      expect((await synced(max)).pushed).toMatchObject({ withdrawn: 1, arrivals: 0 });
      await synced(sybil);
      for (const world of [sybil, max])
        expect(await convergence(world), String(world.profile.agent)).toMatchObject({ claims: 0 });
    },
  );
});
