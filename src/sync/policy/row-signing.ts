/** What the writer of a row signs, and the signature. */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { HubRow, RowHeader } from "./hub-row.js";

/** Of the form of these bytes. */
const FORM = 2;

/**
 * The bytes that are signed: the hub and every field of the header as one JSON array, so that a row proves its words (by
 * their hash), its place in the writer's sequence, and the hub it was written for. Different headers have different bytes.
 */
export function headerBytes(hub: string, { agent, number, entry, hash, at }: RowHeader): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([FORM, hub, agent, number, entry, hash, at]));
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
