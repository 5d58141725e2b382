/** Writes what is judged against nothing. All but questions are counted where they are said again in the same words. */

import { claimOf, type Decision, type Edit, type Entry, type Question, type Reflexion } from "../../entry/entry.js";
import { changedOf, mayChange } from "../../entry/gates/may-change.js";
import { isLive } from "../../entry/gates/visible.js";
import { countAgain } from "../../entry/repetition.js";
import type { Change } from "../../store/change/change.js";
import { supersede } from "../../store/change/transitions.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../compare.js";
import { isSameRecord } from "../policy/repeats.js";
import type { PreparedDraft } from "../prepare.js";
import { listFields, newEntry, recordId, relatedByAuthor, reservedAlias, saysMoreOfOthers } from "./persist-new.js";

/**
 * Is the draft the record that is known? Whether a question was asked before is judged where questions are: one that
 * nobody answered in time is asked anew.
 */
function isCountedOn(known: Entry, draft: Entry): known is Decision | Reflexion | Edit {
  if (draft.type === "question" || !isLive(known) || !isSameRecord(known, draft)) return false;
  return mayChange({ tier: draft.tier }, changedOf(known), "count") === "yes";
}

/** Was it said in this run before? Of what a run taught it counts in how many runs it came up. */
function isOfRun({ run, seen_by = [] }: Decision | Reflexion | Edit, named: string | undefined): boolean {
  return named !== undefined && (run === named || seen_by.some((one) => one.run === named));
}

/** Stores one record and links it to what is related, or counts it where it is known. */
export async function persistRecord(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Question | Decision | Reflexion | Edit;
  const claim = claimOf(entry);
  const supersedes = entry.supersedes ?? [];
  const compared = await compareWithKnown(change, prepared, [claim], relatedByAuthor(prepared.fields));
  const same = compared.sameClaim.filter((one) => isCountedOn(one, entry));
  const known = same.find((one) => !saysMoreOfOthers(prepared.fields, one));
  const answer = { type: entry.type, text: claim, ...defined({ scope: entry.scope }) };
  if (known !== undefined) {
    const isOneRun = entry.type === "reflexion" && isOfRun(known, entry.run);
    const counted = isOneRun ? {} : countAgain(known, entry);
    const place = await change.update(known.id, { ...counted, ...reservedAlias(prepared, known) });
    const because = [
      isOneRun ? "This run said it before in these words." : "It was said before in these words; it is counted there.",
    ];
    return { ...answer, decision: "counted", id: known.id, ...place, because, asks: [] };
  }
  const linked = [
    ...(entry.linked ?? []),
    ...[...same, ...compared.related.map((one) => one.entry)].map(({ id }) => id),
  ];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const replaced of supersedes) await supersede(change, replaced, id);
  return {
    ...answer,
    decision: supersedes.length > 0 ? "replaced" : "stored",
    id,
    ...place,
    because: same.map(({ id }) => `${id} says the same, but this one says something about other entries as well.`),
    asks: [],
    ...listFields({ linked, superseded: supersedes }),
  };
}
