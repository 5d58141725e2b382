/** The hub is away: nothing but sync is any different, and its address is told nowhere. */
import { readdirSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import type { Ran, Sandbox } from "../sandbox.js";
import { engineOfThisRun } from "./hub-world.js";
import { PASSWORD } from "./postgres.js";
import { data, type HubPlace, type Hubs, hubs, joinHub, learn, letOut, world } from "./worlds.js";

/** Files of a workspace and of its home that hold a text, in their raw bytes. */
function holding(box: Sandbox, text: string): string[] {
  return readdirSync(dirname(box.dir), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => readFileSync(path).includes(text));
}

const OTHER_COMMANDS = [
  ["learn", "Slow mirrors hide behind a warm cache", "--because", "Two cold runs", "--risk", "medium: a morning"],
  ["recall", "flaky test", "--keyword"],
  ["context"],
  ["report"],
];

describe.each(engineOfThisRun())("a hub that is away (%s)", { tags: "more" }, (engine) => {
  let made: Hubs;
  let place: HubPlace;
  let [sybil, max] = [] as unknown as [Sandbox, Sandbox];
  const outputs: string[] = [];
  const run = async (box: Sandbox, ...args: string[]): Promise<Ran> => {
    const ran = await box.run(args);
    outputs.push(ran.stdout, ran.stderr);
    return ran;
  };

  beforeAll(async () => {
    made = await hubs(engine);
    place = await made.next();
    [sybil, max] = [await world("sybil"), await world("max")];
    await joinHub(sybil, place.of(0));
    await joinHub(max, place.of(1));
    await learn(sybil, "Retries hide the flaky test");
    outputs.push(await letOut(sybil));
    await run(max, "sync");
    if (engine === "server") await made.server?.stop();
    else await rename(place.asOwner, `${place.asOwner}.away`);
  }, 240_000);
  afterAll(() => made.remove());

  it("is said by every way to sync with exit 1 and what to do, and by the status, which is no failure", async () => {
    for (const how of [[], ["--push"], ["--pull"], ["--dry-run"]]) {
      const ran = await run(max, "sync", ...how, "--json");
      expect(ran.code, ran.stdout).toBe(1);
      const hint = expect.stringMatching(/goes with the next sync/);
      expect(ran.json().error).toMatchObject({ code: "hub-away", hint });
    }
    expect((await run(max, "sync")).stderr).toMatch(/cannot be reached/);
    const known = { set_up: true, reachable: false, why: expect.any(String), copies: 1 };
    expect(await data(max, "sync", "status")).toMatchObject(known);
    const told = await run(max, "sync", "status");
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining("cannot be reached")]);
  });

  it("where its address is not known, that is said", async () => {
    const { TENET_HUB_URL: address, ...env } = max.env;
    if (address === undefined) return;
    delete max.env["TENET_HUB_URL"];
    const ran = await run(max, "sync", "--json");
    Object.assign(max.env, { ...env, TENET_HUB_URL: address });
    expect([ran.code, ran.json().error.code]).toEqual([1, "hub-away"]);
  });

  it("changes no other command", async () => {
    for (const args of OTHER_COMMANDS) expect(await run(max, ...args)).toMatchObject({ code: 0 });
  });

  it("leaving needs no hub that answers", async () => {
    const late = await world("late");
    writeJoined(late, max);
    expect((await run(late, "sync", "leave")).code).toBe(0);
    expect((await run(late, "sync")).code).toBe(2);
  });

  it("once it is there again, what was learned meanwhile goes", { tags: "proof" }, async () => {
    if (engine === "server") await made.server?.start();
    else await rename(`${place.asOwner}.away`, place.asOwner);
    outputs.push(await letOut(max));
    const { copies } = await data(sybil, "sync").then(() => data(sybil, "sync", "status"));
    expect(copies).toBe(1);
  });

  it.skipIf(engine === "embedded")("its password is in no output, and in no file", () => {
    expect(outputs.filter((text) => text.includes(PASSWORD))).toEqual([]);
    expect([...holding(sybil, PASSWORD), ...holding(max, PASSWORD)]).toEqual([]);
    expect(outputs.join("").length).toBeGreaterThan(1000);
  });
});

/** As if it had joined the same hub. */
function writeJoined(box: Sandbox, like: Sandbox): void {
  const [from, to] = [like, box].map(({ dir }) => State.of(new Workspace(dir))) as [State, State];
  for (const kind of ["hub", "salt"]) for (const fact of from.facts(kind)) to.put(kind, fact);
}
