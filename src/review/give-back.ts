/**
 * Reverts what one entry did to another: superseding it, or marking it as failed by a repeat. Called by `resolve.ts`.
 */

import {
  type Correction,
  type Entry,
  historyOf,
  type Insight,
  type Memory,
  type Patch,
  repeatNamedIn,
} from "../entry/entry.js";
import { renewedDecisions } from "../entry/gates/pins.js";
import { isLive } from "../entry/gates/visible.js";
import { REPLACED_BY_PERSON } from "../entry/lessons.js";
import { bornAs } from "../entry/record-types.js";
import { stickOf } from "../entry/repetition.js";
import type { Change } from "../store/change/change.js";
import { checkStatus } from "../store/change/transitions.js";
import { isClosedBy, reopeningPatch } from "../store/contacts/close-fact.js";
import type { Row } from "../store/open-store.js";
import { defined } from "../text/defined.js";

/** Restores an entry that the other one superseded; returns one sentence if it did. */
export async function giveBack(change: Change, loser: Row, by: Row): Promise<string | undefined> {
  const reopened = await reopen(change, loser, by);
  if (reopened !== undefined) return reopened;
  if (loser.status !== "superseded" || loser.superseded_by !== by.id) return undefined;
  const [entry, winner] = [await change.entry(loser.id), await change.entry(by.id)];
  const patch = { supersedes: without(winner.supersedes, [loser.id]), ...withoutJoined(winner, entry) };
  await change.update(by.id, { ...patch, ...renewedDecisions(winner, patch) });
  const otherWinner = change.tree
    .withAny("supersedes")
    .find((one) => one.id !== by.id && isLive(one) && one.supersedes?.includes(loser.id));
  if (otherWinner !== undefined) {
    await change.update(loser.id, { superseded_by: otherWinner.id });
    return `${loser.id} is superseded by ${otherWinner.id} alone.`;
  }
  const status = entry.promoted_to !== undefined ? "promoted" : bornAs(entry.type);
  checkStatus(entry, status, "undo");
  const flags = without(entry.flags, [REPLACED_BY_PERSON]);
  await change.update(loser.id, { status, superseded_by: undefined, flags });
  return `${loser.id} counts again.`;
}

/** Reopens a fact about a contact that the other one ended. */
async function reopen(change: Change, fact: Row, by: Row): Promise<string | undefined> {
  if (by.supersedes?.includes(fact.id) !== true) return undefined;
  const [entry, ending] = [await change.entry(fact.id), await change.entry(by.id)];
  if (entry.type !== "memory" || ending.type !== "memory" || !isClosedBy(entry, ending)) return undefined;
  await change.update(by.id, { supersedes: without(ending.supersedes, [fact.id]) });
  await change.update(fact.id, reopeningPatch(entry, ending.valid_to));
  return `${fact.id} goes on.`;
}

/** Reverts a repeat, and the failure it proved; returns one sentence if it was one. */
export async function giveBackRepeat(change: Change, newer: Row, older: Row): Promise<string | undefined> {
  if (newer.recurrence_of !== older.id) return undefined;
  await change.update(newer.id, { recurrence_of: undefined });
  const stick = stickOf(await change.entry(older.id));
  if (repeatNamedIn(stick?.evidence) === newer.id) await change.update(older.id, { stick: stick?.was });
  return `${newer.id} is no repeat of ${older.id}.`;
}

function without<T>(list: readonly T[] | undefined, removed: readonly T[]): T[] | undefined {
  const remaining = (list ?? []).filter((one) => !removed.includes(one));
  return remaining.length === 0 ? undefined : remaining;
}

/** Reverts an exception; returns one sentence if it was one. */
export async function giveBackException(change: Change, narrow: Row, general: Row): Promise<string | undefined> {
  if (narrow.exception_to?.includes(general.id) !== true) return undefined;
  await change.update(narrow.id, { exception_to: without(narrow.exception_to, [general.id]) });
  return `${narrow.id} is no exception to ${general.id}.`;
}

/** Removes what a joined record added to the survivor: its wording and its counters. */
function withoutJoined(survivor: Entry, joined: Entry): Patch {
  if (survivor.type === "correction" && joined.type === "correction") return countedLess(survivor, joined);
  if (survivor.type !== "insight" && survivor.type !== "memory") return {};
  if (joined.type !== "insight" && joined.type !== "memory") return {};
  const joinedItems = (survivor.evolution ?? []).filter((item) => isFrom(item, joined));
  if (joinedItems.length === 0) return {};
  const joinedItem = joinedItems.find(({ of }) => of === joined.id);
  const took =
    survivor.type === "memory" &&
    joined.type === "memory" &&
    joinedItem !== undefined &&
    survivor.content === joined.content;
  const { uses = [], seen = 0, seen_by = [] } = joined;
  const remainingCount = (survivor.seen ?? 0) - seen;
  return {
    evolution: without(survivor.evolution, joinedItems),
    ...(took ? { content: joinedItem?.text } : {}),
    uses: without(survivor.uses, (survivor.uses ?? []).filter(amongJson(uses))),
    seen: remainingCount > 0 ? remainingCount : undefined,
    seen_by: without(survivor.seen_by, (survivor.seen_by ?? []).filter(amongJson(seen_by))),
  };
}

const amongJson = (list: readonly unknown[]) => {
  const jsonTexts = new Set(list.map((one) => JSON.stringify(one)));
  return (one: unknown): boolean => jsonTexts.has(JSON.stringify(one));
};

/** Whether an item of the history came from the joined record: by its `of`, or in older records by equal words. */
function isFrom(item: NonNullable<Insight["evolution"]>[number], joined: Insight | Memory): boolean {
  if (item.of !== undefined) return item.of === joined.id;
  return joined.type === "insight" && historyOf(joined).some(({ at, text }) => at === item.at && text === item.text);
}

/** Removes the count of a correction that was counted within one session. */
function countedLess(survivor: Correction, joined: Correction): Patch {
  const { agent, source, origin, session, run } = joined;
  const by = JSON.stringify(defined({ agent, source, origin, session, run }));
  const seen = (survivor.seen ?? 0) - 1;
  const seen_by = (survivor.seen_by ?? []).flatMap(({ times, ...who }) =>
    JSON.stringify(who) !== by ? [{ ...who, times }] : times > 1 ? [{ ...who, times: times - 1 }] : [],
  );
  return { seen: seen > 0 ? seen : undefined, seen_by: seen_by.length === 0 ? undefined : seen_by };
}
