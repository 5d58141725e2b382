/** What the ledger keeps of a context that was printed: nothing of its words. */
import { createHash } from "node:crypto";

export interface Receipt {
  /** Of the whole text. */
  hash: string;
  /** The entries behind its rules. */
  rules: readonly string[];
  /** The program that read it, where it said so. */
  host?: string;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
