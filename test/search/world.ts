/** A workspace with entries in its files, as search sees it. */
import { rmSync } from "node:fs";
import type { Entry } from "../../src/entry/entry.js";
import { RECORD_TYPES } from "../../src/entry/record-types.js";
import { foundIn } from "../../src/search/found-in.js";
import type { RecallMode } from "../../src/search/fusion.js";
import { locateModel } from "../../src/search/model/model-files.js";
import { Search } from "../../src/search/search.js";
import type { BuildReport } from "../../src/search/search-results.js";
import { nameIn } from "../../src/search/vectors/text-name.js";
import { tableFolder, tableName, VectorTable } from "../../src/search/vectors/vector-table.js";
import type { Profile } from "../../src/settings.js";
import { defaultProfile } from "../../src/settings.js";
import { openStore, type Store } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { insight } from "../store/entries.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

/** The file a record of its day stands in. */
export function fileOf(entry: Entry): string {
  if (entry.type === "memory") return `memory/facts/${entry.category}.md`;
  const digits = entry.id.split("-")[1] as string;
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return `${RECORD_TYPES[entry.type].folder}/${day}.md`;
}

/** Writes entries into the files of their days, replacing those files. */
export function write(world: TestWorld, entries: readonly Entry[]): void {
  const texts = new Map<string, string>();
  for (const entry of entries) texts.set(fileOf(entry), appendRecord(texts.get(fileOf(entry)), entry));
  for (const [file, text] of texts) world.put(file, text);
}

export function world(entries: readonly Entry[] = [], profile: Partial<Profile> = {}): TestWorld {
  const made = testWorld(profile);
  write(made, entries);
  return made;
}

/** A fresh look at the files, as a new process would take it. */
export async function look(ctx: TestWorld): Promise<{ tree: Store; search: Search }> {
  // A context of its own: the model is looked up anew.
  const fresh = { ...ctx };
  const tree = await openStore(fresh);
  return { tree, search: new Search(fresh, tree) };
}

export const remove = (path: string) => rmSync(path, { recursive: true, force: true });

/** Three that speak of three things, and one that is near the first. */
export const KNOWN = [
  insight({ id: "INS-20260101-A0001", insight: "The lockfile drifts when two people install at once" }),
  insight({ id: "INS-20260101-A0002", insight: "Backups are only real after a restore" }),
  insight({ id: "INS-20260101-A0003", insight: "A webhook is retried for three days" }),
];
export const NEW = insight({ id: "INS-20260201-B0001", insight: "Two parallel installs make the lockfile drift" });

export const FORGOTTEN = { at: "2026-03-01T10:00:00Z", by: "bridget", tier: "owner" } as const;

/** A search of its own, closed when the work is done. */
export async function searching<T>(ctx: TestWorld, work: (search: Search, tree: Store) => Promise<T>): Promise<T> {
  const { tree, search } = await look(ctx);
  try {
    return await work(search, tree);
  } finally {
    await search.close();
  }
}

/** Gives every entry its vectors. */
export const build = (ctx: TestWorld): Promise<BuildReport> => searching(ctx, (search) => search.build(ctx.progress));

/** A world whose index is whole. */
export async function indexed(entries: readonly Entry[] = KNOWN): Promise<TestWorld> {
  const ctx = world(entries);
  await build(ctx);
  return ctx;
}

/** What a question finds, whoever it is of. */
export const find = (ctx: TestWorld, query: string, mode: RecallMode = "hybrid", limit = 10) =>
  searching(ctx, (search) => foundIn([search], query, [{ mode, limit, accept: () => true }]));

/** The shipped model. */
export function modelOf(ctx: TestWorld) {
  const located = locateModel(defaultProfile(), ctx.workspace);
  if ("unavailable" in located) throw new Error(located.unavailable);
  return located;
}

/** The folder of our table. */
export const tableOf = (ctx: TestWorld): string => tableFolder(ctx.workspace.index, tableName(modelOf(ctx)));

/** The table itself. */
export async function openTable(ctx: TestWorld): Promise<VectorTable> {
  const table = await VectorTable.open(ctx.workspace.index, modelOf(ctx));
  if (table === undefined) throw new Error("there is no table");
  return table;
}

/** Whose rows stand in the table, in order; of each text once. */
export const ownersIn = async (ctx: TestWorld): Promise<string[]> =>
  [...(await (await openTable(ctx)).keys())].map((key) => nameIn(key).owner).sort();
