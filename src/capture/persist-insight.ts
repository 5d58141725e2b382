/** Writes what was decided about an insight: a new record, an item in a known one's evolution, or a line in the log. */

import type { EvolutionItem, Insight, Patch } from "../entry/entry.js";
import { renewedDecisions } from "../entry/pins.js";
import { countedAgain } from "../forget/consequences.js";
import type { Change } from "../store/change.js";
import { gateText } from "../store/gate-lines.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Captured } from "./capture-schemas.js";
import { compareWithKnown, newEntry, persistNew, recordId, relatedByAuthor, reservedAlias } from "./persist-new.js";
import { type NoveltyDecision, noveltyOf } from "./policy/novelty.js";
import { isSameSaying, isTakenFrom } from "./policy/taken-from.js";
import type { JudgedDraft, PreparedDraft } from "./prepare.js";

/** An insight with nothing at risk is activity: kept in the daily log as `not learned`, and the answer says so. */
export async function persistActivity(change: Change, alone: JudgedDraft): Promise<Captured> {
  const text = String(alone.fields["insight"]);
  const place = await change.log(gateText({ kind: "logged", words: text }), alone.at);
  const because = ["Nothing is at risk if this is wrong, so it is activity, not learning."];
  return { decision: "logged", type: "insight", text, ...place, because, neighbours: [] };
}

/** Puts one insight that passed the stakes gate through the novelty table, and stages what follows. */
export async function persistInsight(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Insight;
  const named = relatedByAuthor(entry);
  const compared = await compareWithKnown(change, prepared, [entry.insight], named);
  const judged = noveltyOf({ ...compared, draft: entry });
  const stated = prepared.fields as Partial<Insight>;
  const staysAlone = relatedByAuthor(stated).size > 0 || (await bringsCheck(change, stated, judged.target));
  const decision = staysAlone ? asOwnEntry(judged) : judged;
  const answer = {
    type: entry.type,
    text: entry.insight,
    stakes: entry.stakes,
    because: decision.because,
    neighbours: decision.neighbours,
  };
  if (decision.decision === "skipped" && decision.target !== undefined) {
    const known = await change.entry(decision.target);
    const isCounted = known.type === "outcome" || isTakenFrom(known, entry.origin);
    const again = isCounted ? {} : countedAgain(known, entry);
    const place = await change.update(known.id, { ...again, ...reservedAlias(prepared, known) });
    const said = { kind: "skipped", words: bullet(entry.insight), id: known.id } as const;
    // The log is of this workspace's days; and its words would stand there beyond their writer's reach.
    if (entry.hub === undefined) await change.log(gateText(said), prepared.at);
    return { ...answer, decision: "skipped", id: known.id, ...place };
  }
  if (decision.evolution !== undefined && decision.target !== undefined) {
    const known = (await change.entry(decision.target)) as Insight;
    const patch = evolutionPatch(known, entry, decision.evolution);
    const place = await change.update(known.id, { ...patch, ...reservedAlias(prepared, known) });
    return { ...answer, decision: decision.decision, id: known.id, ...place };
  }
  const id = recordId(change, prepared);
  const novelty = decision.novelty ?? compared.novelty;
  return { ...answer, ...(await persistNew(change, { ...entry, id }, { ...decision, novelty })) };
}

/** Does it say what in files breaks it, and the one it would go into does not say the same? */
async function bringsCheck(change: Change, { check }: Partial<Insight>, target: string | undefined): Promise<boolean> {
  if (check === undefined || target === undefined) return false;
  const known = await change.entry(target);
  return known.type !== "insight" || JSON.stringify(known.check) !== JSON.stringify(check);
}

const LONGEST_BULLET = 200;

/** The words stand on the entry already; the log only says that they came again. */
const bullet = (text: string): string => shorten(oneLine(text), LONGEST_BULLET);

/** What says something about other entries, or about files, is kept as an entry of its own: elsewhere that would be lost. */
function asOwnEntry(found: NoveltyDecision): NoveltyDecision {
  const { target, evolution: _evolution, ...rest } = found;
  if (target === undefined) return found;
  return {
    ...rest,
    decision: "linked",
    linked: [target],
    because: [`${target} says the same, but this one says something about other entries or about files as well.`],
  };
}

/** Lists that grow with an entry; single fields stay as they were said first. */
const GROWING = ["applications", "triggers", "alternatives", "tags", "linked", "derived_from"] as const;

/**
 * The known entry with the new words in its history. Nothing is overwritten; an approval covers what it grows by, since
 * only words that are trusted the same and approved themselves come this far.
 */
function evolutionPatch(known: Insight, entry: Insight, grown: NonNullable<NoveltyDecision["evolution"]>): Patch {
  const { source, origin, session, agent, context } = entry;
  const added = GROWING.flatMap((field): [(typeof GROWING)[number], string[]][] => {
    const fresh = (entry[field] ?? []).filter((value) => value !== known.id && known[field]?.includes(value) !== true);
    return fresh.length === 0 ? [] : [[field, fresh]];
  });
  const brought = added.length === 0 ? undefined : Object.fromEntries(added);
  const said = { at: entry.timestamp, ...grown, context, agent, source, origin, session, brought };
  const item: EvolutionItem = defined(said);
  const earlier = (known.evolution ?? []).filter((one) => !isSameSaying(one, item));
  const lists = added.map(([field, fresh]) => [field, [...(known[field] ?? []), ...fresh]]);
  const patch: Patch = { ...Object.fromEntries(lists), evolution: [...earlier, item] };
  return { ...patch, ...renewedDecisions(known, patch) };
}
