import { TenetError } from "../errors.js";
import type { EntryMeta, Located, Store } from "../store/open-store.js";

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
