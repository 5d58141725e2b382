/** Rules that stand in another file than the one the profile names for them now. */

import { defined } from "../../../text/defined.js";
import { type FilesOfRoles, placeFor, type Rule, type RulePlace, roleOf, type Target } from "./rule.js";
import type { Operation } from "./version.js";

/** The place of a rule or operation, mapped by the profile's `files`. */
export function replaced<T extends RulePlace & { from?: Target | undefined }>(one: T, files: FilesOfRoles): T {
  const place = placeFor(roleOf(one), files);
  if (place.target === one.target) return one;
  const { role: _, from, ...rest } = one;
  const before = from === undefined || from === place.target ? {} : { from };
  return { ...rest, ...defined({ ...place }), ...before } as T;
}

/**
 * The rules where `files` wants them, and the operations that take them there; undefined where all of them stand there.
 * Nothing is decided anew: words, ids and who stands behind them stay, `since` included. `isClosed`: a file that
 * cannot be written keeps its rules, and takes none.
 */
export function movedRules(
  rules: readonly Rule[],
  files: FilesOfRoles,
  isClosed: (target: Target) => boolean,
): { rules: Rule[]; operations: Operation[] } | undefined {
  const operations: Operation[] = [];
  const next = rules.map((rule): Rule => {
    const place = placeFor(roleOf(rule), files);
    if (place.target === rule.target || isClosed(rule.target) || isClosed(place.target)) return rule;
    const { text, ids, target: from } = rule;
    const because = `\`files\` in tenet.yaml names ${place.target} for it, and no longer ${from}.`;
    const grounds = { evidence: "", tier: "self", support: 0 } as const;
    operations.push({
      op: "update",
      ...defined({ ...place }),
      from,
      text,
      before: text,
      ids,
      reason: "moved",
      because,
      ...grounds,
    });
    return replaced(rule, files);
  });
  return operations.length === 0 ? undefined : { rules: next, operations };
}
