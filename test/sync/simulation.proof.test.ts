/**
 * Sixty days of two, five and fifty agents and a liar at one hub: some cannot reach it for days, some clocks are a day off,
 * some take back what they said, some say the same in other words. In the end everybody has what everybody says, and
 * nothing of what nobody said; whoever answers what is near has it once, whoever never does has it beside it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { convergenceOf } from "../../src/store/sync/policy/convergence.js";
import { readArrivals } from "../../src/store/sync/sync-state.js";
import { Workspace } from "../../src/store/workspace.js";
import fc from "../properties.js";
import { atHub } from "./forger.js";
import { FALSE, HIS, Liar } from "./lies.js";
import { PlayedAgent, type Saying } from "./played.js";
import { postgresPrograms } from "./postgres.js";
import { DAYS, meaningOf, seasonOf } from "./season.js";
import { data, type Hubs, hubs } from "./worlds.js";

const SEED = fc.readConfigureGlobal()?.seed ?? 20260214;
const ENGINE = postgresPrograms() === undefined ? "embedded" : "server";
const MOST = Number(process.env["TEST_AGENTS"] ?? (ENGINE === "server" ? 50 : 12));
/** How many agents, and whether their callers answer what is near. */
const SEASONS = [2, 5, MOST].flatMap((agents) => [true, false].map((answers) => [agents, answers] as const));
const DAY_MS = 86_400_000;

describe.each(SEASONS)(
  `%i agents and a liar over ${DAYS} days, answering: %s (${ENGINE}, seed ${SEED})`,
  (agents, answers) => {
    let made: Hubs;
    const played: PlayedAgent[] = [];
    let liar: Liar;
    /** Of each, in the end. */
    const entries: Awaited<ReturnType<PlayedAgent["entries"]>>[] = [];
    let [first, second]: Record<string, string>[][] = [[], []];

    beforeAll(async () => {
      made = await hubs(ENGINE);
      const place = await made.next();
      for (const player of seasonOf(SEED, agents)) played.push(await PlayedAgent.join(player, place.of(0), answers));
      liar = new Liar((await data((played[0] as PlayedAgent).box, "sync", "status")).hub.id);
      const honest = played.map(({ agent }) => agent);
      for (let day = 1; day <= DAYS; day++) {
        for (const one of played) await one.play(day);
        if (Liar.days.has(day)) await atHub(place.asOwner, (hub) => liar.acts(hub, day, honest));
      }
      for (const one of played) await one.syncOn(DAYS + 2);
      for (const one of played) await one.syncOn(DAYS + 3);
      first = played.map((one) => one.tree());
      for (const one of played) await one.syncOn(DAYS + 3);
      second = played.map((one) => one.tree());
      for (const one of played) entries.push(await one.entries());
    }, 3_600_000);
    afterAll(() => made.remove());

    const sayings = (text: string): [PlayedAgent, Saying][] =>
      played.flatMap((one) => {
        const saying = one.said.get(text);
        return saying === undefined ? [] : [[one, saying] as [PlayedAgent, Saying]];
      });
    /** Whoever answers has what says the same once. */
    const meaning = answers ? meaningOf : (text: string) => text;
    const meanings = (all: readonly string[]) => [...new Set(all.map(meaning))].sort();
    const texts = () => [...new Set(played.flatMap(({ said }) => [...said.keys()]))];
    /** Said in words that had come from another, it is a peer's, and does not go. */
    const isOwn = (one: PlayedAgent, id: string) =>
      entries[played.indexOf(one)]?.find((entry) => entry.id === id)?.tier !== "peer";
    const isLive = (text: string) =>
      sayings(text).some(([one, { gone, shared, id }]) => gone === undefined && shared && isOwn(one, id));

    it("everybody has exactly what the others say", async () => {
      const live = texts().filter(isLive);
      expect(live.length).toBeGreaterThan(agents);
      for (const [at, one] of played.entries()) {
        const here = (entries[at] ?? []).filter(
          ({ type, status, agent }) => type === "insight" && status === "active" && agent !== liar.forger.agent,
        );
        // What somebody took back here, though others say it, is theirs to have or not.
        const tookBack = (text: string) => one.said.get(text)?.gone !== undefined;
        const has = here.map(({ insight }) => insight as string).filter((text) => !tookBack(text));
        // Whoever said it, too, has it still where its first writer took it back.
        const isWanted = (text: string) => !tookBack(text) && (isLive(text) || one.said.has(text));
        expect(meanings(has), one.player.name).toEqual(meanings(texts().filter(isWanted)));
      }
    });

    it("what was erased is in no file of anybody", () => {
      const erased = texts().flatMap((text) => sayings(text).filter(([, { gone }]) => gone === "erase"));
      const words = erased.map(([, { mark }]) => mark);
      const claims = texts().filter((text) => sayings(text).every(([, { gone }]) => gone === "erase"));
      expect(claims.length).toBeGreaterThan(0);
      for (const one of played) expect(one.holding([...words, ...claims]), one.player.name).toEqual([]);
    });

    it("what the liar forged is refused with why, and in no tree", async () => {
      const reasons = new Map<string, string>();
      for (const one of played) {
        expect(one.holding([FALSE]), one.player.name).toEqual([]);
        for (const { agent, number, because } of one.refused()) reasons.set(`${agent} ${number}`, because);
      }
      expect([...reasons.keys()].sort()).toEqual([...liar.forged].sort());
      expect([...reasons.values()].every((because) => because.length > 10)).toBe(true);
    });

    it("what he may say is a peer's, and in no rule", async () => {
      for (const { box } of played.slice(0, 3)) expect((await box.run(["digest"])).code).toBe(0);
      for (const [at, one] of played.entries()) {
        const his = (entries[at] ?? []).filter(({ agent }) => agent === liar.forger.agent);
        expect(his.every(({ tier, review }) => tier === "peer" && review?.state !== "approved_for_reuse")).toBe(true);
        const elsewhere = one.holding([HIS]).filter((found) => !/^(?:memory\/learning|\.tenet)\//.test(found));
        expect(elsewhere, one.player.name).toEqual([]);
      }
    });

    it("what is near is asked about: answered once, or open as long as nobody answers", () => {
      const open = entries
        .flat()
        .filter(({ near = [] }) => near.some(({ state }: { state: string }) => state === "open"));
      const answered = played.reduce((sum, one) => sum + one.answered, 0);
      expect([answered > 0, open.some(({ status }) => status === "active")]).toEqual([answers, !answers]);
    });

    it("a second quiet round changes no byte", () => {
      expect(second).toEqual(first);
    });

    it("who came to which claim, when and how, is what is known", async () => {
      const expected = meanings(texts())
        .map((one) =>
          texts()
            .filter((text) => meaning(text) === one)
            .flatMap(sayings),
        )
        .map((said) => said.filter(([, { shared, gone }]) => shared && gone === undefined))
        .filter((arrived) => arrived.length > 1)
        .map(arrivalsOf);
      if (agents === MOST) expect(expected.flat().some(({ how }) => how === "learned")).toBe(true);
      const key = (arrivals: readonly { agent: string; at: string }[]) => JSON.stringify(arrivals);
      for (const one of played) {
        const arrivals = await readArrivals(new Workspace(one.box.dir));
        const told = convergenceOf(arrivals.values())
          .filter(({ arrivals }) => arrivals.every(({ agent }) => agent !== liar.forger.agent))
          .map(({ arrivals }) => arrivals.map(({ agent, at, how, lag_days }) => ({ agent, at, how, lag_days })));
        expect(told.map(key).sort(), one.player.name).toEqual(expected.map(key).sort());
      }
    });
  },
);

/** The first, then the others by their own clocks. */
function arrivalsOf(arrived: readonly [PlayedAgent, Saying][]) {
  const ordered = arrived
    .map(([{ agent }, { at, shown }]) => ({ agent, at, shown }))
    .sort((a, b) => (a.at === b.at ? (a.agent < b.agent ? -1 : 1) : a.at < b.at ? -1 : 1));
  const first = ordered.find(({ shown }) => !shown) ?? ordered[0];
  const others = ordered.filter((one) => one !== first);
  return [first, ...others].flatMap((one) => {
    if (one === undefined || first === undefined) return [];
    const days = Math.max(0, Date.parse(one.at) - Date.parse(first.at)) / DAY_MS;
    const how = one === first ? "first" : one.shown ? "learned" : "independent";
    return [{ agent: one.agent, at: one.at, how, lag_days: Math.round(days * 10) / 10 }];
  });
}
