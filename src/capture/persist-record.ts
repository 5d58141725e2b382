/** Writes what is judged against nothing: a question, a decision, a reflexion, an edit. All but questions are counted where they are said again in the same words. */

import {
  claimOf,
  type Decision,
  type Edit,
  type Entry,
  isLive,
  type Question,
  type Reflexion,
  templateOf,
} from "../entry/entry.js";
import { maySkipOnto } from "../entry/trust.js";
import { countedAgain } from "../forget/consequences.js";
import { canonicalClaim } from "../guard/canonical.js";
import type { Change } from "../store/change.js";
import { defined } from "../text/defined.js";
import { supersede } from "./before-write.js";
import type { Captured } from "./capture-schemas.js";
import { compareWithKnown, listFields, newEntry, recordId, reservedAlias } from "./persist-new.js";
import { neighboursOf, relatedOf } from "./policy/neighbours.js";
import type { PreparedDraft } from "./prepare.js";

/**
 * The same record: its claim and what it was about, in the same words, for the same readers. Whether a question was asked
 * before is judged where questions are: one that nobody answered in time is asked anew.
 */
function isSameRecord(known: Entry, draft: Entry): known is Decision | Reflexion | Edit {
  if (known.type !== draft.type || known.type === "question" || !isLive(known)) return false;
  if ((known.scope ?? "project") !== (draft.scope ?? "project")) return false;
  // A comma more is what an edit may be about.
  if (known.type === "edit") {
    const fields = ["context", "original", "final"] as const;
    return fields.every((field) => known[field] === draft[field]) && maySkipOnto(draft.tier, known.tier);
  }
  const same = (of: (entry: Entry) => string) => canonicalClaim(of(known)) === canonicalClaim(of(draft));
  return same(claimOf) && same(templateOf) && maySkipOnto(draft.tier, known.tier);
}

/** Stores one record and links it to what is related, or counts it where it is known. */
export async function persistRecord(change: Change, prepared: PreparedDraft): Promise<Captured> {
  const entry = newEntry(prepared) as Question | Decision | Reflexion | Edit;
  const claim = claimOf(entry);
  const supersedes = entry.supersedes ?? [];
  const compared = await compareWithKnown(change, prepared, [claim], new Set(supersedes));
  const known = compared.sameClaim.find((one) => isSameRecord(one, entry));
  const answer = { type: entry.type, text: claim, ...defined({ scope: entry.scope }) };
  if (known !== undefined) {
    const place = await change.update(known.id, { ...countedAgain(known, entry), ...reservedAlias(prepared, known) });
    const because = ["It was said before in these words; it is counted there."];
    return { ...answer, decision: "skipped", id: known.id, ...place, because, neighbours: [] };
  }
  const candidates = compared.candidates.filter(({ entry: other }) => isLive(other));
  const related = relatedOf(candidates, compared.bands, prepared.maxLinks);
  const linked = [...(entry.linked ?? []), ...related.map((candidate) => candidate.entry.id)];
  const id = recordId(change, prepared);
  const place = change.append({ ...entry, id, ...listFields({ linked }), ...defined({ novelty: compared.novelty }) });
  for (const replaced of supersedes) await supersede(change, replaced, id);
  return {
    ...answer,
    decision: supersedes.length > 0 ? "superseded" : linked.length > 0 ? "linked" : "stored",
    id,
    ...place,
    because: [],
    neighbours: neighboursOf(claim, candidates, compared.bands, related),
    ...listFields({ linked, superseded: supersedes }),
  };
}
