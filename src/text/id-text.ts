import { refOf } from "../entry/entry.js";
import type { Paint } from "./paint.js";

/** An id as people type it: the tail in lower case, the part that is enough emphasised. */
export function shortId(id: string, unique: number, paint: Paint): string {
  const tail = refOf(id);
  return paint.strong(paint.accent(tail.slice(0, unique))) + paint.faint(tail.slice(unique));
}
