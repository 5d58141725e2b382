/** Entries of a tree that came from a hub. */
import { readHubOrigin } from "../store/hub-origin.js";
import type { Row, Store } from "../store/open-store.js";

export const isFromHub = ({ origin }: Pick<Row, "origin">): boolean => readHubOrigin(origin) !== undefined;

/** All of them, whatever became of them. By time. */
export const copiesIn = (tree: Store): Row[] => tree.heads.filter(isFromHub);
