/**
 * One row for each type of record: everything about it that is data. Files, ids, filters, counts and tests go by this
 * table, so that a new type is a row here, a schema in `entry-schema.ts`, and what only it does. Free of zod.
 */
export const RECORD_TYPES = {
  correction: row("COR", "memory/learning/corrections", "corrections", "corrected_to"),
  insight: row("INS", "memory/learning/insights", "insights", "insight"),
  outcome: row("OUT", "memory/learning/outcomes", "outcomes", "result"),
  memory: row("MEM", "memory/facts", "memories", "content"),
  question: row("ASK", "memory/questions", "questions", "question"),
  decision: row("DEC", "memory/decisions", "decisions", "action"),
  reflexion: row("REF", "memory/reflexions", "reflexions", "reflexion"),
  edit: row("EDT", "memory/edits", "edits", "original"),
} as const satisfies Record<string, RecordType>;

/** Where memories about a contact lie, one file each. */
export const CONTACT_FOLDER = "memory/contacts";

/** Every folder of records, with how the ids in it begin. */
export const RECORD_FOLDERS: readonly (readonly [folder: string, prefix: string])[] = [
  ...Object.values(RECORD_TYPES).map(({ folder, prefix }) => [folder, prefix] as const),
  [CONTACT_FOLDER, RECORD_TYPES.memory.prefix],
];

export type EntryType = keyof typeof RECORD_TYPES;

/** What is known of a type without looking at a record. */
interface RecordType {
  /** How its ids begin. */
  prefix: string;
  /** Where its files lie. */
  folder: string;
  /** Several of them, in lists and headings. */
  plural: string;
  /** The field with the sentence that an entry stands for. */
  claim: string;
}

function row<P extends string, F extends string>(prefix: P, folder: string, plural: string, claim: F) {
  return { prefix, folder, plural, claim } as const;
}

export const ENTRY_TYPES = Object.keys(RECORD_TYPES) as [EntryType, ...EntryType[]];

export const PREFIXES: readonly string[] = Object.values(RECORD_TYPES).map(({ prefix }) => prefix);

/** `COR`. */
export const prefixOf = (type: EntryType): string => RECORD_TYPES[type].prefix;

/** The type that an id or its beginning names. */
export function typeOfId(id: string): EntryType | undefined {
  return ENTRY_TYPES.find((type) => id.startsWith(RECORD_TYPES[type].prefix));
}

/** Types about which it is asked how they turned out, and that an outcome judges. A decision without stakes is not asked about. */
const JUDGED: ReadonlySet<EntryType> = new Set(["correction", "insight", "decision"]);
export const isJudgedType = (type: EntryType): type is "correction" | "insight" | "decision" => JUDGED.has(type);

/** Types that may become a rule; everything else stays what it is, in every mode and whoever asks. */
const RULES: ReadonlySet<EntryType> = new Set(["correction", "insight", "outcome"]);
export const mayBecomeRule = (type: EntryType): boolean => RULES.has(type);

/** `an insight`, `a decision`. */
export const aOrAn = (type: EntryType): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** Types that are judged against what is known: a claim may be the same as another, or stand against it. */
const COMPARED: ReadonlySet<EntryType> = new Set(["correction", "insight", "memory"]);
export const isComparedType = (type: EntryType): type is "correction" | "insight" | "memory" => COMPARED.has(type);
