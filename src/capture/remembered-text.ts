/** What became of a memory: one line, what it replaces or stands beside, and at most one next step. */

import type { Neighbour } from "../entry/neighbour.js";
import type { Paint } from "../text/paint.js";
import { MOST_NEIGHBOURS, place, quote, short, withShortIds } from "./captured-parts.js";
import type { Captured } from "./policy/captured.js";

/** The longest category, so that places stand in one column. */
const CATEGORY_WIDTH = 11;

function headline(captured: Captured, paint: Paint): string[] {
  const { id, category = "", decision } = captured;
  const ref = id === undefined ? "" : short(id);
  if (decision === "skipped") {
    // Without an entry nothing was compared: it is what tenet itself printed.
    if (id === undefined) return [`${paint.warn("Not remembered:")} ${captured.because.map(withShortIds).join(" ")}`];
    return [`${paint.warn("Known already:")} ${captured.because.map(withShortIds).join(" ")}`];
  }
  const word = decision === "buffered" ? "Held back" : "Remembered";
  const parts = [paint.good(word), paint.strong(paint.accent(ref)), category.padEnd(CATEGORY_WIDTH)];
  const line = `${parts.join("  ")}  ${paint.faint(place(captured))}`;
  return decision === "buffered" ? [line, ...captured.because.map((says) => `  ${withShortIds(says)}`)] : [line];
}

/** `replaces  m2xba  "tabs in Go"   (differs in a number: 2 -> 4)` */
function besides(word: string, id: string, known: Neighbour | undefined, paint: Paint): string {
  const text = known?.text === undefined ? "" : `  ${quote(known.text)}`;
  const [told] = known?.differs ?? [];
  const why = told === undefined ? "" : `   ${paint.faint(`(${told.charAt(0).toLowerCase()}${told.slice(1, -1)})`)}`;
  return `  ${paint.faint(word.padEnd(8))}  ${paint.accent(short(id))}${text}${why}`;
}

/** Of what is merely like it the words are enough. */
function bare(known: Neighbour | undefined): Neighbour | undefined {
  return known === undefined ? undefined : { ...known, differs: [] };
}

/** What a memory did, for the one who typed it. */
export function rememberedText(captured: Captured, paint: Paint): string {
  const known = (id: string) => captured.neighbours.find((one) => one.id === id);
  const { superseded = [], contests = [], linked = [] } = captured;
  const like = linked.filter((id) => !contests.includes(id) && known(id) !== undefined).slice(0, MOST_NEIGHBOURS);
  const lines = [
    ...headline(captured, paint),
    ...superseded.map((id) => besides("replaces", id, known(id), paint)),
    ...contests.map((id) => besides("beside", id, known(id), paint)),
    ...like.map((id) => `${besides("like", id, bare(known(id)), paint)}   ${paint.faint("(linked)")}`),
  ];
  if (captured.waits !== undefined) lines.push(`  ${paint.warn("waits:")} ${captured.waits}`);
  if (captured.next !== undefined) lines.push(`  ${paint.faint("next:")} ${withShortIds(captured.next)}`);
  return `${lines.join("\n")}\n`;
}
