/** Entries wait for a person. Deletions do not, nor what others share; and what a person was shown is what goes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forget } from "../../src/forget/forget.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { readJoinedHub, writeJoinedHub } from "../../src/sync/sync-state.js";
import type { Capturing } from "../capture/capturing.js";
import { atKeyboard, CTRL_C, ENTER } from "../cli/terminal.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { data, type Hubs, hubs, joinHub, kindsAt, learn, letOut, member, synced, world } from "./worlds.js";

const [FIRST, WIDER, OTHERS] = [
  "Retries hide the flaky test",
  "A cold cache doubles the build",
  "Two installs at once make the lockfile drift",
];
const LOW = { share: { ...defaultProfile().sync.share, min_stakes: "low" } } as const;

let made: Hubs;
beforeAll(async () => {
  made = await hubs(QUICK_ENGINE);
}, 240_000);
afterAll(() => made.remove());

const sharing = (world: Capturing, more: Partial<Profile["sync"]>): void => {
  world.profile = { ...world.profile, sync: { ...world.profile.sync, ...more } };
};
const worded = async (hub: string) => (await kindsAt(hub)).filter((kind) => kind === "entry with words").length;

describe("a push that needs a person", () => {
  /** Shared an entry that it erased since; another one goes by wider settings alone. Somebody else shares a third. */
  async function widened() {
    const hub = (await made.next()).of(0);
    const [box, max] = [await member(hub, "sybil"), await member(hub, "max")];
    const { id = "" } = await box.learn(FIRST);
    await synced(box);
    await box.learn(WIDER, { risk: "low: time" });
    await forget(box, { refs: [id], taking: "erase", confirmed: true });
    sharing(box, LOW);
    await max.learn(OTHERS);
    await synced(max);
    const has = async () => (await box.entries()).some(({ insight }) => insight === OTHERS);
    return { hub, box, has };
  }
  const GONE = ["gone", "erased"];

  it("sends its deletions and takes what others share where nobody is there or says yes, and ends as refused", async () => {
    const { box, hub, has } = await widened();
    box.as({ atTerminal: false });
    await expect(synced(box, { confirmed: false })).rejects.toMatchObject({
      ...{ failure: "refused", code: "needs-person", hint: expect.stringContaining("tenet sync --dry-run") },
      message: expect.stringMatching(/is for people.*; 1 deletion went; 1 row of others came$/),
      details: { synced: { pushed: { entries: 0, erased: 1 }, taken: { rows: 1, stored: 1 } } },
    });
    expect(await kindsAt(hub)).toEqual(expect.arrayContaining(GONE));
    expect([await worded(hub), await has()]).toEqual([1, true]);
    box.as({ atTerminal: true });
    await expect(synced(box, { confirmed: false })).rejects.toMatchObject({
      message: "not confirmed: no entry was sent",
      details: { synced: { pushed: { entries: 0, erased: 0 }, taken: { rows: 0 } } },
    });
    expect((await readJoinedHub(box.workspace))?.last).toMatchObject({ pushed: 0 });
    await synced(box);
    expect(await worded(hub)).toBe(2);
  });

  it("sends its deletions before anybody is asked, and then takes nothing; nor does a push alone", {
    tags: "proof",
  }, async () => {
    for (const how of [{ asks: true }, { pull: false }]) {
      const { box, hub, has } = await widened();
      const refused = synced(box, { confirmed: false, ...how });
      await expect(refused).rejects.toMatchObject({ code: "needs-person" });
      expect(await kindsAt(hub)).toEqual(expect.arrayContaining(GONE));
      expect(await has()).toBe(false);
      if ("asks" in how) expect(box.warnings).toContain("Before anybody was asked, 1 deletion went.");
    }
  });

  it("sends what was shown and nothing else: what came since is shown first", { tags: "proof" }, async () => {
    const { box, hub } = await widened();
    const { fingerprint: shown } = await synced(box, { dryRun: true });
    await box.learn("A green build of another branch proves nothing");
    await expect(synced(box, { shown })).rejects.toMatchObject({
      ...{ failure: "busy", message: expect.stringContaining("no longer what was shown; no entry was sent") },
    });
    expect(await worded(hub)).toBe(1);
    await synced(box, { shown: (await synced(box, { dryRun: true })).fingerprint });
    expect(await worded(hub)).toBe(3);
  });
});

it("a yes is for what was seen: another place of the hub and a name less ask again, new entries do not", async () => {
  const hub = (await made.next()).of(0);
  const box = await member(hub, "sybil", { sync: { ...defaultProfile().sync, names: ["Bluebird"] } });
  await box.learn(FIRST);
  const { fingerprint, pushed, hub: place } = await synced(box, { dryRun: true });
  await synced(box);
  const state = await readJoinedHub(box.workspace);
  const { confirmed } = state ?? {};
  if (state === undefined || confirmed === undefined) throw new Error("nothing is noted of the yes");
  expect(confirmed).toMatchObject({
    ...{ hub: place.name, rows: pushed?.rows?.length, shown: fingerprint, names: ["Bluebird"] },
    share: { min_stakes: "medium" },
  });
  await box.learn(OTHERS);
  expect((await synced(box, { confirmed: false })).pushed?.entries).toBe(1);

  await box.learn(WIDER);
  box.as({ atTerminal: false });
  const refused = (why: string) =>
    expect(synced(box, { confirmed: false, pull: false })).rejects.toMatchObject({
      ...{ code: "needs-person", message: expect.stringContaining(why) },
    });
  await writeJoinedHub(box.workspace, { ...state, confirmed: { ...confirmed, hub: "elsewhere" } });
  await refused("the first sharing with a hub at this place");
  await writeJoinedHub(box.workspace, state);
  sharing(box, { names: [] });
  await refused("sharing by other settings than were let out before");
  expect(await worded(hub)).toBe(2);
});

it("at a terminal twelve rows of more are shown, the word is asked for, and all of them go", {
  tags: "proof",
}, async () => {
  const hub = (await made.next()).of(0);
  const box = await world("sybil", "embedding: {model: ./none}\n");
  await joinHub(box, hub);
  const drafts = Array.from({ length: 14 }, (_, at) => {
    const insight = `Step ${at * 7} of the pipeline needs ${at * 13} seconds`;
    return { type: "insight", insight, evidence: "it was seen twice", stakes: "medium", at_risk: "work is lost" };
  });
  expect((await box.run(["add", "-"], { stdin: JSON.stringify(drafts) })).code).toBe(0);
  const left = await atKeyboard(box, ["sync"], [["Type share to confirm:", CTRL_C]]);
  expect(left.code).toBe(130);
  const declined = await atKeyboard(box, ["sync"], [["Type share to confirm:", `no${ENTER}`]]);
  expect([declined.code, declined.screen]).toEqual([5, expect.stringContaining("not confirmed: no entry was sent")]);
  expect(await kindsAt(hub)).toEqual([]);
  const going = (await data(box, "sync", "--dry-run")).pushed.rows.length;
  expect(await letOut(box)).toContain(`and ${going - 12} more rows: tenet sync --dry-run shows every one`);
  expect(await kindsAt(hub)).toHaveLength(going);
  await learn(box, FIRST);
  expect((await data(box, "sync")).pushed.entries).toBe(1);
});
