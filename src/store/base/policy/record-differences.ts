/** Differences of records between two trees: each changed field, what is gone or moved, and what is trusted too much. */
import { isDeepStrictEqual } from "node:util";
import { claimOf, type Near } from "../../../entry/entry.js";
import { compareTiers, isPeoples, overclaimed } from "../../../entry/gates/trust.js";
import type { Difference, Kind } from "./difference.js";
import type { ShowValue, Side, SideRecord } from "./tree-side.js";

type Fields = Readonly<Record<string, unknown>>;

/** Records that left, and those of the newer tree that the older one has otherwise or not at all. */
export function recordDifferences(before: Side, after: Side, show: ShowValue): Difference[] {
  const removedRecords = [...before.records].filter(([id]) => !after.records.has(id));
  return [
    ...removedRecords.map(([id, record]) => removal(id, record, after)),
    ...[...after.records].flatMap(([id, now]) => {
      const then = before.records.get(id);
      if (isDeepStrictEqual(then?.entry, now.entry) && then?.file === now.file) return [];
      return [...raisedTier(then, now, after), ...placeDifference(then, now), ...changedFields(then, now, show)];
    }),
  ];
}

const levelOf = (...records: readonly SideRecord[]): Difference["level"] =>
  records.some(({ entry }) => entry.tier === "owner") ? "decided" : "change";

function removal(id: string, record: SideRecord, after: Side): Difference {
  const { entry, file } = record;
  return {
    ...{ kind: "gone", level: levelOf(record), subject: id, file, before: claimOf(entry) },
    because: after.unread.get(id),
  };
}

const at = (kind: Kind, { entry, file, line }: SideRecord, more: Pick<Difference, "level"> & Partial<Difference>) => ({
  kind,
  subject: entry.id,
  file,
  line,
  ...more,
});

const isRaised = (then: SideRecord, now: SideRecord): boolean => compareTiers(now.entry.tier, then.entry.tier) > 0;

/** A tier that rose, or that exceeds the trust in its speaker or sources. */
function raisedTier(then: SideRecord | undefined, now: SideRecord, side: Side): Difference[] {
  const { entry } = now;
  const { tier } = entry;
  const raised = (before: string | undefined, because: string) => [
    at("raised-tier", now, { level: "refused", before, after: tier, because }),
  ];
  if (then !== undefined && isRaised(then, now)) return raised(then.entry.tier, "A tier is lowered, never raised.");
  if (entry.erased !== undefined) return [];
  const { people, ownAgents, files, records } = side;
  const isInside = (origin: string) => files.has(origin.replace(/[:#]L?\d+(?:[-:]\d+)?$/, ""));
  const claim = overclaimed(entry, { people, ownAgents, isInside, tierOf: (id) => records.get(id)?.entry.tier });
  return claim === undefined ? [] : raised(claim.most, claim.because);
}

/** What only people write; of rows their answers. */
const PEOPLES: ReadonlySet<string> = new Set(["review", "pinned", "closed", "check"]);
const peoplesAnswers = (rows: unknown): Near[] =>
  ((rows ?? []) as Near[]).filter(({ answer, tier }) => answer !== undefined && tier !== undefined && isPeoples(tier));

/** New words of an owner, and records that stand in another file. */
function placeDifference(then: SideRecord | undefined, now: SideRecord): Difference[] {
  if (then === undefined)
    return now.entry.tier === "owner" ? [at("new", now, { level: "decided", after: claimOf(now.entry) })] : [];
  if (then.file === now.file) return [];
  return [at("moved", now, { level: levelOf(then, now), before: then.file, after: now.file })];
}

/** Each changed field, old and new; of a new record what people decided: everybody reads it after the merge. */
function changedFields(then: SideRecord | undefined, now: SideRecord, show: ShowValue): Difference[] {
  const [was, is] = [then?.entry ?? {}, now.entry] as [Fields, Fields];
  const level = levelOf(then ?? now, now);
  const shown = (value: unknown) => (value === undefined || typeof value === "string" ? value : show(value));
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [before, after] = [was[field], is[field]];
    const isDecided =
      PEOPLES.has(field) || (field === "near" && !isDeepStrictEqual(peoplesAnswers(before), peoplesAnswers(after)));
    const isSaid = field === "tier" && then !== undefined && isRaised(then, now);
    if (isDeepStrictEqual(before, after) || isSaid || (then === undefined && !isDecided)) return [];
    const values = { before: shown(before), after: shown(after) };
    return [at("changed", now, { level: isDecided ? "decided" : level, field, ...values })];
  });
}
