/** The texts of entries that have vectors, and the making of them. */
import type { Entry } from "../../entry/entry.js";
import { textHash, vectorTexts } from "../../entry/entry.js";
import type { Row } from "../../store/open-store.js";
import { keyOf, keysOfEntry, nameIn, type Part } from "./text-name.js";
import type { VectorRow } from "./vector-table.js";

/** A text that needs a vector. */
export interface NamedText {
  /** Of its row. */
  key: string;
  text: string;
}

/** The texts of an entry: the whole for relatedness, its claim for sameness. */
export function textsOf(entry: Entry): NamedText[] {
  const named = (part: Part, text: string) => ({ key: keyOf({ owner: entry.id, part, hash: textHash(text) }), text });
  return vectorTexts(entry).map((text, at) => named(at === 0 ? "whole" : "claim", text));
}

/** Whether a row is of an entry's present texts. */
export function isPresent(head: Row, key: string): boolean {
  return keysOfHead(head).includes(key);
}

/** The keys of an entry's texts, of one part or of both. */
export function keysOfHead({ id, texts }: Row, part?: Part): string[] {
  const keys = keysOfEntry(id, texts);
  return part === undefined ? keys : keys.filter((key) => nameIn(key).part === part);
}

/** Makes vectors. */
export interface VectorSource {
  /** Those that some row has already, by the hashes of their texts. */
  vectorsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Undefined when the work is stopped. */
  embed(text: string): Promise<Float32Array | undefined>;
}

/** Rows for these texts, made at the same time; equal texts are embedded once. Fewer when the work is stopped. */
export async function rowsFor(
  texts: readonly NamedText[],
  { vectorsOf, embed }: VectorSource,
): Promise<{ rows: VectorRow[]; embedded: number }> {
  const hashOf = ({ key }: NamedText) => nameIn(key).hash;
  const existing = await vectorsOf([...new Set(texts.map(hashOf))]);
  const making = new Map<string, Promise<Float32Array | undefined>>();
  for (const one of texts) {
    const hash = hashOf(one);
    if (!existing.has(hash) && !making.has(hash)) making.set(hash, embed(one.text));
  }
  const made = new Map(existing);
  await Promise.all(
    Array.from(making, async ([hash, promise]) => {
      const vector = await promise;
      if (vector !== undefined) made.set(hash, vector);
    }),
  );
  const rows = texts.flatMap((one): VectorRow[] => {
    const vector = made.get(hashOf(one));
    return vector === undefined ? [] : [{ key: one.key, vector }];
  });
  return { rows, embedded: made.size - existing.size };
}
