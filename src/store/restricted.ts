import { isRestricted } from "../entry/visible.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import type { Store } from "./store.js";

/** Entries of a tree that are not for everybody: what belongs to one person or one conversation. */
export function restrictedIn(tree: Pick<Store, "where" | "withAny">): EntryMeta[] {
  return [...tree.withAny("user"), ...tree.where({ scope: ["user", "conversation"] })].filter(isRestricted);
}
