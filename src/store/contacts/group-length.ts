/** How long groups of memories are: a capture, a heartbeat and the page of a group say so where one is too long. */

import { isInUse } from "../../entry/gates/visible.js";
import type { Row, Store } from "../open-store.js";
import { shownText } from "../viewer.js";
import { isFact } from "./asked-facts.js";
import { groupOf } from "./fact-groups.js";

/** Characters of a group from which on it is said to be too long. */
export const GROUP_CHARACTERS = 2000;

/** A group with the characters of what a context would print of it. */
export interface GroupLength {
  group: string;
  characters: number;
  /** Its newest memory. */
  newest: Row;
}

/** Groups of a tree that are longer than their cap, by name; of those named, where some are. Nothing is read where there is no memory. */
export async function longGroups(tree: Store, only?: ReadonlySet<string>): Promise<GroupLength[]> {
  const all = await groupLengths(tree, only);
  return all.filter(({ characters }) => characters > GROUP_CHARACTERS);
}

/** The same for all groups, however long. */
export async function groupLengths(tree: Store, only?: ReadonlySet<string>): Promise<GroupLength[]> {
  const heads = tree
    .where({ type: "memory" })
    .filter((head) => isInUse(head) && !isFact(head))
    .filter((head) => only === undefined || only.has(groupOf(head.file)));
  const lengths = new Map<string, GroupLength>();
  for (const head of heads) {
    const group = groupOf(head.file);
    const { characters, newest } = lengths.get(group) ?? { characters: 0, newest: head };
    const later = newest.timestamp < head.timestamp ? head : newest;
    lengths.set(group, { group, characters: characters + [...shownText(head)].length, newest: later });
  }
  return [...lengths.values()].sort((a, b) => (a.group < b.group ? -1 : 1));
}
