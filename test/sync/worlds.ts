/** Agents that share one hub: a sandbox each, with a person at its keyboard where one is needed. */
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Context } from "../../src/context.js";
import { idSource } from "../../src/ids.js";
import type { Profile } from "../../src/settings.js";
import { migrate } from "../../src/sync/hub/migrate.js";
import { openHub } from "../../src/sync/hub/open-hub.js";
import { kindOf } from "../../src/sync/policy/hub-row.js";
import { type SyncInput, sync } from "../../src/sync/sync.js";
import { syncInit } from "../../src/sync/sync-init.js";
import type { Synced } from "../../src/sync/sync-schemas.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";
import { atHub } from "./at-hub.js";
import { startServer } from "./hub-world.js";
import { PASSWORD, type PostgresServer } from "./postgres.js";
import { WITHOUT_MODEL } from "./taking.js";

/** A workspace with one agent and one owner, whose address is git's. */
export async function world(agent: string, more = ""): Promise<Sandbox> {
  const people = "people:\n  - {name: bridget, role: owner, emails: [sybil@example.invalid]}\n";
  const box = await sandbox({ git: true, profile: `schema: 1\nagent: ${agent}\ntimezone: UTC\n${people}${more}` });
  box.env["TENET_SEED"] = agent;
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.git("add", ".");
  await box.git("commit", "-q", "-m", "local files");
  return box;
}

/** A hub, as each agent names it: a folder, or the address of a server with a login of its own. */
export interface HubPlace {
  of(agent: number): string;
  /** With the rights of whoever runs it. */
  asOwner: string;
}

/** Hubs that are empty, each of its own: a copy of one that was made once, or a database. */
export interface Hubs {
  next(): Promise<HubPlace>;
  /** Absent for the embedded engine. */
  server?: PostgresServer;
  remove(): Promise<void>;
}

const LOGINS = ["agent_a", "agent_b"] as const;

export async function hubs(engine: "embedded" | "server"): Promise<Hubs> {
  let made = 0;
  if (engine === "embedded") {
    const root = await realpath(await mkdtemp(join(tmpdir(), "tenet-test-hubs-")));
    const first = join(root, "first");
    const opened = await openHub({ kind: "embedded", folder: first }, { create: true });
    await migrate(opened);
    await opened.close();
    return {
      next: async () => {
        const folder = join(root, `hub-${++made}`);
        await cp(first, folder, { recursive: true });
        return { of: () => folder, asOwner: folder };
      },
      remove: () => rm(root, { recursive: true, force: true }),
    };
  }
  const server = await startServer();
  await server.sql(`create role all_powerful login superuser password '${PASSWORD}'`);
  return {
    server,
    next: async () => {
      const database = `world_${++made}`;
      await server.database(database);
      const owner = await openHub({ kind: "server", url: server.url("hub_owner", database) }, { create: true });
      await migrate(owner);
      await owner.close();
      const of = (agent: number) => server.url(LOGINS[agent % LOGINS.length] as string, database);
      return { of, asOwner: server.url("all_powerful", database) };
    },
    remove: () => server.remove(),
  };
}

/** The JSON of a command that must succeed. */
export async function data(box: Sandbox, ...args: string[]) {
  const ran: Ran = await box.run([...args, "--json"]);
  expect(ran.code, `${args.join(" ")}\n${ran.stdout}\n${ran.stderr}`).toBe(0);
  return ran.json().data;
}

/** Joins a hub: a folder, or the address of a server, which stays in the environment. */
export async function joinHub(box: Sandbox, hub: string): Promise<string> {
  if (hub.startsWith("postgres")) box.env["TENET_HUB_URL"] = hub;
  return (await data(box, "sync", "init", ...(hub.startsWith("postgres") ? [] : ["--hub", hub]))).agent;
}

/** The first sharing of a clone, or a wider one: a person looks at the rows and types the word. */
export async function letOut(box: Sandbox, word = "share"): Promise<string> {
  const seen = await atKeyboard(box, ["sync"], [["Type", `${word}${ENTER}`]]);
  expect(seen.code, seen.screen).toBe(0);
  return seen.screen;
}

/** An insight in the tree, by the agent itself. */
export async function learn(box: Sandbox, insight: string, because = "seen in 3 of 5 runs", ...more: string[]) {
  return await data(box, "learn", insight, "--because", because, "--risk", "medium: a broken build ships", ...more);
}

/** All entries of a workspace, whatever became of them. */
export async function entriesOf(box: Sandbox) {
  const { code, stdout, stderr } = await box.run(["export"]);
  expect(code, stderr).toBe(0);
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== undefined);
}

/** The operations of an agent that has joined a hub, with its owner at the terminal. Nothing is compared by meaning. */
export async function member(hub: string, name: string, profile: Partial<Profile> = {}): Promise<Capturing> {
  const ctx = Object.assign(capturing({ ...WITHOUT_MODEL, agent: name, ...profile }), { ids: idSource(name) });
  ctx.as({ ...AT_TERMINAL, agent: name });
  if (hub.startsWith("postgres")) ctx.hubAddress = hub;
  await syncInit(ctx, { hub: ctx.hubAddress === undefined ? hub : undefined });
  return ctx;
}

/** A sync to which the owner says yes. */
export const synced = (ctx: Context, more: Partial<SyncInput> = {}): Promise<Synced> =>
  sync(ctx, { push: true, pull: true, dryRun: false, confirmed: true, ...more });

/** What a hub has, row by row: its kind, and whether the words are there. */
export async function kindsAt(address: string): Promise<string[]> {
  const rows = await atHub(address, (hub) =>
    hub.query<{ hash: string; body: string | null }>("select hash, body from tenet.rows order by agent, number"),
  );
  return rows.map((row) => `${row.body === null ? kindOf(row) : `${kindOf(row)} with words`}`);
}
