import type { FindingDraft } from "../../text/findings.js";

/** What one check came to: what a person should know, and what was found in order, in plain words. */
export interface Checked {
  found: FindingDraft[];
  fine: string[];
}
