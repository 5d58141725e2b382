/** Puts a record together from what was read off; what the author did not state stays missing. */

import { defined } from "../../text/defined.js";
import type { ParsedEntry } from "./parsed-entry.js";
import type { DraftEntry, DraftFields, DraftOutcome } from "./plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, LONGEST_FIELD } from "./wording.js";

/** A value, and whether the author stated it under a word that means this field. */
export interface Choice {
  text: string;
  stated: boolean;
}

/** The first text that says something: `stated` ones before those that must be borrowed. */
export function choose(
  stated: readonly (string | undefined)[],
  borrowed: readonly (string | undefined)[],
): Choice | undefined {
  const says = (text: string | undefined): text is string =>
    text !== undefined && flatText(text.slice(0, LONGEST_FIELD)) !== "";
  const own = stated.find(says);
  if (own !== undefined) return { text: own, stated: true };
  const other = borrowed.find(says);
  return other === undefined ? undefined : { text: other, stated: false };
}

type Claimed =
  | {
      type: "correction";
      corrected_to: Choice;
      prior_belief: Choice | undefined;
      behavioral_change: Choice | undefined;
    }
  | { type: "insight"; insight: Choice; evidence: Choice | undefined; applications: (string | undefined)[] };

interface Parts {
  claimed: Claimed;
  context: string | undefined;
  /** What the author says is at risk. */
  risk: string | undefined;
  alternatives?: string[];
  outcome?: DraftOutcome | undefined;
  outcome_note?: string | undefined;
}

/** Builds the record to be, cut to what a record can hold. */
export function draftOf(parsed: ParsedEntry, parts: Parts): DraftEntry {
  const filled: string[] = [];
  const shortened: string[] = [];
  const hold = (field: string, text: string, longest: number): string => {
    const kept = cutAtWord(text, longest);
    if (kept !== text) shortened.push(field);
    return kept;
  };
  const said = (field: string, choice: Choice | undefined): string | undefined => {
    if (choice?.stated === false) filled.push(field);
    return choice?.text;
  };
  const line = (field: string, choice: Choice | undefined): string | undefined => {
    const text = said(field, choice);
    return text && hold(field, flatText(text), LONGEST_CLAIM);
  };
  const block = (field: string, choice: Choice | undefined) => longer(field, said(field, choice));
  const longer = (field: string, text: string | undefined) => text && hold(field, text, LONGEST_FIELD);
  const unlessEmpty = (list: string[]) => (list.length === 0 ? undefined : list);

  const { claimed } = parts;
  const head: Partial<DraftFields> =
    claimed.type === "correction"
      ? defined({
          prior_belief: line("prior_belief", claimed.prior_belief),
          corrected_to: line("corrected_to", claimed.corrected_to),
          behavioral_change: block("behavioral_change", claimed.behavioral_change),
        })
      : defined({
          insight: line("insight", claimed.insight),
          evidence: block("evidence", claimed.evidence),
          applications: unlessEmpty(
            claimed.applications.flatMap((text) => (text?.trim() ? hold("applications", text, LONGEST_FIELD) : [])),
          ),
        });
  const fields: DraftFields = defined({
    ...head,
    stakes: parsed.stakes,
    at_risk: parts.risk && hold("at_risk", flatText(parts.risk), LONGEST_CLAIM),
    context: longer("context", parts.context),
    alternatives: unlessEmpty(parts.alternatives ?? []),
    domain: parsed.area,
    tags: unlessEmpty(parsed.tags.map((tag) => cutAtWord(tag, 80))),
    seen: parsed.seen,
    outcome_note: longer("outcome_note", parts.outcome_note),
  });
  const claim = fields.corrected_to ?? fields.insight;
  const { byUser, references, status, title, source } = parsed;
  const provenance = defined({
    status,
    filled: unlessEmpty(filled),
    title: title === claim ? undefined : title && cutAtWord(title, 200),
    source,
    cut: unlessEmpty([...new Set(shortened)]),
  });
  return defined({
    fate: "entry" as const,
    type: claimed.type,
    because: claimed.type === "correction" ? "It replaces a belief or teaches from an error." : "It states an insight.",
    fields,
    byUser,
    references,
    outcome: parts.outcome,
    provenance,
  });
}
