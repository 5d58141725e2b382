import { CORRECTIONS } from "../detect/corrections.js";
import { INSIGHTS } from "../detect/insights.js";
import { OTHER_LANGUAGES } from "../detect/other-languages.js";
import { OUTCOMES } from "../detect/outcomes.js";
import { nameHash } from "./harvest-state.js";

/** Changes with the phrases that are looked for: transcripts are then read anew. */
export function phrasesHash(): string {
  const rows = [...CORRECTIONS, ...OTHER_LANGUAGES, ...INSIGHTS, ...OUTCOMES];
  return nameHash(rows.map(({ type, strength, pattern }) => `${type} ${strength} ${pattern.source}`).join("\n"));
}
