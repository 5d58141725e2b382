/** Three versions of one record become one: facts as sets, decisions by trust, the words of its author by line. */
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../entry/entry.js";
import { isLineRef, SOME_ID } from "../../entry/id-form.js";
import { readEntry } from "../../entry/read-entry.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import type { EntryType } from "../../entry/record-types.js";
import { COPIED } from "../../entry/standing/copies.js";
import { TIERS } from "../../entry/words.js";
import { compareText } from "../../text/claims/canonical.js";
import { headingOf, isOwnHeading } from "../records/record-text.js";
import { parseSafeYaml, YamlTrouble } from "../records/safe-yaml.js";
import { fieldLines } from "../records/yaml-text.js";
import { joinSets, mergeByLine, type Rows, unopposed } from "./merge-rows.js";

/** The lines of a record by the field they are of; {@link TOP} and {@link END} are what stands around the fields. */
export type Parts = ReadonlyMap<string, Rows>;

export const TOP = "";
export const END = "```";

/** Lists of facts about an entry. */
const SETS: ReadonlySet<string> = new Set(["near", "uses", "said", "evolution", "tags", "linked"]);
/** Dated decisions about an entry: of two the more trusted stands, then the newer. */
const DECISIONS: ReadonlySet<string> = new Set(["forgotten", "review", "closed", "pinned", "hub"]);
/** What tenet notes by itself: a change of these alone keeps no record that the other side deleted. */
const NOTED = new Set<string>(["near", "uses", "said", "evolution", "linked", "hub", "aliases", ...COPIED]);

/** Merges one record, with the prose behind it; no lines when it is gone. A missing version is undefined. */
export async function mergeRecord(base?: Parts, ours?: Parts, theirs?: Parts): Promise<Rows> {
  // Of an erased or redacted one nothing that it was comes back with an edit of the other side.
  for (const word of ["erased", "redacted"]) {
    const [stone] = [ours, theirs].filter((side) => side?.has(word)).sort((a, b) => compareText(textOf(a), textOf(b)));
    if (stone !== undefined && !base?.has(word)) return linesOf(stone);
  }
  const settled = unopposed(base, ours, theirs);
  if (settled !== undefined) return linesOf(settled.value);
  if (ours === undefined || theirs === undefined) {
    const isGone = base !== undefined && isOnlyNoted(base, ours ?? theirs);
    return isGone ? [] : await mergeByLine(linesOf(base), linesOf(ours), linesOf(theirs));
  }
  const merged = new Map<string, Rows>();
  for (const field of fieldsOf(ours, theirs)) {
    const [before = [], left = [], right = []] = [base, ours, theirs].map((side) => side?.get(field));
    merged.set(field, await mergeField(field, before, left, right));
  }
  // A heading that follows the words follows those of both.
  const [[heading = "", ...above] = [], [other = "", ...aboveOther] = []] = [ours.get(TOP), theirs.get(TOP)];
  const entry = heading === other ? undefined : entryIn(merged);
  const follows = entry !== undefined && isOwnHeading(entry, heading) && isOwnHeading(entry, other);
  if (follows && isDeepStrictEqual(above, aboveOther)) merged.set(TOP, [headingOf(entry), ...above]);
  return linesOf(merged);
}

function entryIn(parts: Parts): Entry | undefined {
  const fields = [...parts].filter(([field]) => field !== TOP && field !== END).flatMap(([, rows]) => rows);
  return readEntry(stated(fields), { agent: "unstated" }).entry;
}

const linesOf = (parts: Parts | undefined): Rows => [...(parts?.values() ?? [])].flat();
const textOf = (parts: Parts | undefined): string => linesOf(parts).join("\n");

/** Did a side only note what happened to the record, and change no word of it or around it? */
function isOnlyNoted(base: Parts, changed: Parts = base): boolean {
  const fields = [...base.keys(), ...changed.keys()];
  const saidIn = (parts: Parts, field: string) => parts.get(field)?.filter((row) => row.trim());
  return fields.every((field) => NOTED.has(field) || isDeepStrictEqual(saidIn(base, field), saidIn(changed, field)));
}

/** The fields of two versions in the order of their schema, unknown ones behind them. */
function fieldsOf(ours: Parts, theirs: Parts): Iterable<string> {
  const order = FIELD_ORDER[valueIn("type", ours.get("type")) as EntryType] ?? [];
  const fields = joinSets([], [...ours.keys()], [...theirs.keys()]).filter((field) => field !== END);
  return new Set([TOP, ...order, ...fields, END]);
}

async function mergeField(field: string, base: Rows, ours: Rows, theirs: Rows): Promise<Rows> {
  if (isDeepStrictEqual(ours, theirs)) return ours;
  // A copy is left out: the next change of its chain writes it anew.
  const versions = [base, ours, theirs].map((rows) => (isCopy(field, valueIn(field, rows)) ? [] : rows));
  const [before = [], left = [], right = []] = versions;
  const settled = unopposed(before, left, right);
  if (settled !== undefined) return settled.value;
  const [all, one, other] = versions.map((rows) => (rows.length === 0 ? [] : valueIn(field, rows)));
  if (DECISIONS.has(field)) return weightOf(one) > weightOf(other) ? left : right;
  if (!SETS.has(field) || !Array.isArray(all) || !Array.isArray(one) || !Array.isArray(other))
    return await mergeByLine(before, left, right);
  const [was, is, too] = [all, one, other].map((items) => items.map((item) => JSON.stringify(item)));
  const joined = joinSets(was ?? [], is ?? [], too ?? [], (text) => `${partOf(JSON.parse(text), "at")} ${text}`);
  const items = joined.map((text) => JSON.parse(text));
  return items.length === 0 ? [] : fieldLines(field, items);
}

const valueIn = (field: string, rows: Rows = []): unknown => partOf(stated(rows), field);

/** What fields state; undefined where that cannot be read. */
function stated(rows: Rows): unknown {
  try {
    return parseSafeYaml(`${rows.join("\n")}\n`, TEXT_FIELDS).value;
  } catch (error) {
    if (error instanceof YamlTrouble) return undefined;
    throw error;
  }
}

/** Is this written by tenet for bare eyes? What replaced a record, or how it turned out, may be a word of its own. */
function isCopy(field: string, value: unknown): boolean {
  if (!(COPIED as readonly string[]).includes(field)) return false;
  if (typeof value !== "string" || (field !== "superseded_by" && field !== "outcome")) return true;
  return SOME_ID.test(value) || isLineRef(value) || value === "inconclusive";
}

const partOf = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>> | null)?.[name];

/** The greatest of decisions stands: by trust, then the newest; one that is gone is the least. */
const weightOf = (value: unknown): string =>
  `${[...TIERS].reverse().indexOf(partOf(value, "tier") as never)} ${partOf(value, "at") ?? ""} ${JSON.stringify(value)}`;
