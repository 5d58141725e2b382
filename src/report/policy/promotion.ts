/** What became a rule, what did not and why, how long it took, and whether it was used then. */
import { type Entry, usesOf } from "../../entry/entry.js";
import { chainsOf, writtenAt } from "../../entry/lessons.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { effectiveAt, type Version, wasInForce } from "../../store/rules/policy/version.js";
import { daysBetween } from "../../text/durations.js";
import { bySize, grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { idOf, median, shareOf } from "./figure.js";

/** An entry that became a rule, and when it first did. */
export interface Promoted {
  entry: Entry;
  at: string;
}

/** Entries that never became a rule, and only speak for one that is made of another: an insight for its outcome's lesson. */
function onlySupporting(versions: readonly Version[]): Set<string> {
  const ids = new Set(versions.flatMap(({ operations }) => operations.flatMap(({ supporting }) => supporting ?? [])));
  for (const { folded } of versions) for (const id of folded) ids.delete(id);
  return ids;
}

/** Entries of rules by the version that first held them: those the tree still has. */
export function promotedIn({ versions, byId }: Pick<History, "versions" | "byId">): Promoted[] {
  const first = new Map<string, string>();
  const supporting = onlySupporting(versions);
  for (const version of versions.filter(wasInForce)) {
    const at = effectiveAt(version);
    for (const id of version.rules.flatMap(({ ids }) => ids)) {
      if (supporting.has(id)) continue;
      const firstAt = first.get(id);
      if (firstAt === undefined || at < firstAt) first.set(id, at);
    }
  }
  return [...first].flatMap(([id, at]) => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [{ entry, at }];
  });
}

/** Operations of versions that took effect in the period, by what they did; ids of the entries concerned. */
function removedBy({ versions, now }: History, period: Period, reasons: ReadonlySet<string>): string[] {
  return versions
    .filter((version) => wasInForce(version) && isIn(period, effectiveAt(version), now))
    .flatMap(({ operations }) =>
      operations.flatMap(({ op, reason, ids }) => (op === "delete" && reasons.has(reason) ? ids : [])),
    );
}

const EVICTED = new Set(["evicted"]);
/** By people: a version undone, a line taken out by hand. */
const TAKEN_BACK = new Set(["rolled-back", "edited"]);

const listOf = (ids: readonly string[]) => {
  const entries = [...new Set(ids)];
  return { count: entries.length, entries };
};

/** Ids that a rule in force names, and those of the same lesson: repeats count as the rule's. */
function ruledIn({ entries }: History, rules: Version["rules"]): Set<string> {
  const ruled = new Set(rules.flatMap(({ ids }) => ids));
  for (const chain of chainsOf(entries)) {
    if (chain.some(({ id }) => ruled.has(id))) for (const { id } of chain) ruled.add(id);
  }
  return ruled;
}

export function promotionOf(history: History, period: Period): Report["promotion"] {
  const { candidates, byId, versions, now } = history;
  const inForce = versions.find(({ status }) => status === "active")?.rules ?? [];
  const ruled = ruledIn(history, inForce);
  const isRule = ({ id }: { id: string }) => ruled.has(id);
  const own = candidates.filter(({ id }) => byId.has(id));
  const promoted = promotedIn(history).filter(({ at }) => isIn(period, at, now));
  const times = promoted.map(({ entry, at }) => ({
    id: entry.id,
    value: Math.max(0, daysBetween(writtenAt(entry), new Date(at))),
  }));
  return {
    qualified: listOf(own.map(idOf)),
    promoted: shareOf(own, isRule, idOf),
    blocked: blockedOf(own.filter((one) => !isRule(one))),
    evicted: listOf(removedBy(history, period, EVICTED)),
    taken_back: listOf(removedBy(history, period, TAKEN_BACK)),
    time_to_rule: median(times, "days"),
    used_after: usedAfter(promoted, now),
    in_force: inForce.length,
  };
}

/** Removes ids, days and names from a sentence; the rest is the reason. */
const reasonOf = (sentence: string): string =>
  sentence
    .replace(/\s*\(\d{4}-\d{2}-\d{2}\)/g, "")
    .replace(/: tenet resolve .*$/s, ".")
    .replace(/ beside [A-Z]{3,4}-\d{8}-[0-9A-Z]+/, " beside another entry")
    .replace(/: [A-Z]{3,4}-\d{8}.*$/s, ".")
    .replace(/\): .*$/s, ").")
    .trim();

function blockedOf(candidates: History["candidates"]): Report["promotion"]["blocked"] {
  const pairs = candidates.flatMap(({ id, blocked }) =>
    blocked.map((sentence) => ({ id, because: reasonOf(sentence) })),
  );
  return bySize(grouped(pairs, ({ because }) => because)).map(([because, of]) => ({
    because,
    ...listOf(of.map(idOf)),
  }));
}

/** Used since it is a rule, and no use has failed since. */
function usedAfter(promoted: readonly Promoted[], now: Date) {
  const isUsed = ({ entry, at }: Promoted) => {
    const uses = usesOf(entry).filter((use) => Date.parse(use.at) > Date.parse(at) && isIn({}, use.at, now));
    return uses.length > 0 && uses.every(({ result }) => result !== "failed");
  };
  return shareOf(promoted, isUsed, ({ entry }) => entry.id);
}
