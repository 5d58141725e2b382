/** What only looks at a hub leaves it as it stands, and says where its tables are older or missing. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendRows, registerAgent, rowsAfter } from "../../src/sync/hub/hub-rows.js";
import { hubAsItStands, migrate } from "../../src/sync/hub/migrate.js";
import { PROOF } from "../effort.js";
import type { Sandbox } from "../sandbox.js";
import { atHub } from "./forger.js";
import { called, engines, row } from "./hub-world.js";
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
    expect(state).toMatchObject({ reachable: false, shared: 1, why: expect.stringContaining("missing, or older") });
    expect(await hasTables(place.asOwner)).toBe(false);
  });
});

/** What of the tables an earlier version had otherwise. */
const OF_BEFORE = `
  delete from tenet.migrations where number = 3;
  insert into tenet.migrations (number, name) values (2, 'bit index');
  create extension if not exists vector;
  alter table tenet.rows add column vectors bytea, add column bits varbit;
  create index live_bits on tenet.rows using hnsw ((bits::bit(384)) bit_hamming_ops) where length(bits) = 384;
  drop policy words_of_its_own on tenet.rows;
  create policy words_of_its_own on tenet.rows for update using (true)
    with check (body is null and vectors is null and bits is null);
`;

it("an older hub, with vectors, is read once its tables are without them", {
  tags: "proof",
  timeout: 240_000,
}, async () => {
  const made = await hubs("embedded");
  try {
    await atHub((await made.next()).asOwner, async (hub) => {
      const { id } = await migrate(hub);
      const me = called("ann");
      await registerAgent(hub, me, randomBytes(32));
      const sent = row(me, 1, { model: "m", vectors_hash: "a".repeat(64) });
      await appendRows(hub, me, 0, [sent]);
      await hub.script(OF_BEFORE);
      await expect(hubAsItStands(hub)).rejects.toMatchObject({ code: "hub-not-set-up" });
      expect(await migrate(hub)).toEqual({ id });
      expect(await hubAsItStands(hub)).toEqual({ id });
      await appendRows(hub, me, 1, [row(me, 2, { ...sent, number: 2 })]);
      const read = await rowsAfter(hub, "nobody", new Map(), { perAgent: () => 9, all: 9 });
      expect(read.map(({ body, vectors_hash }) => [body, vectors_hash])).toEqual([
        [null, sent.vectors_hash],
        [sent.body, sent.vectors_hash],
      ]);
    });
  } finally {
    await made.remove();
  }
});
