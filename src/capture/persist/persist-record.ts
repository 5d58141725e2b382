/**
 * Stores records that are not compared with others. All but questions are counted where they repeat in equal words. Called
 * by `judge-and-store.ts`.
 */
import { claimOf, type Decision, type Edit, type Question, type Reflexion } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isLive } from "../../entry/gates/visible.js";
import { entryOf } from "../../store/cache/row.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../look/compare.js";
import type { PreparedDraft } from "../look/prepare.js";
import { isSameRecord } from "../policy/repeats.js";
import { listFields, newEntry, recordId, sayAgain } from "./persist-new.js";

type Unlearned = Question | Decision | Reflexion | Edit;

/** The live records of its type that say the same. Questions are asked anew, and what is trusted less is not added to. */
async function sameRecords(change: Change, prepared: PreparedDraft, draft: Unlearned): Promise<Row[]> {
  if (draft.type === "question") return [];
  const equal = change.tree.naming([claimHash(claimOf(draft))], "claim");
  const same = equal.filter(
    (row) => isLive(row) && isSameRecord(entryOf(row), draft) && compareTiers(row.tier, draft.tier) >= 0,
  );
  const shown = await Promise.all(same.map((row) => prepared.isShown(row)));
  return same.filter((_, at) => shown[at]);
}

/** Stores one record and links it to related ones, or counts it on a known one. */
export async function persistRecord(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Unlearned;
  const compared = await compareWithKnown(change, prepared, new Set(entry.derived_from));
  const isKnownSource = (row: Row) => (entry.derived_from ?? []).every((id) => row.derived_from?.includes(id));
  const known = (await sameRecords(change, prepared, entry)).find(isKnownSource);
  const answer = { type: entry.type, text: claimOf(entry), ...defined({ scope: entry.scope }) };
  if (known !== undefined) {
    const place = await sayAgain(change, known.id, prepared);
    const because = ["It was said before in these words; it is counted there."];
    return { ...answer, decision: "counted", id: known.id, ...place, because, asks: [] };
  }
  const linked = [...(entry.linked ?? []), ...compared.related.map((one) => one.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }) });
  return { ...answer, decision: "stored", id, ...place, because: [], asks: [], ...listFields({ linked }) };
}
