/** What stands in a shared text where something was taken out of it. */
import { PERSONAL_KINDS } from "../../text/personal-data.js";

export const PERSON = "[person]";
export const PATH = "[path]";
export const ADDRESS = "[address]";
export const HOST = "[host]";

/** Each of them, those of screening and of redaction too. Global: for `replace` and `matchAll` alone. */
export const PLACEHOLDERS = new RegExp(
  `\\[(?:person|path|address|host|${PERSONAL_KINDS.join("|")}|redacted|erased|secret:[a-z0-9-]{1,40})\\]`,
  "g",
);
