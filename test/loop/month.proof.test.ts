import { describe, expect, it } from "vitest";
import type { Entry, Near } from "../../src/entry/entry.js";
import { isLearning } from "../../src/entry/entry.js";
import { isPairKey } from "../../src/entry/standing/pairs.js";
import { status } from "../../src/health/status.js";
import type { Question } from "../../src/loop/due/loop-schemas.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import type { Resolution } from "../../src/review/answering.js";
import { resolvePair } from "../../src/review/resolve.js";
import { openStore } from "../../src/store/open-store.js";
import { cor, ins, type LoopWorld, loopWorld } from "./loop-world.js";

const CAPTURES = 60;
const DAYS = 52;
/** Hours of the heartbeats of a day. */
const BEATS = [0, 5, 8, 11, 14, 17, 20, 23];

const start = Date.UTC(2026, 1, 1);
const instant = (day: number, hour: number): string =>
  new Date(start + (day * 24 + hour) * 3_600_000).toISOString().replace(".000", "");

/** Sixty claims that are near to nothing but what they are said to be near to. */
const CLAIMS = `
  Whales sleep upright|Violins want rosin|Bread rises in warmth|Glaciers carve valleys|Invoices go out on Fridays|
  Tulips open at noon|Kettles boil slowly uphill|Chess clocks tick loudly|Ferries skip Sundays|Granite resists acid|
  Bees ignore red petals|Subtitles lag by a second|Passports expire in spring|Copper roofs turn green|Owls hunt by ear|
  Elevators stop at seven|Saffron stains linen|Marathon routes avoid bridges|Hens lay less in winter|Telescopes need dark skies|
  Candles drip in drafts|Lawyers bill by minutes|Rivers silt the harbour|Opera starts at eight|Camels store fat|
  Ink fades in sunlight|Tractors rut wet fields|Sonnets have fourteen lines|Sharks lose teeth weekly|Taxis queue at the east gate|
  Pearls dissolve in vinegar|Mountaineers rope up early|Cheese ripens from the rind|Drums warp in the rain|Auctions close without notice|
  Foxes cross at dusk|Windmills face the sea|Dentists close in August|Lentils cook without soaking|Snow muffles footsteps|
  Librarians shelve by size|Volcanoes warm the lake|Tailors cut on the bias|Satellites drift eastward|Oranges ship unripe|
  Goats climb acacias|Museums dim their lamps|Rowers train before dawn|Honey never spoils|Trams share the bus lane|
  Painters prime twice|Eels migrate at new moon|Bakers score the loaf|Thunder follows by five seconds|Archers wax their strings|
  Sauna stones crack|Pilots read back clearances|Moss grows on slate|Barbers rest on Mondays|Nurses rotate at six
`
  .trim()
  .split(/\|\s*/);

const nameOf = (at: number): string => `M${String(at).padStart(4, "0")}`;
const idOf = (at: number): string =>
  `${at % 2 === 0 ? "COR" : "INS"}-${instant(Math.floor(at / 2), 0)
    .slice(0, 10)
    .replaceAll("-", "")}-${nameOf(at)}`;

/** Two captures a day; every fifth is near an earlier one, found in one of the three ways. */
function capturesOf(day: number): Entry[] {
  return [0, 1].map((nth) => {
    const at = day * 2 + nth;
    const isCorrection = at % 2 === 0;
    const timestamp = instant(day, nth === 0 ? 9 : 15);
    const stakes = (["high", "medium", "medium", "low"] as const)[at % 4] ?? "medium";
    const found = at % 3 === 0 ? "claim" : isCorrection ? "prior" : "words";
    const score = { claim: 0.8, prior: 0.6, words: 0.65 }[found];
    const near = at % 5 === 0 && at > 10 ? { near: [{ with: idOf(at - 10), score, found } satisfies Near] } : {};
    const origin = at % 11 === 5 ? { imported: { at: timestamp, from: "x", hash: nameOf(at) } } : {};
    const fields = { timestamp, stakes, ...near, ...origin };
    const claim = CLAIMS[at] as string;
    return isCorrection
      ? cor(nameOf(at), { corrected_to: claim, ...fields })
      : ins(nameOf(at), { insight: claim, ...fields });
  });
}

const verdict = (word: string, result: string) => ({ verdict: word, result });
const [HELD, FAILED] = [
  { held: true, evidence: "not again" },
  { failed: true, evidence: "again" },
];
const NONE = undefined;
/** What is answered to the nth question that is printed; some are never answered. */
const ANSWERS: Readonly<Record<Question["kind"], readonly (object | Resolution | undefined)[]>> = {
  outcome: [verdict("validated", "It did"), NONE, { later: "3d" }, verdict("mixed", "Half"), NONE],
  stick: [HELD, FAILED, NONE, verdict("validated", "not again"), { later: "2d" }],
  pair: ["same", NONE, "exception", "replaces", NONE, "unrelated"],
};

interface Printed {
  key: string;
  stage: number | undefined;
  at: number;
  day: number;
}

async function answer(loop: LoopWorld, question: Question, nth: number): Promise<"closed" | "later" | undefined> {
  const answers = ANSWERS[question.kind];
  const given = answers[nth % answers.length];
  if (given === undefined) return undefined;
  const { id, other } = question;
  if (typeof given === "object") {
    await recordOutcome(loop.ctx, { refs: [id], ...given });
    return "later" in given ? "later" : "closed";
  }
  await resolvePair(loop.ctx, { a: id, b: other?.id ?? "", how: given });
  return "closed";
}

describe("a month of sixty captures", () => {
  it("asks at most three a heartbeat and six a day, nothing twice in 20 hours, every due stage once, and nothing that was answered", async () => {
    const loop = loopWorld();
    const printed: Printed[] = [];
    const closed = new Map<string, number>();
    const postponed = new Map<string, number>();
    const counts: Partial<Record<Question["kind"], number>> = {};
    let reminders = 0;
    for (let day = 0; day < DAYS; day++) {
      for (const hour of BEATS) {
        if (hour === 17 && day < CAPTURES / 2) await loop.store(...capturesOf(day));
        loop.at(instant(day, hour));
        const now = day * 24 + hour;
        const announced = await status(loop.ctx);
        const said = await loop.beat();
        const items = [...said.due, ...said.reinforce];
        expect(items.length).toBeLessThanOrEqual(3);
        expect(said.reinforce.length).toBeLessThanOrEqual(1);
        reminders += said.reinforce.length;

        // Status announced what was asked and what waits, and nothing else.
        const { questions, reinforce } = announced.due;
        const pairs = said.due.filter(({ kind }) => kind === "pair").length;
        const duePairs = said.due.length + said.waiting - questions;
        expect(pairs).toBeLessThanOrEqual(duePairs);
        expect(duePairs).toBeLessThanOrEqual(announced.waiting.find(({ kind }) => kind === "pair")?.count ?? 0);
        expect(reinforce).toBeGreaterThanOrEqual(said.reinforce.length);

        const named = items.flatMap((item) => [item.id, ...("other" in item && item.other ? [item.other.id] : [])]);
        expect(new Set(named).size).toBe(named.length);
        for (const item of items) {
          const before = printed.filter(({ key }) => key === item.key);
          for (const one of before) expect(now - one.at, `${item.key} again`).toBeGreaterThanOrEqual(20);
          const stage = "stage" in item ? item.stage : undefined;
          const again = before.filter((one) => stage !== undefined && one.stage === stage);
          if (again.length > 0) expect(postponed.get(item.key), `${item.key} stage ${stage} twice`).toBeDefined();
          if (stage !== undefined) expect(closed.get(item.key), `${item.key} was answered`).toBeUndefined();
          postponed.delete(item.key);
          printed.push({ key: item.key, stage, at: now, day });
        }
        const today = printed.filter((one) => one.day === day);
        expect(today.length).toBeLessThanOrEqual(6);
        expect(today.filter(({ key }) => isPairKey(key)).length).toBeLessThanOrEqual(2);

        for (const question of said.due) {
          const nth = counts[question.kind] ?? 0;
          counts[question.kind] = nth + 1;
          const did = await answer(loop, question, nth);
          if (did === "closed") closed.set(question.key, now);
          if (did === "later") postponed.set(question.key, now);
        }
      }
    }

    // Every entry that was ever due was asked, soon; so was every pair while it was open.
    const heads = (await openStore(loop.ctx)).heads.filter((head) => isLearning(head));
    expect(heads).toHaveLength(CAPTURES);
    const late: string[] = [];
    const never: string[] = [];
    for (const { id, timestamp, stakes } of heads) {
      const first = printed.find(({ key, stage }) => key === id && stage !== undefined);
      if (first === undefined) {
        never.push(id);
        continue;
      }
      const due = (Date.parse(timestamp) - start) / 3_600_000 + (stakes === "low" ? 7 : 3) * 24;
      if (first.at - due > 48) late.push(`${id} ${(first.at - due) / 24}`);
    }
    expect(late).toEqual([]);
    const rows = await Promise.all(never.map((id) => loop.entry(id)));
    // What was merged, replaced or repeated by another before its day is asked about through that one.
    const asked = new Set(printed.map(({ key }) => heads.find(({ id }) => id === key)?.chain));
    expect(rows.filter(({ status, chain }) => status !== "superseded" && !asked.has(chain))).toEqual([]);
    expect(Object.keys(counts).sort()).toEqual(["outcome", "pair", "stick"]);
    expect(reminders).toBeGreaterThan(10);
  });
});
