/** A hub on a PostgreSQL server: one connection. */
import type { Client, ClientConfig, QueryResult } from "pg";
import { readInputFile } from "../../store/files/text-files.js";
import type { Hub, Query, Row } from "./hub.js";
import { hubAway, hubFailure } from "./hub-failure.js";
import { type ServerAddress, serverAddress, tlsOptions } from "./server-address.js";

const CONNECT_MS = 10_000;
/** A server that is silent this long is away. A migration may take longer. */
const ANSWER_MS = 120_000;
const SCRIPT_MS = 3_600_000;
/** A session that its client left in the middle of something is ended by the server, and with it what it locked. */
const LEFT_MS = 60_000;

async function configOf(address: ServerAddress): Promise<ClientConfig> {
  const { host, port, database, user, password, options } = address;
  return {
    host,
    port,
    ...(database === undefined ? {} : { database }),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(options === undefined ? {} : { options }),
    ssl: await tlsOptions(address, readInputFile),
    application_name: "tenet sync",
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: LEFT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
  };
}

export async function openServerHub(url: string): Promise<Hub> {
  const address = serverAddress(url);
  const { name } = address;
  const config = await configOf(address);
  const { default: pg } = await import("pg");
  const client = new pg.Client(config);
  // Without a listener, a connection that breaks between two statements ends the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    // The queries are small: compiling one takes half a second, running it a few milliseconds.
    await client.query("set jit = off");
  } catch (thrown) {
    await client.end().catch(() => undefined);
    throw hubFailure(thrown, name, true);
  }
  return new ServerHub(client, name);
}

class ServerHub implements Hub {
  readonly engine = "server";
  readonly name: string;
  #client: Client;

  constructor(client: Client, name: string) {
    this.#client = client;
    this.name = name;
  }

  async #ask(text: string, values: readonly unknown[] | undefined, patience: number): Promise<QueryResult> {
    const query = { text, query_timeout: patience, ...(values === undefined ? {} : { values: [...values] }) };
    try {
      return await this.#client.query(query);
    } catch (thrown) {
      throw hubFailure(thrown, this.name);
    }
  }

  query: Query = async <T extends Row>(sql: string, params: readonly unknown[] = []) =>
    (await this.#ask(sql, params, ANSWER_MS)).rows as T[];

  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    await this.#ask("begin", undefined, ANSWER_MS);
    try {
      const result = await work(this.query);
      const { command } = await this.#ask("commit", undefined, ANSWER_MS);
      // A transaction in which a statement had failed is rolled back by its "commit".
      if (command !== "COMMIT") throw hubAway(this.name, "it kept nothing of what was written");
      return result;
    } catch (thrown) {
      await this.#ask("rollback", undefined, CONNECT_MS).catch(() => undefined);
      throw thrown;
    }
  }

  async script(sql: string): Promise<void> {
    await this.#ask(sql, undefined, SCRIPT_MS);
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
