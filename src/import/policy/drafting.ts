/** Builds a record from parsed fields; fields that the author did not state stay missing. */

import { defined } from "../../text/defined.js";
import type { ParsedEntry } from "./parsed-entry.js";
import type { DraftEntry, DraftFields, DraftOutcome } from "./plan.js";
import { cutAtWord, flatText, LONGEST_CLAIM, LONGEST_FIELD } from "./wording.js";

/** A value, and whether the author stated it under a word that means this field. */
export interface Choice {
  text: string;
  stated: boolean;
}

/** The first text with content: `statedTexts` before borrowed ones. */
export function choose(
  statedTexts: readonly (string | undefined)[],
  borrowed: readonly (string | undefined)[] = [],
): Choice | undefined {
  const says = (text: string | undefined) => text !== undefined && flatText(text.slice(0, LONGEST_FIELD)) !== "";
  const own = statedTexts.find(says);
  const text = own ?? borrowed.find(says);
  return text === undefined ? undefined : { text, stated: own !== undefined };
}

/** Fields of one line; the others keep their paragraphs. */
const LINES = ["prior_belief", "corrected_to", "insight", "at_risk"] as const;
const BLOCKS = ["behavioral_change", "evidence", "context", "outcome_note"] as const;

type Texts = Partial<Record<(typeof LINES)[number] | (typeof BLOCKS)[number], Choice | string | undefined>>;

interface Parts extends Texts {
  type: "correction" | "insight";
  applications?: (string | undefined)[];
  alternatives?: string[];
  outcome?: DraftOutcome | undefined;
}

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);

/** Builds the record to be, cut to what a record can hold. */
export function draftOf(parsed: ParsedEntry, parts: Parts): DraftEntry {
  const { type, applications = [], alternatives = [], outcome } = parts;
  const filled: string[] = [];
  const cut = new Set<string>();
  const hold = (field: string, text: string, longest: number): string => {
    const shortened = cutAtWord(text, longest);
    if (shortened !== text) cut.add(field);
    return shortened;
  };
  const textIn = (field: keyof Texts): string | undefined => {
    const part = parts[field];
    if (typeof part === "string") return part;
    if (part?.stated === false) filled.push(field);
    return part?.text;
  };
  const line = (field: (typeof LINES)[number]) => {
    const text = textIn(field);
    return { [field]: text && hold(field, flatText(text), LONGEST_CLAIM) };
  };
  const block = (field: (typeof BLOCKS)[number]) => {
    const text = textIn(field);
    return { [field]: text && hold(field, text, LONGEST_FIELD) };
  };
  const fields: DraftFields = defined({
    ...Object.assign({}, ...LINES.map(line), ...BLOCKS.map(block)),
    applications: unlessEmpty(
      applications.flatMap((text) => (text?.trim() ? hold("applications", text, LONGEST_FIELD) : [])),
    ),
    stakes: parsed.stakes,
    alternatives: unlessEmpty(alternatives),
    domain: parsed.area,
    tags: unlessEmpty(parsed.tags.map((tag) => cutAtWord(tag, 80))),
    seen: parsed.seen,
  });
  const { byUser, references, status, title, source } = parsed;
  const provenance = defined({
    status,
    filled: unlessEmpty(filled),
    title: title === (fields.corrected_to ?? fields.insight) ? undefined : title && cutAtWord(title, 200),
    source,
    cut: unlessEmpty([...cut]),
  });
  const because = type === "correction" ? "It replaces a belief or teaches from an error." : "It states an insight.";
  return defined({ fate: "entry" as const, type, because, fields, byUser, references, outcome, provenance });
}
