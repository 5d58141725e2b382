/** Stores an outcome. What it says of the entries that it judges is computed. Called by `judge-and-store.ts`. */
import { claimOf, type Outcome } from "../../entry/entry.js";
import { isApproved } from "../../entry/gates/visible.js";
import { aOrAn, isJudgedType } from "../../entry/record-types.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../look/compare.js";
import type { PreparedDraft } from "../look/prepare.js";
import { listFields, newEntry, recordId } from "./persist-new.js";

/** Stores one outcome with its links, and says how the entries that it judges stand since. */
export async function persistOutcome(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Outcome;
  const compared = await compareWithKnown(change, prepared, new Set(entry.references));
  const linked = [...(entry.linked ?? []), ...compared.related.map((candidate) => candidate.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }) });
  return {
    decision: "stored",
    type: "outcome",
    id,
    ...place,
    text: claimOf(entry),
    ...defined({ stakes: entry.stakes }),
    because: saidOf(change, { ...entry, id }),
    asks: [],
    ...listFields({ linked }),
  };
}

function saidOf(change: Change, outcome: Outcome): string[] {
  const own = change.tree.head(outcome.id);
  if (own !== undefined && !isApproved(own))
    return [`It waits for review, so ${outcome.references.join(", ")} stays as it was.`];
  return outcome.references.flatMap((id) => saidOfJudged(change, id, outcome) ?? []);
}

/** One sentence about an entry that it judges; undefined for one that is not here. */
function saidOfJudged(change: Change, id: string, outcome: Outcome): string | undefined {
  const row = change.tree.head(id);
  if (row === undefined) return undefined;
  const { type, judged, invalidated } = row;
  if (!isJudgedType(type))
    return `${id} is ${aOrAn(type)}${type === "outcome" ? " itself" : ""}; the two are linked by reference.`;
  if (judged !== undefined && judged.id !== outcome.id) {
    const date = judged.at.slice(0, 10);
    return judged.at > outcome.timestamp
      ? `${id} has a newer outcome already (${date}); this one is kept beside it.`
      : `A person said that ${id} turned out ${judged.verdict} (${date}); this one is kept beside it.`;
  }
  const isContested = invalidated === "contested";
  return `${id} turned out ${outcome.verdict}${isContested ? ". It is trusted more, so a person decides whether it ends" : ""}.`;
}
