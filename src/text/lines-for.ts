/** Breaks texts into lines for readers. The measuring module is loaded for a screen alone. */
import type { LinesOf } from "./labelled.js";
import type { Paint } from "./paint.js";

/** In a pipe texts are as long as they are, and nobody has to measure them. */
export async function linesFor({ width }: Pick<Paint, "width">): Promise<LinesOf> {
  if (!Number.isFinite(width)) return (text) => text.split("\n");
  const { wrap } = await import("./columns.js");
  return (text, room) => wrap(text, Math.max(20, room));
}
