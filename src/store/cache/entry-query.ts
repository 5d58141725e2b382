/** Questions to the entries of a cache: by columns, by what ties them. */
import { contactScope } from "../../entry/gates/contact-scope.js";
import { audiencesOf, type Purpose, type Viewer } from "../../entry/gates/visible.js";
import { byAge } from "../../entry/lessons.js";
import { stamp } from "../../text/durations.js";
import type { CacheDatabase, Value } from "./database.js";
import type { Link } from "./relations.js";
import { type Row, rowOf, type Selected } from "./row.js";
import { listed, standingSql } from "./schema.js";

/** Columns that may be asked for. */
type Column = "id" | "type" | "status" | "tier" | "stakes" | "review" | "outcome" | "scope" | "key" | "chain" | "voice";
/** A value, any of several, none at all, a lower bound, or a prefix. */
type Condition = string | null | readonly string[] | { least: number } | { begins: string };
/** Conditions on single columns, and ties that must be there; an entry passes when all hold. */
export type Conditions = { readonly [C in Column]?: Condition } & { readonly [L in Link]?: true };

/** Fields with equal values in several entries, and the number of these. */
export interface Tally {
  head: Pick<Row, "type" | "status" | "tier" | "stakes" | "invalidated"> & {
    review?: Pick<NonNullable<Row["review"]>, "state">;
  };
  count: number;
}

const inRange = (column: string, start: string): string =>
  `${column} >= ${listed([start])} AND ${column} < ${listed([`${start}\u{10ffff}`])}`;

/** The part of a tree that a reader may see. */
export interface View {
  /** Undefined: for every viewer. */
  viewer?: Viewer | undefined;
  /** False: what a person called sensitive is left out, its id with it. */
  sensitive?: boolean | undefined;
  /** Whom alone it is about. */
  contact?: string | undefined;
}

function sqlOf(field: string, condition: Condition | true): string {
  if (condition === true) return `number IN (SELECT entry FROM links WHERE link = '${field}')`;
  if (condition === null) return `${field} IS NULL`;
  if (typeof condition === "object" && "begins" in condition) return inRange(field, condition.begins);
  if (typeof condition === "object" && "least" in condition) return `${field} >= ${condition.least}`;
  return `${field} IN (${listed([condition].flat())})`;
}

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
  readonly #rows = new Map<string, Row | undefined>();
  readonly #asked = new Map<string, readonly Row[]>();

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

  /** What was answered so far may be otherwise. */
  protected askAnew(): void {
    this.#rows.clear();
    this.#asked.clear();
  }

  /** Rows that meet a condition, in order; each is made once. */
  #read(condition: string, ...values: Value[]): Row[] {
    const sql = `SELECT record, claim, standing, texts, name, line FROM entries
      JOIN (SELECT number AS file, name FROM files) USING (file) WHERE ${this.visible} AND ${condition}`;
    const rows = this.database.rows<Selected>(sql, ...values).map((selected) => {
      const row = rowOf(selected, this.now);
      if (this.#unreadable.has(row.file)) row.unreadable = true;
      const known = this.#rows.get(row.id) ?? row;
      this.#rows.set(row.id, known);
      return known;
    });
    // SQLite would carry the wide rows through its sorter.
    return rows.sort(byAge);
  }

  /** Rows whose numbers a query answers: an index finds them without a look at the wide rows. */
  #among(numbers: string, ...values: Value[]): Row[] {
    return this.#read(`number IN (${numbers})`, ...values);
  }

  #numbers(conditions: Conditions, purpose: Purpose | undefined): string {
    const tests = Object.entries(conditions).map(([field, condition]) => sqlOf(field, condition));
    const stands = purpose === undefined ? [] : [standingSql(purpose, this.now)];
    return `SELECT number FROM entries WHERE ${[this.visible, ...tests, ...stands].join(" AND ")}`;
  }

  head(id: string): Row | undefined {
    if (!this.#rows.has(id)) this.#rows.set(id, this.#read("id = ?", id)[0]);
    return this.#rows.get(id);
  }

  /** Entries that meet all conditions, and stand for a purpose if one is named, in order: by timestamp, then id. */
  where(conditions: Conditions, purpose?: Purpose): readonly Row[] {
    const numbers = this.#numbers(conditions, purpose);
    // A command asks several times.
    const rows = this.#asked.get(numbers) ?? this.#among(numbers);
    this.#asked.set(numbers, rows);
    return rows;
  }

  /** The newest entries of {@link where}, at most so many, the newest first. */
  newest(most: number, purpose?: Purpose, conditions: Conditions = {}): Row[] {
    const newestFirst = "ORDER BY timestamp DESC, id DESC LIMIT ?";
    return this.#among(`${this.#numbers(conditions, purpose)} ${newestFirst}`, most).reverse();
  }

  /** Entries that have one of these ties to one of these names, in order. */
  naming(targets: Iterable<string>, ...links: Link[]): Row[] {
    const isNamed = `link IN (${listed(links)}) AND target IN (SELECT value FROM json_each(?))`;
    return this.#among(`SELECT entry FROM links WHERE ${isNamed}`, JSON.stringify([...targets]));
  }

  /** Whether some entry is not for everybody. */
  hasRestricted(): boolean {
    return this.#ids("audience IS NOT NULL LIMIT 1").length > 0;
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
    const alias = "SELECT entry FROM links WHERE link = 'alias' AND target = ?";
    return this.#ids(`(id = ? OR tail = ? OR number IN (${alias})) ORDER BY timestamp, id`, name, name, name);
  }

  /** Ids of entries whose id or tail begins so, in order; with `most` any so many of them. */
  idsBeginning(start: string, most?: number): string[] {
    const order = most === undefined ? "ORDER BY timestamp, id" : `LIMIT ${most}`;
    return this.#ids(`(${inRange("id", start)} OR ${inRange("tail", start)}) ${order}`);
  }

  #ids(condition: string, ...values: Value[]): string[] {
    return this.database.column<string>(`SELECT id FROM entries WHERE ${this.visible} AND ${condition}`, ...values);
  }

  /** The chain of an entry, oldest first: what is one entry for whoever reads it. */
  chainOf(id: string): readonly Row[] {
    const chain = this.head(id)?.chain;
    return chain === undefined ? [] : this.where({ chain });
  }

  /** Who speaks for the chain of an entry: of the members that this view shows the one with the first voice. */
  speaker(id: string): Row | undefined {
    const row = this.head(id);
    if (row === undefined || row.voice === 1) return row;
    const voices = this.chainOf(id).filter(({ voice }) => voice !== undefined);
    return voices.sort((a, b) => (a.voice ?? 0) - (b.voice ?? 0))[0];
  }

  /** Those among entries that speak for their chain. */
  speaking(rows: readonly Row[]): Row[] {
    return rows.filter((row) => row.voice === 1 || (row.voice !== undefined && this.speaker(row.id) === row));
  }
}
