/** Which changes of a version's status there are, and what of a version never changes once it was decided. */
import { canonicalJson } from "../../merge/merge-entries.js";
import type { Version, VersionStatus } from "./version.js";

/** Where a version goes from each status. What has ended stays: a rollback is a version of its own. */
export const VERSION_TRANSITIONS: Readonly<Record<VersionStatus, readonly VersionStatus[]>> = {
  pending: ["approved", "active", "superseded", "rejected"],
  approved: ["active", "superseded", "rejected"],
  active: ["superseded"],
  superseded: [],
  rejected: [],
};

/**
 * Why a version cannot have gone from one status to another, naming both ends; undefined when it can. `reverted`: the
 * version that had taken its place is gone, taken back in git.
 */
export function illegalVersionStatus(from: VersionStatus, to: VersionStatus, reverted = false): string | undefined {
  if (from === to || VERSION_TRANSITIONS[from].includes(to)) return undefined;
  if (reverted && from === "superseded" && (to === "active" || to === "pending")) return undefined;
  const open = VERSION_TRANSITIONS[from].join(" or ");
  return `A version cannot go from ${from} to ${to}; ${open === "" ? `${from} is where it ends` : `it goes to ${open}`}.`;
}

/** What a version may say otherwise later: where it stands, what took its place, what is remembered, what was bound to. */
const LATER: ReadonlySet<string> = new Set(["status", "replaced_by", "declined", "contents"]);

/** True when a version's content may still change: it waits, and an approval may reword it or put it on other rules. */
export function isOpen({ status }: Pick<Version, "status">): boolean {
  return status === "pending" || status === "approved";
}

/**
 * The first field that a decided version says otherwise than before; undefined when it says the same. `gone`: entries
 * whose words were taken out of the tree since; what speaks of them may differ.
 */
export function changedField(before: Version, now: Version, gone: ReadonlySet<string>): string | undefined {
  const touched = [before, now].some(
    ({ rules, operations, folded }) =>
      [...rules, ...operations].some(({ ids }) => ids.some((id) => gone.has(id))) || folded.some((id) => gone.has(id)),
  );
  const [a, b] = [frozen(before, gone, touched), frozen(now, gone, touched)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].find((field) => a[field] !== b[field]);
}

/** What a text was made of when words of an entry stood in it. */
const DERIVED: ReadonlySet<string> = new Set(["change_summary", "files", "confidence"]);

function frozen(version: Version, gone: ReadonlySet<string>, touched: boolean): Record<string, string> {
  const speaks = (value: unknown): boolean =>
    typeof value === "string"
      ? gone.has(value)
      : typeof value === "object" && value !== null && "ids" in value
        ? (value.ids as string[]).some((id) => gone.has(id))
        : false;
  const kept: Record<string, string> = {};
  for (const [field, value] of Object.entries(version)) {
    if (value === undefined || LATER.has(field) || (touched && DERIVED.has(field))) continue;
    kept[field] = canonicalJson(Array.isArray(value) ? value.filter((item) => !speaks(item)) : value);
  }
  return kept;
}
