import { CONTACT_SCOPE } from "../entry/gates/contact-scope.js";
import { isRestricted } from "../entry/gates/visible.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import type { Store } from "./store.js";

/** Entries of a tree that are not for everybody: what belongs to one person, one conversation or one contact. */
export function restrictedIn(tree: Pick<Store, "where" | "withAny">): EntryMeta[] {
  const scoped = [
    ...tree.where({ scope: ["user", "conversation"] }),
    ...tree.where({ scope: { begins: CONTACT_SCOPE } }),
  ];
  return [...tree.withAny("user"), ...scoped].filter(isRestricted);
}
