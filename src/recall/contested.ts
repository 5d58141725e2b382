/** What stands against an entry until somebody decides: a reader is told both sides. */
import { isApproved, isLive } from "../entry/entry.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { opposedFacts } from "./policy/opposed-facts.js";

/** A tree with what its reader may not be shown. */
export interface ReadTree {
  tree: Store;
  /** None where the tree is already as its reader may see it. */
  hidden?: ReadonlySet<string>;
}

/** An entry on the other side, and which tree holds it. */
export interface Opponent {
  head: EntryMeta;
  from: number;
}

/** It counts, and was let in. */
const isInUse = (head: EntryMeta): boolean => isLive(head) && isApproved(head);

/**
 * Of each of these entries the others that it contests or that contest it, in any of the trees; of a memory also those on
 * the other side, the project's or the user's, with which it cannot hold. Those without are left out.
 */
export function opponentsOf(trees: readonly ReadTree[], heads: readonly EntryMeta[]): Map<string, Opponent[]> {
  const against = new Map<string, Map<string, Opponent>>();
  const add = (id: string, opponent: Opponent): void => {
    const { hidden } = trees[opponent.from] as ReadTree;
    if (!isInUse(opponent.head) || hidden?.has(opponent.head.id) === true) return;
    against.set(id, (against.get(id) ?? new Map()).set(opponent.head.id, opponent));
  };
  const ids = new Set(heads.map(({ id }) => id));
  for (const [from, { tree }] of trees.entries()) {
    for (const { id, contests = [] } of heads) {
      for (const other of contests) {
        const head = tree.head(other);
        if (head !== undefined) add(id, { head, from });
      }
    }
    for (const head of tree.naming(ids, "contests")) {
      for (const id of head.contests ?? []) if (ids.has(id)) add(id, { head, from });
    }
  }
  const facts = heads.filter((head) => head.type === "memory" && isInUse(head));
  const ofTree = ({ tree }: ReadTree, from: number) => tree.where({ type: "memory" }).map((head) => ({ head, from }));
  const others = facts.length === 0 ? [] : trees.flatMap(ofTree).filter(({ head }) => isInUse(head));
  const byId = new Map(others.map((other) => [other.head.id, other]));
  const opposed = opposedFacts(
    facts,
    others.map(({ head }) => head),
  );
  for (const [id, ids] of opposed) for (const other of ids) add(id, byId.get(other) as Opponent);
  return new Map(Array.from(against, ([id, opponents]) => [id, [...opponents.values()]]));
}
