import { createHash } from "node:crypto";

/** Names a text, for what is derived from it and kept beside it: the first 16 bytes of its sha256, in hexadecimal. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
