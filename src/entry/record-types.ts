/**
 * One row for each type of record: everything about it that is data. Files, ids, filters, counts, templates, erasing,
 * reviews and tests go by this table, so that a new type is a row here, a schema in `entry-schema.ts`, and what only it does.
 * Free of zod.
 */
export const RECORD_TYPES = {
  correction: {
    prefix: "COR",
    folder: "memory/learning/corrections",
    plural: "corrections",
    claim: "corrected_to",
    template: ["corrected_to", "prior_belief", "behavioral_change"],
    marked: ["prior_belief", "corrected_to", "at_risk", "behavioral_change"],
    kept: ["stakes"],
    layer: "taught",
    compared: true,
    judged: true,
    ruled: true,
  },
  insight: {
    prefix: "INS",
    folder: "memory/learning/insights",
    plural: "insights",
    claim: "insight",
    marked: ["insight", "evidence", "at_risk"],
    kept: ["stakes"],
    layer: "taught",
    compared: true,
    judged: true,
    ruled: true,
  },
  outcome: {
    prefix: "OUT",
    folder: "memory/learning/outcomes",
    plural: "outcomes",
    claim: "result",
    template: ["decision", "result", "lesson"],
    kept: ["references", "verdict"],
    layer: "taught",
    ruled: true,
  },
  memory: {
    prefix: "MEM",
    folder: "memory/facts",
    plural: "memories",
    claim: "content",
    says: ["valid_from", "valid_to"],
    kept: ["category", "basis", "confidence"],
    layer: "memories",
    compared: true,
  },
  question: {
    prefix: "ASK",
    folder: "memory/questions",
    plural: "questions",
    claim: "question",
    template: ["question", "because"],
    marked: ["question", "because"],
  },
  decision: {
    prefix: "DEC",
    folder: "memory/decisions",
    plural: "decisions",
    claim: "action",
    // The finder knows the situation and looks for the action.
    template: ["situation"],
    says: ["situation", "rationale", "alternatives", "by"],
    details: ["rationale"],
    marked: ["situation", "action", "rationale"],
    layer: "decisions",
    review: { of: "agents", reason: "What an agent decided is an example only once a person says so." },
    judged: true,
    done: "Decided",
  },
  reflexion: {
    prefix: "REF",
    folder: "memory/reflexions",
    plural: "reflexions",
    claim: "reflexion",
    says: ["entities", "tags", "run"],
    details: ["entities", "tags"],
    layer: "reflexions",
    review: { of: "all", reason: "A reflexion is an agent's own judgement, so a person looks at it first." },
    done: "Noted",
  },
  edit: { prefix: "EDT", folder: "memory/edits", plural: "edits", claim: "original", kept: ["kind"], done: "Kept" },
} as const satisfies Record<string, RecordType>;

/** What is known of a type without looking at a record. A list of fields that is absent is the claim alone, or nothing. */
interface RecordType {
  /** How its ids begin. */
  prefix: string;
  folder: string;
  /** Several of them, in lists and headings. */
  plural: string;
  /** The field with the sentence that an entry stands for. */
  claim: string;
  /** The fields that it is found by. */
  template?: readonly string[];
  /** Further fields by its author that a review shows. */
  says?: readonly string[];
  /** What keeps two records apart that have one claim and one template. */
  details?: readonly string[];
  /** The fields that hold a mark once a record is erased. */
  marked?: readonly string[];
  /** The fields without an author's words that its schema cannot do without: erasing and redacting leave them. */
  kept?: readonly string[];
  /** The layer of a context that prints it. Entries of types without one are found only by a search for the type. */
  layer?: string;
  /** Whose entries wait for a person from their birth, and why. */
  review?: { of: "agents" | "all"; reason: string };
  /** New entries are compared with known ones: a claim may repeat or contradict another. */
  compared?: true;
  /** Its outcome is asked for, and an outcome judges it. Decisions without stakes are not asked about. */
  judged?: true;
  /** Entries may become rules; those of other types never do, in any mode. */
  ruled?: true;
  /** The word that answers a capture; `Learned` unless stated. */
  done?: string;
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

/** The layer of a context that tells entries of a type; undefined for what tells nothing by itself. */
export function layerOf(type: EntryType) {
  const row = RECORD_TYPES[type];
  return "layer" in row ? row.layer : undefined;
}

/** What was learned, and how it turned out: what a tree is for. Their folder has a page of contents. */
export const LEARNING_TYPES = ENTRY_TYPES.filter((type) => rowOf(type).folder.startsWith("memory/learning/"));

/** Fields that tenet writes. Of what an author states they are left out; `tier` may be stated to lower it. */
export const WRITTEN_BY_TENET = [
  ...(["id", "timestamp", "agent", "user", "review", "near", "said", "uses", "stick"] as const),
  ...(["closed", "by", "pinned", "target", "author", "commit", "version"] as const),
  ...(["imported", "hub", "forgotten", "redacted", "erased", "status", "promoted_to"] as const),
] as const;
