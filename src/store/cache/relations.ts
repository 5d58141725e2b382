/** The links that a record stores. */
export const RELATIONS = [
  "linked",
  "references",
  "supersedes",
  "superseded_by",
  "recurrence_of",
  "maybe_recurrence_of",
  "maybe_same_as",
  "maybe_supersedes",
  "contests",
  "derived_from",
] as const;

export type Relation = (typeof RELATIONS)[number];
