/** The figures of shared claims: brought up to date by what came since, they are what they would be made from nothing. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../src/context.js";
import { convergenceOf } from "../../src/store/sync/policy/convergence.js";
import { cursorsText, readKnownClaims, writeKnownClaims } from "../../src/store/sync/sync-state.js";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, registerAgent } from "../../src/sync/hub/hub-rows.js";
import { type HubIdentity, migrate } from "../../src/sync/hub/migrate.js";
import { arrivalsAt, sharedClusters } from "../../src/sync/hub/shared-arrivals.js";
import type { Identity } from "../../src/sync/identity.js";
import type { HubRow } from "../../src/sync/policy/hub-row.js";
import { sharedClaims } from "../../src/sync/shared-claims.js";
import { capturing } from "../capture/capturing.js";
import { dice, rounds } from "../effort.js";
import { called, engineOfThisRun, type HubWorld, hashed, hubWorld, row } from "./hub-world.js";

const KEY = Buffer.alloc(32).toString("base64");

describe.each(engineOfThisRun())("claims that several agents came to (%s)", { tags: "more" }, (engine) => {
  let hubs: HubWorld;
  let hub: Hub;
  let at: HubIdentity;
  let worlds = 0;

  beforeAll(async () => {
    hubs = await hubWorld(engine);
    hub = await hubs.open();
    at = await migrate(hub);
  }, 120_000);
  afterAll(() => hubs.remove());

  /** Agents that nobody had before, a clone that looks, and what it refused. */
  async function scene(count: number) {
    worlds++;
    const ctx: Context = capturing();
    const agents = Array.from({ length: count }, (_, place) => called(`w${worlds}-${place}`));
    for (const agent of agents) await registerAgent(hub, agent, randomBytes(32));
    const last = new Map<string, number>();
    const refused = new Map<string, number[]>();
    const identity = { agent: agents[0] } as Identity;
    const claim = (name: number) => hashed(`claim ${worlds} ${name}`);
    return {
      ...{ ctx, agents, claim, last },
      put: async (agent: string, more: Partial<HubRow>) => {
        const number = (last.get(agent) ?? 0) + 1;
        await appendRows(hub, agent, number - 1, [row(agent, number, more)]);
        last.set(agent, number);
      },
      refuse: async (agent: string, number: number) => {
        refused.set(agent, [...(refused.get(agent) ?? []), number]);
        const cursors = Array.from(refused, ([name, numbers]) => {
          return [name, { number: 1_000, key: KEY, day: "", taken: 0, refused: numbers }] as const;
        });
        await writeFile(ctx.workspace.syncCursors, cursorsText(new Map(cursors)));
      },
      now: () => sharedClaims(ctx, { hub, at, identity }),
      fromNothing: async () => {
        const places = [...refused].flatMap(([agent, numbers]) => numbers.map((number) => ({ agent, number })));
        return convergenceOf(await arrivalsAt(hub, await sharedClusters(hub), places));
      },
    };
  }

  it("are those of all rows, whatever came since", { tags: "proof", timeout: 240_000 }, async () => {
    for (let seed = 0; seed < rounds(3, 25); seed++) {
      const roll = dice(seed);
      const { agents, claim, last, put, refuse, now, fromNothing } = await scene(4);
      const any = () => agents[roll(agents.length)] as string;
      await now();
      for (let step = 0; step < 25; step++) {
        for (let more = roll(3); more >= 0; more--) {
          const agent = any();
          const entry = `INS-20261124-${String(roll(12)).padStart(5, "0")}`;
          const [what, known] = [roll(10), last.get(agent) ?? 0];
          const day = `2026-11-${String(1 + roll(28)).padStart(2, "0")}T10:00:00Z`;
          const says = { entry, claim: claim(roll(20)), cluster: claim(roll(20)), at: day };
          if (what === 0) await put(agent, { kind: "erased", entry, claim: "", cluster: "" });
          else if (what === 1 && known > 0) await refuse(agent, 1 + roll(known));
          else if (what < 4) await put(agent, { ...says, kind: "arrival", body: null, shown_before: roll(2) === 0 });
          else await put(agent, { ...says, contests: roll(3) === 0 ? [`${any()}/${entry}`] : [] });
        }
        expect(await now(), `seed ${seed}, step ${step}`).toEqual(await fromNothing());
      }
    }
  });

  it("cost a hub that has nothing new one question", async () => {
    const { agents, claim, put, now, ctx } = await scene(2);
    for (const agent of agents) await put(agent, { claim: claim(1), cluster: claim(1) });
    const before = await now();
    expect(before.some(({ cluster }) => cluster === claim(1))).toBe(true);
    const asked: string[] = [];
    const listening = { ...hub, query: (sql, params) => asked.push(sql) && hub.query(sql, params) } as Hub;
    const identity = { agent: agents[0] } as Identity;
    expect(await sharedClaims(ctx, { hub: listening, at, identity })).toEqual(before);
    expect(asked).toHaveLength(1);
  });

  it("are asked for anew where what was kept is of another hub, or of more rows than there are", async () => {
    const { agents, claim, put, now, fromNothing, ctx } = await scene(2);
    for (const agent of agents) await put(agent, { claim: claim(1), cluster: claim(1) });
    await now();
    const kept = (await readKnownClaims(ctx.workspace))!;
    const more = { ...kept.seen, [agents[1] as string]: { number: 9, refused: 0 } };
    const fewer = { ...kept.seen, [agents[1] as string]: { number: 1, refused: 1 } };
    for (const other of [{ hub: "another" }, { agent: called("another") }, { seen: more }, { seen: fewer }]) {
      await writeKnownClaims(ctx.workspace, { ...kept, claims: [], ...other });
      expect(await now()).toEqual(await fromNothing());
    }
  });

  it("say that a claim is contested by what one agent alone says", async () => {
    const { agents, claim, put, now } = await scene(3);
    const [one, other, contrary] = agents as [string, string, string];
    await put(one, { claim: claim(1), cluster: claim(1) });
    await put(other, { claim: claim(1), cluster: claim(1) });
    const contested = async () => (await now()).find(({ cluster }) => cluster === claim(1))?.contested;
    expect(await contested()).toBe(false);
    await put(contrary, {
      entry: "INS-20261124-AAAAA",
      claim: claim(2),
      cluster: claim(2),
      contests: [`${one}/INS-20261124-00001`],
    });
    expect(await contested()).toBe(true);
    await put(contrary, { kind: "erased", entry: "INS-20261124-AAAAA", claim: "", cluster: "" });
    expect(await contested()).toBe(false);
  });
});
