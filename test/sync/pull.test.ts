/** What comes from a hub, in which order, and what is told of it: a pull of rows that others wrote. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { cursorsText, readArrivals, readCursors, readJoinedHub, readRefused } from "../../src/store/sync/sync-state.js";
import { migrate } from "../../src/sync/hub/migrate.js";
import { openHub } from "../../src/sync/hub/open-hub.js";
import { deletionsAfter } from "../../src/sync/hub/read-rows.js";
import { identityOf } from "../../src/sync/identity.js";
import { pull } from "../../src/sync/pull.js";
import { syncedOutline } from "../../src/sync/text/sync-outline.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { capturing } from "../capture/capturing.js";
import { forger, known, put, type Row, signedBy } from "./forger.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { ANN, HUB, WITHOUT_MODEL } from "./taking.js";
import { type Hubs, hubs } from "./worlds.js";

const FIRST = "INS-20260210-AAAA1";
const CLAIM = "Caches outlive the branch they were made for";

let made: Hubs;

/** A reader, and a writer whose rows are put into the hub by hand. */
async function scene() {
  const world = capturing(WITHOUT_MODEL);
  const { asOwner: url } = await made.next();
  const place = url.startsWith("postgres")
    ? ({ kind: "server", url } as const)
    : ({ kind: "embedded", folder: url } as const);
  const hub = await openHub(place, { create: false });
  onTestFinished(() => hub.close());
  const at = await migrate(hub);
  const writer = forger("1a00000000000001");
  await known(hub, writer);
  const identity = identityOf(randomBytes(32), "sybil");
  const entry = (number: number, more: Partial<Row> = {}) =>
    signedBy(writer, at.id, number, more.entry === FIRST ? { claim: CLAIM } : {}, more);
  const gone = (number: number, kind: "withdrawn" | "erased", by = writer) =>
    signedBy({ ...by, agent: writer.agent }, at.id, number, {}, { hash: kind, entry: FIRST });
  const copy = async () => (await world.entries()).find(({ origin }) => String(origin).endsWith(FIRST));
  const pulled = () => pull(world, { hub, at, identity });
  /** Leaves the writer so many of the 500 rows that are taken a day. */
  const leave = async (rows: number) => {
    const cursors = new Map(await readCursors(world.workspace));
    const cursor = cursors.get(writer.agent);
    if (cursor === undefined) throw new Error("no row of the writer was taken yet");
    const day = world.clock.now().toISOString().slice(0, 10);
    await writeFile(
      world.workspace.syncCursors,
      cursorsText(cursors.set(writer.agent, { ...cursor, day, taken: 500 - rows })),
    );
  };
  return { world, hub, at, writer, identity, entry, gone, copy, pulled, leave };
}

describe("a pull", { tags: "proof" }, () => {
  beforeAll(async () => {
    made = await hubs(QUICK_ENGINE);
  }, 240_000);
  afterAll(() => made.remove());

  describe("a deletion", () => {
    it.each(["withdrawn", "erased"] as const)("that is %s waits behind no row of another day", async (kind) => {
      const { world, hub, writer, entry, gone, copy, pulled, leave } = await scene();
      await put(hub, [entry(1, { entry: FIRST })], "kept");
      await pulled();
      expect(await copy()).toMatchObject({ status: "active" });
      await put(hub, [entry(2), entry(3), entry(4), gone(5, kind)], "kept");
      await leave(1);
      const first = await pulled();
      expect(await copy()).toMatchObject({ status: "forgotten" });
      const decision = kind === "erased" ? "erased" : "forgotten";
      expect(first.results.map((one) => one.decision)).toEqual([decision, "stored"]);
      // The row itself is read in its turn.
      expect(first).toMatchObject({ rows: 2, waiting: 3 });
      expect((await readCursors(world.workspace)).get(writer.agent)).toMatchObject({ number: 2, taken: 500 });
      world.clock = fixedClock("2026-02-16T14:00:00Z");
      await leave(2);
      expect(await pulled()).toMatchObject({ rows: 2, waiting: 1 });
      world.clock = fixedClock("2026-02-17T14:00:00Z");
      const last = await pulled();
      expect(last).toMatchObject({ rows: 1, waiting: 0, results: [{ decision: "absent" }] });
    });

    it("is told once where its turn comes in the same pull", async () => {
      const { hub, entry, gone, pulled } = await scene();
      await put(hub, [entry(1, { entry: FIRST })], "kept");
      await pulled();
      await put(hub, [entry(2), gone(3, "withdrawn")], "kept");
      const { rows, results } = await pulled();
      expect([rows, results.map(({ decision }) => decision)]).toEqual([2, ["forgotten", "stored"]]);
    });

    it("keeps words out that a hub did not let go", async () => {
      const { hub, entry, gone, copy, pulled, leave } = await scene();
      await put(hub, [entry(1)], "kept");
      await pulled();
      await leave(1);
      await put(hub, [entry(2, { entry: FIRST }), gone(3, "erased")], "off");
      expect((await pulled()).results.map(({ decision }) => decision)).not.toContain("stored");
      expect(await copy()).toBeUndefined();
    });

    it("takes nothing of the day's measure", async () => {
      const { hub, entry, gone, pulled, leave } = await scene();
      await put(hub, [entry(1)], "kept");
      await pulled();
      await leave(2);
      await put(hub, [entry(2, { entry: FIRST }), gone(3, "erased"), entry(4), entry(5)], "kept");
      const pull = await pulled();
      expect(pull.waiting).toBe(0);
      expect(pull.results.filter(({ decision }) => decision === "stored")).toHaveLength(2);
    });

    it("comes while learning is off, before what is refused", async () => {
      const { world, hub, entry, gone, copy, pulled } = await scene();
      await put(hub, [entry(1, { entry: FIRST })], "kept");
      await pulled();
      await put(hub, [entry(2), gone(3, "erased")], "kept");
      world.profile = { ...world.profile, learning: { ...world.profile.learning, on: false } };
      await expect(pulled()).rejects.toMatchObject({ failure: "refused" });
      expect(await copy()).toMatchObject({ status: "forgotten" });
    });

    it("is not the last word where its writer shares the entry again", async () => {
      const { hub, identity, entry, gone, copy, pulled } = await scene();
      await put(hub, [entry(1, { entry: FIRST })], "kept");
      await pulled();
      await put(hub, [gone(2, "withdrawn"), entry(3, { entry: FIRST })], "kept");
      expect(await deletionsAfter(hub, identity.agent, new Map())).toEqual([]);
      await pulled();
      expect(await copy()).toMatchObject({ status: "active" });
    });

    it("that its writer did not sign is none", async () => {
      const { hub, writer, entry, gone, copy, pulled } = await scene();
      await put(hub, [entry(1, { entry: FIRST })], "kept");
      await pulled();
      await put(hub, [gone(2, "erased", forger(writer.agent))], "kept");
      expect((await pulled()).refused).toMatchObject([{ number: 2, because: "its signature is not the agent's" }]);
      expect(await copy()).toMatchObject({ status: "active" });
    });
  });

  it("what a capture refuses is told, and noted for the status", async () => {
    const { world, hub, at, writer, entry, pulled } = await scene();
    const trifle = signedBy(writer, at.id, 2, { at_risk: "nothing" });
    await put(hub, [entry(1), trifle], "kept");
    const { refused, results } = await pulled();
    expect(results.map(({ decision }) => decision)).toEqual(["stored", "refused"]);
    expect(refused).toMatchObject([{ agent: writer.agent, number: 2, because: results[1]?.because }]);
    expect(await readRefused(world.workspace)).toEqual(refused);
    const summary = { id: at.id, engine: "embedded", name: "/hub" } as const;
    const text = pipeText(syncedOutline({ hub: summary, agent: ANN, dry_run: false, refused }));
    expect(text).toMatch(/refused +1 row\n/);
  });

  it("an agent of whom rows are missing is named once", async () => {
    const { hub, writer, entry, pulled } = await scene();
    await put(hub, [entry(1), entry(4), entry(7)], "off");
    expect(await pulled()).toMatchObject({ rows: 3, gaps: [writer.agent] });
    expect((await pulled()).gaps).toEqual([]);
  });
});

describe("a damaged file", () => {
  const ODD = ["", "null", "5", "[]", "[null]", "{}", '{"a": null}', '{"claims": 5}', '{"id": 5, "engine": "none"}'];
  const key = randomBytes(32).toString("base64");
  const cursor = { number: 3, key, day: "2026-02-15", taken: 2 };
  const joined = { id: HUB, engine: "server", agent: ANN, joined: "2026-02-15T14:00:00Z" };

  it("is none", async () => {
    const { workspace: ws } = capturing();
    for (const text of ODD) {
      for (const path of [ws.syncHub, ws.syncCursors, ws.syncRefused, ws.syncArrivals]) await writeText(path, text);
      expect([await readJoinedHub(ws), (await readArrivals(ws)).size], text).toEqual([undefined, 0]);
      expect([await readRefused(ws), (await readCursors(ws)).size], text).toEqual([[], 0]);
    }
  });

  it("loses the cursors of those agents alone that are damaged", async () => {
    const { workspace: ws } = capturing();
    const others = { b: 5, c: { ...cursor, number: "3" }, d: { ...cursor, taken: -2 }, e: { ...cursor, key: 7 } };
    await writeText(ws.syncCursors, JSON.stringify({ [ANN]: cursor, ...others }));
    expect([...(await readCursors(ws))]).toEqual([[ANN, cursor]]);
  });

  it("is read whole where nothing is wrong with it", async () => {
    const { workspace: ws } = capturing();
    await writeText(ws.syncHub, JSON.stringify(joined));
    expect(await readJoinedHub(ws)).toEqual(joined);
    await writeText(ws.syncHub, JSON.stringify({ ...joined, confirmed: { share: {} } }));
    expect(await readJoinedHub(ws)).toBeUndefined();
  });
});

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
