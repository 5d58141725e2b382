/** Near claims, by the directions of vectors, against the plain comparison of everything with everything. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hub } from "../../src/sync/hub/hub.js";
import { appendRows, nearClaims, registerAgent } from "../../src/sync/hub/hub-rows.js";
import { type HubIdentity, migrate } from "../../src/sync/hub/migrate.js";
import { bytesOf, called, engineOfThisRun, type HubWorld, hashed, hubWorld, row } from "./hub-world.js";

const TOPICS = 40;
const EACH = 10;

/** Numbers that are the same in each run, as those of a small generator are. */
let state = 42;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const anyVector = (dimensions: number) => unit(Float32Array.from({ length: dimensions }, () => random() * 2 - 1));

/** Near `center`: the more, the smaller `spread`. */
const near = (center: Float32Array, spread: number) => {
  const away = anyVector(center.length);
  return unit(center.map((value, at) => value + spread * (away[at] ?? 0)));
};

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

interface Said {
  entry: string;
  vector: Float32Array;
}

/** Names the model by its first letter, which no other digit is. */
const idOf = (model: string, topic: number, at: number) =>
  `INS-20261124-${model.slice(0, 1).toUpperCase()}${String(topic).padStart(2, "0")}${at}`;

function world(dimensions: number, model: string): Said[] {
  return Array.from({ length: TOPICS }, (_, topic) => {
    const center = anyVector(dimensions);
    return Array.from({ length: EACH }, (__, at) => ({
      entry: idOf(model, topic, at),
      vector: near(center, 0.4 + 0.05 * at),
    }));
  }).flat();
}

describe.each(engineOfThisRun())("near claims in a hub (%s)", (engine) => {
  let hubs: HubWorld;
  let hub: Hub;
  let identity: HubIdentity;
  const wide = world(384, "wide");
  const narrow = world(96, "narrow");

  const stored = (said: readonly Said[], model: string, from: number) =>
    said.map(({ entry, vector }, at) => {
      const text = JSON.stringify({ type: "insight", claim: `says ${entry}` });
      const vectors = bytesOf(anyVector(vector.length), vector);
      const more = { entry, claim: hashed(entry), cluster: hashed(`cluster ${entry}`), model, vectors, body: text };
      return row(called("writer"), from + at, more);
    });

  beforeAll(async () => {
    hubs = await hubWorld(engine);
    hub = await hubs.open();
    identity = await migrate(hub);
    await registerAgent(hub, called("writer"), randomBytes(32));
    await appendRows(hub, called("writer"), 0, [
      ...stored(wide, "wide", 1),
      ...stored(narrow, "narrow", wide.length + 1),
    ]);
  }, 120_000);
  afterAll(() => hubs.remove());

  function expected(said: readonly Said[], vector: Float32Array, limit: number): string[] {
    const scored = said.map((one) => ({ entry: one.entry, cosine: cosine(vector, one.vector) }));
    return scored
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, limit)
      .map(({ entry }) => entry);
  }
  const asked = (said: readonly Said[], each = 7) =>
    said.filter((_, at) => at % each === 0).map(({ vector }) => near(vector, 0.2));

  it.each([
    ["by the index, where there is one", "wide", wide, 7, true],
    ["by all rows", "wide", wide, 7, false],
    ["a few by all rows of the hub", "wide", wide, 60, false],
    ["of a model of other dimensions", "narrow", narrow, 7, true],
    ["a few of a model of other dimensions", "narrow", narrow, 60, true],
  ])("are those that a plain comparison finds: %s", async (_, model, said, each, byIndex) => {
    const queries = asked(said, each);
    const how = { ...identity, hasVectors: identity.hasVectors && byIndex };
    const found = await nearClaims(hub, how, queries, { model, limit: 5 });
    expect(found.map((list) => list.map(({ entry }) => entry))).toEqual(
      queries.map((vector) => expected(said, vector, 5)),
    );
    const [first] = found[0] ?? [];
    const entry = first?.entry ?? "";
    expect(first).toMatchObject({
      agent: called("writer"),
      cluster: hashed(`cluster ${entry}`),
      claim: hashed(entry),
    });
    expect(first?.text).toBe(`says ${first?.entry}`);
    const match = said.find(({ entry }) => entry === first?.entry);
    expect(first?.cosine).toBeCloseTo(cosine(queries[0]!, match!.vector), 5);
  });

  it("are the same for many queries at once", async () => {
    const queries = Array.from({ length: 10 }, () => asked(wide)).flat();
    const found = await nearClaims(hub, identity, queries, { model: "wide", limit: 5 });
    const names = found.map((list) => list.map(({ entry }) => entry));
    expect(names).toEqual(queries.map((vector) => expected(wide, vector, 5)));
  });

  it("are none of another model, of no query, or of what was taken out", async () => {
    const [query] = asked(wide);
    expect(await nearClaims(hub, identity, [query!], { model: "unheard of", limit: 5 })).toEqual([[]]);
    expect(await nearClaims(hub, identity, [], { model: "wide", limit: 5 })).toEqual([]);
    const rows = stored(wide.slice(0, EACH), "wide", wide.length + narrow.length + 1);
    const gone = rows.map((one) => ({ ...one, kind: "erased" as const, body: null, vectors: null }));
    await appendRows(hub, called("writer"), wide.length + narrow.length, gone);
    const ways = [identity, { ...identity, hasVectors: false }];
    const found = await Promise.all(ways.map((how) => nearClaims(hub, how, [query!], { model: "wide", limit: 5 })));
    expect(found.flat(2).filter(({ entry }) => entry.startsWith(idOf("wide", 0, 0).slice(0, -1)))).toEqual([]);
  });

  it("are found beside rows that say nonsense", async () => {
    await registerAgent(hub, called("liar"), randomBytes(32));
    const same = { model: "wide" };
    const none = Number.NaN;
    await appendRows(hub, called("liar"), 0, [
      row(called("liar"), 1, { ...same, body: "no JSON", vectors: bytesOf(anyVector(384), wide[70]!.vector) }),
      row(called("liar"), 2, { ...same, body: "{}", vectors: bytesOf(anyVector(384), wide[70]!.vector) }),
      row(called("liar"), 3, { ...same, vectors: bytesOf(anyVector(384), new Float32Array(384).fill(none)) }),
      row(called("liar"), 4, { ...same, vectors: bytesOf(anyVector(384), new Float32Array(384)) }),
      row(called("liar"), 5, { ...same, vectors: randomBytes(3071) }),
      row(called("liar"), 6, { ...same, vectors: randomBytes(8) }),
    ]);
    for (const how of [identity, { ...identity, hasVectors: false }]) {
      const [found] = await nearClaims(hub, how, [wide[70]!.vector], { model: "wide", limit: 5 });
      expect(found?.filter(({ agent }) => agent === called("writer")).map(({ entry }) => entry)).toContain(
        idOf("wide", 7, 0),
      );
      expect(found?.some(({ agent }) => agent === called("liar"))).toBe(false);
    }
  });

  it("are found behind any number of rows that do not count", async () => {
    const flood = called("flood");
    await registerAgent(hub, flood, randomBytes(32));
    const { vector } = wide[130]!;
    const vectors = bytesOf(anyVector(384), vector);
    await appendRows(
      hub,
      flood,
      0,
      Array.from({ length: 700 }, (_, at) => row(flood, at + 1, { model: "wide", vectors })),
    );
    const counts = ({ agent }: { agent: string }) => agent !== flood;
    for (const how of [identity, { ...identity, hasVectors: false }]) {
      const [found] = await nearClaims(hub, how, [vector], { model: "wide", limit: 5, counts });
      expect(found?.map(({ entry }) => entry)).toEqual(expected(wide, vector, 5));
    }
  });
});
