/** Ids within sentences, as people type them. */
import type { Paint } from "../text/paint.js";
import { refOf } from "./entry.js";
import { SOME_ID } from "./id-form.js";

const IDS = new RegExp(SOME_ID, "gu");

/** Sentences name entries by whole ids; people read and type tails. */
export function withShortIds(text: string): string {
  return text.replace(IDS, (id) => refOf(id));
}

/** An id as people type it: the tail in lower case, the part that is enough emphasised. */
export function shortId(id: string, unique: number, paint: Paint): string {
  const tail = refOf(id);
  return paint.strong(paint.accent(tail.slice(0, unique))) + paint.faint(tail.slice(unique));
}
