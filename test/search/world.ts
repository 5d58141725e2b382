/** A workspace with entries in its files, as search sees it. */
import { rmSync } from "node:fs";
import type { Profile } from "../../src/config.js";
import type { Entry } from "../../src/entry/entry.js";
import { RECORD_TYPES } from "../../src/entry/record-types.js";
import { Search } from "../../src/search/search.js";
import { openStore, type Store } from "../../src/store/open-store.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
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
