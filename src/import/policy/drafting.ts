/** Puts a record together from what was read off; what the author did not state is taken from the entry's own words and named. */
import type { DraftEntry, DraftFields, DraftOutcome } from "./item.js";
import type { ParsedEntry } from "./parsed-entry.js";
import { cutAtWord, flatText, LONGEST_CLAIM, LONGEST_FIELD, troubleIn } from "./wording.js";

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
  | { type: "correction"; corrected_to: Choice; prior_belief: Choice; behavioral_change: Choice }
  | { type: "insight"; insight: Choice; evidence: Choice; applications: (string | undefined)[] };

interface Parts {
  claimed: Claimed;
  context: string | undefined;
  /** What would have gone wrong, when the author says nothing about it: the words that come closest. */
  risk: Choice;
  alternatives?: string[];
  outcome?: DraftOutcome;
  outcome_note?: string;
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
  const line = (field: string, choice: Choice): string => {
    if (!choice.stated) filled.push(field);
    return hold(field, flatText(choice.text), LONGEST_CLAIM);
  };
  const block = (field: string, choice: Choice): string => {
    if (!choice.stated) filled.push(field);
    return hold(field, choice.text, LONGEST_FIELD);
  };

  const { claimed } = parts;
  const head: Partial<DraftFields> =
    claimed.type === "correction"
      ? {
          prior_belief: line("prior_belief", claimed.prior_belief),
          corrected_to: line("corrected_to", claimed.corrected_to),
          behavioral_change: block("behavioral_change", claimed.behavioral_change),
        }
      : {
          insight: line("insight", claimed.insight),
          evidence: block("evidence", claimed.evidence),
        };
  if (claimed.type === "insight") {
    const applications = claimed.applications.filter(
      (text): text is string => text !== undefined && text.trim() !== "",
    );
    if (applications.length > 0)
      head.applications = applications.map((text) => hold("applications", text, LONGEST_FIELD));
  }
  if (parsed.stakes === undefined) filled.push("stakes");
  const risk = parts.risk.stated ? flatText(parts.risk.text) : troubleIn(parts.risk.text);
  if (!parts.risk.stated) filled.push("at_risk");

  const fields: DraftFields = {
    ...head,
    stakes: parsed.stakes ?? "medium",
    at_risk: parts.risk.stated ? hold("at_risk", risk, LONGEST_CLAIM) : cutAtWord(risk, 600),
    ...(parts.context === undefined ? {} : { context: hold("context", parts.context, LONGEST_FIELD) }),
    ...(parts.alternatives === undefined || parts.alternatives.length === 0
      ? {}
      : { alternatives: parts.alternatives }),
    ...(parsed.area === undefined ? {} : { domain: parsed.area }),
    ...(parsed.tags.length === 0 ? {} : { tags: parsed.tags.map((tag) => cutAtWord(tag, 80)) }),
    ...(parsed.seen === undefined ? {} : { seen: parsed.seen }),
    ...(parts.outcome_note === undefined
      ? {}
      : { outcome_note: hold("outcome_note", parts.outcome_note, LONGEST_FIELD) }),
  };
  const claim = fields.corrected_to ?? fields.insight;
  return {
    fate: "entry",
    type: claimed.type,
    fields,
    byUser: parsed.byUser,
    references: parsed.references,
    ...(parts.outcome === undefined ? {} : { outcome: parts.outcome }),
    provenance: {
      ...(parsed.status === undefined ? {} : { status: parsed.status }),
      ...(filled.length === 0 ? {} : { filled }),
      ...(parsed.title === undefined || parsed.title === claim ? {} : { title: cutAtWord(parsed.title, 200) }),
      ...(parsed.source === undefined ? {} : { source: parsed.source }),
      ...(shortened.length === 0 ? {} : { cut: [...new Set(shortened)] }),
    },
  };
}
