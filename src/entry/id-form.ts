/** How ids look, wherever one is recognised in a text. Strict on purpose: what does not fit names no file and no row. */

/** `COR-20260215-K7Q2X`; also accepted on reading: `COR-20260215-001`. For use within larger patterns. */
export const ID_FORM = String.raw`(?:COR|INS|OUT|MEM)-\d{8}-[0-9A-Z]{3,8}`;

/** A whole text that is an id of an entry. */
export const WHOLE_ID = new RegExp(`^${ID_FORM}$`, "u");

/** An id of an entry anywhere in a text. */
export const SOME_ID = new RegExp(String.raw`\b${ID_FORM}\b`, "u");
