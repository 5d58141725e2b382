/** Rows of the index over many changes, by one writer and by several. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { needsCompacting } from "../../src/search/index-status.js";
import { rowsOf } from "../../src/search/vectors/embed-missing.js";
import { COMPACT_AFTER } from "../../src/search/vectors/vector-pointer.js";
import { VectorStore } from "../../src/search/vectors/vector-store.js";
import { VectorTable } from "../../src/search/vectors/vector-table.js";
import { dice, rounds } from "../effort.js";
import { heartbeat } from "../operations.js";
import { correction, insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { build, fileOf, find, indexed, look, modelOf, remove, vectorsOf, world, write } from "./world.js";

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

const storeOf = (ctx: TestWorld) => new VectorStore(ctx.workspace, modelOf(ctx));
const HASH = "0".repeat(32);
const VECTOR = new Float32Array(384).fill(1 / Math.sqrt(384));
/** A change by somebody who wants all rows. */
const CHANGE = {
  of: { hash: "", wants: () => true },
  isComplete: false,
  waitMs: 1_000,
  compactAfter: COMPACT_AFTER.reading,
};

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
        else if (kind === 3) entries.set(known.id, { ...known, status: "superseded" });
        else if (kind === 4) entries.set(known.id, { ...known, status: "active" });
        else if (known.type === "insight") entries.set(known.id, { ...known, insight: sentence() });
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
    timeout: 120_000,
  }, async () => {
    const ctx = world();
    const writer = storeOf(ctx);
    for (let number = 0; number < rounds(80, 1_000); number++) {
      const id = `INS-20260101-A${String(number % 40).padStart(4, "0")}`;
      await writer.change({ ...CHANGE, rows: [{ id, hash: HASH, vector: VECTOR }] });
      if (number % 10 === 0) await storeOf(ctx).read();
    }
    const last = storeOf(ctx);
    const { all } = await last.read();
    expect(last.trouble).toBeUndefined();
    expect(all).toHaveLength(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(40);
    const files = readdirSync(ctx.workspace.index, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
    expect(files.length).toBeLessThan(250);
  });

  it("row 31: a heartbeat copies what captures left in many pieces, and says nothing of it", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const ctx = await indexed([insight()]);
    const store = storeOf(ctx);
    const rows = (await store.read()).all;
    for (let write_ = 0; write_ <= COMPACT_AFTER.heartbeat; write_++) {
      await store.change({ ...CHANGE, rows, compactAfter: COMPACT_AFTER.capturing });
    }
    expect(needsCompacting(ctx.workspace)).toBe(true);
    expect(await heartbeat({ ...ctx }, { dryRun: true })).toMatchObject({ did: [] });
    expect(needsCompacting(ctx.workspace)).toBe(true);
    expect(await heartbeat({ ...ctx })).toMatchObject({ did: [] });
    expect(needsCompacting(ctx.workspace)).toBe(false);
    expect((await storeOf(ctx).read()).all).toEqual(rows);
  });

  it("row 31: the older table stays for those who opened it before it was copied", async () => {
    const ctx = world();
    const rows = [{ id: "INS-20260101-A0000", hash: HASH, vector: VECTOR }];
    await storeOf(ctx).change({ ...CHANGE, rows });
    const open = await VectorTable.open(vectorsOf(ctx), 384);
    await storeOf(ctx).compact(CHANGE.of, 1_000);
    const left = await open.read();
    expect(left.isWhole).toBe(true);
    expect(left.rows.all).toEqual(rows);
    expect((await storeOf(ctx).read()).all).toHaveLength(1);
  });

  it("a write that was cut short before it was pointed to is as good as any other", async () => {
    const known = insight({ insight: "The cache needs a schema version" });
    const ctx = await indexed([known]);
    const table = await VectorTable.open(vectorsOf(ctx), 384);
    // As a killed writer leaves it: in the table, and nobody knows. No entry has this text.
    await table.put([{ id: "INS-20200101-ZZZZZ", hash: "f".repeat(32), vector: VECTOR }]);
    await table.put([{ id: known.id, hash: "e".repeat(32), vector: VECTOR }]);
    write(ctx, [known, insight({ id: "INS-20260214-B0000" })]);
    const found = await answers(ctx, ["schema version"]);
    expect(JSON.stringify(found)).not.toContain("ZZZZZ");
    const { tree } = await look(ctx);
    const store = storeOf(ctx);
    await store.compact(rowsOf(tree), 1_000);
    const left = (await store.read()).all.map(({ id }) => id);
    expect(left.sort()).toEqual(["INS-20260214-B0000", "INS-20260214-B0000", known.id, known.id].sort());
  });

  it("row 6: eight writers of the same and their own rows lose none and leave none twice", {
    tags: "proof",
    timeout: 120_000,
  }, async () => {
    const ctx = world();
    const stores = Array.from({ length: 8 }, () => storeOf(ctx));
    const shared = { id: "INS-20260101-S0000", hash: HASH, vector: VECTOR };
    await Promise.all(
      stores.map(async (store, number) => {
        for (let own = 0; own < 5; own++) {
          const row = { id: `INS-2026010${number + 1}-A000${own}`, hash: HASH, vector: VECTOR };
          await store.change({ ...CHANGE, rows: [shared, row], waitMs: 60_000 });
        }
      }),
    );
    const { all } = await storeOf(ctx).read();
    expect(all).toHaveLength(41);
  });

  it("hostile ids reach no row, nor do vectors of another length or with what is no number", async () => {
    const ctx = world();
    const store = storeOf(ctx);
    const hostile = ["' OR '1'='1", "x') OR (1=1", "INS-20260101-A0000'--", "INS-20260101-A0000 f"];
    const rows = ["INS-20260101-A0000", ...hostile].map((id) => ({ id, hash: HASH, vector: VECTOR }));
    await store.change({ ...CHANGE, rows });
    for (const vector of [new Float32Array(8), new Float32Array(400), new Float32Array(384).fill(Number.NaN)]) {
      const wrong = [{ id: "INS-20260101-A0000", hash: HASH, vector }];
      await expect(store.change({ ...CHANGE, rows: wrong })).rejects.toThrow(/384 numbers/);
    }
    expect((await store.read()).all.map(({ id }) => id)).toEqual(["INS-20260101-A0000"]);
  });
});
