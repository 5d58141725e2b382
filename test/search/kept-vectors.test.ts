/** Captures compare with the vectors that are kept in a file, and leave the table to whoever searches next. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { type Entry, templateOf } from "../../src/entry/entry.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { VectorIndex } from "../../src/search/vectors/vector-index.js";
import { VectorTable } from "../../src/search/vectors/vector-table.js";
import { insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { look, remove, world, write } from "./world.js";

const KNOWN = [
  insight({ id: "INS-20260101-A0001", insight: "The lockfile drifts when two people install at once" }),
  insight({ id: "INS-20260101-A0002", insight: "Backups are only real after a restore" }),
  insight({ id: "INS-20260101-A0003", insight: "A webhook is retried for three days" }),
];
const NEW = insight({ id: "INS-20260201-B0001", insight: "Two parallel installs make the lockfile drift" });
const DRAFT = templateOf(NEW);

function index(ctx: TestWorld): VectorIndex {
  const located = locateModel(DEFAULT_PROFILE, ctx.workspace);
  if ("unavailable" in located) throw new Error(located.unavailable);
  return new VectorIndex(ctx.workspace, located);
}

async function built(): Promise<TestWorld> {
  const ctx = world(KNOWN);
  const { search } = await look(ctx);
  await search.build(ctx.progress);
  await search.close();
  return ctx;
}

/** What a capture of {@link NEW} does, as far as search is concerned. */
async function capture(ctx: TestWorld, entry: Entry = NEW, entries: readonly Entry[] = [...KNOWN, entry]) {
  const { search } = await look(ctx);
  const near = await search.neighbours(templateOf(entry));
  write(ctx, entries);
  await search.added([entry]);
  await search.close();
  return near;
}

async function recalled(ctx: TestWorld, query = "parallel installs") {
  const { search } = await look(ctx);
  const found = await search.recall(query, { mode: "semantic", limit: 5, accept: () => true });
  await search.close();
  return found;
}

const rounded = (near: Awaited<ReturnType<typeof capture>>) =>
  near.candidates.map(({ id, similarity }) => [id, similarity?.toFixed(5)]);

const vectorFile = (ctx: TestWorld) => {
  const folder = join(ctx.workspace.cache, "vectors");
  return join(folder, readdirSync(folder)[0] as string);
};

describe("vectors that are kept", () => {
  it("give the cosines that LanceDB gives", async () => {
    const ctx = await built();
    const { search } = await look(ctx);
    const kept = await search.neighbours(DRAFT);
    await search.close();
    remove(join(ctx.workspace.cache, "vectors"));
    const { search: other } = await look(ctx);
    const inTable = await other.neighbours(DRAFT);
    await other.close();
    expect(kept.novelty).toBe("checked");
    expect(kept.candidates[0]).toMatchObject({ id: "INS-20260101-A0001" });
    expect(rounded(kept)).toEqual(rounded(inTable));
  });

  it("a capture notes its row, and the next search writes it into the table", async () => {
    const ctx = await built();
    const before = await index(ctx).table();
    expect(await before.contents()).toHaveProperty("size", 3);
    await capture(ctx);
    const noted = index(ctx);
    expect([...noted.rows.behind.keys()]).toEqual([NEW.id]);
    expect([...(await (await noted.table()).contents()).keys()]).not.toContain(NEW.id);
    const found = await recalled(ctx);
    expect(found.results[0]?.head.id).toBe(NEW.id);
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    const after = index(ctx);
    expect(after.rows.behind.size).toBe(0);
    expect([...(await (await after.table()).contents()).keys()].sort()).toEqual(
      [...KNOWN.map(({ id }) => id), NEW.id].sort(),
    );
  });

  it("the first captures of a workspace make no table, and know each other", async () => {
    const ctx = world();
    const [first, second] = KNOWN as [Entry, Entry, Entry];
    await capture(ctx, first, [first]);
    await capture(ctx, second, [first, second]);
    expect(index(ctx).hasTable).toBe(false);
    const near = await capture(ctx, NEW, [first, second, NEW]);
    expect(near).toMatchObject({ novelty: "checked", warnings: [] });
    expect(near.candidates.map(({ id }) => id)).toContain(first.id);
    expect((await recalled(ctx)).results[0]?.head.id).toBe(NEW.id);
    expect(index(ctx).hasTable).toBe(true);
  });

  it("a table that was made just before its writer was killed is made anew", async () => {
    const ctx = world();
    const [first] = KNOWN as [Entry, Entry, Entry];
    await capture(ctx, first, [first]);
    const generation = readdirSync(ctx.workspace.index).find((name) => name.startsWith("g-")) as string;
    const table = await VectorTable.create(join(ctx.workspace.index, generation), 384);
    await table.put([{ id: "INS-20200101-ZZZZZ", hash: "f".repeat(32), vector: new Float32Array(384).fill(0.05) }]);
    const found = await recalled(ctx, "two people install");
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    expect(found.results.map(({ head }) => head.id)).toEqual([first.id]);
    expect([...(await (await index(ctx).table()).contents()).keys()]).toEqual([first.id]);
  });

  it("an entry that leaves before its row was written never reaches the table", async () => {
    const ctx = await built();
    await capture(ctx);
    write(ctx, [...KNOWN, { ...NEW, status: "forgotten" }]);
    const found = await recalled(ctx);
    expect(found.results.map(({ head }) => head.id)).not.toContain(NEW.id);
    expect([...(await (await index(ctx).table()).contents()).keys()]).not.toContain(NEW.id);
  });

  it("a row whose vector is lost before it was written is made again", async () => {
    const ctx = await built();
    await capture(ctx);
    remove(join(ctx.workspace.cache, "vectors"));
    await recalled(ctx);
    const found = await recalled(ctx);
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    expect(found.results[0]?.head.id).toBe(NEW.id);
  });

  it("where one is damaged, the table is asked", async () => {
    const ctx = await built();
    const { search: before } = await look(ctx);
    const right = await before.neighbours(DRAFT);
    await before.close();
    const bytes = readFileSync(vectorFile(ctx));
    const record = bytes.length / KNOWN.length;
    for (let number = 0; number < KNOWN.length; number++) bytes.writeFloatLE(50, number * record + 40);
    writeFileSync(vectorFile(ctx), bytes);
    const { search } = await look(ctx);
    const near = await search.neighbours(DRAFT);
    await search.close();
    expect(near.novelty).toBe("checked");
    expect(rounded(near)).toEqual(rounded(right));
  });

  it("a folder of the index that cannot be written leaves the capture whole", async () => {
    const ctx = await built();
    const rows = index(ctx);
    await rows.underLock(1_000, async () => {
      const near = await capture(ctx);
      expect(near.candidates.map(({ id }) => id)).toContain("INS-20260101-A0001");
    });
    expect((await recalled(ctx)).results[0]?.head.id).toBe(NEW.id);
  }, 30_000);
});
