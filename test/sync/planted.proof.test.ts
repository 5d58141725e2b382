/** What an agent learned about forty kinds of private things, and as many public ones, as it lies in the hub after a sync. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { PRIVATE, PUBLIC } from "../screening/anonymise/phrases/kinds.js";
import { NAMES } from "../screening/anonymise/phrases/names.js";
import { atHub } from "./at-hub.js";
import { QUICK_ENGINE } from "./hub-world.js";
import { type HubPlace, type Hubs, hubs, joinHub, letOut, world } from "./worlds.js";

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
  const sentences = [...Object.values(PRIVATE), ...Object.values(PUBLIC)].flat();
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
  const secrets = Object.values(PRIVATE).flatMap((all) =>
    all.flatMap((one) => Array.from(one.matchAll(MARKED), ([, text]) => text ?? "")),
  );
  expect(secrets.length).toBeGreaterThan(80);
  const asWritten = (text: string) => JSON.stringify(text).slice(1, -1);
  expect(secrets.filter((secret) => whole.includes(asWritten(secret)))).toEqual([]);
  expect(
    Object.values(PUBLIC)
      .flat()
      .filter((text) => !whole.includes(asWritten(text))),
  ).toEqual([]);
}, 300_000);
