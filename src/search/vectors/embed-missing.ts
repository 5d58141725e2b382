/** Makes the rows that entries have not yet. */

import type { Entry } from "../../entry/entry.js";
import { comparedClaims, templateOf, textHash } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { EntryMeta, Located, Store } from "../../store/open-store.js";
import { idIn, keyOf, type VectorRow, type VectorRows } from "./vector-rows.js";
import type { RowsOfTree } from "./vector-store.js";

/**
 * The full entries of these heads, without those whose file can no longer be read: search goes on with the rest, and the
 * tree itself reports the file.
 */
export async function readableEntries(tree: Store, heads: readonly EntryMeta[]): Promise<Located[]> {
  try {
    return await tree.load(heads.map(({ id }) => id));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  const located: Located[] = [];
  for (const { id } of heads) {
    try {
      located.push(...(await tree.load([id])));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }
  return located;
}

const isUnreadable = (error: unknown) => error instanceof TenetError && error.code === "unreadable";

/** Entries read at once. */
const STEP = 64;

/** What the table should hold of a tree. */
export function rowsOf(tree: Store): RowsOfTree {
  return {
    hash: tree.hash,
    wants: (row) => tree.texts.has(keyOf(row)),
  };
}

/** Live entries that lack a row, the newest first. */
export function missingIn(tree: Store, rows: VectorRows): EntryMeta[] {
  const missing = [...tree.texts].filter((key) => !rows.has(key));
  return [...new Set(missing.map(idIn))].flatMap((id) => tree.head(id) ?? []).reverse();
}

/** The texts of an entry that have vectors, each once: the whole for relatedness, each claim for sameness. */
export function textsOf(entry: Entry): Text[] {
  const texts = [...new Set([templateOf(entry), ...comparedClaims(entry)])];
  return texts.map((text) => ({ id: entry.id, hash: textHash(text), text }));
}

/** A text of an entry that needs a vector. */
export interface Text {
  id: string;
  hash: string;
  text: string;
}

/** The present texts of the entries: an entry whose file changed since the tree was opened, or cannot be read, waits. */
export async function* missingTexts(
  tree: Store,
  heads: readonly EntryMeta[],
  rows: VectorRows,
  step = STEP,
): AsyncGenerator<Text[]> {
  for (let at = 0; at < heads.length; at += step) {
    const entries = await readableEntries(tree, heads.slice(at, at + step));
    yield entries
      .flatMap(({ entry }) => textsOf(entry))
      .filter((text) => tree.texts.has(keyOf(text)) && !rows.has(keyOf(text)));
  }
}

/** Makes rows for these entries until the time is over. Known vectors are copied; only new texts go to the model. */
export async function embedWithin(
  budgetMs: number,
  tree: Store,
  heads: readonly EntryMeta[],
  vectors: VectorRows,
  embed: (text: string) => Promise<Float32Array>,
): Promise<VectorRow[]> {
  const newRows: VectorRow[] = [];
  if (budgetMs <= 0) return newRows;
  const until = performance.now() + budgetMs;
  let all = vectors;
  for await (const texts of missingTexts(tree, heads, vectors)) {
    const step: VectorRow[] = [];
    for (const { id, hash, text } of texts) {
      const vector = all.vectorOf(hash);
      if (vector === undefined && performance.now() > until) return [...newRows, ...step];
      step.push({ id, hash, vector: vector ?? (await embed(text)) });
    }
    newRows.push(...step);
    all = all.with(step);
  }
  return newRows;
}

/** Rows for all of these texts, made at the same time; fewer when the work is stopped. */
export async function embedAll(
  texts: readonly Text[],
  vectors: VectorRows,
  work: { embed(text: string): Promise<Float32Array>; step(): void; signal: AbortSignal },
): Promise<{ made: VectorRow[]; embedded: number }> {
  let embedded = 0;
  const making = new Map<string, Promise<Float32Array | undefined>>();
  const vectorOf = async (text: string): Promise<Float32Array | undefined> => {
    if (work.signal.aborted) return undefined;
    const vector = await work.embed(text);
    embedded++;
    return vector;
  };
  const rows = texts.map(async ({ id, hash, text }) => {
    const vector = vectors.vectorOf(hash) ?? making.get(hash) ?? vectorOf(text);
    making.set(hash, Promise.resolve(vector));
    const embedded = await vector;
    work.step();
    return embedded === undefined ? [] : [{ id, hash, vector: embedded }];
  });
  return { made: (await Promise.all(rows)).flat(), embedded };
}
