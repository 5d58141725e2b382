/** Many at one hub in the same moment: whoever cannot be served is told so, and nothing is there twice. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ran, Sandbox } from "../sandbox.js";
import { rowsOfAll } from "./copied-hub.js";
import { engines } from "./hub-world.js";
import { rareClaim } from "./season.js";
import { data, entriesOf, type Hubs, hubs, joinHub, letOut, world } from "./worlds.js";

const SETTINGS = "embedding: {model: ./none}\n";
const AGENTS = { server: 20, embedded: 4 };
const EACH = 3;

let claims = 0;

async function learns(box: Sandbox, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, () => rareClaim(claims++));
  const drafts = texts.map((insight) => {
    return { type: "insight", insight, evidence: "it was seen twice", stakes: "medium", at_risk: "work is lost" };
  });
  const ran = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(drafts) });
  expect(ran.code, ran.stderr).toBe(0);
  return texts;
}

const atOnce = (boxes: readonly Sandbox[]): Promise<Ran[]> =>
  Promise.all(boxes.map((box) => box.runProcess(["sync", "--json"], { timeout: 300_000 })));

/** Done, or busy; nothing else. */
function expectDoneOrBusy(ran: readonly Ran[]): void {
  for (const one of ran) {
    expect([0, 3], `${one.stdout}${one.stderr}`).toContain(one.code);
    if (one.code === 3) expect(one.json().error.code).toBe("busy");
  }
  expect(ran.some(({ code }) => code === 0)).toBe(true);
}

const insightsOf = async (box: Sandbox): Promise<string[]> =>
  (await entriesOf(box))
    .filter(({ status }) => status === "active")
    .map(({ insight }) => insight)
    .sort();

/** Each agent's numbers, from 1 without a gap, and every entry once. */
async function expectWhole(hub: string, entries: number): Promise<void> {
  const rows = (await rowsOfAll(hub)).map((row) => row.split("|"));
  const last = new Map<string, number>();
  for (const [agent = "", number] of rows) {
    expect(Number(number)).toBe((last.get(agent) ?? 0) + 1);
    last.set(agent, Number(number));
  }
  expect(new Set(rows.map(([agent, , , entry]) => `${agent}/${entry}`)).size).toBe(rows.length);
  expect(rows).toHaveLength(entries);
}

describe.each(engines())("a crowd at one hub (%s)", (engine) => {
  let made: Hubs;
  beforeAll(async () => {
    made = await hubs(engine);
  }, 120_000);
  afterAll(() => made.remove());

  async function agents(count: number) {
    const hub = await made.next();
    const boxes: Sandbox[] = [];
    const all: string[] = [];
    for (let at = 0; at < count; at++) {
      const box = await world(`agent${at}x`, SETTINGS);
      await joinHub(box, hub.of(at));
      all.push(...(await learns(box, 1)));
      await letOut(box);
      all.push(...(await learns(box, EACH - 1)));
      boxes.push(box);
    }
    return { hub: hub.of(0), boxes, all: all.sort() };
  }

  it(`${AGENTS[engine]} agents sync at once: all are served or busy, and then each has everything`, async () => {
    const { hub, boxes, all } = await agents(AGENTS[engine]);
    expectDoneOrBusy(await atOnce(boxes));
    for (let round = 0; round < 2; round++)
      for (const box of boxes) if (round === 0 || (await insightsOf(box)).length < all.length) await data(box, "sync");
    for (const box of boxes) expect(await insightsOf(box)).toEqual(all);
    await expectWhole(hub, AGENTS[engine] * EACH);
  }, 600_000);

  it("three syncs of one clone at once: one after the other, and nothing twice", async () => {
    const { hub, boxes, all } = await agents(2);
    const [one, other] = boxes as [Sandbox, Sandbox];
    expectDoneOrBusy(await atOnce([one, one, one]));
    await data(other, "sync");
    expectDoneOrBusy(await atOnce([one, one, one]));
    for (const box of boxes) expect(await insightsOf(box)).toEqual(all);
    await expectWhole(hub, 2 * EACH);
  }, 300_000);

  it("a sync beside captures: every capture is kept, and goes once", async () => {
    const { hub, boxes } = await agents(2);
    const [one, other] = boxes as [Sandbox, Sandbox];
    await data(other, "sync");
    const texts = Array.from({ length: 4 }, () => rareClaim(claims++));
    const learned = texts.map((text) =>
      one.runProcess(["learn", text, "--because", "two runs", "--risk", "medium: it is lost", "--json"], {
        timeout: 120_000,
      }),
    );
    const [synced, ...captured] = await Promise.all([atOnce([one]), ...learned]);
    expectDoneOrBusy(synced);
    expect(captured.map(({ code }) => code)).toEqual(texts.map(() => 0));
    for (const box of [one, other]) await data(box, "sync");
    expect(await insightsOf(other)).toEqual(expect.arrayContaining(texts));
    await expectWhole(hub, 2 * EACH + texts.length);
  }, 300_000);
});
