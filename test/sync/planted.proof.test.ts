/** What an agent learned about private and public things as it lies in the hub after a sync. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { atHub } from "./at-hub.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { type HubPlace, type Hubs, hubs, joinHub, letOut, world } from "./worlds.js";

const NAMES = ["Jane Doe", "Jörg Müller", "李雷"];
/** What must not leave stands between ⟦ and ⟧. */
const PRIVATE = [
  "⟦Jane Doe⟧ wants the totals in cents",
  "Das Review macht ⟦Jörg Müller⟧ bis Freitag",
  "⟦李雷⟧说先跑测试",
  "write to ⟦ops@acme.io⟧ first",
  "on call is ⟦+49 151 23456789⟧ this week",
  "refunds go to ⟦DE89 3704 0044 0532 0130 00⟧ only",
  "keys lie in ⟦/home/jane/.ssh/config⟧",
  "the database is ⟦db.internal:5432⟧, or ⟦10.20.0.7⟧",
];
const PUBLIC = [
  "the cache will be warm",
  "see https://nodejs.org/api and src/home/page.ts",
  "npm i lodash@4.17.21 in CI",
];

const MARKED = /⟦([^⟧]*)⟧/g;

let made: Hubs;
beforeAll(async () => {
  made = await hubs(QUICK_ENGINE);
}, 240_000);
afterAll(() => made.remove());

const bodiesIn = (hub: HubPlace): Promise<string[]> =>
  atHub(hub.asOwner, async (open) =>
    (await open.query<{ body: string | null }>("select body from tenet.rows")).flatMap(({ body }) => body ?? []),
  );

it("nothing private of any kind leaves, nothing public is hidden", async () => {
  const hub = await made.next();
  const sync = `sync:\n  share: {min_stakes: low}\n  names: ${JSON.stringify(NAMES)}\n`;
  const box = await world("sybil", `embedding: {model: ./none}\n${sync}`);
  await joinHub(box, hub.of(0));
  const sentences = [...PRIVATE, ...PUBLIC];
  const drafts = sentences.map((sentence, at) => {
    const said = sentence.replace(/[⟦⟧]/g, "");
    return { type: "insight", insight: `Case ${at}: ${said}`, evidence: said, stakes: "medium", at_risk: said };
  });
  const ran = await box.run(["add", "-", "--json"], { stdin: JSON.stringify(drafts) });
  expect(ran.code, ran.stdout.slice(0, 2_000)).toBe(0);
  await letOut(box);
  const bodies = await bodiesIn(hub);
  expect(bodies.length).toBeGreaterThan(sentences.length * 0.9);
  const whole = bodies.join("\n");
  const secrets = PRIVATE.flatMap((one) => Array.from(one.matchAll(MARKED), ([, text]) => text ?? ""));
  const asWritten = (text: string) => JSON.stringify(text).slice(1, -1);
  expect(secrets.filter((secret) => whole.includes(asWritten(secret)))).toEqual([]);
  expect(PUBLIC.filter((text) => !whole.includes(asWritten(text)))).toEqual([]);
}, 300_000);
