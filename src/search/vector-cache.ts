import { createHash } from "node:crypto";
import { appendFileSync, closeSync, mkdirSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

const KEY_BYTES = 16;
const RECORDS_AT_ONCE = 512;
/** Vectors kept at hand; beyond that memory would grow with the tree twice over. */
const MOST_RECENT = 4096;
const HEAD_BYTES = KEY_BYTES + 4;

/** Identifies the text of a vector: the first 16 bytes of its sha256, in hexadecimal. */
export function textHash(text: string): string {
  return createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, KEY_BYTES * 2);
}

/**
 * Vectors by text, for one fingerprint: an append-only file of fixed records, each with a checksum. Disposable: a torn or
 * damaged record is passed over and made again.
 */
export class VectorCache {
  readonly #path: string;
  readonly #recordBytes: number;
  /** Where each record starts; made when first asked for. */
  #known: Map<string, number> | undefined;
  #file: number | undefined;
  /** Vectors of this process, for as long as they are few. */
  readonly #recent = new Map<string, Float32Array>();
  readonly #unsaved = new Map<string, Float32Array>();

  constructor(folder: string, fingerprint: string, dimensions: number) {
    this.#path = join(folder, "vectors", `${fingerprint}.bin`);
    this.#recordBytes = HEAD_BYTES + dimensions * 4;
  }

  /** Keys and checksums are read once, in pieces; the vectors themselves when they are asked for. */
  #index(): Map<string, number> {
    if (this.#known !== undefined) return this.#known;
    const known = new Map<string, number>();
    this.#known = known;
    const file = this.#open();
    if (file === undefined) return known;
    const piece = Buffer.alloc(this.#recordBytes * RECORDS_AT_ONCE);
    for (let start = 0; ; ) {
      const read = readSync(file, piece, 0, piece.length, start);
      for (let at = 0; at + this.#recordBytes <= read; at += this.#recordBytes) {
        if (this.#isWhole(piece, at)) known.set(piece.toString("hex", at, at + KEY_BYTES), start + at);
      }
      start += read;
      if (read < piece.length) return known;
    }
  }

  #isWhole(piece: Buffer, at: number): boolean {
    const vector = piece.subarray(at + HEAD_BYTES, at + this.#recordBytes);
    return crc32(vector) === piece.readUInt32LE(at + KEY_BYTES);
  }

  #open(): number | undefined {
    try {
      this.#file ??= openSync(this.#path, "r");
      return this.#file;
    } catch {
      return undefined;
    }
  }

  /** The vector of a text by its hash. */
  get(hash: string): Float32Array | undefined {
    const recent = this.#recent.get(hash);
    if (recent !== undefined) return recent;
    const start = this.#index().get(hash);
    if (start === undefined || this.#file === undefined) return undefined;
    const record = Buffer.alloc(this.#recordBytes);
    readSync(this.#file, record, 0, record.length, start);
    // Somebody may have cut or replaced the file since it was looked through.
    if (!record.toString("hex", 0, KEY_BYTES).startsWith(hash) || !this.#isWhole(record, 0)) return undefined;
    return new Float32Array(new Uint8Array(record.subarray(HEAD_BYTES)).buffer);
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
    this.#known = undefined;
  }

  /** A writer that was killed leaves half a record; what follows it would be read out of step. */
  #dropTornEnd(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    const torn = size % this.#recordBytes;
    if (torn > 0) truncateSync(this.#path, size - torn);
  }
}
