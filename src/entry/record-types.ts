/**
 * A row for each type of record: how its ids begin, where it lies, the field with the sentence it stands for, and the fields
 * it is found by where these are others. A new type is a row here, a schema, and what only it does. Free of zod.
 */
export const RECORD_TYPES = {
  correction: {
    prefix: "COR",
    folder: "memory/learning/corrections",
    claim: "corrected_to",
    template: ["corrected_to", "prior_belief", "behavioral_change"],
  },
  insight: {
    prefix: "INS",
    folder: "memory/learning/insights",
    claim: "insight",
    template: ["insight", "evidence", "applications"],
  },
  outcome: {
    prefix: "OUT",
    folder: "memory/learning/outcomes",
    claim: "result",
    template: ["decision", "result", "lesson"],
  },
  memory: { prefix: "MEM", folder: "memory/facts", claim: "content" },
  question: { prefix: "ASK", folder: "memory/questions", claim: "question", template: ["question", "because"] },
  decision: { prefix: "DEC", folder: "memory/decisions", claim: "action", template: ["situation"] },
  reflexion: { prefix: "REF", folder: "memory/reflexions", claim: "reflexion" },
  edit: { prefix: "EDT", folder: "memory/edits", claim: "original", template: ["context"] },
} as const satisfies Record<string, RecordType>;

type RecordType = { prefix: string; folder: string; claim: string; template?: readonly string[] };
export type EntryType = keyof typeof RECORD_TYPES;

export const ENTRY_TYPES = Object.keys(RECORD_TYPES) as [EntryType, ...EntryType[]];

export const rowOf = (type: EntryType): RecordType => RECORD_TYPES[type];

/** A file for each contact. */
export const CONTACT_FOLDER = "memory/contacts";

export const RECORD_FOLDERS: readonly string[] = [
  ...Object.values(RECORD_TYPES).map(({ folder }) => folder),
  CONTACT_FOLDER,
];

export const PREFIXES: readonly string[] = ENTRY_TYPES.map((type) => RECORD_TYPES[type].prefix);

/** The type that an id or its beginning names. */
export const typeOfId = (id: string): EntryType | undefined =>
  ENTRY_TYPES.find((type) => id.startsWith(RECORD_TYPES[type].prefix));

/** A claim of these may repeat or contradict another. */
const COMPARED = ["correction", "insight", "memory"] as const;
export const isComparedType = (type: EntryType): type is (typeof COMPARED)[number] =>
  (COMPARED as readonly EntryType[]).includes(type);

/** An outcome judges these, and is asked for: not of decisions without stakes. */
export const JUDGED_TYPES = ["correction", "insight", "decision"] as const satisfies EntryType[];
export const isJudgedType = (type: EntryType): type is (typeof JUDGED_TYPES)[number] =>
  (JUDGED_TYPES as readonly EntryType[]).includes(type);

/** What was learned, and how it turned out. */
export const LEARNING_TYPES: readonly EntryType[] = ["correction", "insight", "outcome"];
export const mayBeRule = (type: EntryType): boolean => LEARNING_TYPES.includes(type);

/** Of the others no context tells, and only a search for the type finds them. */
export const isToldUnasked = (type: EntryType): boolean => type !== "question" && type !== "edit";

export const aOrAn = (type: EntryType): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

export const pluralOf = (type: EntryType): string => (type === "memory" ? "memories" : `${type}s`);
