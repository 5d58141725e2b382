/** A workspace whose clock a test moves, for weeks of heartbeats. */
import { existsSync, readFileSync } from "node:fs";
import { fixedClock } from "../../src/clock.js";
import type { Actor, Context } from "../../src/context.js";
import type { Entry, Patch } from "../../src/entry/entry.js";
import { verify } from "../../src/health/verify.js";
import { heartbeatText } from "../../src/loop/due/loop-outline.js";
import type { HeartbeatData } from "../../src/loop/due/loop-schemas.js";
import { digest } from "../../src/rules/digest.js";
import type { Version } from "../../src/rules/policy/version.js";
import type { Digested } from "../../src/rules/text/digest-schemas.js";
import { type Chain, readChain } from "../../src/rules/versions/chain.js";
import type { Profile } from "../../src/settings.js";
import type { Worded } from "../../src/steps.js";
import { openStore, type Row } from "../../src/store/open-store.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { heartbeat } from "../operations.js";
import { correction, insight } from "../store/entries.js";
import { patched, stored, type TestWorld, testWorld } from "../store/workspace.js";

export interface LoopWorld {
  world: TestWorld;
  /** The world as it is now: clock and session as last set. */
  ctx: Context;
  at(instant: string): void;
  /** `n` days after 2026-02-01 at a time of day, UTC. */
  day(n: number, time?: string): void;
  session(name: string, agent?: string): void;
  as(actor: Partial<Actor>): void;
  /** bridget, the owner, at a terminal. */
  person(): void;
  /** Writes entries as they are. */
  store(...entries: Entry[]): Promise<void>;
  /** An entry as it stands at the time. */
  entry(id: string): Promise<Row>;
  patch(id: string, fields: Patch): Promise<void>;
  read(file: string): string;
  has(file: string): boolean;
  write(file: string, text: string): void;
  edit(file: string, change: (text: string) => string): void;
  digest(input?: Parameters<typeof digest>[1]): Promise<Digested>;
  chain(): Promise<Chain>;
  /** The version in force. */
  active(): Promise<Version>;
  /** Errors that `verify` finds. */
  errors(): Promise<string[]>;
  beat(dryRun?: boolean): Promise<Worded<HeartbeatData>>;
  /** A heartbeat in short: `second K7Q2X`, `pair A0002+A0001`, `reinforce A0001`, `review 2`, or `ok`. */
  brief(): Promise<string>;
}

const STAGES = ["", "first", "second", "final"];
const tail = (id: string): string => id.slice(-5);

export function briefly(data: Worded<HeartbeatData>): string {
  const parts = [
    ...data.due.map(({ stage, kind, id, other }) =>
      other === undefined ? `${STAGES[stage ?? 0]} ${tail(id)}` : `${kind} ${tail(id)}+${tail(other.id)}`,
    ),
    ...data.reinforce.map(({ id }) => `reinforce ${tail(id)}`),
    ...data.pending.map(({ count }) => `review ${count}`),
  ];
  return parts.length === 0 ? (heartbeatText(data) === "HEARTBEAT_OK\n" ? "ok" : "did") : parts.join(", ");
}

export function loopWorld(profile: Partial<Profile> = {}, now = "2026-02-01T09:00:00Z"): LoopWorld {
  const world = testWorld(profile, now);
  const { workspace } = world;
  const loop: LoopWorld = {
    world,
    ctx: world,
    at(instant) {
      loop.ctx = { ...loop.ctx, clock: fixedClock(instant) };
    },
    day(n, time = "10:00:00") {
      const day = new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10);
      loop.at(`${day}T${time}Z`);
    },
    session: (name, agent = loop.ctx.actor.agent) => loop.as({ session: name, agent }),
    as(actor) {
      loop.ctx = { ...loop.ctx, actor: { ...loop.ctx.actor, ...actor } };
    },
    person: () => loop.as(AT_TERMINAL),
    store: (...entries) => stored(loop.ctx, ...entries),
    entry: async (id) => (await openStore(loop.ctx)).resolve(id),
    patch: (id, fields) => patched(loop.ctx, id, fields),
    read: (file) => readFileSync(workspace.absolute(file), "utf8"),
    has: (file) => existsSync(workspace.absolute(file)),
    write: (file, text) => void world.put(file, text),
    edit: (file, change) => loop.write(file, change(loop.read(file))),
    digest: (input) => digest(loop.ctx, input),
    chain: () => readChain(workspace),
    async active() {
      const { active } = await loop.chain();
      if (active === undefined) throw new Error("no version is in force");
      return active;
    },
    async errors() {
      const { findings } = await verify(loop.ctx);
      return findings.filter(({ severity }) => severity === "error").map(({ file, message }) => `${file}: ${message}`);
    },
    beat: (dryRun = false) => heartbeat(loop.ctx, { dryRun }),
    brief: async () => briefly(await loop.beat()),
  };
  return loop;
}

const BORN = "2026-02-01T09:00:00Z";
const dayOf = (timestamp: string): string => timestamp.slice(0, 10).replaceAll("-", "");

/** A correction of the agent's own, named by its tail. */
export function cor(name: string, more: Partial<Extract<Entry, { type: "correction" }>> = {}): Entry {
  const { source: _, ...plain } = correction();
  const timestamp = more.timestamp ?? BORN;
  return {
    ...plain,
    id: `COR-${dayOf(timestamp)}-${name}`,
    timestamp,
    agent: "main",
    tier: "self",
    corrected_to: `Rule ${name} holds`,
    ...more,
  };
}

/** A person's word whether a correction was kept. */
export function kept(of: string, stick: "held" | "failed", timestamp: string): Entry {
  const said = { agent: "main", tier: "owner" as const, references: [of], result: "again", stick };
  return { type: "outcome", id: of.replace(/^COR-\d+/, `OUT-${dayOf(timestamp)}`), timestamp, ...said };
}

/** An insight of the agent's own, named by its tail. */
export function ins(name: string, more: Partial<Extract<Entry, { type: "insight" }>> = {}): Entry {
  const timestamp = more.timestamp ?? BORN;
  return insight({
    id: `INS-${dayOf(timestamp)}-${name}`,
    timestamp,
    agent: "main",
    insight: `Fact ${name} is so`,
    ...more,
  });
}
