/** Questions to all heads at once, by column: a value that thousands of them share is looked at once. */
import type { EntryMeta } from "./entry-meta.js";
import type { HeadList } from "./head-columns.js";
import type { Integers } from "./sections.js";

/** Fields whose distinct values are listed once: not those that differ from head to head. */
export type Field = Exclude<keyof EntryMeta, "id" | "timestamp" | "text" | "claims" | "file" | "line" | "unreadable">;

/** What must hold of single fields; a head passes when all do. Asked in this order: cheap and telling ones first. */
export type FieldTests = { readonly [F in Field]?: (value: EntryMeta[F]) => boolean };

/** Heads that pass all tests, in order. */
export function headsWhere(heads: HeadList, tests: FieldTests): EntryMeta[] {
  const { columns } = heads;
  const asked = Object.entries(tests) as [Field, (value: unknown) => boolean][];
  if (columns === undefined) return heads.all.filter((head) => asked.every(([field, test]) => test(head[field])));
  let rows: number[] | undefined;
  for (const [field, test] of asked) {
    const codes = columns.codes(field);
    if (rows?.length === 0 || (codes === undefined && !test(undefined))) return [];
    if (codes === undefined) continue;
    const values = columns.values(field);
    const passes = (code: number): boolean => test(code < 0 ? undefined : values[code]);
    rows = rows === undefined ? rowsPassing(codes.at, values.length, passes) : among(rows, codes.at, passes);
  }
  return rows === undefined ? [...heads.all] : rows.map((row) => heads.at(row));
}

/** Columns of bytes are searched for the few codes that pass: where few rows have one, that takes no time at all. */
function rowsPassing(at: Integers, values: number, passes: (code: number) => boolean): number[] {
  const rows: number[] = [];
  if (!(at instanceof Int8Array)) return among(at.keys(), at, passes);
  for (let code = -1; code < values; code++) {
    if (!passes(code)) continue;
    for (let row = at.indexOf(code); row >= 0; row = at.indexOf(code, row + 1)) rows.push(row);
  }
  return rows.sort((a, b) => a - b);
}

/** Those of the rows whose codes pass; each code is asked about once. */
function among(rows: Iterable<number>, at: Integers, passes: (code: number) => boolean): number[] {
  const known: (boolean | undefined)[] = [];
  const passing: number[] = [];
  for (const row of rows) {
    const code = at[row] as number;
    let passed = known[code + 1];
    if (passed === undefined) {
      passed = passes(code);
      known[code + 1] = passed;
    }
    if (passed) passing.push(row);
  }
  return passing;
}

/** Heads that have any of the fields, in order. */
export function headsWithAny(heads: HeadList, fields: readonly Field[]): EntryMeta[] {
  const { columns } = heads;
  if (columns === undefined) return heads.all.filter((head) => fields.some((field) => head[field] !== undefined));
  const rows = new Set<number>();
  for (const field of fields) {
    const codes = columns.codes(field);
    if (codes === undefined) continue;
    for (const row of codes.rows ?? among(codes.at.keys(), codes.at, (code) => code >= 0)) rows.add(row);
  }
  return [...rows].sort((a, b) => a - b).map((row) => heads.at(row));
}

/** One head of each combination that these fields have, and how many heads share it. */
export function tallyOf(heads: HeadList, fields: readonly Field[]): { head: EntryMeta; count: number }[] {
  const { columns } = heads;
  const all = fields.flatMap((field) => {
    const codes = columns?.codes(field);
    return codes === undefined ? [] : { at: codes.at, places: (columns?.values(field).length ?? 0) + 1 };
  });
  const keyOf = (row: number): string | number => {
    if (columns === undefined) return JSON.stringify(fields.map((field) => heads.at(row)[field]));
    let key = 0;
    for (const { at, places } of all) key = key * places + (at[row] as number) + 1;
    return key;
  };
  const tally = new Map<string | number, { row: number; count: number }>();
  for (let row = 0; row < heads.length; row++) {
    const key = keyOf(row);
    const held = tally.get(key);
    if (held === undefined) tally.set(key, { row, count: 1 });
    else held.count++;
  }
  return Array.from(tally.values(), ({ row, count }) => ({ head: heads.at(row), count }));
}

/** Up to so many files are looked up one by one. */
const FEW_FILES = 32;

/** Heads that stand in these files, in order. */
export function headsIn(heads: HeadList, files: ReadonlySet<string>): EntryMeta[] {
  const { columns } = heads;
  if (columns === undefined || files.size > FEW_FILES) return heads.all.filter((head) => files.has(head.file));
  const rows = [...files].flatMap((file) => columns.rowsIn(file));
  return rows.sort((a, b) => a - b).map((row) => heads.at(row));
}

/** Heads that hold one of these claims, in order. */
export function headsClaiming(heads: HeadList, hashes: ReadonlySet<string>): EntryMeta[] {
  const { columns } = heads;
  if (columns === undefined) return heads.all.filter((head) => head.claims.some((hash) => hashes.has(hash)));
  const rows = new Set([...hashes].flatMap((hash) => columns.rowsClaiming(hash)));
  return [...rows].sort((a, b) => a - b).map((row) => heads.at(row));
}
