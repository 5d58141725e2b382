/** A hub on a real server: who may do what, over which connection, and what is left when it goes away. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, ownRows, registerAgent, takeOutAll } from "../../src/sync/hub/hub-rows.js";
import { migrate } from "../../src/sync/hub/migrate.js";
import { openHub } from "../../src/sync/hub/open-hub.js";
import { rowsAfter } from "../../src/sync/hub/read-rows.js";
import { called, row, startServer } from "./hub-world.js";
import { PASSWORD, type PostgresServer, postgresPrograms } from "./postgres.js";

const INSERT = `insert into tenet.rows (agent, number, entry, hash, at, signature)
  values ($1, $2, 'INS-20261124-AAAAA', 'erased', 'x', $3)`;

describe.skipIf(postgresPrograms() === undefined)("a hub on a server", () => {
  let server: PostgresServer;
  const open: Hub[] = [];
  let databases = 0;

  beforeAll(async () => {
    server = await startServer();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(open.map((hub) => hub.close()));
    await server.remove();
  });

  async function connect(url: string): Promise<Hub> {
    const hub = await openHub({ kind: "server", url }, { create: true });
    open.push(hub);
    return hub;
  }
  async function database(): Promise<string> {
    const name = `db_${++databases}`;
    await server.database(name);
    return name;
  }

  describe("with logins of their own", () => {
    let [owner, a, b] = [] as unknown as [Hub, Hub, Hub];
    let name = "";
    beforeAll(async () => {
      name = await database();
      owner = await connect(server.url("hub_owner", name));
      await migrate(owner);
      [a, b] = [await connect(server.url("agent_a", name)), await connect(server.url("agent_b", name))];
      await registerAgent(a, called("a"), randomBytes(32));
      await registerAgent(b, called("b"), randomBytes(32));
      await appendRows(a, called("a"), 0, [row(called("a"), 1), row(called("a"), 2)]);
    });

    it("is set up by its owner, and used by members of the group", async () => {
      expect(await migrate(b)).toEqual(await migrate(owner));
      const rows = await rowsAfter(b, called("b"), new Map(), 10);
      expect(rows.map(({ agent, number }) => [agent, number])).toEqual([
        [called("a"), 1],
        [called("a"), 2],
      ]);
    });

    it("lets an agent write its own rows alone", async () => {
      const denied = { failure: "refused", code: "hub-denied" };
      await expect(b.query(INSERT, [called("a"), 3, randomBytes(64)])).rejects.toMatchObject(denied);
      await expect(appendRows(b, called("a"), 2, [row(called("a"), 3)])).rejects.toMatchObject(denied);
      for (const sql of [
        "update tenet.rows set at = 'x'",
        "update tenet.rows set number = 9",
        "delete from tenet.rows",
        "truncate tenet.rows",
        "update tenet.hub set made = now()",
        "insert into tenet.migrations (number, name) values (9, 'x')",
        "update tenet.agents set key = '\\x00'",
        "update tenet.agents set role = 'agent_b'",
        "delete from tenet.agents",
        "insert into tenet.agents (agent, key, role) values ('c-0123456789abcdef', decode(repeat('00', 32), 'hex'), 'agent_a')",
        "insert into tenet.rows (agent, number, received) values ('b-0123456789abcdef', 1, now())",
        "alter table tenet.rows disable row level security",
        "alter table tenet.rows disable trigger all",
        "drop table tenet.rows",
        "create table tenet.mine (x int)",
        "set role agent_a",
        "set role hub_owner",
        "set session_replication_role = replica",
      ]) {
        await expect(b.query(sql), sql).rejects.toMatchObject(denied);
      }
      await takeOutAll(b, called("a"));
      expect(await b.query("update tenet.agents set pushed = now() where agent like 'a-%' returning 1")).toEqual([]);
      await expect(registerAgent(b, called("a"), randomBytes(32))).rejects.toMatchObject({ code: "hub-key" });
      const words = async () => await a.query("select number from tenet.rows where body is not null");
      expect([(await ownRows(a, called("a"))).last, (await words()).length]).toEqual([2, 2]);
      await takeOutAll(a, called("a"));
      expect(await words()).toEqual([]);
    });

    it("refuses another login with the key of an agent", async () => {
      const key = randomBytes(32);
      await registerAgent(a, called("moved"), key);
      await expect(registerAgent(b, called("moved"), key)).rejects.toMatchObject({
        failure: "refused",
        code: "hub-owner",
      });
    });

    it("tells a stranger nothing", async () => {
      const stranger = await connect(server.url("stranger", name));
      await expect(migrate(stranger)).rejects.toMatchObject({ failure: "refused", code: "hub-denied" });
      await expect(stranger.query("select * from tenet.rows")).rejects.toMatchObject({ code: "hub-denied" });
    });

    it("is not made by a login that may make nothing", async () => {
      const agent = await connect(server.url("agent_a", await database()));
      await expect(migrate(agent)).rejects.toMatchObject({ failure: "refused", code: "hub-denied" });
      await expect(ownRows(agent, called("a"))).rejects.toMatchObject({ failure: "failed", code: "hub-not-set-up" });
    });
  });

  it("takes the rows of twenty agents at once, and of two syncs of one agent one", { tags: "proof" }, async () => {
    const name = await database();
    const hubs = await Promise.all(Array.from({ length: 21 }, () => connect(server.url("hub_owner", name))));
    await migrate(hubs[0]!);
    const names = hubs.map((_, at) => called(`agent${Math.min(at, 19)}`));
    for (const [at, agent] of names.slice(0, 20).entries()) await registerAgent(hubs[at]!, agent, randomBytes(32));
    const rowsOf = (agent: string) => Array.from({ length: 200 }, (_, at) => row(agent, at + 1));
    const pushed = await Promise.allSettled(
      hubs.map((hub, at) => appendRows(hub, names[at] as string, 0, rowsOf(names[at] as string))),
    );
    const failed = pushed.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed).toMatchObject([{ failure: "busy" }]);
    const counts = await server.sql("select count(*), count(distinct agent), max(number) from tenet.rows", name);
    expect(counts).toBe("4000|20|200");
  });

  it("shows readers no row before those that the same agent wrote before it", { tags: "proof" }, async () => {
    const name = await database();
    const login = server.url("hub_owner", name);
    const [writer, reader] = [await connect(login), await connect(login)];
    await migrate(writer);
    await registerAgent(writer, called("w"), randomBytes(32));
    const cursors = new Map<string, number>();
    let reading = true;
    const read = (async () => {
      while (reading || cursors.get(called("w")) !== 300) {
        for (const { number } of await rowsAfter(reader, called("r"), cursors, 7)) {
          expect(number).toBe((cursors.get(called("w")) ?? 0) + 1);
          cursors.set(called("w"), number);
        }
      }
    })();
    for (let last = 0; last < 300; last += 10) {
      const ten = Array.from({ length: 10 }, (_, at) => row(called("w"), last + at + 1));
      await appendRows(writer, called("w"), last, ten);
    }
    reading = false;
    await read;
    expect(cursors.get(called("w"))).toBe(300);
  });

  it("is spoken to over TLS that proves the server, where the address says so", async () => {
    const name = await database();
    const query = `sslmode=verify-full&sslrootcert=${server.ca}`;
    for (const host of ["localhost", "127.0.0.1"]) {
      const hub = await connect(server.url("hub_owner", name, { host, query }));
      expect(await hub.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")).toEqual([{ ssl: true }]);
    }
    const plain = await connect(server.url("hub_owner", name));
    expect(await plain.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")).toEqual([{ ssl: false }]);
    const unknown = connect(server.url("hub_owner", name, { query: "sslmode=verify-full" }));
    await expect(unknown).rejects.toMatchObject({ failure: "usage", code: "hub-tls" });
    // Names of this machine that the certificate does not hold.
    const other = connect(server.url("hub_owner", name, { host: "127.0.0.2", query }));
    await expect(other).rejects.toMatchObject({ failure: expect.stringMatching(/usage|failed/) });
  });

  it("never reaches another machine without it", async () => {
    for (const query of ["", "sslmode=disable", "sslmode=prefer", "sslmode=no-verify", "sslmode=nonsense"]) {
      const opening = connect(server.url("hub_owner", "x", { host: "hub.example", query }));
      const failure = query === "" ? { code: "hub-away" } : { failure: "usage", code: "hub-tls" };
      await expect(opening, query).rejects.toMatchObject(failure);
    }
  });

  it("never tells the password", async () => {
    const told = async (url: string) => {
      const failure = await connect(url).catch((thrown: unknown) => thrown);
      const { message, stack, cause } = failure as Error;
      return `${JSON.stringify(failure)} ${message} ${stack} ${String(cause)}`;
    };
    const wrong = server.url("hub_owner").replace(PASSWORD, "wrong-s3cret");
    const at = (port: number) => server.url("hub_owner").replace(/:\d+\//, `:${port}/`);
    for (const url of [
      ...[wrong, at(1), at(99999), server.url("nobody_at_all"), server.url("hub_owner", "no_such_database")],
      server.url("hub_owner", "x", { query: `sslmode=verify-full&sslrootcert=${server.ca}.not` }),
      server.url("hub_owner", "x", { host: "hub.example", query: "sslmode=disable" }),
    ])
      expect(await told(url)).not.toMatch(/s3cret/);
    await expect(connect(wrong)).rejects.toMatchObject({ failure: "failed", code: "hub-login" });
    const none = server.url("hub_owner").replace(`:${PASSWORD}@`, "@");
    await expect(connect(none)).rejects.toMatchObject({ failure: "failed", code: "hub-login" });
    const hub = await connect(server.url("hub_owner"));
    expect(hub.name).toBe(`127.0.0.1:${server.port}/postgres`);
  });

  it("keeps nothing of what was being written when it goes away", { tags: "proof" }, async () => {
    const name = await database();
    const url = server.url("hub_owner", name);
    const hub = await connect(url);
    await migrate(hub);
    await registerAgent(hub, called("a"), randomBytes(32));
    await appendRows(hub, called("a"), 0, [row(called("a"), 1)]);
    const away = { failure: "failed", code: "hub-away" };
    const cut = hub.transaction(async (query) => {
      await query("update tenet.rows set body = null where agent like 'a-%'");
      await query("select pg_terminate_backend(pg_backend_pid())");
    });
    await expect(cut).rejects.toMatchObject(away);
    await expect(hub.query("select 1")).rejects.toMatchObject(away);
    const second = await connect(url);
    const lost = second.transaction(async (query) => {
      await query("update tenet.rows set body = null where agent like 'a-%'");
      await server.stop("immediate");
      await query("select 1");
    });
    await expect(lost).rejects.toMatchObject(away);
    await expect(connect(url)).rejects.toMatchObject(away);
    await server.start();
    const third = await connect(url);
    const [kept] = await rowsAfter(third, called("me"), new Map(), 1);
    expect(kept?.body).not.toBeNull();
    await appendRows(third, called("a"), 1, [row(called("a"), 2)]);
  });
});
