/**
 * Vectors of test texts, embedded once by the real model and kept between runs beneath `node_modules/.cache`, by the
 * model's fingerprint, which names this processor too. What is not recorded is embedded and then recorded. The model's
 * own tests and processes of their own use no record. `TEST_VECTORS=none` uses none anywhere.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmbedPool, ModelPools } from "../src/search/model/embed-pool.js";
import type { LocatedModel, TextRole } from "../src/search/model/embedder.js";
import { HOUSE } from "./compiled-source.js";

const FOLDER = join(HOUSE, "node_modules", ".cache", "tenet-vectors");
const ENDING = ".vectors";
/** A run writes a file for each test file that embedded something new; the next run puts them together. */
const MANY_FILES = 8;
/** A record that grew beyond this, as random worlds make it, is begun anew. */
const MOST_BYTES = 64 * 1024 * 1024;
const LENGTH_BYTES = 4;

const folderOf = ({ fingerprint }: LocatedModel): string =>
  join(FOLDER, createHash("sha256").update(fingerprint).digest("hex").slice(0, 16));
const keyOf = (text: string, role: TextRole): string => `${role}\n${text}`;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

export interface VectorRecord {
  role: TextRole;
  text: string;
  vector: Float32Array;
}

/** Empty where a run beside this one has just put it together with others. */
function bytesIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The vectors of one model: in each file records in a row, each the length of role and text, these, and the vector. */
export class RecordedVectors {
  readonly #folder: string;
  readonly #size: number;
  readonly #known = new Map<string, Buffer>();
  #fresh: Buffer[] = [];

  constructor(model: LocatedModel) {
    this.#folder = folderOf(model);
    this.#size = model.dimensions * Float32Array.BYTES_PER_ELEMENT;
    for (const file of filesIn(this.#folder)) this.#read(bytesIn(file));
  }

  #read(all: Buffer): void {
    for (let at = 0; at + LENGTH_BYTES <= all.length; ) {
      const from = at + LENGTH_BYTES;
      const to = from + all.readUInt32LE(at);
      at = to + this.#size;
      if (at <= all.length) this.#known.set(all.toString("utf8", from, to), all.subarray(to, at));
    }
  }

  get all(): VectorRecord[] {
    return Array.from(this.#known, ([key, bytes]) => {
      const [role, ...lines] = key.split("\n");
      return { role: role as TextRole, text: lines.join("\n"), vector: vectorIn(bytes) };
    });
  }

  vectorOf(text: string, role: TextRole): Float32Array | undefined {
    const known = this.#known.get(keyOf(text, role));
    return known && vectorIn(known);
  }

  /** Takes a vector into the record of this process; `write` hands it on to later ones. */
  keep({ text, role, vector }: VectorRecord): void {
    const key = Buffer.from(keyOf(text, role));
    const bytes = Buffer.from(Float32Array.from(vector).buffer);
    // A text that is no well-formed Unicode would be found again under another's name.
    if (bytes.length !== this.#size || key.toString() !== keyOf(text, role)) return;
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(key.length);
    this.#known.set(keyOf(text, role), bytes);
    this.#fresh.push(length, key, bytes);
  }

  write(): void {
    if (this.#fresh.length > 0) writeRecords(this.#folder, Buffer.concat(this.#fresh));
    this.#fresh = [];
  }
}

const vectorIn = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

function writeRecords(folder: string, bytes: Buffer): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  renameSync(path, `${path}${ENDING}`);
}

/** Puts the files of earlier runs together. Called once before a run. */
export function gatherRecords(): void {
  let folders: string[] = [];
  try {
    folders = readdirSync(FOLDER).map((name) => join(FOLDER, name));
  } catch {
    // Nothing is recorded yet.
  }
  for (const folder of folders) {
    const files = filesIn(folder);
    if (files.length < MANY_FILES) continue;
    const bytes = Buffer.concat(files.map(bytesIn));
    if (bytes.length <= MOST_BYTES) writeRecords(folder, bytes);
    for (const file of files) rmSync(file, { force: true });
  }
}

type Pools = Pick<ModelPools, "pool">;

/** Pools whose models embed only what is not recorded; `write` keeps what they embedded. */
export function recordedPools<P extends Pools>(pools: P): { pools: P; write(): void } {
  if (process.env["TEST_VECTORS"] === "none") return { pools, write: () => undefined };
  const records = new Map<EmbedPool, RecordedVectors>();
  const open = pools.pool.bind(pools);
  pools.pool = (model) => {
    const pool = open(model);
    if (!records.has(pool)) records.set(pool, withRecords(pool, new RecordedVectors(model)));
    return pool;
  };
  const write = () => {
    for (const one of records.values()) one.write();
  };
  return { pools, write };
}

function withRecords(pool: EmbedPool, recorded: RecordedVectors): RecordedVectors {
  const embed = pool.embed.bind(pool);
  // The model is loaded for the first text that is not recorded.
  pool.start = () => undefined;
  const start = Object.getPrototypeOf(pool).start.bind(pool);
  pool.embed = async (text, role) => {
    const known = recorded.vectorOf(text, role);
    if (known !== undefined) return known;
    pool.start = start;
    const vector = await embed(text, role);
    recorded.keep({ text, role, vector });
    return vector;
  };
  return recorded;
}
