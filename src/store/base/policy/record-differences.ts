/** Differences of records between two trees: each changed field, what is gone or moved, and what is trusted too much. */
import { isDeepStrictEqual } from "node:util";
import { claimOf, type Entry } from "../../../entry/entry.js";
import { compareTiers, overclaimed } from "../../../entry/gates/trust.js";
import type { Difference, Kind } from "./difference.js";
import type { ShowValue, Side, SideRecord } from "./tree-side.js";

type Fields = Readonly<Record<string, unknown>>;
type By = { by?: string; state?: string } | undefined;

/** Records that left, and those of the newer tree that the older one has otherwise or not at all. */
export function recordDifferences(before: Side, after: Side, show: ShowValue): Difference[] {
  const removedRecords = [...before.records].filter(([id]) => !after.records.has(id));
  return [
    ...removedRecords.map(([id, record]) => removal(id, record, after)),
    ...[...after.records].flatMap(([id, now]) => {
      const then = before.records.get(id);
      if (isDeepStrictEqual(then?.entry, now.entry) && then?.file === now.file) return [];
      return [...raisedTier(then, now, after), ...(then === undefined ? news(now, show) : changes(then, now, show))];
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

/** What only people write; of a repeat's verdict and of a review what names one. */
const PEOPLES: ReadonlySet<string> = new Set(["review", "pinned", "closed", "check"]);
const isNamed = (value: unknown): boolean => (value as By)?.by !== undefined;

/** New words of an owner, and decisions that a record is born with: everybody reads it after the merge. */
function news(now: SideRecord, show: ShowValue): Difference[] {
  const { entry } = now;
  const isDecision = ([field, value]: [string, unknown]) =>
    field === "review"
      ? isNamed(value) || (value as By)?.state === "approved_for_reuse"
      : PEOPLES.has(field) || (field === "stick" && isNamed(value));
  const decisions = Object.entries(entry).filter(isDecision);
  return [
    ...(entry.tier === "owner" ? [at("new", now, { level: "decided", after: claimOf(entry) })] : []),
    ...decisions.map(([field, value]) => at("changed", now, { level: "decided", field, after: show(value) })),
  ];
}

function changes(then: SideRecord, now: SideRecord, show: ShowValue): Difference[] {
  const level = levelOf(then, now);
  const [was, is] = [fieldsOf(then.entry), fieldsOf(now.entry)];
  const moved = then.file === now.file ? [] : [at("moved", now, { level, before: then.file, after: now.file })];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  if (isRaised(then, now)) names.delete("tier");
  const fields = [...names].filter((field) => !isDeepStrictEqual(was[field], is[field]));
  const shown = (value: unknown) => (value === undefined || typeof value === "string" ? value : show(value));
  const isPeoples = (field: string) =>
    PEOPLES.has(field) || (field === "stick" && (isNamed(was[field]) || isNamed(is[field])));
  return [
    ...moved,
    ...fields.map((field) =>
      at("changed", now, {
        ...{ level: isPeoples(field) ? "decided" : level, field },
        ...{ before: shown(was[field]), after: shown(is[field]) },
      }),
    ),
  ];
}

const fieldsOf = (entry: Entry): Fields => entry as unknown as Fields;
