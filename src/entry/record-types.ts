/**
 * One row for each type of record: everything about it that is data. Files, ids, filters, counts, templates, erasing,
 * reviews and tests go by this table, so that a new type is a row here, a schema in `entry-schema.ts`, and what only it does.
 * Free of zod.
 */
export const RECORD_TYPES = {
  correction: {
    prefix: "COR",
    folder: "memory/learning/corrections",
    claim: "corrected_to",
    template: ["corrected_to", "prior_belief", "behavioral_change"],
    compared: true,
    judged: true,
    ruled: true,
  },
  insight: {
    prefix: "INS",
    folder: "memory/learning/insights",
    claim: "insight",
    compared: true,
    judged: true,
    ruled: true,
  },
  outcome: {
    prefix: "OUT",
    folder: "memory/learning/outcomes",
    claim: "result",
    template: ["decision", "result", "lesson"],
    ruled: true,
  },
  memory: {
    prefix: "MEM",
    folder: "memory/facts",
    claim: "content",
    says: ["valid_from", "valid_to"],
    compared: true,
  },
  question: {
    prefix: "ASK",
    folder: "memory/questions",
    claim: "question",
    template: ["question", "because"],
    apart: true,
  },
  decision: {
    prefix: "DEC",
    folder: "memory/decisions",
    claim: "action",
    // The finder knows the situation and looks for the action.
    template: ["situation"],
    says: ["situation", "rationale", "alternatives", "by"],
    review: { of: "agents", reason: "What an agent decided is an example only once a person says so." },
    judged: true,
  },
  reflexion: {
    prefix: "REF",
    folder: "memory/reflexions",
    claim: "reflexion",
    says: ["entities", "tags", "run"],
    review: { of: "all", reason: "A reflexion is an agent's own judgement, so a person looks at it first." },
  },
  edit: { prefix: "EDT", folder: "memory/edits", claim: "original", apart: true },
} as const satisfies Record<string, RecordType>;

/** What is known of a type without looking at a record. A list of fields that is absent is the claim alone, or nothing. */
interface RecordType {
  /** How its ids begin. */
  prefix: string;
  folder: string;
  /** The field with the sentence that an entry stands for. */
  claim: string;
  /** The fields that it is found by. */
  template?: readonly string[];
  /** Further fields by its author that a review shows. */
  says?: readonly string[];
  /** No layer of a context tells it by itself, and it is found only by a search for the type. */
  apart?: true;
  /** Whose entries wait for a person from their birth, and why. */
  review?: { of: "agents" | "all"; reason: string };
  /** New entries are compared with known ones: a claim may repeat or contradict another. */
  compared?: true;
  /** Its outcome is asked for, and an outcome judges it. Decisions without stakes are not asked about. */
  judged?: true;
  /** Entries may become rules; those of other types never do, in any mode. */
  ruled?: true;
}

/** Where memories about a contact lie, one file each. */
export const CONTACT_FOLDER = "memory/contacts";

/** Every folder of records, with how the ids in it begin. */
export const RECORD_FOLDERS: readonly (readonly [folder: string, prefix: string])[] = [
  ...Object.values(RECORD_TYPES).map(({ folder, prefix }) => [folder, prefix] as const),
  [CONTACT_FOLDER, RECORD_TYPES.memory.prefix],
];

export type EntryType = keyof typeof RECORD_TYPES;

/** The types whose row has a column. */
type TypeWith<Column extends keyof RecordType> = {
  [Type in EntryType]: Column extends keyof (typeof RECORD_TYPES)[Type] ? Type : never;
}[EntryType];

export const ENTRY_TYPES = Object.keys(RECORD_TYPES) as [EntryType, ...EntryType[]];

export const rowOf = (type: EntryType): RecordType => RECORD_TYPES[type];

/** `COR`. */
export const prefixOf = (type: EntryType): string => RECORD_TYPES[type].prefix;

export const PREFIXES: readonly string[] = ENTRY_TYPES.map(prefixOf);

/** The type that an id or its beginning names. */
export const typeOfId = (id: string): EntryType | undefined =>
  ENTRY_TYPES.find((type) => id.startsWith(prefixOf(type)));

export const isJudgedType = (type: EntryType): type is TypeWith<"judged"> => "judged" in RECORD_TYPES[type];
export const JUDGED_TYPES = ENTRY_TYPES.filter(isJudgedType);

export const isComparedType = (type: EntryType): type is TypeWith<"compared"> => "compared" in RECORD_TYPES[type];

export const mayBecomeRule = (type: EntryType): boolean => "ruled" in RECORD_TYPES[type];

/** `an insight`, `a decision`. */
export const aOrAn = (type: EntryType): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** `insights`, `memories`. */
export const pluralOf = (type: EntryType): string => (type === "memory" ? "memories" : `${type}s`);

export const isToldUnasked = (type: EntryType): boolean => !("apart" in RECORD_TYPES[type]);

/** What was learned, and how it turned out: what a tree is for. Their folder has a page of contents. */
export const LEARNING_TYPES = ENTRY_TYPES.filter((type) => rowOf(type).folder.startsWith("memory/learning/"));

/** Fields that tenet writes. Of what an author states they are left out; `tier` may be stated to lower it. */
export const WRITTEN_BY_TENET = [
  ...(["id", "timestamp", "agent", "user", "review", "near", "said", "uses", "stick"] as const),
  ...(["closed", "by", "pinned", "target", "author", "commit", "version"] as const),
  ...(["imported", "hub", "forgotten", "redacted", "erased", "status", "promoted_to"] as const),
] as const;
