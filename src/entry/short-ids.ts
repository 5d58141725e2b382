/** Ids as people type them. */
import { accent, faint, type Said } from "../text/outline/outline.js";
import { refOf } from "./entry.js";
import { SOME_ID } from "./id-form.js";

const IDS = new RegExp(SOME_ID, "gu");

export const withShortIds = (text: string): string => text.replace(IDS, (id) => refOf(id));

/** An id as people type it: the tail, the part that is enough emphasised. */
export function idSaid(id: string, unique: number): Said {
  const tail = refOf(id);
  return [accent(tail.slice(0, unique)), faint(tail.slice(unique))];
}
