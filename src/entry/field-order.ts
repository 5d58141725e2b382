import { correctionSchema, insightSchema, memorySchema, outcomeSchema } from "./entry-schema.js";

/** The order in which a record's fields are written, by type: the order of its schema. */
export const FIELD_ORDER = {
  correction: Object.keys(correctionSchema.shape),
  insight: Object.keys(insightSchema.shape),
  outcome: Object.keys(outcomeSchema.shape),
  memory: Object.keys(memorySchema.shape),
} as const;

const NUMBERS_AND_MARKS: ReadonlySet<string> = new Set(["seen", "score", "restated", "confidence"]);
const NESTED_TEXTS = ["at", "text", "evidence", "agent", "session", "by", "reason", "hash", "from", "note", "filled"];

/** Fields that hold text wherever they stand: `1.10` there is a text, not a number. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set(
  [...Object.values(FIELD_ORDER).flat(), ...NESTED_TEXTS].filter((field) => !NUMBERS_AND_MARKS.has(field)),
);
