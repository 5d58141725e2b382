/** The filters of lists as keys of an input, under the same names everywhere. */

import { flag, text } from "../command/input.js";
import { ENTRY_TYPES } from "../entry/record-types.js";
import { STATUS_FILTERS } from "../entry/states.js";
import { SCOPES, STAKES, TIERS, VERDICTS } from "../entry/words.js";

/** A flag whose words are offered; the operation takes more, such as plurals. */
const offered = (value: `<${string}>`, description: string, words: readonly string[]) =>
  text(value, description).meta({ value, description, words });

/** Filters of what is looked for. */
export const FINDS = {
  type: offered("<type>", ENTRY_TYPES.join(", "), ENTRY_TYPES),
  tag: text("<tag>", "with this tag"),
  domain: text("<domain>", "of this domain"),
  scope: offered("<scope>", "for whom it is: project, conversation, user, global", SCOPES),
  since: text("<when>", "12h, 7d, 2w, a date or an instant"),
};

/** Filters of lists. */
export const FILTERS = {
  ...FINDS,
  status: offered("<status>", `how it stands: ${STATUS_FILTERS.join(", ")}`, STATUS_FILTERS),
  stakes: offered("<level>", "high, medium or low", STAKES),
  tier: offered("<tier>", "whose words they are, by trust: owner, relayed, self, peer, external", TIERS),
  by: text("<name>", "written by this agent, or said by this source"),
  outcome: offered("<verdict>", "validated, invalidated, mixed, inconclusive; or none", [...VERDICTS, "none"]),
  paths: flag("that hold for some files only"),
};
