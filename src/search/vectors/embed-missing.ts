import { isLive, templateOf } from "../../entry/entry.js";
import type { EntryMeta, Store } from "../../store/open-store.js";
import { readableEntries } from "../readable-entries.js";
import { textHash, type VectorCache } from "./vector-cache.js";

/** Entries between two saves: keeps memory small, and an interrupted run keeps what it did. */
const STEP = 512;

/** Live entries in these files. */
export function liveIn(tree: Store, files: readonly string[]): EntryMeta[] {
  return tree.headsIn(new Set(files)).filter((head) => isLive(head));
}

/**
 * Puts the vectors of these entries into the cache, as far as they are not there. LanceDB is not needed for it and not
 * loaded: model and table never stand in memory together. Answers the hash of each entry's text.
 */
export async function embedMissing(
  tree: Store,
  heads: readonly EntryMeta[],
  cache: VectorCache,
  work: { embed(text: string): Promise<Float32Array>; save(): Promise<void>; step(): void; signal: AbortSignal },
): Promise<{ embedded: number; cached: number; hashes: Map<string, string> }> {
  const done = { embedded: 0, cached: 0, hashes: new Map<string, string>() };
  for (let at = 0; at < heads.length && !work.signal.aborted; at += STEP) {
    const texts = new Map<string, string>();
    for (const { entry } of await readableEntries(tree, heads.slice(at, at + STEP))) {
      const text = templateOf(entry);
      const hash = textHash(text);
      done.hashes.set(entry.id, hash);
      if (texts.has(hash) || cache.get(hash) !== undefined) {
        done.cached++;
        work.step();
      } else texts.set(hash, text);
    }
    await Promise.all(
      [...texts.values()].map(async (text) => {
        if (work.signal.aborted) return;
        await work.embed(text);
        done.embedded++;
        work.step();
      }),
    );
    if (texts.size > 0) await work.save();
    tree.unload();
  }
  return done;
}
