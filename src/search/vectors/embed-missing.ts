/** The texts of entries that have vectors, and the making of them. */
import type { Entry } from "../../entry/entry.js";
import { comparedClaims, templateOf, textHash } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import type { EntryMeta, Located, Store } from "../../store/open-store.js";
import { keyOf, nameIn, type Part } from "./text-name.js";
import type { VectorRow } from "./vector-table.js";

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

/** A text that needs a vector. */
export interface NamedText {
  /** Of its row. */
  key: string;
  text: string;
}

/** The texts of an entry: the whole for relatedness, each wording of its claim for sameness. */
export function textsOf(entry: Entry): NamedText[] {
  const named = (part: Part, text: string) => ({ key: keyOf({ owner: entry.id, part, hash: textHash(text) }), text });
  return [named("whole", templateOf(entry)), ...[...new Set(comparedClaims(entry))].map((one) => named("claim", one))];
}

/** Whether a row is of an entry's present texts. */
export function isPresent(head: EntryMeta, key: string): boolean {
  const { part, hash } = nameIn(key);
  return part === "whole" ? head.template === hash : head.wordings.includes(hash);
}

/** The keys of an entry's texts, of one part or of both. */
export function keysOfHead({ id, template, wordings }: EntryMeta, part?: Part): string[] {
  const whole = part === "claim" ? [] : [keyOf({ owner: id, part: "whole", hash: template })];
  return part === "whole" ? whole : [...whole, ...wordings.map((hash) => keyOf({ owner: id, part: "claim", hash }))];
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
