/** What the writer of a row signs, and the bytes that go with it: signature and vectors. */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { HubRow, RowHeader } from "./hub-row.js";

/** Of the form of these bytes. */
const FORM = 1;

/**
 * The bytes that are signed: the hub and every field of the header as one JSON array, so that a row proves its words (by
 * their hash), its place in the writer's sequence, and the hub it was written for. Different headers have different bytes.
 */
export function headerBytes(hub: string, header: RowHeader): Uint8Array {
  const { agent, number, kind, entry, hash, claim, cluster, contests, shown_before, at, model, vectors_hash } = header;
  const fields = [FORM, hub, agent, number, kind, entry, hash, claim, cluster, contests, shown_before, at];
  return new TextEncoder().encode(JSON.stringify([...fields, model, vectors_hash]));
}

/** An Ed25519 signature, 64 bytes. */
export function signRow(hub: string, header: RowHeader, privateKey: KeyObject): Uint8Array {
  return sign(null, headerBytes(hub, header), privateKey);
}

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Did the owner of this key (32 bytes) write the header for this hub? Broken keys and signatures are none. */
export function isSignedBy(hub: string, row: HubRow, key: Uint8Array): boolean {
  if (key.length !== KEY_BYTES || row.signature.length !== SIGNATURE_BYTES) return false;
  try {
    const x = Buffer.from(key).toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, headerBytes(hub, row), publicKey, row.signature);
  } catch {
    return false;
  }
}

const FLOAT_BYTES = 4;
/** More numbers than any model's vectors have. */
const MOST_NUMBERS = 8192;
/** How far from 1 the length of a vector may be: it went through float32. */
const LENGTH_OFF = 0.01;

/** The template's vector, then the claim's: float32, little-endian. */
export function vectorBytes(whole: Float32Array, claim: Float32Array): Uint8Array {
  const bytes = new Uint8Array((whole.length + claim.length) * FLOAT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [...whole, ...claim].entries()) view.setFloat32(at * FLOAT_BYTES, value, true);
  return bytes;
}

/** Both vectors; undefined when the bytes are not two vectors of one size, each of length 1. */
export function readVectors(bytes: Uint8Array): { whole: Float32Array; claim: Float32Array } | undefined {
  const size = bytes.length / (2 * FLOAT_BYTES);
  if (!Number.isInteger(size) || size < 1 || size > MOST_NUMBERS) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (from: number) =>
    Float32Array.from({ length: size }, (_, at) => view.getFloat32((from + at) * FLOAT_BYTES, true));
  const [whole, claim] = [read(0), read(size)];
  return isUnit(whole) && isUnit(claim) ? { whole, claim } : undefined;
}

/** Not so for a vector with a number that is none: nothing is near NaN. */
const isUnit = (vector: Float32Array): boolean =>
  Math.abs(Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) - 1) <= LENGTH_OFF;
