import { createHash } from "node:crypto";
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { cosine } from "../model/embedder.js";

const KEY_BYTES = 16;
const RECORDS_AT_ONCE = 512;
/** Vectors kept at hand; beyond that memory would grow with the tree twice over. */
const MOST_RECENT = 4096;
const HEAD_BYTES = KEY_BYTES + 4;
/** So much of a key is a whole number, and no two of a million texts share it by chance. */
const SHORT_KEY_BYTES = 6;

/** Cosines by the hash of a text. */
export interface KeptCosines {
  /** Undefined when its vector is not there. */
  cosine(hash: string): number | undefined;
  /** False for a damaged record, whose cosine is nothing. */
  isWhole(hash: string): boolean;
}

/** Identifies the text of a vector: the first 16 bytes of its sha256, in hexadecimal. */
export function textHash(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, KEY_BYTES * 2);
}

const recordBytes = (dimensions: number): number => HEAD_BYTES + dimensions * 4;

/** The bytes of a file of kept vectors with those of some texts alone. */
export function keptVectors(bytes: Buffer, dimensions: number, isKept: (hash: string) => boolean): Buffer {
  const size = recordBytes(dimensions);
  const kept: Buffer[] = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    if (isKept(bytes.toString("hex", at, at + KEY_BYTES))) kept.push(bytes.subarray(at, at + size));
  }
  return Buffer.concat(kept);
}

/**
 * Vectors by text, for one fingerprint: an append-only file of fixed records, each with a checksum. Disposable: a torn or
 * damaged record is passed over and made again.
 */
export class VectorCache {
  readonly #path: string;
  readonly #recordBytes: number;
  /** Where records start, as far as the file was looked through: `unread` of them, at its beginning, were not. */
  #known = new Map<string, number>();
  #unread = 0;
  #file: number | undefined;
  /** Vectors of this process, for as long as they are few. */
  readonly #recent = new Map<string, Float32Array>();
  readonly #unsaved = new Map<string, Float32Array>();

  constructor(folder: string, fingerprint: string, dimensions: number) {
    this.#path = join(folder, "vectors", `${fingerprint}.bin`);
    this.#recordBytes = recordBytes(dimensions);
  }

  /** Where a record starts. The file is looked through from its end, where what is asked for mostly stands. */
  #startOf(hash: string): number | undefined {
    const file = this.#open();
    while (file !== undefined && !this.#known.has(hash) && this.#unread > 0) {
      const count = Math.min(RECORDS_AT_ONCE, this.#unread);
      this.#unread -= count;
      const piece = this.#records(file, this.#unread, count);
      for (let at = piece.length - this.#recordBytes; at >= 0; at -= this.#recordBytes) {
        const key = piece.toString("hex", at, at + KEY_BYTES);
        if (!this.#known.has(key) && this.#isWhole(piece, at)) {
          this.#known.set(key, this.#unread * this.#recordBytes + at);
        }
      }
    }
    return this.#known.get(hash);
  }

  /** So many records from one on. */
  #records(file: number, from: number, count: number): Buffer {
    const piece = Buffer.alloc(this.#recordBytes * count);
    const read = readSync(file, piece, 0, piece.length, from * this.#recordBytes);
    return piece.subarray(0, read - (read % this.#recordBytes));
  }

  /**
   * Compares a vector with every one that is kept, in one pass over the file: what a new entry among 10,000 others needs,
   * without loading LanceDB. Checksums are looked at for those that are asked about.
   */
  cosinesTo(target: Float32Array): KeptCosines {
    const file = this.#open();
    const total = file === undefined ? 0 : Math.floor(fstatSync(file).size / this.#recordBytes);
    const cosines = new Float32Array(total);
    const places = new Map<number, number>();
    const step = this.#recordBytes / Float32Array.BYTES_PER_ELEMENT;
    for (let from = 0; file !== undefined && from < total; from += RECORDS_AT_ONCE) {
      const piece = this.#records(file, from, Math.min(RECORDS_AT_ONCE, total - from));
      const numbers = new Float32Array(piece.buffer, piece.byteOffset, piece.length / Float32Array.BYTES_PER_ELEMENT);
      for (let record = 0; record * step < numbers.length; record++) {
        // Later records replace earlier ones of the same text.
        places.set(piece.readUIntBE(record * this.#recordBytes, SHORT_KEY_BYTES), from + record);
        cosines[from + record] = cosine(target, numbers, record * step + HEAD_BYTES / 4);
      }
    }
    const placeOf = (hash: string) => places.get(Number.parseInt(hash.slice(0, SHORT_KEY_BYTES * 2), 16));
    return {
      cosine: (hash) => {
        const recent = this.#recent.get(hash);
        if (recent !== undefined) return cosine(target, recent);
        const place = placeOf(hash);
        return place === undefined ? undefined : cosines[place];
      },
      isWhole: (hash) => {
        if (this.#recent.has(hash)) return true;
        const place = placeOf(hash);
        if (place === undefined || file === undefined) return false;
        const record = this.#records(file, place, 1);
        return record.length > 0 && record.toString("hex", 0, KEY_BYTES) === hash && this.#isWhole(record, 0);
      },
    };
  }

  /** Every vector that is kept, by the hash of its text, read at once; damaged records are not among them. */
  all(): Map<string, Float32Array> {
    const vectors = new Map<string, Float32Array>();
    const file = this.#open();
    if (file === undefined) return vectors;
    const bytes = this.#records(file, 0, Math.floor(fstatSync(file).size / this.#recordBytes));
    const width = (this.#recordBytes - HEAD_BYTES) / Float32Array.BYTES_PER_ELEMENT;
    for (let at = 0; at < bytes.length; at += this.#recordBytes) {
      if (!this.#isWhole(bytes, at)) continue;
      const vector = new Float32Array(bytes.buffer, bytes.byteOffset + at + HEAD_BYTES, width);
      vectors.set(bytes.toString("hex", at, at + KEY_BYTES), vector);
    }
    return vectors;
  }

  #isWhole(piece: Buffer, at: number): boolean {
    const vector = piece.subarray(at + HEAD_BYTES, at + this.#recordBytes);
    return crc32(vector) === piece.readUInt32LE(at + KEY_BYTES);
  }

  #open(): number | undefined {
    try {
      if (this.#file === undefined) {
        this.#file = openSync(this.#path, "r");
        this.#unread = Math.floor(fstatSync(this.#file).size / this.#recordBytes);
      }
      return this.#file;
    } catch {
      return undefined;
    }
  }

  /** The vector of a text by its hash. */
  get(hash: string): Float32Array | undefined {
    const recent = this.#recent.get(hash);
    if (recent !== undefined) return recent;
    const start = this.#startOf(hash);
    if (start === undefined || this.#file === undefined) return undefined;
    const record = Buffer.alloc(this.#recordBytes);
    readSync(this.#file, record, 0, record.length, start);
    // Somebody may have cut or replaced the file since it was looked through.
    if (!record.toString("hex", 0, KEY_BYTES).startsWith(hash) || !this.#isWhole(record, 0)) return undefined;
    return new Float32Array(new Uint8Array(record.subarray(HEAD_BYTES)).buffer);
  }

  /** How many vectors are not written yet. */
  get unsaved(): number {
    return this.#unsaved.size;
  }

  /** Keeps a vector in memory; {@link save} writes it. */
  set(hash: string, vector: Float32Array): void {
    if (this.#recent.has(hash)) return;
    this.#recent.set(hash, vector);
    this.#unsaved.set(hash, vector);
  }

  /** Appends what is new. Call under the index lock; false when the folder cannot be written. */
  save(): boolean {
    if (this.#unsaved.size === 0) return true;
    const bytes = Buffer.alloc(this.#unsaved.size * this.#recordBytes);
    let at = 0;
    for (const [hash, vector] of this.#unsaved) {
      const data = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      bytes.write(hash, at, "hex");
      bytes.writeUInt32LE(crc32(data), at + KEY_BYTES);
      data.copy(bytes, at + HEAD_BYTES);
      at += this.#recordBytes;
    }
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#dropTornEnd();
      appendFileSync(this.#path, bytes);
    } catch {
      return false;
    }
    this.#unsaved.clear();
    if (this.#recent.size > MOST_RECENT) {
      // From here on they are looked up in the file, read again when one is asked for.
      this.#recent.clear();
      this.close();
    }
    return true;
  }

  /** Gives the file back; it is opened again when a vector is asked for. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#known = new Map();
  }

  /** A writer that was killed leaves half a record; what follows it would be read out of step. */
  #dropTornEnd(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    const torn = size % this.#recordBytes;
    if (torn > 0) truncateSync(this.#path, size - torn);
  }
}
