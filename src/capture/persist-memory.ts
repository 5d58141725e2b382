/** Writes what was decided about a memory: a new record in its group's file, or one more count on a known one. */

import { contactOf } from "../entry/contact-scope.js";
import { isLive, type Memory } from "../entry/entry.js";
import { isPinned, pinOf } from "../entry/pins.js";
import { inForce } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { countedAgain } from "../forget/consequences.js";
import type { Change } from "../store/change.js";
import { defined } from "../text/defined.js";
import type { Captured } from "./capture-schemas.js";
import { groupAndFields } from "./drafts/draft-memory.js";
import { compareWithKnown, newEntry, persistNew, recordId, reservedAlias } from "./persist-new.js";
import { judgeMemory } from "./policy/memories.js";
import { isTakenFrom } from "./policy/taken-from.js";
import type { PreparedDraft } from "./prepare.js";

/** Live memories that state this key. */
async function withSameKey(change: Change, prepared: PreparedDraft, key: string | undefined): Promise<Memory[]> {
  if (key === undefined) return [];
  const heads = [...change.tree.withAny("key"), ...change.headsSince(prepared.seen)].filter((head) => head.key === key);
  const found: Memory[] = [];
  for (const id of new Set(heads.map((head) => head.id))) {
    const entry = inForce(await change.entry(id), prepared.mode);
    if (entry.type === "memory" && isLive(entry)) found.push(entry);
  }
  return found;
}

const later = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);
/** The pin of a memory that a person pins, or keeps pinned. */
function pinBy({ pinnedBy, timestamp, recorded }: PreparedDraft, entry: Memory): Pick<Memory, "pinned"> {
  return pinnedBy === undefined ? {} : { pinned: pinOf(entry, pinnedBy, recorded ?? timestamp) };
}

/** Whoever judged the draft may have done so before a person pinned what it replaces. */
async function refuseReplacingPinned(
  change: Change,
  { mayReplacePinned = false }: PreparedDraft,
  replaced: readonly string[],
): Promise<void> {
  for (const id of mayReplacePinned ? [] : replaced) {
    if (!isPinned(await change.entry(id))) continue;
    throw new TenetError(`${id} is pinned: a person replaces it, at a terminal`, {
      failure: "refused",
      code: "needs-person",
      hint: "Leave `supersedes` out: both are kept, and a person is asked.",
    });
  }
}

/** Judges one memory against the known ones and stages what follows. What its author replaces is not judged again. */
export async function persistMemory(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const { group, fields } = groupAndFields(prepared.fields);
  const entry = newEntry({ ...prepared, fields }) as Memory;
  await refuseReplacingPinned(change, prepared, entry.supersedes ?? []);
  const named = new Set([
    ...(entry.supersedes ?? []),
    ...(entry.contests ?? []),
    ...(entry.derived_from ?? []),
    ...(prepared.buffered?.id === undefined ? [] : [prepared.buffered.id]),
  ]);
  const compared = await compareWithKnown(change, prepared, [entry.content], named);
  const sameKey = (await withSameKey(change, prepared, entry.key)).filter(({ id }) => !named.has(id));
  const decision = judgeMemory({ ...compared, draft: entry, sameKey, pins: prepared.pinnedBy !== undefined });
  const { category, confidence, scope, key } = entry;
  const answer = {
    type: entry.type,
    text: entry.content,
    category,
    confidence,
    ...defined({ scope, key }),
    because: decision.because,
    neighbours: decision.neighbours,
  };
  if (decision.target !== undefined) {
    const known = (await change.entry(decision.target)) as Memory;
    const kept = isPinned(known) && prepared.pinnedBy === undefined;
    const stated = key === undefined || known.key !== undefined || kept ? {} : { key };
    const place = await change.update(known.id, {
      ...(isTakenFrom(known, entry.origin) ? {} : countedAgain(known, entry)),
      ...(contactOf(known) === undefined
        ? {}
        : { confirmed: later(known.confirmed ?? known.timestamp, entry.timestamp) }),
      ...stated,
      ...pinBy(prepared, { ...known, ...stated }),
      ...reservedAlias(prepared, known),
    });
    return { ...answer, category: known.category, decision: "skipped", id: known.id, ...place };
  }
  const id = recordId(change, prepared);
  const novelty = decision.novelty ?? compared.novelty;
  const stored = await persistNew(
    change,
    { ...entry, id, ...pinBy(prepared, entry) },
    { ...decision, novelty },
    { name: group },
  );
  return { ...answer, ...stored };
}
