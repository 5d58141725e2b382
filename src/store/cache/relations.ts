/** The relations between entries, and the ids that a record names in each. */
import type { Near } from "../../entry/entry.js";

/** The fields by which a record names other entries. */
export const RELATIONS = [
  "linked",
  "references",
  "supersedes",
  "superseded_by",
  "recurrence_of",
  "exception_to",
  "near",
  "derived_from",
] as const;

export type Relation = (typeof RELATIONS)[number];

type Naming = { readonly [relation in Relation]?: string | readonly string[] | readonly Near[] | undefined };

/** The ids that an entry, or its metadata, names by a relation. A near claim may name a person's line, which has no id. */
export function targetsOf(from: Naming, relation: Relation): string[] {
  const targets: readonly (string | Near)[] = [from[relation] ?? []].flat();
  return targets.map((one) => (typeof one === "string" ? one : one.with));
}
