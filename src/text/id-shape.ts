/** The shape of an id, whatever it names. */

/** For use within larger patterns. */
export const formOf = (prefix: string): string => String.raw`${prefix}-\d{8}-[0-9A-Z]{3,8}`;

/** The id of a record, with any prefix. */
export const ANY_ID_FORM = formOf("[A-Z]{3,4}");
