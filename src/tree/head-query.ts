/** Questions to all heads at once, by column: a value that thousands of them share is looked at once. */
import type { Head } from "./head.js";
import type { OpenColumns } from "./head-columns.js";

/** What must hold of single fields; a head passes when all do. Asked in this order: cheap and telling ones first. */
export type FieldTests = { readonly [F in keyof Head]?: (value: Head[F]) => boolean };

type Field = keyof Head;

/** Heads that pass all tests, in order. `columns`: those of all of these heads, row by row, where there are such. */
export function headsWhere(heads: readonly Head[], columns: OpenColumns | undefined, tests: FieldTests): Head[] {
  const asked = Object.entries(tests) as [Field, (value: unknown) => boolean][];
  if (columns === undefined) return heads.filter((head) => asked.every(([field, test]) => test(head[field])));
  let rows: number[] | undefined;
  for (const [field, test] of asked) {
    const codes = columns.codes(field);
    if (rows?.length === 0 || (codes === undefined && !test(undefined))) return [];
    if (codes === undefined) continue;
    // The last place is for heads without the field, whose code is -1.
    const passes = [...columns.values(field).map((value) => test(value)), test(undefined)];
    const none = passes.length - 1;
    const passing: number[] = [];
    const { at } = codes;
    const among = rows?.length ?? heads.length;
    for (let index = 0; index < among; index++) {
      const row = rows === undefined ? index : (rows[index] as number);
      const code = at[row] as number;
      if (passes[code < 0 ? none : code]) passing.push(row);
    }
    rows = passing;
  }
  return rows === undefined ? [...heads] : rows.map((row) => heads[row] as Head);
}

/** Heads that have any of the fields, in order. */
export function headsWithAny(
  heads: readonly Head[],
  columns: OpenColumns | undefined,
  fields: readonly Field[],
): Head[] {
  if (columns === undefined) return heads.filter((head) => fields.some((field) => head[field] !== undefined));
  const rows = new Set<number>();
  for (const field of fields) {
    columns.codes(field)?.at.forEach((code, row) => {
      if (code >= 0) rows.add(row);
    });
  }
  return [...rows].sort((a, b) => a - b).map((row) => heads[row] as Head);
}

/** One head of each combination that these fields have, and how many heads share it. */
export function tallyOf(
  heads: readonly Head[],
  columns: OpenColumns | undefined,
  fields: readonly Field[],
): { head: Head; count: number }[] {
  const tally = new Map<string | number, { head: Head; count: number }>();
  const all = fields.map((field) => columns?.codes(field));
  heads.forEach((head, row) => {
    let key: string | number = "";
    if (columns === undefined) key = JSON.stringify(fields.map((field) => head[field]));
    else {
      key = 0;
      for (const codes of all) if (codes !== undefined) key = key * (codes.highest + 2) + (codes.at[row] as number) + 1;
    }
    const held = tally.get(key);
    if (held === undefined) tally.set(key, { head, count: 1 });
    else held.count++;
  });
  return [...tally.values()];
}
