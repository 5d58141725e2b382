/** Keeps the statements of other speakers in a forgotten entry, as an entry of theirs. */

import type { Entry, EvolutionItem, Insight, SeenBy } from "../../entry/entry.js";
import type { Attribution } from "../../entry/gates/attribution.js";
import { isLive } from "../../entry/gates/visible.js";
import { bornReview } from "../../entry/status.js";
import { defined } from "../../text/defined.js";
import type { Change } from "../change/change.js";

type Mode = Parameters<typeof bornReview>[0];

/** The speaker and the source. */
const speakerOf = ({ agent, source, origin, session }: Attribution) => defined({ agent, source, origin, session });

/** Words, with what they brought to the lists of the entry. */
function saidBy(items: readonly EvolutionItem[]) {
  const [{ at, text, evidence, context, brought = {}, ...speaker } = { at: "", text: "" }, ...evolution] = items;
  const lists = (["applications", "tags", "alternatives", "triggers"] as const).map((field) => [
    field,
    [...new Set([...(brought[field] ?? []), ...evolution.flatMap((item) => item.brought?.[field] ?? [])])],
  ]);
  return {
    timestamp: at,
    ...speakerOf(speaker),
    insight: text,
    ...defined({ evidence, context }),
    ...Object.fromEntries(lists.filter(([, values]) => (values as string[]).length > 0)),
    ...(evolution.length === 0 ? {} : { evolution }),
  };
}

/** The same words repeated by others: their wordings were not stored, since they equalled this one. */
function saidAgain(entry: Insight, marks: readonly SeenBy[]) {
  const [{ times: _, run: __, ...speaker } = { times: 0 }, ...seen_by] = marks;
  const seenCount = seen_by.reduce((sum, { times }) => sum + times, 0);
  return {
    timestamp: entry.timestamp,
    ...speakerOf(speaker),
    insight: entry.insight,
    ...(seenCount === 0 ? {} : { seen: seenCount, seen_by }),
  };
}

/**
 * A forgotten insight in the words of its other speakers; undefined without any. The level of risk stays, its
 * description does not: only the forgotten writer gave it.
 */
export function carriedOn(
  entry: Entry,
  isMeant: (speaker: Attribution) => boolean,
  mode: Mode,
  newId: (timestamp: string) => string,
): Insight | undefined {
  if (entry.type !== "insight" || !isLive(entry)) return undefined;
  const items = (entry.evolution ?? []).filter((item) => !isMeant({ agent: entry.agent, ...item }));
  const marks = (entry.seen_by ?? []).filter((mark) => !isMeant(mark));
  if (items.length + marks.length === 0) return undefined;
  const { type, agent, tier, stakes, domain, scope, paths } = entry;
  const statement = items.length > 0 ? saidBy(items) : saidAgain(entry, marks);
  const waits = bornReview(mode, tier, type);
  const review = waits && { state: waits.state, at: statement.timestamp, reason: waits.reason };
  return {
    type,
    id: newId(statement.timestamp),
    agent,
    tier,
    stakes,
    at_risk: "",
    ...defined({ scope, paths, domain: items.length > 0 ? undefined : domain, review }),
    ...statement,
    status: "active",
  } as Insight;
}

/** Stages it; answers the id of the entry that was made. */
export function carryOn(
  change: Change,
  entry: Entry,
  isMeant: (speaker: Attribution) => boolean,
  mode: Mode,
): string | undefined {
  const next = carriedOn(entry, isMeant, mode, (timestamp) => change.newId("insight", timestamp));
  if (next === undefined) return undefined;
  change.append(next);
  return next.id;
}
