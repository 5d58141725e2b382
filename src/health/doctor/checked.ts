import type { Found } from "../../text/findings.js";

/** What one check came to: what a person should know, and what was found in order, in plain words. */
export interface Checked {
  found: Found[];
  fine: string[];
}
