/** What became a rule, how long it took, and what left again. */
import { bornAt } from "../../entry/lessons.js";
import { effectiveAt, type Version, wasInForce } from "../../rules/policy/version.js";
import type { Row } from "../../store/cache/row.js";
import { daysBetween } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { median, share } from "./figure.js";
import { isIn, type Period } from "./period.js";

/** An entry that became a rule, and when it first did. */
export interface Promoted {
  entry: Row;
  at: string;
}

/**
 * Entries of rules by the version that first held them: those the tree still has. Of the lesson of an outcome it is the
 * outcome alone; what that judges only speaks for it.
 */
export function promotedIn({ versions, byId }: Pick<History, "versions" | "byId">): Promoted[] {
  const first = new Map<string, string>();
  for (const version of versions.filter(wasInForce)) {
    const at = effectiveAt(version);
    const isLesson = ([lead = ""]: readonly string[]) => byId.get(lead)?.type === "outcome";
    for (const id of version.rules.flatMap(({ ids }) => (isLesson(ids) ? ids.slice(0, 1) : ids))) {
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
  const named = new Set(rules.flatMap(({ ids }) => ids));
  const chains = new Set(entries.flatMap(({ id, chain }) => (named.has(id) ? chain : [])));
  return new Set(entries.flatMap(({ id, chain }) => (chains.has(chain) ? id : [])));
}

export function promotionOf(history: History, period: Period): Report["promotion"] {
  const { qualified, byId, versions, now } = history;
  const inForce = versions.find(({ status }) => status === "active")?.rules ?? [];
  const ruled = ruledIn(history, inForce);
  const own = qualified.filter((id) => byId.has(id));
  const promoted = promotedIn(history).filter(({ at }) => isIn(period, at, now));
  const times = promoted.map(({ entry, at }) => ({
    id: entry.id,
    value: Math.max(0, daysBetween(bornAt(entry), new Date(at))),
  }));
  return {
    qualified: listOf(own),
    promoted: share(
      own.filter((id) => ruled.has(id)),
      own.filter((id) => !ruled.has(id)),
    ),
    evicted: listOf(removedBy(history, period, EVICTED)),
    taken_back: listOf(removedBy(history, period, TAKEN_BACK)),
    time_to_rule: median(times, "days"),
    in_force: inForce.length,
  };
}
