/** A view as the text of one stream. What measures is loaded for a screen alone. */
import type { Paint } from "../paint.js";
import { isOutline, type View } from "./outline.js";

export async function rendered(view: View, paint: Paint): Promise<string> {
  if (!isOutline(view)) return view;
  if (!paint.terminal && !Number.isFinite(paint.width)) return (await import("./pipe.js")).pipeText(view, paint);
  return (await import("./terminal.js")).terminalText(view, paint);
}
