/**
 * Stores records that are not compared with others. All but questions are counted where they repeat in equal words.
 * Called by `judge-and-store.ts`.
 */

import { claimOf, type Decision, type Edit, type Entry, type Question, type Reflexion } from "../../entry/entry.js";
import { changedOf, mayChange } from "../../entry/gates/may-change.js";
import { isLive } from "../../entry/gates/visible.js";
import { countAgain } from "../../entry/repetition.js";
import type { Change } from "../../store/change/change.js";
import { supersede } from "../../store/change/transitions.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../look/compare.js";
import type { PreparedDraft } from "../look/prepare.js";
import { isSameRecord } from "../policy/repeats.js";
import { listFields, newEntry, recordId, relatedByAuthor, reservedAlias, saysMoreOfOthers } from "./persist-new.js";

/** Whether the draft repeats the known record. Questions are excluded: an expired question is asked anew. */
function isCountedOn(knownEntry: Entry, draft: Entry): knownEntry is Decision | Reflexion | Edit {
  if (draft.type === "question" || !isLive(knownEntry) || !isSameRecord(knownEntry, draft)) return false;
  return mayChange({ tier: draft.tier }, changedOf(knownEntry), "count") === "yes";
}

/** Whether this run stated it before. A reflexion counts the runs in which it came up. */
function isOfRun({ run, seen_by = [] }: Decision | Reflexion | Edit, runName: string | undefined): boolean {
  return runName !== undefined && (run === runName || seen_by.some((one) => one.run === runName));
}

/** Stores one record and links it to related ones, or counts it on a known one. */
export async function persistRecord(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Question | Decision | Reflexion | Edit;
  const claim = claimOf(entry);
  const supersedes = entry.supersedes ?? [];
  const compared = await compareWithKnown(change, prepared, [claim], relatedByAuthor(prepared.fields));
  const sameRecords = compared.sameClaim.filter((one) => isCountedOn(one, entry));
  const knownRecord = sameRecords.find((one) => !saysMoreOfOthers(prepared.fields, one));
  const answer = { type: entry.type, text: claim, ...defined({ scope: entry.scope }) };
  if (knownRecord !== undefined) {
    const isOneRun = entry.type === "reflexion" && isOfRun(knownRecord, entry.run);
    const countPatch = isOneRun ? {} : countAgain(knownRecord, entry);
    const place = await change.update(knownRecord.id, { ...countPatch, ...reservedAlias(prepared, knownRecord) });
    const because = [
      isOneRun ? "This run said it before in these words." : "It was said before in these words; it is counted there.",
    ];
    return { ...answer, decision: "counted", id: knownRecord.id, ...place, because, asks: [] };
  }
  const linked = [
    ...(entry.linked ?? []),
    ...[...sameRecords, ...compared.related.map((one) => one.entry)].map(({ id }) => id),
  ];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const replacedId of supersedes) await supersede(change, replacedId, id);
  return {
    ...answer,
    decision: supersedes.length > 0 ? "replaced" : "stored",
    id,
    ...place,
    because: sameRecords.map(
      ({ id }) => `${id} says the same, but this one says something about other entries as well.`,
    ),
    asks: [],
    ...listFields({ linked, superseded: supersedes }),
  };
}
