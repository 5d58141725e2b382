/** What stands in a shared text where something was taken out of it. */

export const PERSON = "[person]";
export const PATH = "[path]";
export const ADDRESS = "[address]";
export const HOST = "[host]";

/** Each of them, those of screening and of redaction too. Global: for `replace` and `matchAll` alone. */
export const PLACEHOLDERS = /\[(?:person|path|address|host|redacted|erased|secret:[a-z0-9-]{1,40})\]/g;
