/** What hubs take, keep and answer, on the engine of this run. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, heldByOthers, ownRows, registerAgent, roomLeft, takeOutAll } from "../../src/sync/hub/hub-rows.js";
import { hubAsItStands, migrate } from "../../src/sync/hub/migrate.js";
import { rowsAfter, unread } from "../../src/sync/hub/read-rows.js";
import { called, engineOfThisRun, type HubWorld, hubWorld, row } from "./hub-world.js";

describe.each(engineOfThisRun())("a hub (%s)", { tags: "more" }, (engine) => {
  let world: HubWorld;
  let hub: Hub;
  let count = 0;

  beforeAll(async () => {
    world = await hubWorld(engine);
    hub = await world.open();
    await migrate(hub);
  }, 120_000);
  afterAll(() => world.remove());

  /** An agent that nobody had before. */
  async function agent(): Promise<string> {
    const name = `agent${++count}-0123456789abcdef`;
    await registerAgent(hub, name, randomBytes(32));
    return name;
  }
  /** Rows of an agent from one number to another. */
  const rowsOf = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => row(name, from + at));
  const noLimits = { perAgent: () => 10_000, all: 10_000 };
  const of = async (name: string) =>
    (await rowsAfter(hub, "nobody", new Map(), noLimits)).filter((r) => r.agent === name);

  it("is the same hub however often it is migrated", async () => {
    const [first, second] = [await migrate(hub), await migrate(hub)];
    expect(second).toEqual(first);
    expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("knows an agent by one key", async () => {
    const key = randomBytes(32);
    await registerAgent(hub, called("one-key"), key);
    await registerAgent(hub, called("one-key"), key);
    await expect(registerAgent(hub, called("one-key"), randomBytes(32))).rejects.toMatchObject({
      failure: "refused",
      code: "hub-key",
    });
  });

  it("gives back what was appended, byte for byte", async () => {
    const me = await agent();
    const strange = `'; drop table tenet.rows; -- "\\ {a,b} $1 \u{1f600} \n\t`;
    const sent = row(me, 1, { at: strange.slice(0, 20), body: JSON.stringify({ claim: `${strange}\u0000` }) });
    await appendRows(hub, me, 0, [sent]);
    const [got] = await of(me);
    const { received, key, ...rest } = got!;
    expect({ ...rest, signature: Buffer.from(rest.signature) }).toEqual(sent);
    expect(Math.abs(received.getTime() - Date.now())).toBeLessThan(60_000);
    expect(key.length).toBe(32);
  });

  it("takes nothing that is no pseudonym, no id and no hash", async () => {
    const me = await agent();
    const refused = { failure: "refused", code: "hub-row" };
    const names = ["ann", "ann-0123456789abcde", "0123456789ABCDEF", `${"a".repeat(41)}-0123456789abcdef`];
    for (const name of [...names, "'; drop table tenet.rows; --", `${me}\n`]) {
      await expect(registerAgent(hub, name, randomBytes(32)), name).rejects.toMatchObject(refused);
    }
    for (const more of [
      { entry: "" },
      { entry: "../../etc/passwd" },
      { entry: "INS-20261124-AAAAA\n" },
      { hash: "no hash" },
      { hash: "A".repeat(64) },
      { hash: "erased", body: "words" },
    ]) {
      await expect(appendRows(hub, me, 0, [row(me, 1, more)]), JSON.stringify(more)).rejects.toMatchObject(refused);
    }
    await registerAgent(hub, "0123456789abcdef", randomBytes(32));
  });

  it("takes numbers in a row only, and the second of two who write at once is told that it is busy", async () => {
    const me = await agent();
    await appendRows(hub, me, 0, [row(me, 1), row(me, 2)]);
    await expect(appendRows(hub, me, 0, [row(me, 1)])).rejects.toMatchObject({ failure: "busy" });
    await expect(appendRows(hub, me, 2, [row(me, 4)])).rejects.toMatchObject({ failure: "busy" });
    await expect(appendRows(hub, me, 2, [row(me, 3), row(me, 5)])).rejects.toMatchObject({ failure: "busy" });
    await appendRows(hub, me, 2, [row(me, 3)]);
    expect((await of(me)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it("leaves nothing of an append that fails", async () => {
    const me = await agent();
    const rows = [...rowsOf(me, 1, 1_400), row(me, 1_401, { at: "" })];
    await expect(appendRows(hub, me, 0, rows)).rejects.toMatchObject({ failure: "refused", code: "hub-row" });
    expect((await ownRows(hub, me)).last).toBe(0);
  });

  it("takes the words out of what is said anew, withdrawn or erased, and keeps the headers", async () => {
    const me = await agent();
    const entry = "INS-20261124-AAAAA";
    const said = { entry };
    const first = [row(me, 1, said), row(me, 2, { ...said, hash: "b".repeat(64) })];
    await appendRows(hub, me, 0, [...first, ...rowsOf(me, 3, 4)]);
    expect((await of(me)).map(({ body }) => body !== null)).toEqual([false, true, true, true]);
    await appendRows(hub, me, 4, [
      row(me, 5, { entry, hash: "erased" }),
      row(me, 6, { entry: "INS-20261124-00003", hash: "withdrawn" }),
      row(me, 7, { body: '{"type":"arrival","of":"a/b"}' }),
    ]);
    const rows = await of(me);
    expect(rows.map(({ body }) => body !== null)).toEqual([false, false, false, true, false, false, true]);
    expect(rows[1]).toMatchObject({ hash: "b".repeat(64) });
    const own = await ownRows(hub, me);
    expect(own.last).toBe(7);
    expect(own.newest.map(({ entry: id, kind, number }) => [id, kind, number])).toEqual([
      ["INS-20261124-00003", "withdrawn", 6],
      ["INS-20261124-00004", "entry", 4],
      ["INS-20261124-00007", "arrival", 7],
      [entry, "erased", 5],
    ]);
    await takeOutAll(hub, me);
    expect((await of(me)).filter(({ body }) => body !== null)).toEqual([]);
  });

  it("lets nobody alter, back-date or remove a row", async () => {
    const me = await agent();
    await appendRows(hub, me, 0, [row(me, 1)]);
    const refused = { failure: "refused", code: "hub-append-only" };
    for (const field of ["at", "body"]) {
      const altered = hub.query(`update tenet.rows set ${field} = 'other' where agent = $1`, [me]);
      await expect(altered, field).rejects.toMatchObject(refused);
    }
    // Row security lets nobody delete, so nothing is: on a server that is all there is to say.
    if (engine === "embedded") {
      await expect(hub.query("delete from tenet.rows where agent = $1", [me])).rejects.toMatchObject(refused);
    } else await hub.query("delete from tenet.rows where agent = $1", [me]).catch(() => undefined);
    await expect(hub.query("truncate tenet.rows")).rejects.toMatchObject(refused);
    await expect(
      hub.query(
        `insert into tenet.rows (agent, number, received, entry, hash, at, signature)
        values ($1, 2, now() - interval '1 day', 'INS-20261124-AAAAA', 'erased', 'x', $2)`,
        [me, randomBytes(64)],
      ),
    ).rejects.toMatchObject(refused);
    expect(await of(me)).toHaveLength(1);
  });

  it("takes so many rows of an agent a day, and tombstones beyond them", async () => {
    const [me, other] = [await agent(), await agent()];
    const usual = 20_000;
    expect(await hub.query("select rows_per_day from tenet.hub")).toEqual([{ rows_per_day: usual }]);
    await hub.query("update tenet.hub set rows_per_day = 5");
    try {
      expect(await roomLeft(hub, me)).toBe(5);
      await appendRows(hub, me, 0, rowsOf(me, 1, 3));
      expect(await roomLeft(hub, me)).toBe(2);
      const three = rowsOf(me, 4, 6);
      await expect(appendRows(hub, me, 3, three)).rejects.toMatchObject({ failure: "refused", code: "hub-rate-limit" });
      await appendRows(hub, me, 3, three.slice(0, 2));
      expect(await roomLeft(hub, me)).toBe(0);
      await expect(appendRows(hub, me, 5, [row(me, 6)])).rejects.toMatchObject({ code: "hub-rate-limit" });
      const gone = [6, 7, 8, 9, 10].map((number) =>
        row(me, number, { hash: "erased", entry: `INS-20261124-0000${number - 5}` }),
      );
      await appendRows(hub, me, 5, gone);
      expect((await of(me)).every(({ body }) => body === null)).toBe(true);
      const more = appendRows(hub, me, 10, [row(me, 11, { hash: "erased" })]);
      await expect(more).rejects.toMatchObject({ code: "hub-rate-limit" });
      await appendRows(hub, other, 0, [row(other, 1)]);
    } finally {
      await hub.query("update tenet.hub set rows_per_day = $1", [usual]);
    }
  });

  it("hands out others' rows in their order, each agent its share", async () => {
    const [me, flood, quiet] = [await agent(), await agent(), await agent()];
    await appendRows(hub, flood, 0, rowsOf(flood, 1, 50));
    await appendRows(hub, quiet, 0, rowsOf(quiet, 1, 3));
    await appendRows(hub, me, 0, [row(me, 1)]);
    const seen = await rowsAfter(hub, me, new Map(), noLimits);
    const cursors = new Map<string, number>();
    for (const { agent: name, number } of seen) if (![flood, quiet].includes(name)) cursors.set(name, number);
    expect(seen.some(({ agent: name }) => name === me)).toBe(false);
    expect((await unread(hub, me, cursors)).waiting).toBe(53);
    const some = await rowsAfter(hub, me, cursors, { perAgent: () => 1_000, all: 10 });
    const numbers = (name: string) => some.filter((r) => r.agent === name).map(({ number }) => number);
    expect(numbers(flood)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(numbers(quiet)).toEqual([1, 2, 3]);
    cursors.set(flood, 7).set(quiet, 3);
    const next = await rowsAfter(hub, me, cursors, { perAgent: (name) => (name === flood ? 4 : 0), all: 10 });
    expect(next.map(({ agent: name, number }) => [name, number])).toEqual([8, 9, 10, 11].map((n) => [flood, n]));
    expect((await unread(hub, me, cursors)).waiting).toBe(43);
  });

  it("tells of whom more was read than it holds", async () => {
    const [me, whole, restored] = [await agent(), await agent(), await agent()];
    await appendRows(hub, whole, 0, [row(whole, 1), row(whole, 2)]);
    await appendRows(hub, restored, 0, [row(restored, 1)]);
    const cursors = new Map([
      [whole, 2],
      [restored, 2],
      [called("lost"), 1],
      [called("never-read"), 0],
      [me, 9],
    ]);
    expect((await unread(hub, me, cursors)).behind).toEqual([restored, called("lost")].sort());
    expect((await unread(hub, me, new Map())).behind).toEqual([]);
  });

  it("tells what another agent shares, or had erased, but not what it withdrew", async () => {
    const [me, other] = [await agent(), await agent()];
    const ids = ["SHARED", "ERASED", "GONE"].map((tail) => `INS-20261124-${tail}`);
    const [shared, erased, withdrawn] = ids as [string, string, string];
    await appendRows(hub, other, 0, [
      ...ids.map((entry, at) => row(other, at + 1, { entry })),
      row(other, 4, { entry: erased, hash: "erased" }),
      row(other, 5, { entry: withdrawn, hash: "withdrawn" }),
    ]);
    expect(await heldByOthers(hub, me, ids)).toEqual(new Set([shared, erased]));
    expect(await heldByOthers(hub, other, ids)).toEqual(new Set());
  });

  it("of the form before, with vectors or what was near in it, is joined anew", async () => {
    const old = await hubWorld(engine);
    const opened = await old.open();
    await opened.script(
      "create schema tenet; create table tenet.migrations (number integer primary key, name text not null);" +
        "insert into tenet.migrations values (1, 'tables'), (3, 'no vectors'); create table tenet.rows (vectors bytea)",
    );
    const older = { failure: "refused", code: "hub-older", message: expect.stringContaining("join anew") };
    await expect(migrate(opened)).rejects.toMatchObject(older);
    await expect(hubAsItStands(opened)).rejects.toMatchObject(older);
    expect(await opened.query("select * from tenet.rows")).toEqual([]);
    await old.remove();
  }, 120_000);
});
