/**
 * What a push and a pull cost at the hub, on each engine that is here: 100,000 rows of twenty agents, put in by the same
 * functions, with signatures of chance, which no hub looks at.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hub } from "../src/sync/hub/hub.js";
import { appendRows, registerAgent } from "../src/sync/hub/hub-rows.js";
import { migrate } from "../src/sync/hub/migrate.js";
import { type HubTarget, openHub } from "../src/sync/hub/open-hub.js";
import { deletionsAfter, rowsAfter, unread } from "../src/sync/hub/read-rows.js";
import { identityOf } from "../src/sync/identity.js";
import { type HubRow, hashOfBody } from "../src/sync/policy/hub-row.js";
import { bodyText, type SharedBody } from "../src/sync/policy/shared-body.js";
import { type Joined, push } from "../src/sync/push.js";
import { postgresPrograms, startPostgres } from "../test/sync/postgres.js";
import { freshSentence, type Generated } from "./generated-tree.js";
import type { Bench } from "./processes.js";
import { contextIn } from "./recall-notes.js";

const ROWS = 100_000;
const PUSHED = 10_000;
const AGENTS = 20;
const NEW = 100;

const agentOf = (at: number): string => `b${String(at).padStart(15, "0")}`;

/** Rows of everyday sentences; some are said by several agents. */
function bodyOf(number: number): SharedBody {
  const sentence = (seed: number) => freshSentence(seed).replace(/^Case \d+: /, "");
  return {
    type: "insight",
    claim: sentence(number),
    stakes: "medium",
    at_risk: `Otherwise ${sentence(number + 1)}`,
    evidence: `Seen ${number} times: ${sentence(number + 2)}; ${sentence(number + 3)}`,
  };
}

const atOf = (number: number): string =>
  new Date(Date.UTC(2024, 0, 1) + number * 60_000).toISOString().replace(".000", "");

const entryOf = (number: number) => `INS-20240102-${number.toString(36).toUpperCase().padStart(5, "0")}`;

function rowOf(number: number): Omit<HubRow, "agent" | "number"> {
  const body = bodyOf(number);
  const text = bodyText(body);
  return { entry: entryOf(number), hash: hashOfBody(text), at: atOf(number), body: text, signature: randomBytes(64) };
}

/** Seconds that `work` takes, and of bare Node just before it. */
async function timed<T>({ env }: Bench, work: () => Promise<T>): Promise<{ seconds: number; bare: number; done: T }> {
  const before = performance.now();
  spawnSync(process.execPath, ["-e", "0"], { env });
  const started = performance.now();
  const done = await work();
  return { seconds: (performance.now() - started) / 1000, bare: (started - before) / 1000, done };
}

interface World {
  target: HubTarget;
  remove(): Promise<void>;
}

async function worldOf(engine: "embedded" | "server"): Promise<World> {
  if (engine === "embedded") {
    const folder = mkdtempSync(join(tmpdir(), "tenet-bench-hub-"));
    return {
      target: { kind: "embedded", folder },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const server = await startPostgres();
  await server.database("bench");
  return { target: { kind: "server", url: server.url("hub_owner", "bench") }, remove: () => server.remove() };
}

async function fill(hub: Hub): Promise<void> {
  const each = ROWS / AGENTS;
  for (let at = 0; at < AGENTS; at++) {
    const agent = agentOf(at);
    await registerAgent(hub, agent, randomBytes(32));
    const rows = Array.from({ length: each }, (_, place) => ({
      ...rowOf(at * each + place),
      ...{ agent, number: place + 1 },
    }));
    await appendRows(hub, agent, 0, rows);
  }
}

/** Rows of a table of what, reach and what was measured, as each is known. */
export async function hubRows(bench: Bench, tree: Generated, print: (row: string) => void): Promise<void> {
  const ctx = contextIn(tree.workspace, tree.now);
  const engines = postgresPrograms() === undefined ? (["embedded"] as const) : (["server", "embedded"] as const);
  for (const engine of engines) {
    const world = await worldOf(engine);
    const line = (what: string, reach: string, { seconds, bare }: { seconds: number; bare: number }) =>
      print(`| ${engine}: ${what} | ${reach} | ${seconds.toFixed(2)} s, where bare Node took ${bare.toFixed(2)} s |`);
    try {
      const made = await timed(bench, () => openHub(world.target, { create: true }));
      line("made and opened", "", made);
      let hub = made.done;
      await migrate(hub);
      line(`${ROWS} rows put in`, "", await timed(bench, () => fill(hub)));
      await hub.close();
      const again = await timed(bench, () => openHub(world.target, { create: false }));
      line("opened again", "", again);
      hub = again.done;
      const looked = await timed(bench, () => migrate(hub));
      line("which hub it is", "", looked);
      const joined: Joined = {
        hub,
        at: looked.done,
        identity: identityOf(createHash("sha256").digest(), "bench"),
      };
      const me = joined.identity.agent;
      await registerAgent(hub, me, joined.identity.publicKey);

      const cursors = new Map(Array.from({ length: AGENTS }, (_, at) => [agentOf(at), ROWS / AGENTS] as const));
      const pull = () =>
        timed(bench, async () => {
          await deletionsAfter(hub, me, cursors);
          const read = await rowsAfter(hub, me, cursors, { perAgent: () => 200, all: NEW });
          await unread(hub, me, cursors);
          return read.length;
        });
      line("all that a pull asks, nothing new", "", await pull());
      for (let at = 0; at < AGENTS; at++) {
        const rows = Array.from({ length: NEW / AGENTS }, (_, place) => ({
          ...rowOf(ROWS + PUSHED + at * NEW + place),
          ...{ agent: agentOf(at), number: ROWS / AGENTS + place + 1 },
        }));
        await appendRows(hub, agentOf(at), ROWS / AGENTS, rows);
      }
      const pulled = await pull();
      line(`all that a pull asks, ${pulled.done} new rows`, "≤ 0.2 s on a server", pulled);

      const entries = Array.from({ length: PUSHED }, (_, at) => {
        const body = bodyOf(ROWS + at);
        const text = bodyText(body);
        return { id: entryOf(ROWS + at), at: atOf(ROWS + at), body, text };
      });
      const plan = { entries, withdrawn: [], erased: [], kept: 0, erasedThere: [] };
      const pushed = await timed(bench, () => push(ctx, joined, { plan, own: [], says: [], last: 0 }));
      line(`push of ${PUSHED}`, "≤ 60 s", pushed);
      await hub.close();
    } finally {
      await world.remove();
    }
  }
}
