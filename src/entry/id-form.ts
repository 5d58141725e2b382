/** How ids look. Strict on purpose: what does not fit names no file and no row. */
import { formOf } from "../text/id-shape.js";
import { PREFIXES } from "./record-types.js";

/** `COR-20260215-K7Q2X`; also accepted on reading: `COR-20260215-001`. For use within larger patterns. */
export const ID_FORM = formOf(`(?:${PREFIXES.join("|")})`);

export const WHOLE_ID = new RegExp(`^${ID_FORM}$`, "u");
export const SOME_ID = new RegExp(String.raw`\b${ID_FORM}\b`, "u");

/** The end of an id as tenet draws it, of an entry or of a version. */
export const DRAWN_TAIL = "[0-9A-HJKMNP-TV-Z]{5}";

/** `0007-K7Q2X`, a version of the rules. */
export const VERSION_FORM = String.raw`\d{4,6}-${DRAWN_TAIL}`;
export const WHOLE_VERSION = new RegExp(`^${VERSION_FORM}$`);

/** Of a people's line, as rows name it. */
export const isLineRef = (ref: string): boolean => /^#[0-9a-f]{12}$/.test(ref);
