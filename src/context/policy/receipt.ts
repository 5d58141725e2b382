/** The hash by which a context that says the same is known again. */
import { createHash } from "node:crypto";

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
