/** An outline as a screen without colour shows it. */
import { SCREEN } from "../src/text/columns.js";
import type { Outline } from "../src/text/outline/outline.js";
import { textOf } from "../src/text/outline/render.js";
import { PLAIN } from "../src/text/paint.js";

export const screenText = (outline: Outline, width: number): string =>
  textOf(outline, { paint: { ...PLAIN, terminal: true, width }, screen: SCREEN });
