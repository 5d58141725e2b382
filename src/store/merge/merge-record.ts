/** Three versions of one record become one: facts as sets, decisions by trust, the words of its author by line. */
import { SOME_ID } from "../../entry/id-form.js";
import { FIELD_ORDER, TEXT_FIELDS } from "../../entry/record-fields.js";
import type { EntryType } from "../../entry/record-types.js";
import { COPIED, statedOf } from "../../entry/standing/copies.js";
import { TIERS } from "../../entry/words.js";
import { compareText } from "../../text/claims/canonical.js";
import { parseSafeYaml, YamlTrouble } from "../records/safe-yaml.js";
import { fieldLines } from "../records/yaml-text.js";
import { ABOVE, eachOf, joinSets, mergeByLine, type Rows, type Three, unopposed } from "./merge-rows.js";

/** The lines of a record by their field, {@link ABOVE} and {@link BEHIND} all fields. */
export type Parts = ReadonlyMap<string, Rows>;

export const BEHIND = "```";

/** Lists of facts about an entry. */
const SETS: ReadonlySet<string> = new Set(["near", "uses", "said", "evolution", "tags", "linked"]);
/** Dated decisions about an entry: of two the more trusted stands, then the newer. */
const DECISIONS: ReadonlySet<string> = new Set(["forgotten", "review", "closed", "pinned", "hub"]);

/** Merges one record, with the prose behind it; no lines when it is gone. */
export async function mergeRecord(versions: Three<Parts | undefined>): Promise<Rows> {
  const [base, ours, theirs] = versions;
  // Of an erased or redacted one nothing that it was comes back with an edit of the other side.
  for (const word of ["erased", "redacted"]) {
    const [stone] = [ours, theirs].filter((side) => side?.has(word)).sort((a, b) => compareText(textOf(a), textOf(b)));
    if (stone !== undefined && !base?.has(word)) return linesOf(stone);
  }
  const settled = unopposed(versions);
  if (settled !== undefined) return linesOf(settled.value);
  if (ours === undefined || theirs === undefined) return await mergeByLine(eachOf(versions, linesOf));
  const merged = new Map<string, Rows>();
  for (const field of fieldsOf(ours, theirs))
    merged.set(
      field,
      await mergeField(
        field,
        eachOf(versions, (version) => version?.get(field) ?? []),
      ),
    );
  return linesOf(merged);
}

const linesOf = (parts: Parts | undefined): Rows => [...(parts?.values() ?? [])].flat();
const textOf = (parts: Parts | undefined): string => linesOf(parts).join("\n");

/** The fields of two versions in the order of their schema, unknown ones behind them. */
function fieldsOf(ours: Parts, theirs: Parts): Iterable<string> {
  const order = FIELD_ORDER[valueIn("type", ours.get("type")) as EntryType] ?? [];
  const fields = joinSets([[], [...ours.keys()], [...theirs.keys()]]).filter((field) => field !== BEHIND);
  return new Set([ABOVE, ...order, ...fields, BEHIND]);
}

async function mergeField(field: string, stands: Three<Rows>): Promise<Rows> {
  // Of two that differ a copy is left out: the next change of its chain writes it anew.
  const versions = eachOf(stands, (rows) => (isCopy(field, valueIn(field, rows)) ? [] : rows));
  const settled = unopposed(stands) ?? unopposed(versions);
  if (settled !== undefined) return settled.value;
  const [, ours, theirs] = versions;
  const values = eachOf(versions, (rows) => (rows.length === 0 ? [] : valueIn(field, rows)));
  if (DECISIONS.has(field)) return weightOf(values[1]) > weightOf(values[2]) ? ours : theirs;
  if (!SETS.has(field) || !values.every(Array.isArray)) return await mergeByLine(versions);
  const items = eachOf(values as Three<unknown[]>, (list) => list.map((item) => JSON.stringify(item)));
  const joined = joinSets(items, (text) => `${partOf(JSON.parse(text), "at")} ${text}`);
  return joined.length === 0
    ? []
    : fieldLines(
        field,
        joined.map((text) => JSON.parse(text)),
      );
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

/** Is this written by tenet for bare eyes, and no word of the record's own? */
const isCopy = (field: string, value: unknown): boolean =>
  (COPIED as readonly string[]).includes(field) &&
  !(field in statedOf({ [field]: String(value) }, (id) => SOME_ID.test(id)));

const partOf = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>> | null)?.[name];

/** The greatest of decisions stands: by trust, then the newest; one that is gone is the least. */
const weightOf = (value: unknown): string =>
  `${[...TIERS].reverse().indexOf(partOf(value, "tier") as never)} ${partOf(value, "at") ?? ""} ${JSON.stringify(value)}`;
