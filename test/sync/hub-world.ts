/** Hubs to try, on each engine that is here, and rows to put into them. */
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { HubRow } from "../../src/sync/policy/hub-row.js";
import { PROOF } from "../effort.js";
import { binary } from "../sandbox.js";
import { type PostgresServer, postgresPrograms, startPostgres } from "./postgres.js";

/** The server only where it is installed, and said where it is not. */
export function engines(): ("embedded" | "server")[] {
  if (postgresPrograms() !== undefined) return ["embedded", "server"];
  process.stderr.write("no PostgreSQL server is installed here: hubs are tried on the embedded engine alone\n");
  return ["embedded"];
}

/** For what is alike on every engine: a server answers in a tenth of the time. */
export const QUICK_ENGINE: "embedded" | "server" = postgresPrograms() === undefined ? "embedded" : "server";

/** For what takes long: `npm test` tries one engine, proof the other. */
export function engineOfThisRun(): ("embedded" | "server")[] {
  const [first = "embedded", last = first] = engines();
  return [PROOF ? first : last];
}

export const startServer = (): Promise<PostgresServer> => startPostgres(dirname(dirname(binary())));

/** A pseudonym that begins with a name. */
export const called = (name: string): string => `${name}-0123456789abcdef`;

/** A row that hubs take; what it says is the caller's affair. */
export function row(agent: string, number: number, more: Partial<HubRow> = {}): HubRow {
  const isDeletion = more.hash === "withdrawn" || more.hash === "erased";
  return {
    agent,
    number,
    entry: `INS-20261124-${String(number).padStart(5, "0")}`,
    hash: "a".repeat(64),
    at: "2026-11-24T10:00:00Z",
    body: isDeletion ? null : JSON.stringify({ type: "insight", claim: `Claim ${number} of ${agent}` }),
    signature: randomBytes(64),
    ...more,
  };
}
