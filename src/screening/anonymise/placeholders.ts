/** What stands in a shared text where something was taken out of it. */
import { PERSONAL_KINDS } from "../../text/personal-data.js";

/** What is taken out for a hub besides personal data: its word in brackets is the placeholder. */
const HUB_KINDS = ["person", "path", "address", "host", "session", "id-number"] as const;
export type HubKind = (typeof HUB_KINDS)[number];

/** Each of them, those of screening and of redaction too. Global: for `replace` and `matchAll` alone. */
export const PLACEHOLDERS = new RegExp(
  `\\[(?:${[...HUB_KINDS, ...PERSONAL_KINDS].join("|")}|redacted|erased|secret:[a-z0-9-]{1,40})\\]`,
  "g",
);
