/** A connection to a hub: PostgreSQL, on a server or embedded. Both speak the same SQL. */

export type Row = Readonly<Record<string, unknown>>;

/** One statement with `$1` parameters. Arrays go as PostgreSQL arrays, bytes as bytea. */
export type Query = <T extends Row = Row>(sql: string, params?: readonly unknown[]) => Promise<T[]>;

export interface Hub {
  readonly engine: "embedded" | "server";
  /** The printed name: a folder, or host and database; never a password. */
  readonly name: string;
  query: Query;
  /** All of `work`, or nothing of it. Not re-entrant. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Several statements without parameters. */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}
