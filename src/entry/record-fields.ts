/** The fields of records: their writers, their order and their values. Used by the readers and writers of records. */
import { learned, SCHEMA_OF } from "./entry-schema.js";

/** What tenet notes on an entry: what happened to it since it was written. */
export const NOTED_BY_TENET = [
  ...(["status", "novelty", "flags", "superseded_by", "promoted_to", "promoted_in"] as const),
  ...(Object.keys(learned) as (keyof typeof learned)[]),
] as const;

/** Fields that tenet writes. Given as input they are wrong usage; `tier` may be stated to lower it. */
export const WRITTEN_BY_TENET = [
  ...NOTED_BY_TENET,
  ...(["id", "timestamp", "recorded", "host", "agent", "user", "review", "near"] as const),
  ...(["closed", "by", "pinned", "stated_to", "confirmed", "distance", "ratio"] as const),
  ...(["target", "author", "commit", "version"] as const),
  ...(["imported", "folded", "hub", "forgotten", "redacted", "erased"] as const),
] as const;

/** The order in which a record's fields are written, by type: the order of its schema. */
export const FIELD_ORDER = Object.fromEntries(
  Object.entries(SCHEMA_OF).map(([type, { shape }]) => [type, Object.keys(shape)]),
) as Record<keyof typeof SCHEMA_OF, string[]>;

const NUMBERS_AND_MARKS: ReadonlySet<string> = new Set([
  "seen",
  "score",
  "restated",
  "confidence",
  "distance",
  "ratio",
  "claim",
]);
const NESTED_TEXTS = [
  "at",
  "text",
  "evidence",
  "agent",
  "session",
  "by",
  "reason",
  "hash",
  "from",
  "note",
  "filled",
  "host",
  "came_up",
  "how",
  "in",
  "forbid",
  "unless",
  "instead",
  "with",
  "hashes",
  "of",
];

/** Fields that hold text wherever they stand: `1.10` there is a text, not a number. */
export const TEXT_FIELDS: ReadonlySet<string> = new Set(
  [...Object.values(FIELD_ORDER).flat(), ...NESTED_TEXTS].filter((field) => !NUMBERS_AND_MARKS.has(field)),
);
