/** A capture is compared with the table, and adds its own row to it. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimOf, type Entry, templateOf } from "../../src/entry/entry.js";
import { tidyIndex } from "../../src/search/index-check.js";
import { forgetVectors } from "../../src/search/vectors/forget-vectors.js";
import { withLock } from "../../src/store/files/lock.js";
import type { TestWorld } from "../store/workspace.js";
import {
  build,
  FORGOTTEN,
  fileOf,
  find,
  indexed,
  KNOWN,
  look,
  NEW,
  ownersIn,
  remove,
  searching,
  tableOf,
  world,
  write,
} from "./world.js";

const DRAFT = templateOf(NEW);

/** Each entry has two rows: the whole and the claim. */
const twice = (entries: readonly Entry[]) => entries.flatMap(({ id }) => [id, id]).sort();

/** The bytes of every file in a folder. */
const bytesIn = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

/** What a capture of {@link NEW} does, as far as search is concerned. */
async function capture(ctx: TestWorld, entry: Entry = NEW, entries: readonly Entry[] = [...KNOWN, entry]) {
  return await searching(ctx, async (search) => {
    const near = await search.neighbours(templateOf(entry), claimOf(entry));
    write(ctx, entries);
    await search.added([entry]);
    return near;
  });
}

const recalled = (ctx: TestWorld) => find(ctx, "parallel installs", "hybrid", 5);

describe("rows of captures", () => {
  it("a capture is compared with every row, and adds its own", { tags: "proof" }, async () => {
    const ctx = await indexed();
    const near = await capture(ctx);
    expect(near).toMatchObject({ novelty: "checked", warnings: [] });
    expect(near.candidates[0]).toMatchObject({ id: "INS-20260101-A0001" });
    expect(near.candidates[0]?.similarity).toBeGreaterThan(0.6);
    expect(await ownersIn(ctx)).toEqual(twice([...KNOWN, NEW]));
    expect(await build(ctx)).toMatchObject({ index: "fresh", embedded: 0 });
    expect((await recalled(ctx)).results[0]?.head.id).toBe(NEW.id);
  });

  it("what others wrote meanwhile is compared, however much it is", async () => {
    const ctx = await indexed();
    await searching(ctx, async (search, earlier) => {
      const draft = { template: DRAFT, claim: claimOf(NEW) };
      const before = await search.neighbours(draft.template, draft.claim);
      const others = Array.from({ length: 6 }, (_, at) => ({ ...KNOWN[0], id: `INS-20260102-C000${at}` }) as Entry);
      write(ctx, [...KNOWN, ...others]);
      await build(ctx);
      const near = await search.within((await look(ctx)).tree).neighboursSince(earlier, before, draft);
      expect(near.candidates.map(({ id }) => id)).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
    });
  });

  it("the first captures of a workspace know each other", async () => {
    const ctx = world();
    const [first, second] = KNOWN as [Entry, Entry, Entry];
    await capture(ctx, first, [first]);
    await capture(ctx, second, [first, second]);
    const near = await capture(ctx, NEW, [first, second, NEW]);
    expect(near).toMatchObject({ novelty: "checked", warnings: [] });
    expect(near.candidates.map(({ id }) => id)).toContain(first.id);
    expect((await recalled(ctx)).results[0]?.head.id).toBe(NEW.id);
  });

  it("the row of an entry that left leaves when the table is put in order", async () => {
    const ctx = await indexed();
    await capture(ctx);
    write(ctx, [...KNOWN, { ...NEW, forgotten: FORGOTTEN }]);
    const found = await recalled(ctx);
    expect(found).toMatchObject({ index: "fresh", pending: 0 });
    const { tree } = await look(ctx);
    await tidyIndex(ctx, tree);
    expect(await ownersIn(ctx)).not.toContain(NEW.id);
  });

  it("an index that cannot be written leaves the capture whole, and the next reader makes up for it", {
    tags: "proof",
    timeout: 30_000,
  }, async () => {
    const ctx = await indexed();
    await withLock(join(ctx.workspace.index, "lock"), "test", 1_000, async () => {
      const near = await capture(ctx);
      expect(near.candidates.map(({ id }) => id)).toContain("INS-20260101-A0001");
    });
    expect(await ownersIn(ctx)).not.toContain(NEW.id);
    expect((await recalled(ctx)).results[0]?.head.id).toBe(NEW.id);
    expect(await ownersIn(ctx)).toContain(NEW.id);
  });

  it("row 28: where words must go one table is left, without their rows and without older ones", async () => {
    const ctx = await indexed();
    await capture(ctx);
    cpSync(tableOf(ctx), join(ctx.workspace.index, "vectors-of-another-model.lance"), { recursive: true });
    remove(ctx.workspace.absolute(fileOf(NEW)));
    const { tree } = await look(ctx);
    await forgetVectors(ctx, tree, 1_000);
    const left = readdirSync(ctx.workspace.index).filter((name) => name.endsWith(".lance"));
    expect(left).toEqual([basename(tableOf(ctx))]);
    expect(await ownersIn(ctx)).toEqual(twice(KNOWN));
    expect(bytesIn(ctx.workspace.index).some((bytes) => bytes.includes(NEW.id))).toBe(false);
    expect(await recalled(ctx)).toMatchObject({ index: "fresh", pending: 0 });
  });
});
