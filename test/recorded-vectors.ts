/**
 * Vectors of test texts, embedded once by the real model: `recorded-vectors.jsonl`, a line for each text. What is not
 * recorded is embedded. The model's own tests and processes of their own use no record. `TEST_VECTORS=record npm test`
 * adds what the run embedded; `TEST_VECTORS=none` uses no record anywhere.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmbedPool, ModelPools } from "../src/search/model/embed-pool.js";
import type { LocatedModel, TextRole } from "../src/search/model/embedder.js";
import { HOUSE } from "./compiled-source.js";

const RECORD = join(HOUSE, "test", "recorded-vectors.jsonl");
/** What the processes of one run embedded, before it is added. */
const FRESH = join(HOUSE, "node_modules", ".cache", "tenet-fresh-vectors");
const mode = (): string | undefined => process.env["TEST_VECTORS"];
const LONGEST_TEXT = 20_000;
/** The largest number of a vector, in a byte. */
const LARGEST = 127;

/** Role, text, and the vector: a signed byte for each number, of the length that makes the largest one 127. */
type Line = [role: TextRole, text: string, bytes: string];

export interface VectorRecord {
  role: TextRole;
  text: string;
  vector: Float32Array;
}

const keyOf = (role: TextRole, text: string): string => `${role}\n${text}`;
const modelLine = ({ name, dtype }: Pick<LocatedModel, "name" | "dtype">): string => JSON.stringify({ name, dtype });

function toBytes(vector: Float32Array): string {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return Buffer.from(Int8Array.from(vector, (one) => Math.round((one / largest) * LARGEST)).buffer).toString("base64");
}

function toVector(bytes: string): Float32Array {
  const vector = Float32Array.from(new Int8Array(Buffer.from(bytes, "base64")));
  const length = Math.hypot(...vector);
  return vector.map((one) => one / length);
}

interface TheRecord {
  /** The model that embedded, as {@link modelLine} has it. */
  by: string;
  /** By role and text. */
  lines: ReadonlyMap<string, Line>;
}

function readRecord(): TheRecord {
  const [by = "", ...rest] = readFileSync(RECORD, "utf8").trim().split("\n");
  const lines = rest.map((line) => JSON.parse(line) as Line);
  return { by, lines: new Map(lines.map((line) => [keyOf(line[0], line[1]), line])) };
}

let record: TheRecord | undefined;

/** Read once a process. */
function theRecord(): TheRecord {
  record ??= readRecord();
  return record;
}

export const allRecorded = (): VectorRecord[] =>
  Array.from(theRecord().lines.values(), ([role, text, bytes]) => ({ role, text, vector: toVector(bytes) }));

/** Adds what the processes of a run embedded to the record. Called once behind a run. */
export function addFresh(): void {
  if (mode() !== "record") return;
  const { by, lines } = theRecord();
  const known = new Map(lines);
  mkdirSync(FRESH, { recursive: true });
  for (const name of readdirSync(FRESH)) {
    for (const line of readFileSync(join(FRESH, name), "utf8").trim().split("\n")) {
      const [role, text, bytes] = JSON.parse(line) as Line;
      known.set(keyOf(role, text), [role, text, bytes]);
    }
  }
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => JSON.stringify(line));
  writeFileSync(RECORD, `${[by, ...sorted].join("\n")}\n`);
  rmSync(FRESH, { recursive: true });
}

/** Pools whose models embed only what is not recorded; `write` keeps what they embedded. */
export function recordedPools<P extends Pick<ModelPools, "pool">>(pools: P): { pools: P; write(): void } {
  const fresh: Line[] = [];
  const seen = new WeakSet<EmbedPool>();
  const open = pools.pool.bind(pools);
  pools.pool = (model) => {
    const pool = open(model);
    if (mode() !== "none" && !seen.has(pool) && modelLine(model) === theRecord().by) withRecords(pool, fresh);
    seen.add(pool);
    return pool;
  };
  const write = () => {
    if (mode() !== "record" || fresh.length === 0) return;
    mkdirSync(FRESH, { recursive: true });
    writeFileSync(join(FRESH, randomUUID()), fresh.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  return { pools, write };
}

function withRecords(pool: EmbedPool, fresh: Line[]): void {
  const embed = pool.embed.bind(pool);
  // The model is loaded for the first text that is not recorded.
  pool.start = () => undefined;
  const start = Object.getPrototypeOf(pool).start.bind(pool);
  pool.embed = async (text, role) => {
    const known = theRecord().lines.get(keyOf(role, text));
    if (known !== undefined) return toVector(known[2]);
    pool.start = start;
    const vector = await embed(text, role);
    // A text that is no well-formed Unicode would be found again under another's name.
    if (text.length > LONGEST_TEXT || Buffer.from(text).toString() !== text) return vector;
    const line: Line = [role, text, toBytes(vector)];
    fresh.push(line);
    // As the next run has it.
    return toVector(line[2]);
  };
}
