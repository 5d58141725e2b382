/** Takes back what one entry did to another: what it superseded counts again, and what it repeated has not failed by it. */

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
import { stickOf } from "../entry/repetition.js";
import type { Change } from "../store/change/change.js";
import { checkStatus } from "../store/change/transitions.js";
import { isClosedBy, reopeningPatch } from "../store/facts/close-fact.js";
import { statusBefore } from "../store/forgetting/consequences.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";

/** Gives an entry back where the other one superseded it; one sentence then. */
export async function giveBack(change: Change, known: EntryMeta, by: EntryMeta): Promise<string | undefined> {
  const reopened = await reopen(change, known, by);
  if (reopened !== undefined) return reopened;
  if (known.status !== "superseded" || known.superseded_by !== by.id) return undefined;
  const [entry, winner] = [await change.entry(known.id), await change.entry(by.id)];
  const patch = { supersedes: without(winner.supersedes, [known.id]), ...withoutJoined(winner, entry) };
  await change.update(by.id, { ...patch, ...renewedDecisions(winner, patch) });
  const also = change.tree
    .withAny("supersedes")
    .find((one) => one.id !== by.id && isLive(one) && one.supersedes?.includes(known.id));
  if (also !== undefined) {
    await change.update(known.id, { superseded_by: also.id });
    return `${known.id} is superseded by ${also.id} alone.`;
  }
  const status = statusBefore(entry);
  checkStatus(entry, status, "undo");
  const flags = without(entry.flags, [REPLACED_BY_PERSON]);
  await change.update(known.id, { status, superseded_by: undefined, flags });
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

/** Takes back that one entry is an exception to the other; one sentence if it was. */
export async function giveBackException(
  change: Change,
  narrow: EntryMeta,
  general: EntryMeta,
): Promise<string | undefined> {
  if (narrow.exception_to?.includes(general.id) !== true) return undefined;
  await change.update(narrow.id, { exception_to: without(narrow.exception_to, [general.id]) });
  return `${narrow.id} is no exception to ${general.id}.`;
}

/** What a joined record brought into the other one is its own again: its wording, and what was counted on it. */
function withoutJoined(kept: Entry, joined: Entry): Patch {
  if (kept.type === "correction" && joined.type === "correction") return countedLess(kept, joined);
  if (kept.type !== "insight" && kept.type !== "memory") return {};
  if (joined.type !== "insight" && joined.type !== "memory") return {};
  const brought = (kept.evolution ?? []).filter((item) => isFrom(item, joined));
  if (brought.length === 0) return {};
  const own = brought.find(({ of }) => of === joined.id);
  const took =
    kept.type === "memory" && joined.type === "memory" && own !== undefined && kept.content === joined.content;
  const { uses = [], seen = 0, seen_by = [] } = joined;
  const left = (kept.seen ?? 0) - seen;
  return {
    evolution: without(kept.evolution, brought),
    ...(took ? { content: own?.text } : {}),
    uses: without(kept.uses, (kept.uses ?? []).filter(amongJson(uses))),
    seen: left > 0 ? left : undefined,
    seen_by: without(kept.seen_by, (kept.seen_by ?? []).filter(amongJson(seen_by))),
  };
}

const amongJson = (list: readonly unknown[]) => {
  const known = new Set(list.map((one) => JSON.stringify(one)));
  return (one: unknown): boolean => known.has(JSON.stringify(one));
};

/** An item of the history that came with the joined record: it says so, or records of earlier versions hold the same words. */
function isFrom(item: NonNullable<Insight["evolution"]>[number], joined: Insight | Memory): boolean {
  if (item.of !== undefined) return item.of === joined.id;
  return joined.type === "insight" && historyOf(joined).some(({ at, text }) => at === item.at && text === item.text);
}

/** A correction that was counted in one session is its own again. */
function countedLess(kept: Correction, joined: Correction): Patch {
  const { agent, source, origin, session, run } = joined;
  const by = JSON.stringify(defined({ agent, source, origin, session, run }));
  const seen = (kept.seen ?? 0) - 1;
  const seen_by = (kept.seen_by ?? []).flatMap(({ times, ...who }) =>
    JSON.stringify(who) !== by ? [{ ...who, times }] : times > 1 ? [{ ...who, times: times - 1 }] : [],
  );
  return { seen: seen > 0 ? seen : undefined, seen_by: seen_by.length === 0 ? undefined : seen_by };
}
