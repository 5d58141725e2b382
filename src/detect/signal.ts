import type { EntryType } from "../entry/entry.js";

export type Strength = "strong" | "medium" | "weak";

export interface SignalRow {
  type: EntryType;
  strength: Strength;
  /** What the phrase shows, in plain words. */
  says: string;
  /** It was said before and not found: also a failure of retrieval. */
  repeat?: true;
  /** May hold groups `now` and `before`: what the sentence itself says. Matched against one sentence at a time. */
  pattern: RegExp;
}
