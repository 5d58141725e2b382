/** The rules in force with what they rest on, and how they came to be. */
import { claimOf, type Entry, type Outcome, usesOf } from "../../entry/entry.js";
import { doubtsOf } from "../../entry/states.js";
import { isByMode, type Version } from "../../store/rules/policy/version.js";
import { counted } from "../../text/paint.js";
import type { History } from "../history.js";
import type { RuleInForce, VersionRow } from "../report-schemas.js";
import { isOutcome } from "./outcome-loop.js";
import { isCorrection } from "./retention.js";

export function rulesInForceOf({ versions, byId, entries }: History): RuleInForce[] {
  const rules = versions.find(({ status }) => status === "active")?.rules ?? [];
  const ruleIds = new Set(rules.flatMap(({ ids }) => ids));
  const judging = new Map<string, Outcome[]>();
  for (const outcome of entries.filter(isOutcome))
    for (const id of outcome.references) if (ruleIds.has(id)) judging.set(id, [...(judging.get(id) ?? []), outcome]);
  return rules.map(({ text, target, since, decided_by, ids }) => ({
    text,
    target,
    since,
    ...(decided_by === undefined ? {} : { by: decided_by.by }),
    evidence: ids.flatMap((id) => {
      const entry = byId.get(id);
      if (entry === undefined) return [];
      return [{ id, text: claimOf(entry), at: entry.timestamp, facts: factsOf(entry, judging.get(id) ?? []) }];
    }),
  }));
}

/** What speaks for an entry, in words. */
function factsOf(entry: Entry, outcomes: readonly Outcome[]): string[] {
  const stick = isCorrection(entry) ? entry.stick : undefined;
  const uses = usesOf(entry);
  const worked = uses.filter(({ result }) => result === "worked").length;
  const seenCount = "seen" in entry && typeof entry.seen === "number" ? entry.seen : 0;
  return [
    ...(doubtsOf(entry) ?? []).filter((word) => word !== "failed"),
    ...(stick === undefined || stick.verdict === "unknown" ? [] : [`${stick.verdict} ${stick.at.slice(0, 10)}`]),
    ...(isCorrection(entry) && entry.recurrence_of !== undefined ? [`repeats ${entry.recurrence_of}`] : []),
    ...(uses.length === 0 ? [] : [`used in ${counted(uses.length, "session")}, worked in ${worked}`]),
    ...outcomes.map(({ verdict, score }) => (score === undefined ? verdict : `${verdict}, ${score} of 10`)),
    ...(seenCount === 0 ? [] : [`said again ${counted(seenCount, "time")}`]),
  ];
}

/** The newest first. */
export function versionRowsOf({ versions }: History): VersionRow[] {
  return versions
    .map(toRow)
    .sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? 1 : -1));
}

function toRow({ id, created, status, change_summary, decided, operations }: Version): VersionRow {
  const of = (wanted: string) => operations.filter(({ op }) => op === wanted).length;
  return {
    id,
    created,
    status,
    summary: change_summary,
    ...(decided === undefined ? {} : { decided: isByMode(decided) ? "by the mode" : decided.by }),
    added: of("add"),
    updated: of("update"),
    removed: of("delete"),
  };
}
