/** Rows of the index over many changes, by one writer and by several. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { needsTidying } from "../../src/search/index-status.js";
import { VectorIndex } from "../../src/search/vectors/vector-index.js";
import { dot, INDEX_FROM, VectorTable } from "../../src/search/vectors/vector-table.js";
import { CacheDatabase } from "../../src/store/cache/database.js";
import { dice, rounds } from "../effort.js";
import { heartbeat } from "../operations.js";
import { FORGOTTEN } from "../rules/said.js";
import { correction, insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { build, fileOf, find, indexed, modelOf, openTable, ownersIn, remove, world, write } from "./world.js";

const WORDS = "release lockfile backup webhook timeout retry queue cache schema token review session".split(" ");

async function answers(ctx: TestWorld, queries: readonly string[]) {
  await build(ctx);
  const all: unknown[] = [];
  for (const query of queries) {
    const found = await find(ctx, query);
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    all.push(found.results.map(({ head, score }) => [head.id, head.text, score]));
  }
  return all;
}

const VECTOR = new Float32Array(384).fill(1 / Math.sqrt(384));
const rowOf = (id: string) => ({ key: `${id} whole ${"0".repeat(32)}`, vector: VECTOR });
/** What one process does for one row: it holds it, and writes. */
async function put(ctx: TestWorld, ids: readonly string[], waitMs = 1_000): Promise<void> {
  const database = CacheDatabase.of(ctx.workspace);
  const index = new VectorIndex(ctx.workspace, modelOf(ctx), false);
  await index.open(database, waitMs);
  index.hold(ids.map(rowOf));
  await index.write(database, waitMs);
}

describe("the index over time", () => {
  it("row 32: after random operations it answers like one built anew", {
    tags: "more",
    timeout: 180_000,
  }, async () => {
    const roll = dice(32);
    const ctx = world();
    const entries = new Map<string, Entry>();
    const sentence = () => Array.from({ length: 6 }, () => WORDS[roll(WORDS.length)]).join(" ");
    const flush = () => {
      remove(ctx.workspace.learning);
      write(ctx, [...entries.values()]);
    };
    for (let round = 0; round < rounds(7, 25); round++) {
      for (let step = 0; step < 20; step++) {
        const ids = [...entries.keys()];
        const id = ids[roll(ids.length || 1)];
        const known = id === undefined ? undefined : entries.get(id);
        const kind = roll(6);
        if (known === undefined || kind < 2) {
          const day = String(1 + roll(20)).padStart(2, "0");
          const tail = `A${String(round * 20 + step).padStart(4, "0")}`;
          const timestamp = `2026-01-${day}T08:00:00Z`;
          const made =
            kind === 0
              ? insight({ id: `INS-202601${day}-${tail}`, timestamp, insight: sentence() })
              : correction({ id: `COR-202601${day}-${tail}`, timestamp, corrected_to: sentence() });
          entries.set(made.id, made);
        } else if (kind === 2) entries.delete(known.id);
        else if (kind === 3) entries.set(known.id, { ...known, ...FORGOTTEN });
        else if (kind === 4) {
          const { forgotten: _, ...live } = known;
          entries.set(known.id, live as Entry);
        } else if (known.type === "insight") entries.set(known.id, { ...known, insight: sentence() });
        else if (known.type === "correction") entries.set(known.id, { ...known, corrected_to: sentence() });
      }
      flush();
      if (round % 5 === 0) remove(ctx.workspace.absolute(fileOf([...entries.values()][0] as Entry)));
      // Some rounds are seen by a reader, some by nobody.
      if (roll(2) === 0) await find(ctx, sentence());
      flush();
    }
    const queries = Array.from({ length: rounds(20, 50) }, () => sentence().split(" ").slice(0, 3).join(" "));
    const grown = await answers(ctx, queries);
    remove(ctx.workspace.local);
    expect(grown).toEqual(await answers(ctx, queries));
  });

  it("row 31: hundreds of writes leave a bounded number of files and no row twice, also under readers", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const ctx = await indexed([insight()]);
    const reader = await openTable(ctx);
    for (let number = 0; number < rounds(80, 1_000); number++) {
      await put(ctx, [`INS-20260101-A${String(number % 40).padStart(4, "0")}`]);
      if (number % 10 === 0) await reader.keys();
      if (needsTidying(CacheDatabase.of(ctx.workspace))) await heartbeat({ ...ctx });
    }
    const owners = await ownersIn(ctx);
    expect(owners).toHaveLength(new Set(owners).size + 1);
    // As it is an hour later, when no reader needs the versions between.
    await (await openTable(ctx)).tidy(0);
    const files = readdirSync(ctx.workspace.index, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
    expect(files.length).toBeLessThan(60);
  });

  it("row 31: a heartbeat joins what captures left in many pieces, and says nothing of it", {
    timeout: 60_000,
  }, async () => {
    const ctx = await indexed([insight()]);
    const needs = () => needsTidying(CacheDatabase.of(ctx.workspace));
    for (let write_ = 0; write_ <= 60; write_++) await put(ctx, [`INS-20260101-B${String(write_).padStart(4, "0")}`]);
    expect(needs()).toBe(true);
    expect(await heartbeat({ ...ctx }, { dryRun: true })).toMatchObject({ did: [] });
    expect(needs()).toBe(true);
    const reader = await openTable(ctx);
    expect(await heartbeat({ ...ctx })).toMatchObject({ did: [] });
    expect(needs()).toBe(false);
    // Rows of no entry left; who opened the table before still reads its own version.
    expect(await ownersIn(ctx)).toEqual([insight().id, insight().id]);
    expect((await reader.keys()).size).toBe(63);
  });

  it("rows that a killed writer left unnoted are as good as any other, and those of no text are never answered", async () => {
    const known = insight({ insight: "The cache needs a schema version" });
    const ctx = await indexed([known]);
    const table = await openTable(ctx);
    await table.put([rowOf("INS-20200101-ZZZZZ"), rowOf(known.id)]);
    write(ctx, [known, insight({ id: "INS-20260214-B0000" })]);
    const found = await answers(ctx, ["schema version"]);
    expect(JSON.stringify(found)).not.toContain("ZZZZZ");
    expect(await ownersIn(ctx)).toEqual(["INS-20260214-B0000", "INS-20260214-B0000", known.id, known.id].sort());
  });

  it("row 6: eight writers of the same and their own rows lose none and leave none twice", {
    tags: "proof",
    timeout: 120_000,
  }, async () => {
    const ctx = world();
    await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        for (let own = 0; own < 5; own++) {
          await put(ctx, ["INS-20260101-S0000", `INS-2026010${number + 1}-A000${own}`], 60_000);
        }
      }),
    );
    expect(await ownersIn(ctx)).toHaveLength(41);
  });

  it("a large table is searched by its own index, which finds what comparing every row finds", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const ctx = world();
    const roll = dice(5);
    const numbers = (near?: Float32Array) => {
      const vector = Float32Array.from({ length: 384 }, (_, at) => roll(2_001) / 1_000 - 1 + 2 * (near?.[at] ?? 0));
      const length = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0));
      return vector.map((one) => one / length);
    };
    const topics = Array.from({ length: 40 }, () => numbers());
    const rows = Array.from({ length: INDEX_FROM + 100 }, (_, at) => ({
      key: `INS-20260101-${String(at).padStart(6, "0")} claim ${"0".repeat(32)}`,
      vector: numbers(topics[at % 40]),
    }));
    const table = await VectorTable.create(ctx.workspace.index, modelOf(ctx));
    await table.put(rows);
    const filter = { kinds: ["insight"], part: "claim" } as const;
    await table.tidy();
    const fresh = { key: `COR-20260101-000001 claim ${"0".repeat(32)}`, vector: numbers(topics[0]) };
    await table.put([fresh]);
    for (const topic of topics.slice(0, 10)) {
      const exact = rows
        .map(({ key, vector }) => ({ key, cosine: dot(topic, vector) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 50)
        .map(({ key }) => key);
      const found = new Set((await table.nearest(topic, filter, 50)).map(({ key }) => key));
      expect(exact.filter((key) => found.has(key)).length).toBeGreaterThanOrEqual(48);
    }
    expect(await table.nearest(fresh.vector, { kinds: ["correction"] }, 1)).toMatchObject([{ key: fresh.key }]);
  });
});
