/** The relations between entries, and the names that a record holds in each. */
import type { Entry, Near } from "../../entry/entry.js";

/** By which a record names other entries. `answered`: those near ones about which a row holds an answer. */
export const RELATIONS = ["linked", "references", "near", "answered", "derived_from"] as const;

export type Relation = (typeof RELATIONS)[number];

/** The ids that an entry names by a relation. A row may name a person's line, which has no id. */
export function targetsOf(from: Entry, relation: Relation): readonly string[] {
  if (relation === "near" || relation === "answered") {
    const rows: readonly Near[] = from.near ?? [];
    return rows.filter(({ answer }) => relation === "near" || answer !== undefined).map((row) => row.with);
  }
  return ((from as { readonly [relation: string]: unknown } & Entry)[relation] as string[] | undefined) ?? [];
}

/** All by which an entry is found beside its columns: whom it names, its other ids, the hashes of its claims. */
export function linksOf(entry: Entry, claims: readonly string[]): [relation: string, target: string][] {
  const named = RELATIONS.map((relation): [string, readonly string[]] => [relation, targetsOf(entry, relation)]);
  const aliases = (entry.aliases ?? []).map((alias) => alias.toUpperCase());
  const all: [string, readonly string[]][] = [...named, ["alias", aliases], ["claim", claims]];
  return all.flatMap(([relation, targets]) => targets.map((target): [string, string] => [relation, target]));
}
