/** Questions to the entries of a cache: by columns, by links, by claims. */
import { contactScope } from "../../entry/gates/contact-scope.js";
import { audiencesOf, ENDED, type Purpose, REVIEWS_OUTSIDE, type Viewer } from "../../entry/gates/visible.js";
import { byAge } from "../../entry/lessons.js";
import { stamp } from "../../text/durations.js";
import type { CacheDatabase, Value } from "./database.js";
import type { Relation } from "./relations.js";
import { type Row, rowOf, type Selected } from "./row.js";

/** Columns that may be asked for. `hub`: the writer's entry there (`hubEntryOf`); `words`, `slot`: see `entry/standing/ties.ts`. */
type Column =
  | "id"
  | "type"
  | "status"
  | "tier"
  | "stakes"
  | "review"
  | "outcome"
  | "uses"
  | "scope"
  | "key"
  | "hub"
  | "voice";
/** A value, any of several, none at all, a lower bound, or a prefix. */
type Condition = string | null | readonly string[] | { least: number } | { begins: string };
/** Conditions on single columns; an entry passes when all hold. */
export type Conditions = { readonly [C in Column | "words" | "slot"]?: Condition };

/** Fields with equal values in several entries, and the number of these. */
export interface Tally {
  head: Pick<Row, "type" | "status" | "tier" | "stakes" | "invalidated"> & {
    review?: Pick<NonNullable<Row["review"]>, "state">;
  };
  count: number;
}

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const listed = (values: Iterable<string>): string => Array.from(values, literal).join(", ");
const inRange = (column: string, start: string): string =>
  `${column} >= ${literal(start)} AND ${column} < ${literal(`${start}\u{10ffff}`)}`;
const selectedFrom = (entries: string): string =>
  `SELECT record, claims, standing, texts, name, line FROM ${entries} JOIN (SELECT number AS file, name FROM files) USING (file)`;
/** {@link standsFor} as a condition of the table; at a time, or whatever expires. */
export const standingSql = (purpose: Purpose, now?: Date): string =>
  [
    `status NOT IN (${listed(ENDED)}) AND ended IS NULL`,
    `(review IS NULL OR review NOT IN (${listed(REVIEWS_OUTSIDE[purpose])}))`,
    ...(now === undefined ? [] : [`(expires IS NULL OR expires > '${stamp(now)}')`]),
  ].join(" AND ");

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

function sqlOf(column: string, condition: Condition): string {
  if (condition === null) return `${column} IS NULL`;
  if (typeof condition === "object" && "begins" in condition) return inRange(column, condition.begins);
  if (typeof condition === "object" && "least" in condition) return `${column} >= ${condition.least}`;
  return `${column} IN (${listed([condition].flat())})`;
}

/** Entries of this beginning by id or tail. */
const beginning = (start: string): string => `((${inRange("id", start)}) OR (${inRange("tail", start)}))`;

/** Questions to one part of the entries, by which all rows are read. */
export class EntryQuery {
  /** Where it is kept. */
  readonly database: CacheDatabase;
  /** The one WHERE: the first record of each id, as far as the view goes. */
  protected readonly visible: string;
  /** Files that cannot be read at the moment. */
  readonly #unreadable: ReadonlySet<string>;
  /** The time at which entries are asked for: what has expired or held by then. */
  readonly now: Date;

  constructor(database: CacheDatabase, unreadable: ReadonlySet<string>, view: View, now: Date) {
    this.database = database;
    this.now = now;
    this.#unreadable = unreadable;
    const { viewer, sensitive, contact } = view;
    this.visible = [
      "twin = 0",
      ...(viewer === undefined ? [] : [`(audience IS NULL OR audience IN (${listed(audiencesOf(viewer))}))`]),
      ...(contact === undefined ? [] : [sqlOf("scope", contactScope(contact))]),
      ...(sensitive === false ? ["review IS NOT 'sensitive'"] : []),
    ].join(" AND ");
  }

  /** Conditions and a purpose, of what is visible. */
  #tests(conditions: Conditions, purpose: Purpose | undefined): string {
    const tests = Object.entries(conditions).map(([field, condition]) => sqlOf(field, condition));
    return [this.visible, ...tests, ...(purpose === undefined ? [] : [standingSql(purpose, this.now)])].join(" AND ");
  }

  #read(sql: string, ...values: Value[]): Row[] {
    return this.database.rows<Selected>(sql, ...values).map((selected) => {
      const row = rowOf(selected, this.now);
      if (this.#unreadable.has(row.file)) row.unreadable = true;
      return row;
    });
  }

  /** Rows that meet a condition, in order. */
  #rows(condition: string, ...values: Value[]): Row[] {
    // SQLite would carry the wide rows through its sorter.
    return this.#read(`${selectedFrom("entries")} WHERE ${this.visible} AND ${condition}`, ...values).sort(byAge);
  }

  /** Rows whose numbers a query answers, in order. */
  #among(numbers: string, ...values: Value[]): Row[] {
    return this.#rows(`number IN (${numbers})`, ...values);
  }

  /** The newest entries of {@link where}, at most so many, the newest first. */
  newest(most: number, purpose?: Purpose, conditions: Conditions = {}): Row[] {
    // SQLite would read all entries of a type and sort them.
    const from = selectedFrom(conditions.type === undefined ? "entries" : "entries INDEXED BY entries_by_age");
    return this.#read(
      `${from} WHERE ${this.#tests(conditions, purpose)} ORDER BY timestamp DESC, id DESC LIMIT ?`,
      most,
    );
  }

  byId(id: string): Row | undefined {
    return this.#rows("id = ?", id)[0];
  }

  /** Entries that meet all conditions, and stand for a purpose if one is named, in order: by timestamp, then id. */
  where(conditions: Conditions, purpose?: Purpose): readonly Row[] {
    // The index finds the numbers without a look at the wide rows.
    return this.#among(`SELECT number FROM entries WHERE ${this.#tests(conditions, purpose)}`);
  }

  /** Whether some entry is not for everybody. */
  hasRestricted(): boolean {
    const sql = `SELECT 1 FROM entries WHERE ${this.visible} AND audience IS NOT NULL LIMIT 1`;
    return this.database.column(sql).length > 0;
  }

  /** Entries that have the field, in order. */
  having(field: Relation | "check" | "paths"): Row[] {
    const isColumn = field === "check" || field === "paths";
    return this.#among(
      isColumn
        ? `SELECT number FROM entries WHERE "${field}" IS NOT NULL`
        : `SELECT entry FROM links WHERE relation = '${field}'`,
    );
  }

  /** Entries that name one of these by one of the relations, or hold one of these claims, in order. */
  naming(targets: Iterable<string>, ...relations: (Relation | "claim")[]): Row[] {
    const isNamed = `relation IN (${listed(relations)}) AND target IN (SELECT value FROM json_each(?))`;
    return this.#among(`SELECT entry FROM links WHERE ${isNamed}`, JSON.stringify([...targets]));
  }

  /** How many entries there are of each type, status, tier, review, outcome that ends them, and stakes. */
  tally(): Tally[] {
    type Counted = [...(string | null)[], count: number];
    const rows = this.database.rows<Counted>(
      `SELECT type, status, tier, CASE WHEN expires <= '${stamp(this.now)}' THEN 'expired' ELSE review END,
        ended, stakes, count(*) FROM entries WHERE ${this.visible} GROUP BY 1, 2, 3, 4, 5, 6`,
    );
    return rows.map(([type, status, tier, state, ended, stakes, count]) => {
      const more = {
        ...(state !== null && { review: { state } }),
        ...(ended !== null && { invalidated: "ends" }),
        ...(stakes !== null && { stakes }),
      };
      return { head: { type, status, tier, ...more } as unknown as Tally["head"], count: count as number };
    });
  }

  /** Ids of entries with this id, tail or alias, in order. */
  idsNamed(name: string): string[] {
    const alias = "SELECT entry FROM links WHERE relation = 'alias' AND target = ?";
    return this.#ids(`(id = ? OR tail = ? OR number IN (${alias})) ORDER BY timestamp, id`, name, name, name);
  }

  /** Ids of entries whose id or tail begins so, in order. */
  idsBeginning(start: string): string[] {
    return this.#ids(`${beginning(start)} ORDER BY timestamp, id`);
  }

  /** Whether the id or tail of one entry alone begins so. */
  isUnique(start: string): boolean {
    return this.#ids(`${beginning(start)} LIMIT 2`).length < 2;
  }

  #ids(condition: string, ...values: Value[]): string[] {
    return this.database.column<string>(`SELECT id FROM entries WHERE ${this.visible} AND ${condition}`, ...values);
  }

  /** The chain of an entry, oldest first: what is one entry for whoever reads it. */
  chainOf(id: string): Row[] {
    return this.#rows("chain = (SELECT chain FROM entries WHERE twin = 0 AND id = ?)", id);
  }

  /** Those among entries that speak for their chain: of the members that this view shows the one with the first voice. */
  speaking(rows: readonly Row[]): Row[] {
    const sql = `SELECT id FROM entries e WHERE voice IS NOT NULL AND id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
      SELECT 1 FROM (SELECT chain, voice FROM entries WHERE ${this.visible}) other
      WHERE other.chain = e.chain AND other.voice < e.voice)`;
    const asked = rows.filter(({ voice }) => voice !== 1).map(({ id }) => id);
    const speakers = asked.length === 0 ? [] : this.database.column<string>(sql, JSON.stringify(asked));
    const speakerIds = new Set(speakers);
    return rows.filter(({ id, voice }) => voice === 1 || speakerIds.has(id));
  }
}
