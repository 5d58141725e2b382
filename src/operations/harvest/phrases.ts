import { CORRECTIONS } from "../../memory/detect-corrections.js";
import { INSIGHTS } from "../../memory/detect-insights.js";
import { OTHER_LANGUAGES } from "../../memory/detect-other-languages.js";
import { OUTCOMES } from "../../memory/detect-outcomes.js";
import { nameHash } from "../../tree/harvest-state.js";

/** Changes with the phrases that are looked for: transcripts are then read anew. */
export function phrasesHash(): string {
  const rows = [...CORRECTIONS, ...OTHER_LANGUAGES, ...INSIGHTS, ...OUTCOMES];
  return nameHash(rows.map(({ type, strength, pattern }) => `${type} ${strength} ${pattern.source}`).join("\n"));
}
