/** What ties entries to one another and to names, beside their columns. Written with each entry, asked by `entry-query.ts`. */
import type { Entry, Near } from "../../entry/entry.js";
import type { Copies } from "../../entry/standing/copies.js";
import { slotKey, wordsKey } from "../../entry/standing/ties.js";
import { hubEntryOf } from "../hub-origin.js";

/** By which a record names other entries. `answered`: those near ones about which a row holds an answer. */
export const RELATIONS = ["linked", "references", "near", "answered", "derived_from"] as const;

export type Relation = (typeof RELATIONS)[number];

/**
 * `claim`: the hash of its claim. `words`, `slot`: what equal words and one key have in common
 * (`entry/standing/ties.ts`). `hub`: the writer's entry of which it is a copy. `fate`: what its file says that replaced it.
 * The rest have no target: it has that field.
 */
export type Link = Relation | "alias" | "claim" | "words" | "slot" | "hub" | "fate" | "check" | "paths" | "uses";

/** The ids that an entry names by a relation. A row may name a person's line, which has no id. */
export function targetsOf(from: Entry, relation: Relation): readonly string[] {
  if (relation === "near" || relation === "answered") {
    const rows: readonly Near[] = from.near ?? [];
    return rows.filter(({ answer }) => relation === "near" || answer !== undefined).map((row) => row.with);
  }
  return ((from as { readonly [relation: string]: unknown } & Entry)[relation] as string[] | undefined) ?? [];
}

/** `claim`: the hash of its claim. */
export function linksOf(entry: Entry, claim: string, copies: Copies = {}): [link: Link, target: string][] {
  const fields = entry as { readonly [field: string]: unknown };
  const targets: { readonly [link in Link]?: readonly (string | undefined)[] } = {
    ...Object.fromEntries(RELATIONS.map((relation) => [relation, targetsOf(entry, relation)])),
    ...Object.fromEntries(["check", "paths", "uses"].map((field) => [field, fields[field] === undefined ? [] : [""]])),
    alias: entry.aliases?.map((alias) => alias.toUpperCase()) ?? [],
    claim: [claim],
    words: [wordsKey(entry, claim)],
    slot: [slotKey(entry)],
    hub: [hubEntryOf(entry.origin)],
    fate: [copies.superseded_by],
  };
  return (Object.keys(targets) as Link[]).flatMap((link) =>
    (targets[link] ?? []).flatMap((target): [Link, string][] => (target === undefined ? [] : [[link, target]])),
  );
}
