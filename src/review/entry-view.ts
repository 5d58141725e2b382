/** An entry as it is shown to whoever decides on it. */
import { claimOf, type Entry, refOf, riskOf, stakesOf } from "../entry/entry.js";
import { FACT_LABELS } from "../entry/missing-facts.js";
import type { EntryType } from "../entry/record-types.js";
import { isSensitive, SENSITIVE } from "../entry/visible.js";
import { defined } from "../text/defined.js";
import type { EntryView } from "./review-schemas.js";

const LABELS: Readonly<Record<string, string>> = {
  prior_belief: FACT_LABELS.prior_belief,
  behavioral_change: FACT_LABELS.behavioral_change,
  evidence: FACT_LABELS.evidence,
  decision: "decision",
  result: "result",
  verdict: "verdict",
  lesson: "lesson",
  rule: "as a rule",
  context: "context",
};

/** What else the author of some types says. */
const LABELS_OF: { readonly [type in EntryType]?: Readonly<Record<string, string>> } = {
  decision: { situation: "situation", rationale: "reason", alternatives: "instead of", by: "decided by" },
  reflexion: { entities: "about", tags: "tags", run: "run" },
  memory: { valid_from: "holds from", valid_to: "holds until" },
};

/** An entry as it is shown; of a sensitive one nothing but that it is there. */
export function entryView(entry: Entry, file: string, line: number): EntryView {
  const { id, type, tier, agent, source, origin, timestamp: at, promoted_to: rule_in } = entry;
  const hidden = isSensitive(entry);
  const fields: Record<string, unknown> = hidden ? {} : entry;
  const claim = claimOf(entry);
  const labels = { ...LABELS, ...(LABELS_OF[type] ?? {}) };
  const says = Object.entries(labels).flatMap(([field, label]) => {
    const held = fields[field];
    const value = Array.isArray(held) ? held.join("; ") : held;
    return typeof value === "string" && value !== "" && value !== claim ? [[label, value] as const] : [];
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
    stakes: stakesOf(entry),
    at_risk: hidden ? undefined : riskOf(entry),
    says: Object.fromEntries(says),
    rule_in,
    file,
    line,
  });
}
