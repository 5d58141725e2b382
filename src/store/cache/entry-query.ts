/** Questions to the entries of a cache: by columns, by links, by claims. */
import { contactScope } from "../../entry/gates/contact-scope.js";
import { audiencesOf, ENDED, type Purpose, REVIEWS_OUTSIDE, type Viewer } from "../../entry/gates/visible.js";
import type { CacheDatabase, Value } from "./database.js";
import { RELATIONS, type Relation } from "./relations.js";
import { type Row, rowOf, type Selected } from "./row.js";

/** Fields that have a column, as they may be asked for: of the objects their state or verdict. */
interface Columns
  extends Pick<
    Row,
    "id" | "type" | "status" | "tier" | "stakes" | "outcome" | "outcome_date" | "verdict" | "score" | "novelty"
  > {
  review?: NonNullable<Row["review"]>["state"];
  stick?: NonNullable<Row["stick"]>["verdict"];
  stick_at?: string;
  outcome_note?: 1;
  uses?: number;
  scope?: string;
  key?: string;
  /** The writer's entry at a hub: see `hubEntryOf`. */
  hub?: string;
}

type Column = keyof Columns;

/** A value, any of several, none at all, a lower bound, or a prefix. */
type Condition<T> = T | null | readonly T[] | { least: T } | { begins: string };

/** Conditions on single fields; an entry passes when all hold. */
export type Conditions = { readonly [C in Column]?: Condition<NonNullable<Columns[C]>> };

/** Fields that may be asked for by being there. */
export type Field = Relation | "review" | "stick" | "uses" | "seen" | "user" | "key" | "check" | "hub" | "paths";

/** Fields with equal values in several entries, and the number of these. */
export interface Tally {
  head: Pick<Row, "type" | "status" | "tier" | "stakes"> & { review?: Pick<NonNullable<Row["review"]>, "state"> };
  count: number;
}

const IS_RELATION: ReadonlySet<string> = new Set(RELATIONS);
/** Words that mean something else in SQL. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { user: "owner", check: "checked", paths: "bound" };
const columnOf = (field: string): string => COLUMN_NAMES[field] ?? field;
const listed = (words: Iterable<string>): string => Array.from(words, (word) => `'${word}'`).join(", ");
const selectedFrom = (entries: string): string =>
  `SELECT record, derived, texts, name, line FROM ${entries} JOIN (SELECT number AS file, name FROM files) USING (file)`;
/** By timestamp, then id: SQLite would carry the wide rows through its sorter. */
const inOrder = (a: Row, b: Row): number =>
  a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.id < b.id) ? -1 : 1;
/** {@link standsFor} as a condition of the table. */
export const standingSql = (purpose: Purpose): string =>
  `status NOT IN (${listed(ENDED)}) AND (review IS NULL OR review NOT IN (${listed(REVIEWS_OUTSIDE[purpose])}))`;

/** The highest number that an entry has or had: numbers are never used twice. */
export function lastEntryOf(database: CacheDatabase): number {
  return database.column<number>("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")[0] ?? 0;
}

/** The part of a tree that a reader may see. */
export interface View {
  /** Undefined: for every viewer. */
  viewer?: Viewer | undefined;
  /** False: what a person called sensitive is left out, its id with it. */
  sensitive?: boolean | undefined;
  /** Whom alone it is about. */
  contact?: string | undefined;
}

function sqlOf(field: string, condition: Condition<string | number>, values: Value[]): string {
  const column = columnOf(field);
  if (condition === null) return `${column} IS NULL`;
  if (typeof condition === "object" && "least" in condition) {
    values.push(condition.least);
    return `${column} >= ?`;
  }
  if (typeof condition === "object" && "begins" in condition) {
    values.push(condition.begins, `${condition.begins}\u{10ffff}`);
    return `${column} >= ? AND ${column} < ?`;
  }
  const wantedValues = [condition].flat();
  values.push(...wantedValues);
  return `${column} IN (${wantedValues.map(() => "?").join(", ")})`;
}

const ALL = "1";

/** Conditions and a purpose in SQL; their values are added to `values`. */
function testsOf(conditions: Conditions, purpose: Purpose | undefined, values: Value[]): string {
  const tests = Object.entries(conditions).map(([field, condition]) => sqlOf(field, condition, values));
  if (purpose !== undefined) tests.push(standingSql(purpose));
  return tests.length === 0 ? ALL : tests.join(" AND ");
}

export class EntryQuery {
  /** Where it is kept. */
  readonly database: CacheDatabase;
  /** The one WHERE: the first record of each id, as far as the view goes. Its parameters stand before all others. */
  protected readonly visible: string;
  protected readonly viewed: readonly string[];
  /** Files that cannot be read at the moment. */
  readonly #unreadable: ReadonlySet<string>;

  constructor(database: CacheDatabase, unreadable: ReadonlySet<string>, view: View) {
    this.database = database;
    this.#unreadable = unreadable;
    const { viewer, sensitive, contact } = view;
    this.viewed = [
      ...(viewer === undefined ? [] : [JSON.stringify(audiencesOf(viewer))]),
      ...(contact === undefined ? [] : [contactScope(contact)]),
    ];
    this.visible = [
      "twin = 0",
      ...(viewer === undefined ? [] : ["(audience IS NULL OR audience IN (SELECT value FROM json_each(?)))"]),
      ...(contact === undefined ? [] : ["scope = ?"]),
      ...(sensitive === false ? ["review IS NOT 'sensitive'"] : []),
    ].join(" AND ");
  }

  #read(sql: string, ...values: Value[]): Row[] {
    return this.database.rows<Selected>(sql, ...this.viewed, ...values).map((selected) => {
      const row = rowOf(selected);
      if (this.#unreadable.has(row.file)) row.unreadable = true;
      return row;
    });
  }

  /** Rows that meet a condition, in order. */
  #rows(condition: string, ...values: Value[]): Row[] {
    return this.#read(`${selectedFrom("entries")} WHERE ${this.visible} AND ${condition}`, ...values).sort(inOrder);
  }

  /** Rows whose numbers a query answers, in order. */
  #among(numbers: string, ...values: Value[]): Row[] {
    return this.#rows(`number IN (${numbers})`, ...values);
  }

  /** Of rows that count. */
  #column<T extends Value>(sql: string, ...values: Value[]): T[] {
    return this.database.column<T>(sql, ...this.viewed, ...values);
  }

  count(): number {
    return this.#column<number>(`SELECT count(*) FROM entries WHERE ${this.visible}`)[0] ?? 0;
  }

  /** The newest entries of {@link where}, at most so many, the newest first. */
  newest(most: number, purpose?: Purpose, conditions: Conditions = {}): Row[] {
    const values: Value[] = [];
    const tests = testsOf(conditions, purpose, values);
    // SQLite would read all entries of a type and sort them.
    const from = selectedFrom(conditions.type === undefined ? "entries" : "entries INDEXED BY entries_by_age");
    const sql = `${from} WHERE ${this.visible} AND ${tests} ORDER BY timestamp DESC, id DESC LIMIT ?`;
    return this.#read(sql, ...values, most);
  }

  byId(id: string): Row | undefined {
    return this.#rows("id = ?", id)[0];
  }

  /** Whether an entry with this id or alias is stored, hidden ones included; reveals nothing else about it. */
  stands(id: string): boolean {
    const aliasQuery = "SELECT entry FROM aliases WHERE alias = ?";
    const sql = `SELECT 1 FROM entries WHERE id = ? OR number IN (${aliasQuery}) LIMIT 1`;
    return this.database.column(sql, id, id).length > 0;
  }

  /** Entries that meet all conditions, and stand for a purpose if one is named, in order: by timestamp, then id. */
  where(conditions: Conditions, purpose?: Purpose): readonly Row[] {
    const values: Value[] = [];
    const tests = testsOf(conditions, purpose, values);
    // The index finds the numbers without a look at the wide rows.
    return tests === ALL ? this.#rows(ALL) : this.#among(`SELECT number FROM entries WHERE ${tests}`, ...values);
  }

  /** Whether some entry is not for everybody; with `a person`, whether one has an owner. */
  hasRestricted(of: "anybody" | "a person" = "anybody"): boolean {
    const ownerCondition = of === "anybody" ? "audience IS NOT NULL" : "owner IS NOT NULL";
    return this.#column(`SELECT 1 FROM entries WHERE ${this.visible} AND ${ownerCondition} LIMIT 1`).length > 0;
  }

  /** Entries that have any of the fields, in order. */
  withAny(...fields: Field[]): Row[] {
    const relations = fields.filter((field) => IS_RELATION.has(field));
    const parts = fields
      .filter((field) => !IS_RELATION.has(field))
      .map((field) => `SELECT number FROM entries WHERE ${columnOf(field)} IS NOT NULL`);
    if (relations.length > 0) parts.push(`SELECT entry FROM links WHERE relation IN (${listed(relations)})`);
    return this.#among(parts.join(" UNION "));
  }

  /** Entries that name one of these by one of the relations, in order. */
  naming(ids: Iterable<string>, ...relations: Relation[]): Row[] {
    const isNamed = `target IN (SELECT value FROM json_each(?)) AND relation IN (${listed(relations)})`;
    return this.#among(`SELECT entry FROM links WHERE ${isNamed}`, JSON.stringify([...ids]));
  }

  /** Entries that hold one of these claims. */
  claiming(hashes: Iterable<string>): Row[] {
    const holding = "SELECT entry FROM claims WHERE hash IN (SELECT value FROM json_each(?))";
    return this.#among(holding, JSON.stringify([...hashes]));
  }

  /** How many entries there are of each type, status, tier, review and stakes. */
  tally(): Tally[] {
    const rows = this.database.all<Record<string, string | number | null>>(
      `SELECT type, status, tier, review, stakes, count(*) AS count FROM entries WHERE ${this.visible} GROUP BY 1, 2, 3, 4, 5`,
      ...this.viewed,
    );
    return rows.map(({ count, review, stakes, ...head }) => {
      const more = {
        ...(review === null ? {} : { review: { state: review } }),
        ...(stakes === null ? {} : { stakes }),
      };
      return { head: { ...head, ...more } as unknown as Tally["head"], count: count as number };
    });
  }

  /** Ids of entries with this tail or alias, in order. */
  idsNamed(name: string): string[] {
    return this.#idsAmong(
      "SELECT number FROM entries WHERE tail = ? UNION SELECT entry FROM aliases WHERE alias = ?",
      name,
      name,
    );
  }

  /** Ids of entries whose id or tail begins so, in order. */
  idsBeginning(start: string): string[] {
    const end = `${start}\u{10ffff}`;
    const range = (column: string) => `SELECT number FROM entries WHERE ${column} >= ? AND ${column} < ?`;
    return this.#idsAmong(`${range("id")} UNION ${range("tail")}`, start, end, start, end);
  }

  #idsAmong(numbers: string, ...values: Value[]): string[] {
    const sql = `SELECT id FROM entries WHERE ${this.visible} AND number IN (${numbers}) ORDER BY timestamp, id`;
    return this.#column<string>(sql, ...values);
  }

  /** True when this is the tail or an alias of some entry. */
  hasTail(tail: string): boolean {
    return this.idsNamed(tail).length > 0;
  }

  hasBeginning(start: string): boolean {
    const sql = `SELECT 1 FROM entries WHERE ${this.visible} AND id >= ? AND id < ? LIMIT 1`;
    return this.#column(sql, start, `${start}\u{10ffff}`).length > 0;
  }

  /** The tails that stand before and after one among all, its own again where another id has it. */
  neighbours(id: string, tail: string): string[] {
    const others = `SELECT tail FROM entries WHERE ${this.visible} AND id <> ?`;
    return [
      ...this.#column<string>(`${others} AND tail <= ? ORDER BY tail DESC LIMIT 1`, id, tail),
      ...this.#column<string>(`${others} AND tail >= ? ORDER BY tail LIMIT 1`, id, tail),
    ];
  }

  /** Outcomes in use that are younger than the answer on an entry they name, or name one otherwise than by its id; in order. */
  judgingAnew(): Row[] {
    return this.#judging("NOT EXISTS (SELECT 1 FROM entries WHERE twin = 0 AND id = target AND outcome_date >= at)");
  }

  /** Outcomes in use that call a correction validated on which it does not stand that it held; in order. */
  validatingUnheld(): Row[] {
    const unheld = "twin = 0 AND id = target AND type = 'correction' AND stick IS NOT 'held'";
    return this.#judging(`verdict = 'validated' AND EXISTS (SELECT 1 FROM entries WHERE ${unheld})`);
  }

  /** Outcomes in use of which an entry that they name meets a condition. */
  #judging(condition: string): Row[] {
    const outcomes = "SELECT number, timestamp AS at, verdict FROM entries WHERE verdict IS NOT NULL";
    const query = `SELECT number FROM (${outcomes}) JOIN links ON entry = number AND relation = 'references' WHERE ${condition}`;
    return this.#rows(`number IN (${query}) AND ${standingSql("inUse")}`);
  }
}
