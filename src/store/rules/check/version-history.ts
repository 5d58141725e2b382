/** A version stays what it was once it is decided: compared with another tree. */

import type { FindingDraft } from "../../../entry/findings.js";
import { canonicalJson } from "../../merge/merge-fields.js";
import { isOpen, LATER_FIELDS, type Version, type VersionStatus } from "../policy/version.js";
import type { Chain, ChainLink } from "../versions/chain.js";
import { fieldLine } from "./versions.js";

const NEXT = "Bring the file back from git's history; who changed it there is in its log.";

interface FrozenFacts {
  chain: Chain;
  textOf(file: string): string | undefined;
  /** Entries with redacted or erased words. */
  gone: ReadonlySet<string>;
}

/** `then`: the chain of another tree, `where` its name. */
export function changedSince(then: Chain, where: string, facts: FrozenFacts): FindingDraft[] {
  return facts.chain.links.flatMap((link): FindingDraft[] => {
    const before = then.version(link.version.id);
    if (before === undefined) return [];
    const now = link.version;
    const reverted = then.versions.some(
      ({ id, previous, replaces, replaced_by }) =>
        facts.chain.version(id) === undefined &&
        (previous === now.id || replaces === now.id || replaced_by === now.id || before.replaced_by === id),
    );
    const illegal = illegalVersionStatus(before.status, now.status, reverted);
    const findings: FindingDraft[] =
      illegal === undefined ? [] : [changed(link, facts, "status", `${illegal} It was so at ${where}.`)];
    if (isOpen(before) && before.status !== now.status) return findings;
    return [...findings, ...otherwise(before, link, where, facts)];
  });
}

function otherwise(before: Version, link: ChainLink, where: string, facts: FrozenFacts): FindingDraft[] {
  const field = changedField(before, link.version, facts.gone);
  if (field === undefined) return [];
  return [changed(link, facts, field, `version ${link.version.id} is not what it was at ${where} (${field})`, before)];
}

function changed(link: ChainLink, facts: FrozenFacts, field: string, message: string, before?: Version): FindingDraft {
  const { file, version } = link;
  const text = facts.textOf(file);
  const line = (before === undefined ? undefined : itemLine(text, before, version, field)) ?? fieldLine(text, field);
  return { id: version.id, severity: "error", code: "version-changed", file, line, message, next: NEXT };
}

/** The line of the first rule or operation that was not there before. */
function itemLine(text: string | undefined, before: Version, now: Version, field: string): number | undefined {
  if (field !== "rules" && field !== "operations") return undefined;
  const textsBefore = new Set(before[field].map((one) => one.text));
  const fresh = now[field].find((one) => !textsBefore.has(one.text));
  if (fresh === undefined) return undefined;
  const from = fieldLine(text, field);
  const words = JSON.stringify(fresh.text).slice(1, -1);
  const at = (text ?? "").split("\n").findIndex((line, index) => index >= from && line.includes(words));
  return at === -1 ? undefined : at + 1;
}

/** Allowed transitions of each status. An ended version stays ended: a rollback is a new version. */
const VERSION_TRANSITIONS: Readonly<Record<VersionStatus, readonly VersionStatus[]>> = {
  pending: ["active", "superseded", "rejected"],
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

/**
 * The first field of a decided version that differs from before; undefined when none does. `gone`: entries redacted or
 * erased since; fields that mention them may differ.
 */
export function changedField(before: Version, now: Version, goneIds: ReadonlySet<string>): string | undefined {
  const touched = [before, now].some(
    ({ rules, operations, folded }) =>
      [...rules, ...operations].some(({ ids }) => ids.some((id) => goneIds.has(id))) ||
      folded.some((id) => goneIds.has(id)),
  );
  const [a, b] = [frozen(before, goneIds, touched), frozen(now, goneIds, touched)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].find((field) => a[field] !== b[field]);
}

/** Fields derived from entries: they may change when words of one are erased. */
const DERIVED: ReadonlySet<string> = new Set(["change_summary", "files", "confidence"]);

function frozen(version: Version, goneIds: ReadonlySet<string>, touched: boolean): Record<string, string> {
  const speaks = (value: unknown): boolean =>
    typeof value === "string"
      ? goneIds.has(value)
      : typeof value === "object" && value !== null && "ids" in value
        ? (value.ids as string[]).some((id) => goneIds.has(id))
        : false;
  const frozenFields: Record<string, string> = {};
  for (const [field, value] of Object.entries(version)) {
    if (value === undefined || LATER_FIELDS.has(field) || (touched && DERIVED.has(field))) continue;
    frozenFields[field] = canonicalJson(Array.isArray(value) ? value.filter((item) => !speaks(item)) : value);
  }
  return frozenFields;
}
