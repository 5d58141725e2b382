/** Takes back what one entry did to another: what it superseded counts again, and what it repeated has not failed by it. */

import { checkStatus } from "../capture/before-write.js";
import { isClosedBy, reopeningPatch } from "../contacts/close-fact.js";
import { type Entry, type Insight, isLive, type Patch, repeatNamedIn } from "../entry/entry.js";
import { statusBefore, stickOf } from "../forget/consequences.js";
import type { Change } from "../store/change.js";
import type { EntryMeta } from "../store/open-store.js";

/** Gives an entry back where the other one superseded it; one sentence then. */
export async function giveBack(change: Change, known: EntryMeta, by: EntryMeta): Promise<string | undefined> {
  const reopened = await reopen(change, known, by);
  if (reopened !== undefined) return reopened;
  if (known.status !== "superseded" || known.superseded_by !== by.id) return undefined;
  const [entry, winner] = [await change.entry(known.id), await change.entry(by.id)];
  await change.update(by.id, { supersedes: without(winner.supersedes, [known.id]), ...withoutMerged(winner, entry) });
  const also = change.tree
    .withAny("supersedes")
    .find((one) => one.id !== by.id && isLive(one) && one.supersedes?.includes(known.id));
  if (also !== undefined) {
    await change.update(known.id, { superseded_by: also.id });
    return `${known.id} is superseded by ${also.id} alone.`;
  }
  const status = statusBefore(entry);
  checkStatus(entry, status, "undo");
  await change.update(known.id, { status, superseded_by: undefined });
  return `${known.id} counts again.`;
}

/** A fact about a contact that ended with another one goes on. */
async function reopen(change: Change, known: EntryMeta, by: EntryMeta): Promise<string | undefined> {
  if (by.supersedes?.includes(known.id) !== true) return undefined;
  const [entry, ending] = [await change.entry(known.id), await change.entry(by.id)];
  if (entry.type !== "memory" || ending.type !== "memory" || !isClosedBy(entry, ending)) return undefined;
  await change.update(by.id, { supersedes: without(ending.supersedes, [known.id]) });
  await change.update(known.id, reopeningPatch(entry, ending.valid_to));
  return `${known.id} goes on.`;
}

/** Takes back that a correction repeats an earlier one, which has then not failed by it; one sentence if it did. */
export async function giveBackRepeat(change: Change, newer: EntryMeta, older: EntryMeta): Promise<string | undefined> {
  if (newer.recurrence_of !== older.id) return undefined;
  await change.update(newer.id, { recurrence_of: undefined });
  const stick = stickOf(await change.entry(older.id));
  if (repeatNamedIn(stick?.evidence) === newer.id) await change.update(older.id, { stick: stick?.was });
  return `${newer.id} is no repeat of ${older.id}.`;
}

function without<T>(list: readonly T[] | undefined, gone: readonly T[]): T[] | undefined {
  const left = (list ?? []).filter((one) => !gone.includes(one));
  return left.length === 0 ? undefined : left;
}

/** What a merged insight brought into the history of the other is its own again. */
function withoutMerged(winner: Entry, merged: Entry): Patch {
  if (winner.type !== "insight" || merged.type !== "insight") return {};
  const brought = (winner.evolution ?? []).filter((item) => historyOf(merged).has(`${item.at} ${item.text}`));
  if (brought.length === 0) return {};
  const theirs = new Set((merged.uses ?? []).map((use) => JSON.stringify(use)));
  const seen = (winner.seen ?? 0) - (merged.seen ?? 0);
  return {
    evolution: without(winner.evolution, brought),
    uses: without(
      winner.uses,
      (winner.uses ?? []).filter((use) => theirs.has(JSON.stringify(use))),
    ),
    seen: seen > 0 ? seen : undefined,
  };
}

function historyOf({ timestamp, insight, evolution = [] }: Insight): Set<string> {
  return new Set([`${timestamp} ${insight}`, ...evolution.map(({ at, text }) => `${at} ${text}`)]);
}
