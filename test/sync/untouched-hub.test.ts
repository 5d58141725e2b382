/** What only looks at a hub leaves it as it stands, and says where its tables are missing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROOF } from "../effort.js";
import type { Sandbox } from "../sandbox.js";
import { atHub } from "./at-hub.js";
import { engines } from "./hub-world.js";
import { data, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

const hasTables = (address: string) =>
  atHub(address, async (hub) => {
    const [row] = await hub.query<{ has: boolean }>("select to_regnamespace('tenet') is not null as has");
    return row?.has;
  });

describe.each(PROOF ? engines() : engines().slice(-1))("a hub without its tables (%s)", { tags: "more" }, (engine) => {
  let made: Hubs;
  let place: HubPlace;
  let box: Sandbox;
  beforeAll(async () => {
    made = await hubs(engine);
    place = await made.next();
    box = await world("sybil");
    await joinHub(box, place.of(0));
    await learn(box, "Retries hide the flaky test");
    await letOut(box);
    await atHub(place.asOwner, (hub) => hub.script("drop schema tenet cascade"));
  }, 240_000);
  afterAll(() => made.remove());

  it("is named by a dry run, which makes none", async () => {
    const ran = await box.run(["sync", "--dry-run", "--json"]);
    expect(ran.code).toBe(1);
    expect(ran.json().error).toMatchObject({ code: "hub-not-set-up", hint: "Set it up with: tenet sync init" });
    expect(await hasTables(place.asOwner)).toBe(false);
  });

  it("is named by the status, beside what is known here", async () => {
    const state = await data(box, "sync", "status");
    expect(state).toMatchObject({ reachable: false, shared: 1, why: expect.stringContaining("are missing") });
    expect(await hasTables(place.asOwner)).toBe(false);
  });
});
