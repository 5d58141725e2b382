/** The words of the entries behind proposed lines. Printed beside the lines wherever a person decides. */
import { claimOf, type Tier } from "../../entry/entry.js";
import { isSensitive, SENSITIVE } from "../../entry/gates/visible.js";
import type { Store } from "../../store/open-store.js";
import { oneLine } from "../../text/shorten.js";
import { sayingOf } from "../policy/rule.js";
import type { Operation } from "../policy/version.js";

/** The words of one entry. */
export interface EntryWords {
  id: string;
  tier: Tier;
  text: string;
}

const bringsWords = ({ op, text, before }: Operation): boolean => op === "add" || (op === "update" && text !== before);

/** The words of the entries behind every new or changed line, as the tree has them now. */
export async function entryWords(
  tree: Pick<Store, "load">,
  operations: readonly Operation[],
): Promise<readonly EntryWords[]> {
  const ids = new Set(operations.filter(bringsWords).flatMap((op) => op.ids));
  if (ids.size === 0) return [];
  return (await tree.load(ids)).map(({ entry }) => {
    const { id, tier } = entry;
    return { id, tier, text: isSensitive(entry) ? SENSITIVE : oneLine(claimOf(entry)) };
  });
}

/** The wordings that a line does not begin with: those of its first entry, and those of owners. */
export function wordsBeside(op: Operation, words: readonly EntryWords[]): readonly EntryWords[] {
  if (!bringsWords(op)) return [];
  const line = sayingOf(op.text);
  return words.filter(
    ({ id, tier, text }) =>
      op.ids.includes(id) && (id === op.ids[0] || tier === "owner") && !line.startsWith(sayingOf(text)),
  );
}
