import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { readDisposable } from "./disposable-file.js";

const KEY_BYTES = 16;
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
  readonly #dimensions: number;
  readonly #recordBytes: number;
  /** Position of each vector in `#bytes`; made when first asked for. */
  #known: Map<string, number> | undefined;
  #bytes: Uint8Array = new Uint8Array();
  /** Vectors of this process, for as long as they are few. */
  readonly #recent = new Map<string, Float32Array>();
  readonly #unsaved = new Map<string, Float32Array>();

  constructor(folder: string, fingerprint: string, dimensions: number) {
    this.#path = join(folder, "vectors", `${fingerprint}.bin`);
    this.#dimensions = dimensions;
    this.#recordBytes = HEAD_BYTES + dimensions * 4;
  }

  #index(): Map<string, number> {
    if (this.#known !== undefined) return this.#known;
    const known = new Map<string, number>();
    const bytes = readDisposable(this.#path) ?? Buffer.alloc(0);
    for (let at = 0; at + this.#recordBytes <= bytes.length; at += this.#recordBytes) {
      const vector = bytes.subarray(at + HEAD_BYTES, at + this.#recordBytes);
      if (crc32(vector) !== bytes.readUInt32LE(at + KEY_BYTES)) continue;
      known.set(bytes.toString("hex", at, at + KEY_BYTES), at + HEAD_BYTES);
    }
    this.#bytes = bytes;
    this.#known = known;
    return known;
  }

  /** The vector of a text by its hash. */
  get(hash: string): Float32Array | undefined {
    const recent = this.#recent.get(hash);
    if (recent !== undefined) return recent;
    const at = this.#index().get(hash);
    if (at === undefined) return undefined;
    const start = this.#bytes.byteOffset + at;
    return new Float32Array(this.#bytes.buffer.slice(start, start + this.#dimensions * 4));
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
      this.#known = undefined;
    }
    return true;
  }

  /** A writer that was killed leaves half a record; what follows it would be read out of step. */
  #dropTornEnd(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    const torn = size % this.#recordBytes;
    if (torn > 0) truncateSync(this.#path, size - torn);
  }
}
