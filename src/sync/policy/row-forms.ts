/** Forms of what stands in the header of a row: readers accept nothing else, and writers copy nothing else from others' rows. */
import { PSEUDONYM_FORM } from "../../entry/hub-origin.js";
import { ID_FORM } from "../../entry/id-form.js";

export const AGENT = new RegExp(`^${PSEUDONYM_FORM}$`);
export const ENTRY = new RegExp(`^${ID_FORM}$`);
/** An entry of an agent. */
export const CONTESTED = new RegExp(`^${PSEUDONYM_FORM}/${ID_FORM}$`);
/** A claim by the hash of its canonical form, and a cluster by that of one of its claims. */
export const CLAIM = /^[0-9a-f]{12}$/;
