/** Ids within sentences, as people type them. */
import { refOf } from "./entry.js";
import { SOME_ID } from "./id-form.js";

const IDS = new RegExp(SOME_ID, "gu");

/** Sentences name entries by whole ids; people read and type tails. */
export function withShortIds(text: string): string {
  return text.replace(IDS, (id) => refOf(id));
}
