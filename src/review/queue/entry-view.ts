/** The view of an entry for the person who decides on it. Called by the review's queue and commands. */
import { claimOf, refOf } from "../../entry/entry.js";
import { isSensitive, SENSITIVE } from "../../entry/gates/visible.js";
import { doubtsOf } from "../../entry/states.js";
import { FIELD_LABELS } from "../../recall/field-labels.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import type { EntryView } from "../review-schemas.js";

/** Fields of every type that are listed besides the claim. */
const FIELDS = `prior_belief behavioral_change evidence decision result verdict lesson rule context situation rationale
  alternatives by entities tags run valid_from valid_to`.split(/\s+/);

/** The view of an entry; of a sensitive one without its text. */
export function entryView(row: Row): EntryView {
  const { id, type, tier, agent, source, origin, timestamp: at, promoted_to: rule_in, file, line } = row;
  const hidden = isSensitive(row);
  const entry = entryOf(row);
  const fields: Record<string, unknown> = hidden ? {} : entry;
  const claim = claimOf(entry);
  const says = FIELDS.flatMap((field) => {
    const value = Array.isArray(fields[field]) ? fields[field].join("; ") : fields[field];
    const isShown = typeof value === "string" && value !== "" && value !== claim;
    return isShown ? [[FIELD_LABELS[field] ?? field, value] as const] : [];
  });
  return defined({
    id,
    ref: refOf(id),
    type,
    text: hidden ? SENSITIVE : claim,
    tier,
    agent,
    source,
    origin,
    at,
    stakes: row.stakes,
    doubts: doubtsOf(row),
    at_risk: hidden ? undefined : row.at_risk,
    says: Object.fromEntries(says),
    rule_in,
    file,
    line,
  });
}
