/** Lines that were edited since their file was imported: each new entry is an open pair with what the line was. */

import { askOf } from "../capture/asks.js";
import type { Ask } from "../capture/capture-schemas.js";
import { putRow, rowOf } from "../capture/pair-rows.js";
import type { Context } from "../context.js";
import { isLive, isRestricted } from "../entry/gates/visible.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { isComparedType } from "../entry/record-types.js";
import type { Change } from "../store/change/change.js";
import { accountTime, isAccountOf, readAccountItems } from "../store/imports/account.js";
import type { Store } from "../store/open-store.js";
import { stamp } from "../text/durations.js";
import type { EarlierImports } from "./earlier-imports.js";
import type { DecidedItem } from "./import-entries.js";
import type { ReadSource } from "./import-read.js";
import { editedLines } from "./policy/edited-lines.js";
import { entryOf, type Pending } from "./policy/plan.js";

/** What the lines of a file became when it was imported last. */
function linesBefore(tree: Store, { name }: ReadSource, { accounts }: EarlierImports) {
  const earlier = [...accounts.values()].filter((text) => isAccountOf(name, text));
  const last = earlier.sort((a, b) => ((accountTime(a) ?? "") < (accountTime(b) ?? "") ? 1 : -1))[0];
  const rows = last === undefined ? [] : readAccountItems(last).sort((a, b) => a.line - b.line);
  return rows.flatMap(({ id }) => {
    const head = id === undefined ? undefined : tree.head(id);
    return head === undefined ? [] : [{ id: head.id, text: head.text }];
  });
}

/** The new entries of files that were imported before, with the entries of the lines that they were. */
export function editedIn(
  tree: Store,
  sources: readonly ReadSource[],
  decidedItems: readonly DecidedItem[],
  memory: EarlierImports,
): Map<Pending, string> {
  const entries = new Map(decidedItems.map(({ item, decision }) => [item, entryOf(decision)]));
  const isAsked = (id: string): boolean => {
    const head = tree.head(id);
    return head !== undefined && isLive(head) && isComparedType(head.type) && !isRestricted(head);
  };
  const edited = sources.flatMap((source) => {
    const now = new Set(source.items.flatMap((item) => entries.get(item) ?? []));
    return [...editedLines(linesBefore(tree, source, memory), [...now])];
  });
  return new Map(edited.filter(([, was]) => isAsked(was)));
}

/** Opens a pair between each new entry and what its line was. */
export async function openEdited(
  ctx: Context,
  change: Change,
  pairs: readonly (readonly [id: string, was: string])[],
): Promise<Ask[]> {
  const when = { at: stamp(ctx.clock.now()), cuts: cutsOf(ctx.profile) };
  const asks: Ask[] = [];
  for (const [id, was] of pairs) {
    const [entry, known] = [await change.entry(id), await change.entry(was)];
    const row = rowOf(entry, known, when);
    await putRow(change, entry, known, row);
    asks.push(...[askOf(change, entry, row, known, ctx.steps) ?? []].flat());
  }
  return asks;
}
