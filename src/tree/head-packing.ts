/** Heads into columns. Most heads of a change come from columns already: their codes are copied, not looked up again. */
import { HEAD_FIELDS, type Head } from "./head.js";
import { type Column, type HeadColumns, type OpenColumns, OWN_COLUMNS, packed, storedPlace } from "./head-columns.js";

/** The columns most heads come from, and the row of each head there; -1 for one that stands alone. */
interface Places {
  columns: OpenColumns | undefined;
  rows: Int32Array;
}

function placesOf(heads: readonly Head[]): Places {
  const rows = new Int32Array(heads.length).fill(-1);
  let columns: OpenColumns | undefined;
  heads.forEach((head, at) => {
    const place = storedPlace(head);
    if (place === undefined) return;
    columns ??= place.columns;
    if (place.columns === columns) rows[at] = place.row;
  });
  return { columns, rows };
}

const keyOf = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** The distinct values of a field, parsed only when one is looked for or added. */
class Values {
  #json: string;
  #list: unknown[] | undefined;
  #known: Map<unknown, number> | undefined;

  constructor(json: string) {
    this.#json = json;
  }

  get list(): unknown[] {
    this.#list ??= JSON.parse(this.#json) as unknown[];
    return this.#list;
  }

  codeOf(value: unknown): number {
    this.#known ??= new Map(this.list.map((held, code) => [keyOf(held), code]));
    const key = keyOf(value);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.list.push(value) - 1;
      this.#known.set(key, code);
      this.#json = "";
    }
    return code;
  }

  get json(): string {
    return this.#json === "" ? JSON.stringify(this.list) : this.#json;
  }
}

/** A field's column; undefined when no head has it. */
function columnOf(heads: readonly Head[], { columns, rows }: Places, field: keyof Head): Column | undefined {
  const stored = columns?.codes(field);
  const values = new Values(stored?.values ?? "[]");
  const at = new Int32Array(heads.length).fill(-1);
  let held = 0;
  let highest = -1;
  for (let row = 0; row < rows.length; row++) {
    const from = rows[row] as number;
    let code = from < 0 ? -1 : (stored?.at[from] ?? -1);
    if (from < 0) {
      const value = (heads[row] as Head)[field];
      if (value !== undefined) code = values.codeOf(value);
    }
    if (code < 0) continue;
    at[row] = code;
    held++;
    if (code > highest) highest = code;
  }
  if (held === 0) return undefined;
  return placed(withoutUnused(values, at, highest), at, held);
}

/** Values that no head has any more would pile up: where there are some, the rest moves together. */
function withoutUnused(values: Values, at: Int32Array, highest: number): string {
  const used = new Uint8Array(highest + 1);
  let distinct = 0;
  for (const code of at) {
    if (code < 0 || used[code] === 1) continue;
    used[code] = 1;
    distinct++;
  }
  if (distinct === highest + 1) return values.json;
  const moved = new Int32Array(highest + 1);
  const kept: unknown[] = [];
  used.forEach((is, code) => {
    if (is === 1) moved[code] = kept.push(values.list[code]) - 1;
  });
  at.forEach((code, row) => {
    if (code >= 0) at[row] = moved[code] as number;
  });
  return JSON.stringify(kept);
}

/** All rows, or those alone that have a value where that is shorter. */
function placed(values: string, at: Int32Array, held: number): Column {
  if (held * 2 >= at.length) return { values, at: packed(at) };
  const rows = new Int32Array(held);
  const codes = new Int32Array(held);
  let next = 0;
  at.forEach((code, row) => {
    if (code < 0) return;
    rows[next] = row;
    codes[next++] = code;
  });
  return { values, at: packed(codes), rows: packed(rows) };
}

/** Columns of heads, without their texts: {@link packTexts}. */
export function packHeads(heads: readonly Head[], fileIndex: ReadonlyMap<string, number>): HeadColumns {
  const places = placesOf(heads);
  const claimCounts: number[] = [];
  let claims = "";
  heads.forEach((head, row) => {
    const from = places.rows[row] as number;
    const own = from < 0 || places.columns === undefined ? head.claims.join("") : places.columns.claimText(from);
    const count = own.length / CLAIM_LENGTH;
    if (count !== 1) claimCounts.push(row, count);
    claims += own;
  });
  const fields: HeadColumns["fields"] = {};
  for (const field of HEAD_FIELDS) {
    const column = OWN_COLUMNS.has(field) ? undefined : columnOf(heads, places, field);
    if (column !== undefined) fields[field] = column;
  }
  return {
    ids: heads.map((head) => head.id).join(" "),
    timestamps: heads.map((head) => head.timestamp).join(" "),
    claims,
    claimCounts: packed(Int32Array.from(claimCounts)),
    files: packed(Int32Array.from(heads, (head) => fileIndex.get(head.file) ?? -1)),
    lines: packed(Int32Array.from(heads, (head) => head.line)),
    fields,
  };
}

const CLAIM_LENGTH = 12;

/** All texts, one a line: kept apart from the columns, because one letter beyond Latin-1 doubles the string it is in. */
export function packTexts(heads: readonly Head[]): string {
  return heads.map((head) => head.text).join("\n");
}
