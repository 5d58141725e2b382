import type { Entry } from "../src/entry/entry.js";
import { contentHash } from "../src/entry/status.js";

/** The review by which a person approved these very words. */
export const approvalOf = (entry: Entry) => ({
  state: "approved_for_reuse" as const,
  by: "bridget",
  at: "2026-02-02T00:00:00Z",
  hash: contentHash(entry),
});

/** An entry that a person approved as it is. */
export const approved = <E extends Entry>(entry: E): E => ({ ...entry, review: approvalOf(entry) });
