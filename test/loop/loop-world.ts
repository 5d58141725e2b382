/** A workspace whose clock a test moves, for weeks of heartbeats. */
import { fixedClock } from "../../src/clock.js";
import type { Context } from "../../src/context.js";
import type { Entry } from "../../src/entry/entry.js";
import { heartbeatText } from "../../src/loop/due/loop-outline.js";
import type { HeartbeatData } from "../../src/loop/due/loop-schemas.js";
import type { Profile } from "../../src/settings.js";
import type { Worded } from "../../src/steps.js";
import { changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { openStore } from "../../src/store/open-store.js";
import { heartbeat } from "../operations.js";
import { correction, insight } from "../store/entries.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

export interface LoopWorld {
  world: TestWorld;
  /** The world as it is now: clock and session as last set. */
  ctx: Context;
  at(instant: string): void;
  /** `n` days after 2026-02-01 at a time of day, UTC. */
  day(n: number, time?: string): void;
  session(name: string, agent?: string): void;
  /** Writes entries as they are. */
  store(...entries: Entry[]): Promise<void>;
  entry(id: string): Promise<Entry>;
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
    session(name, agent = loop.ctx.actor.agent) {
      loop.ctx = { ...loop.ctx, actor: { ...loop.ctx.actor, session: name, agent } };
    },
    async store(...entries) {
      await changeTree(loop.ctx, { ...changeVerb("test"), reason: "test" }, async (change) => {
        for (const entry of entries) change.append(entry);
      });
    },
    async entry(id) {
      return (await (await openStore(loop.ctx)).one(id)).entry;
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
