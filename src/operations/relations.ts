import { tailOf } from "../memory/entry.js";
import type { Tree } from "../tree/tree.js";

/** Fields that name other entries: stated by any reference that is unique in the tree, stored as whole ids. */
export const RELATIONS: ReadonlySet<string> = new Set([
  "linked",
  "references",
  "supersedes",
  "recurrence_of",
  "maybe_recurrence_of",
  "contests",
  "derived_from",
]);

/**
 * Short forms of ids become whole ids. `reserved` are ids of the same run that no entry has yet. Throws `not-found`
 * for one that names no entry, or several.
 */
export function withWholeIds(
  tree: Tree,
  fields: Record<string, unknown>,
  reserved: readonly string[] = [],
): Record<string, unknown> {
  const whole = (reference: unknown) => {
    const stated = String(reference).toUpperCase();
    return reserved.find((id) => id === stated || tailOf(id) === stated) ?? tree.resolve(String(reference)).id;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!RELATIONS.has(field)) return [field, value];
      return [field, Array.isArray(value) ? value.map(whole) : whole(value)];
    }),
  );
}
