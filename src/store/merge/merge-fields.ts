/** Three versions of one entry become one, field by field. Symmetric: which side is called ours changes nothing. */
import type { Entry } from "../../entry/entry.js";
import { REDACTED, redactedEntry, type TakenOut } from "../../entry/gates/redaction.js";
import { NOTED_BY_TENET } from "../../entry/record-fields.js";
import { compareText } from "../../text/claims/canonical.js";

/** An entry's fields as a file holds them; unknown ones included. */
export type Fields = Readonly<Record<string, unknown>>;

export interface MergedFields {
  /** Fields of the result; those in conflict are not in it. */
  fields: Record<string, unknown>;
  /** Fields that both sides changed in ways that only a person can join. */
  conflicts: string[];
}

/** Fields that tenet writes by itself: a change of these alone keeps no record that the other side deleted. */
const KEPT_BY_TENET: ReadonlySet<string> = new Set([
  ...NOTED_BY_TENET,
  "near",
  ...["linked", "recurrence_of", "aliases", "valid_to", "stated_to", "confirmed", "hub"],
]);

/** One answer in three fields: they are taken together or not at all. */
const OUTCOME = ["outcome", "outcome_date", "outcome_note"] as const;

/** Of two changes the later text stands: the place and version that join both, the later confirmation. */
const LATER: ReadonlySet<string> = new Set(["promoted_to", "promoted_in", "confirmed"]);
/** Answers and decisions that carry the instant of which the newest stands. */
const INSTANTS: Readonly<Record<string, string>> = {
  ...{ outcome: "outcome_date", stick: "at", hub: "at" },
  ...{ review: "at", pinned: "at", closed: "at" },
};

/** The stronger end of two changed lives wins, whatever the other side meant to go on with. */
const STATUS_RANK = ["inconclusive", "active", "resolved", "promoted", "superseded", "forgotten"];
/** A repeat always counts as failed, so that of two verdicts of one instant it is the one that stays. */
const VERDICT_RANK = ["unknown", "held", "failed"];
/** An answer closes a pair whatever the other side meanwhile put off or left open. */
const PAIR_RANK = ["open", "unrelated"];

/** The same text for the same value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}

/** Merges one entry. `base` is undefined when both sides added it. */
export function mergeEntries(base: Fields | undefined, ours: Fields, theirs: Fields): MergedFields {
  const tombstone = tombstoneOf(ours, theirs);
  if (tombstone !== undefined) return { fields: { ...tombstone }, conflicts: [] };
  return withoutRedacted(mergeFields(base, ours, theirs), ours, theirs);
}

/** The sides that hold a field, in an order that does not depend on which is called ours. */
function sidesWith(field: string, ours: Fields, theirs: Fields): Fields[] {
  const sides = [ours, theirs].filter((side) => side[field] !== undefined);
  return sides.sort((a, b) => compareText(canonicalJson(a), canonicalJson(b)));
}

/** The side whose content was erased: it stands whatever the other did, or two branches would bring it back. */
function tombstoneOf(ours: Fields, theirs: Fields): Fields | undefined {
  const [first, second] = sidesWith("erased", ours, theirs);
  if (first === undefined || second === undefined) return first;
  const folded = [...new Set([...listIn(first, "folded"), ...listIn(second, "folded")])].sort();
  return folded.length === 0 ? first : { ...first, folded };
}

function listIn(fields: Fields, field: string): unknown[] {
  const value = fields[field];
  return Array.isArray(value) ? value : [];
}

/** A redaction of either side stands, also for text that the other side added meanwhile. */
function withoutRedacted({ fields, conflicts }: MergedFields, ours: Fields, theirs: Fields): MergedFields {
  const [side] = sidesWith("redacted", ours, theirs);
  if (side === undefined) return { fields, conflicts };
  const settled = { ...fields };
  for (const field of conflicts) if (side[field] !== undefined) settled[field] = side[field];
  const takenOut = side["redacted"] as TakenOut;
  const redacted = redactedEntry(settled as unknown as Entry, takenOut) as unknown as Record<string, unknown>;
  return { fields: { ...redacted, redacted: takenOut }, conflicts: [] };
}

function mergeFields(base: Fields | undefined, ours: Fields, theirs: Fields): MergedFields {
  const before = base ?? {};
  const result: MergedFields = { fields: {}, conflicts: [] };
  const settle = (field: string, settled: MergedValue) => {
    if (settled === CONFLICT) result.conflicts.push(field);
    else if (settled !== undefined) result.fields[field] = settled.value;
  };
  const names = [...new Set([...Object.keys(before), ...Object.keys(ours), ...Object.keys(theirs)])].sort();
  for (const field of names) {
    if ((OUTCOME as readonly string[]).includes(field)) continue;
    const [left, right] = [sideValue(ours, field), sideValue(theirs, field)];
    // Without a common past two counts of the same repeats cannot be told from counts of different ones.
    if (field === "seen" && base === undefined) settle(field, highest([left, right], Number));
    else settle(field, mergeField(field, sideValue(before, field), left, right));
  }
  const outcome = mergeField("outcome", outcomeOf(before), outcomeOf(ours), outcomeOf(theirs));
  if (outcome !== undefined && outcome !== CONFLICT) Object.assign(result.fields, outcome.value);
  return result;
}

/** Did a side only note what happened to the entry, without a word of its author changed? */
export function changedOnlyByTenet(base: Fields, changed: Fields): boolean {
  const names = new Set([...Object.keys(base), ...Object.keys(changed)]);
  return [...names].every(
    (field) => KEPT_BY_TENET.has(field) || canonicalJson(base[field]) === canonicalJson(changed[field]),
  );
}

/** A field's value; undefined where the field is absent, so that a stated null stays a value. */
type SideValue = { value: unknown } | undefined;
const CONFLICT = Symbol("conflict");
type MergedValue = SideValue | typeof CONFLICT;

function sideValue(fields: Fields, field: string): SideValue {
  return fields[field] === undefined ? undefined : { value: fields[field] };
}

function outcomeOf(fields: Fields): SideValue {
  const statedFields = OUTCOME.flatMap((field) =>
    fields[field] === undefined ? [] : [[field, fields[field]] as const],
  );
  return statedFields.length === 0 ? undefined : { value: Object.fromEntries(statedFields) };
}

function same(a: SideValue, b: SideValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function mergeField(field: string, base: SideValue, ours: SideValue, theirs: SideValue): MergedValue {
  // A count is no value that two sides agree on: each adds what it saw.
  if (field === "seen") return mergeCount(base, ours, theirs);
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  if (field === "status") return highest([ours, theirs], (value) => STATUS_RANK.indexOf(String(value)));
  if (LATER.has(field)) return later(ours, theirs);
  // Both ended it: the earlier end stands.
  if (field === "valid_to") return earlier(ours, theirs);
  const instant = INSTANTS[field];
  if (instant !== undefined) return newest(ours, theirs, instant);
  // One side means all files, the other some: their union would state something that neither side stated.
  if (field === "paths" && (ours === undefined || theirs === undefined)) return CONFLICT;
  if (field === "near" && [base, ours, theirs].every(isRows)) return mergeRows(base, ours, theirs);
  if (isList(base) && isList(ours) && isList(theirs)) return mergeList(base, ours, theirs);
  if (ours?.value === REDACTED || theirs?.value === REDACTED) return { value: REDACTED };
  return CONFLICT;
}

function later(ours: SideValue, theirs: SideValue): SideValue {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return compareText(String(ours.value), String(theirs.value)) < 0 ? theirs : ours;
}

function earlier(ours: SideValue, theirs: SideValue): SideValue {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return compareText(String(ours.value), String(theirs.value)) < 0 ? ours : theirs;
}

function mergeCount(base: SideValue, ours: SideValue, theirs: SideValue): MergedValue {
  if (same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  const count = (side: SideValue) => (side === undefined ? 0 : side.value);
  const [before, left, right] = [count(base), count(ours), count(theirs)];
  if (typeof before !== "number" || typeof left !== "number" || typeof right !== "number") {
    return same(ours, theirs) ? ours : CONFLICT;
  }
  const sum = left + right - before;
  return sum > 0 ? { value: sum } : undefined;
}

function highest(sides: readonly SideValue[], rank: (value: unknown) => number): MergedValue {
  const statedSides = sides.filter((side) => side !== undefined);
  return statedSides.sort((a, b) => rank(b.value) - rank(a.value) || compare(a, b))[0];
}

function part(side: SideValue, name: string): string {
  const value = side?.value;
  if (typeof value !== "object" || value === null) return "";
  return String((value as Fields)[name] ?? "");
}

/** The side with the later instant; a removed answer counts as none at all. Times are UTC to the second, so text order is time order. */
function newest(ours: SideValue, theirs: SideValue, instant: string): MergedValue {
  const rank = (side: SideValue) => VERDICT_RANK.indexOf(part(side, "verdict"));
  const order = (a: SideValue, b: SideValue) =>
    compareText(part(b, instant), part(a, instant)) || rank(b) - rank(a) || compare(a, b);
  return [ours, theirs].filter((side) => side !== undefined).sort(order)[0];
}

function isList(side: SideValue): boolean {
  return side === undefined || Array.isArray(side.value);
}

/** As sets: what either side removed is gone, what either added is there; added items follow by time, then text. */
function mergeList(base: SideValue, ours: SideValue, theirs: SideValue): MergedValue {
  const items = (side: SideValue) =>
    new Map((side === undefined ? [] : (side.value as unknown[])).map((item) => [canonicalJson(item), item]));
  const [before, left, right] = [items(base), items(ours), items(theirs)];
  const keptItems = [...before].filter(([key]) => left.has(key) && right.has(key));
  const at = (value: unknown) => part({ value }, "at");
  const added = [...new Map([...left, ...right])]
    .filter(([key]) => !before.has(key))
    .sort(([a, one], [b, other]) => compareText(at(one), at(other)) || compareText(a, b));
  const merged = [...keptItems, ...added].map(([, item]) => item);
  return merged.length === 0 && (ours === undefined || theirs === undefined) ? undefined : { value: merged };
}

interface Row extends Fields {
  with: string;
}

/** A list of rows about other entries, or none. */
function isRows(side: SideValue): boolean {
  const isRow = (item: unknown) => typeof item === "object" && item !== null && typeof (item as Row).with === "string";
  return side === undefined || (Array.isArray(side.value) && side.value.every(isRow));
}

const rowsIn = (side: SideValue): Map<string, Row> =>
  new Map(((side?.value ?? []) as Row[]).map((row) => [row.with, row]));

/** Rows of near claims, each pair by itself: what one side took away was answered; added rows follow by time, then text. */
function mergeRows(base: SideValue, ours: SideValue, theirs: SideValue): SideValue {
  const [before, left, right] = [rowsIn(base), rowsIn(ours), rowsIn(theirs)];
  const added = [...new Set([...left.keys(), ...right.keys()])].filter((name) => !before.has(name));
  const merged = (name: string) => mergeRow(before.get(name), left.get(name), right.get(name)) ?? [];
  const news = added
    .flatMap(merged)
    .sort(
      (a, b) =>
        compareText(part({ value: a }, "at"), part({ value: b }, "at")) ||
        compareText(canonicalJson(a), canonicalJson(b)),
    );
  const rows = [...[...before.keys()].flatMap(merged), ...news];
  return rows.length === 0 ? undefined : { value: rows };
}

function mergeRow(before: Row | undefined, left: Row | undefined, right: Row | undefined): Row | undefined {
  if (before === undefined && (left === undefined || right === undefined)) return left ?? right;
  if (left === undefined || right === undefined) return undefined;
  const [was, one, other] = [before, left, right].map(canonicalJson);
  if (was === other) return left;
  if (was === one) return right;
  const rank = ({ state }: Row) => PAIR_RANK.indexOf(String(state));
  const later = (field: string) => compareText(part({ value: right }, field), part({ value: left }, field));
  const order = rank(right) - rank(left) || later("until") || later("at") || compareText(other ?? "", one ?? "");
  return order > 0 ? right : left;
}

function compare(a: SideValue, b: SideValue): number {
  return compareText(canonicalJson(a?.value), canonicalJson(b?.value));
}
