import { createHash } from "node:crypto";

/** sha256 in hex of an entry's original text: by it the entry is known when its file is imported again. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
