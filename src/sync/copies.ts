/** Entries of a tree that came from a hub. */
import { readHubOrigin } from "../entry/hub-origin.js";
import type { EntryMeta, Store } from "../store/open-store.js";

export const isFromHub = ({ origin }: Pick<EntryMeta, "origin">): boolean => readHubOrigin(origin) !== undefined;

/** All of them, whatever became of them. By time. */
export const copiesIn = (tree: Store): EntryMeta[] => tree.heads.filter(isFromHub);
