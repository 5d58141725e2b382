/** Rows of the index over many changes, by one writer and by several. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE } from "../../src/config.js";
import type { Entry } from "../../src/entry/entry.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { VectorIndex } from "../../src/search/vectors/vector-index.js";
import { correction, insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { fileOf, look, remove, world, write } from "./world.js";

const WORDS =
  "release lockfile backup webhook timeout retry queue cache schema token review memory session budget latency".split(
    " ",
  );

/** A repeatable stream of numbers below a bound (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

async function answers(ctx: TestWorld, queries: readonly string[]) {
  const { search } = await look(ctx);
  await search.build(ctx.progress);
  const all: unknown[] = [];
  for (const query of queries) {
    const found = await search.recall(query, { mode: "hybrid", limit: 10, accept: () => true });
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    all.push(found.results.map(({ head, score }) => [head.id, head.text, score]));
  }
  await search.close();
  return all;
}

const model = (ctx: TestWorld) => {
  const located = locateModel(DEFAULT_PROFILE, ctx.workspace);
  if ("unavailable" in located) throw new Error(located.unavailable);
  return located;
};

describe("the index over time", () => {
  it("row 32: after random operations it answers like one built anew", async () => {
    const roll = dice(32);
    const ctx = world();
    const entries = new Map<string, Entry>();
    const sentence = () => Array.from({ length: 6 }, () => WORDS[roll(WORDS.length)]).join(" ");
    const flush = () => {
      remove(ctx.workspace.learning);
      write(ctx, [...entries.values()]);
    };
    for (let round = 0; round < 25; round++) {
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
        else if (kind === 3) entries.set(known.id, { ...known, status: "superseded" });
        else if (kind === 4) entries.set(known.id, { ...known, status: "active" });
        else if (known.type === "insight") entries.set(known.id, { ...known, insight: sentence() });
        else if (known.type === "correction") entries.set(known.id, { ...known, corrected_to: sentence() });
      }
      flush();
      if (round % 5 === 0) remove(ctx.workspace.absolute(fileOf([...entries.values()][0] as Entry)));
      // Some rounds are seen by a reader, some by nobody.
      if (roll(2) === 0) {
        const { search } = await look(ctx);
        await search.recall(sentence(), { mode: "hybrid", limit: 5, accept: () => true });
        await search.close();
      }
      flush();
    }
    const queries = Array.from({ length: 50 }, () =>
      Array.from({ length: 3 }, () => WORDS[roll(WORDS.length)]).join(" "),
    );
    const grown = await answers(ctx, queries);
    remove(ctx.workspace.local);
    expect(grown).toEqual(await answers(ctx, queries));
  }, 180_000);

  it("row 31: hundreds of writes leave a bounded number of files and no id twice, also under readers", async () => {
    const ctx = world();
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
    const writer = new VectorIndex(ctx.workspace, model(ctx));
    const reader = new VectorIndex(ctx.workspace, model(ctx));
    for (let write_ = 0; write_ < 150; write_++) {
      const id = `INS-20260101-A${String(write_ % 40).padStart(4, "0")}`;
      await writer.change(1_000, async (rows, table) => {
        await table.put([{ id, hash: "0".repeat(32), vector }]);
        rows.files.set("f", { hash: "", rows: new Map([...(rows.files.get("f")?.rows ?? []), [id, "0".repeat(32)]]) });
      });
      if (write_ % 10 === 0 && reader.exists) await (await reader.table()).nearest(vector, 5);
    }
    const last = new VectorIndex(ctx.workspace, model(ctx));
    expect(last.off).toBeUndefined();
    const contents = await (await last.table()).nearest(vector, 1_000);
    expect(contents.map(({ id }) => id).sort()).toEqual([...(last.rows.files.get("f")?.rows.keys() ?? [])].sort());
    expect(contents).toHaveLength(40);
    const files = readdirSync(ctx.workspace.index, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
    expect(files.length).toBeLessThan(700);
  }, 120_000);

  it("a write that was cut short before its record is found and put right", async () => {
    const ctx = world([insight({ insight: "The cache needs a schema version" })]);
    const { search } = await look(ctx);
    await search.build(ctx.progress);
    await search.close();
    const index = new VectorIndex(ctx.workspace, model(ctx));
    const stray = new Float32Array(384).fill(1 / Math.sqrt(384));
    // As a killed writer leaves it: in the table, but not in the record.
    await (await index.table()).put([{ id: "INS-20200101-ZZZZZ", hash: "f".repeat(32), vector: stray }]);
    write(ctx, [insight({ insight: "The cache needs a schema version" }), insight({ id: "INS-20260214-B0000" })]);
    const found = await answers(ctx, ["schema version"]);
    expect(JSON.stringify(found)).not.toContain("ZZZZZ");
    const mended = new VectorIndex(ctx.workspace, model(ctx));
    expect([...(await (await mended.table()).contents()).keys()].sort()).toEqual([
      "INS-20260214-B0000",
      "INS-20260214-M2XBA",
    ]);
  });

  it("hostile ids never reach a filter", async () => {
    const ctx = world();
    const index = new VectorIndex(ctx.workspace, model(ctx));
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384));
    await index.change(1_000, async (_, table) => {
      await table.put([
        { id: "INS-20260101-A0000", hash: "0".repeat(32), vector },
        { id: "' OR '1'='1", hash: "0".repeat(32), vector },
      ]);
      await table.remove(["' OR '1'='1", "x') OR (1=1", "INS-20260101-A0000'--"]);
      expect([...(await table.contents()).keys()]).toEqual(["INS-20260101-A0000"]);
      expect(await table.cosines(vector, ["' OR '1'='1"])).toEqual(new Map());
    });
  });

  it("refuses vectors of another length or with what is no number", async () => {
    const ctx = world();
    const index = new VectorIndex(ctx.workspace, model(ctx));
    await index.change(1_000, async (_, table) => {
      for (const vector of [new Float32Array(8), new Float32Array(400), new Float32Array(384).fill(Number.NaN)]) {
        await expect(table.put([{ id: "INS-20260101-A0000", hash: "0", vector }])).rejects.toThrow(/384 numbers/);
      }
    });
  });
});
