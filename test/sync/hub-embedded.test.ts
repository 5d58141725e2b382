/** The hub in a folder: who has it open, what a first opening that was broken off leaves, and how hubs are named. */
import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { hubFailure } from "../../src/sync/hub/hub-failure.js";
import { migrate } from "../../src/sync/hub/migrate.js";
import { hubTarget, openHub } from "../../src/sync/hub/open-hub.js";
import { isThisMachine, serverAddress } from "../../src/sync/hub/server-address.js";

const BROKEN_OFF = ".making-0123456789abcdef";

describe("a hub in a folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "tenet-hub-"));
  const target = { kind: "embedded", folder } as const;
  let hub: Hub;

  beforeAll(async () => {
    // What an opening leaves that was broken off.
    mkdirSync(join(folder, BROKEN_OFF, "base"), { recursive: true });
    writeFileSync(join(folder, BROKEN_OFF, "PG_VERSION"), "18\n");
    hub = await openHub(target, { create: true });
  }, 120_000);
  afterAll(async () => {
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("stands whole under its name, and nothing of another making beside it", () => {
    expect(readdirSync(folder).filter((name) => name.startsWith(".making-"))).toEqual([]);
    expect(existsSync(join(folder, "data", "PG_VERSION"))).toBe(true);
  });

  it("is not made where something else has its place, nor where there is none that is to be there", async () => {
    const strange = join(folder, "strange");
    mkdirSync(join(strange, "data", "photos"), { recursive: true });
    writeFileSync(join(strange, "data", "photos", "one.jpg"), "a picture");
    const target = { kind: "embedded", folder: strange } as const;
    await expect(openHub(target, { create: true })).rejects.toMatchObject({ failure: "usage" });
    await expect(openHub(target, { create: false })).rejects.toMatchObject({ code: "hub-away" });
    expect(readFileSync(join(strange, "data", "photos", "one.jpg"), "utf8")).toBe("a picture");
    expect(readdirSync(join(strange, "data"))).toEqual(["photos"]);
    const nowhere = join(folder, "nowhere");
    const opening = openHub({ kind: "embedded", folder: nowhere }, { create: false });
    await expect(opening).rejects.toMatchObject({ failure: "failed", code: "hub-away" });
    expect(existsSync(nowhere)).toBe(false);
  });

  it("is open to one at a time, and holds afterwards what was written", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const { id } = await migrate(hub);
    const opening = openHub(target, { create: false, patienceMs: 200 });
    await expect(opening).rejects.toMatchObject({ failure: "busy" });
    await hub.close();
    hub = await openHub(target, { create: false });
    expect((await migrate(hub)).id).toBe(id);
  });

  it("keeps nothing of a transaction that fails, and what was committed when its process is killed", {
    tags: "proof",
    timeout: 120_000,
  }, async () => {
    const yearMade = async () =>
      (await hub.query<{ year: number }>("select extract(year from made)::int as year from tenet.hub"))[0]?.year;
    const failing = hub.transaction(async (query) => {
      await query("update tenet.hub set made = '2001-01-01'");
      await hub.script("update tenet.hub set made = '2002-01-01'");
      throw new Error("no more");
    });
    await expect(failing).rejects.toThrow("no more");
    await expect(hub.query("selec 1")).rejects.toMatchObject({ failure: "failed", code: "hub-failed" });
    expect(await yearMade()).toBeGreaterThan(2002);
    await hub.close();
    const child = join(folder, "child.mjs");
    // Beside the built program lies what the test run compiled.
    const source = join(dirname(dirname(inject("built").binary)), "src", "sync", "hub", "open-hub.js");
    writeFileSync(
      child,
      `import { openHub } from ${JSON.stringify(source)};
      const hub = await openHub({ kind: "embedded", folder: process.argv[2] }, { create: false });
      await hub.query("update tenet.hub set made = '2007-01-01'");
      await hub.transaction(async (query) => {
        await query("update tenet.hub set made = '2008-01-01'");
        process.kill(process.pid, "SIGKILL");
        await new Promise(() => setInterval(() => undefined, 1000));
      });`,
    );
    const running = fork(child, [folder], { stdio: "ignore" });
    const signal = await new Promise((resolve) => running.on("exit", (_, by) => resolve(by)));
    expect(signal).toBe("SIGKILL");
    hub = await openHub(target, { create: false });
    expect(await yearMade()).toBe(2007);
  });
});

describe("what is meant by a hub", () => {
  it.each([
    [undefined, { kind: "embedded", folder: "/default" }],
    ["", { kind: "embedded", folder: "/default" }],
    ["/srv/hub", { kind: "embedded", folder: "/srv/hub" }],
    ["file:///srv/a%20hub", { kind: "embedded", folder: "/srv/a hub" }],
    ["postgres://a@b/c", { kind: "server", url: "postgres://a@b/c" }],
  ])("is known from %s", (stated, meant) => {
    expect(hubTarget(stated, "/default")).toEqual(meant);
  });

  it.each(["hub", "./hub", "https://user:s3cret@host/", "mysql://user:s3cret@host/x", "file://host/%zz"])(
    "is nothing that %s could name, and what was stated is not quoted",
    (stated) => {
      const meant = () => hubTarget(stated, "/default");
      expect(meant).toThrowError(expect.objectContaining({ failure: "usage" }));
      expect(meant).not.toThrowError(/s3cret/);
    },
  );

  it("that wants a password, where none is stated, lets nobody in", () => {
    const thrown = new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string");
    expect(hubFailure(thrown, "h/db", true)).toMatchObject({ failure: "failed", code: "hub-login" });
  });

  it.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["::1", true],
    ["/var/run/postgresql", true],
    ["127.0.0.1.example.com", false],
    ["10.0.0.1", false],
  ])("on %s is on this machine: %s", (host, here) => {
    expect(isThisMachine(host)).toBe(here);
  });

  it("is read from an address, with its escapes", () => {
    const read = serverAddress("postgres://an%40a:p%3Aw@%2Ftmp%2Fs/d%20b?port=5433&options=-c%20x%3Dy");
    expect(read).toMatchObject({ host: "/tmp/s", port: 5433, database: "d b", user: "an@a", password: "p:w" });
    expect(read).toMatchObject({ options: "-c x=y", tls: undefined, name: "/tmp/s:5433/d b" });
    expect(serverAddress("postgres://a@[::1]/x")).toMatchObject({ host: "::1", tls: undefined, port: 5432 });
    expect(serverAddress("postgres://a@hub.example/x?sslmode=require").tls).toMatchObject({ verified: true });
    expect(serverAddress("postgres:///x")).toMatchObject({ host: "localhost", name: "localhost/x" });
  });
});
