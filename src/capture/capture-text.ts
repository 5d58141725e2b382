import { dayOf } from "../entry/entry.js";
import type { Neighbour } from "../entry/neighbour.js";
import type { Paint } from "../text/paint.js";
import type { Added } from "./add.js";
import { MOST_NEIGHBOURS, place, quote, short, withShortIds } from "./captured-parts.js";
import type { Captured } from "./policy/captured.js";
import { rememberedText } from "./remembered-text.js";

export { withShortIds } from "./captured-parts.js";

const tint = (stakes: string, paint: Paint): string =>
  stakes === "high" ? paint.bad(stakes) : stakes === "medium" ? paint.warn(stakes) : paint.faint(stakes);

/** `Learned  k7q2x  high   memory/learning/corrections/2026-02-15.md:7` */
function stored(word: string, captured: Captured, paint: Paint): string {
  const { id, stakes } = captured;
  const parts = [paint.good(word), paint.strong(paint.accent(short(id ?? "")))];
  if (stakes !== undefined) parts.push(tint(stakes, paint).concat(" ".repeat(6 - stakes.length)));
  return `${parts.join("  ")} ${paint.faint(place(captured))}`;
}

function neighbourLine(neighbour: Neighbour, captured: Captured, paint: Paint): string {
  const { id, text, differs, band } = neighbour;
  const contested = captured.contests?.includes(id) === true;
  const states = [
    contested ? "contested" : undefined,
    captured.linked?.includes(id) === true ? "linked" : undefined,
  ].filter((state) => state !== undefined);
  // Why so near a text was not taken for the same; of texts further away it says nothing.
  const [told] = contested || band === "duplicate" || band === "evolve" ? differs : [];
  const why = told === undefined ? "" : `; ${told.charAt(0).toLowerCase()}${told.slice(1).replace(/\.$/, "")}`;
  const state = states.length === 0 ? "" : `   ${paint.faint(`(${states.join(", ")}${why})`)}`;
  return `  ${paint.faint("like")}   ${paint.accent(short(id))}  ${text === undefined ? "" : quote(text)}${state}`;
}

/** Neighbours worth a line: those that the entry now hangs together with. What it replaced is told above. */
function neighbours(captured: Captured, paint: Paint): string[] {
  const tied = new Set([...(captured.linked ?? []), ...(captured.contests ?? [])]);
  return captured.neighbours
    .filter(({ id }) => tied.has(id))
    .slice(0, MOST_NEIGHBOURS)
    .map((neighbour) => neighbourLine(neighbour, captured, paint));
}

function headline(captured: Captured, paint: Paint): string[] {
  const because = captured.because.map(withShortIds);
  const id = captured.id === undefined ? "" : paint.accent(short(captured.id));
  switch (captured.decision) {
    case "logged":
      return [`${paint.warn("Not learned:")} nothing is at risk. Kept in the daily log (${captured.file}).`];
    case "skipped":
      // Without neighbours nothing was compared: it is what tenet itself printed.
      return captured.neighbours.length === 0
        ? [`${paint.warn("Not learned:")} ${because.join(" ")}`]
        : [`${paint.warn("Known already:")} ${id} says exactly this. Counted there, and kept in the daily log.`];
    case "evolved":
      return [`${stored("Evolved", captured, paint)}`, ...because.map((line) => `  ${line}`)];
    case "restated":
      return [
        `${stored("Restated", captured, paint)}`,
        "  Your words are kept in its history; nothing was overwritten.",
      ];
    case "recurrence":
      return [stored("Learned", captured, paint), again(captured, paint)];
    case "superseded":
      return [stored("Learned", captured, paint), ...because.map((line) => `  ${line}`)];
    case "buffered":
      return [stored("Held back", captured, paint), ...because.map((line) => `  ${line}`)];
    case "held":
    case "failed":
    case "later":
    case "irrelevant":
      return [`${paint.good("Noted")}  ${id}  ${captured.decision}`, ...because.map((line) => `  ${line}`)];
    default:
      return [stored("Learned", captured, paint)];
  }
}

/** `Again: k7q2x said this today and did not stick. ...` */
function again(captured: Captured, paint: Paint): string {
  const known = captured.recurrence_of ?? "";
  const day = dayOf(known);
  const when = captured.id !== undefined && dayOf(captured.id) === day ? "today" : `on ${day}`;
  const word = paint.warn("Again:");
  if (captured.failed?.includes(known) !== true) {
    return `${word} ${short(known)} said this ${when}. ${captured.because.map(withShortIds).at(-1) ?? ""}`;
  }
  return `${word} ${short(known)} said this ${when} and did not stick. Both are linked; ${short(known)} comes up at every heartbeat until it holds.`;
}

/** What a capture did, for the one who typed it: one line, what it is like, and at most one next step. */
export function capturedText(captured: Captured, paint: Paint): string {
  if (captured.type === "memory") return rememberedText(captured, paint);
  const lines = [...headline(captured, paint), ...neighbours(captured, paint)];
  if (captured.waits !== undefined) lines.push(`  ${paint.warn("waits:")} ${captured.waits}`);
  if (captured.next !== undefined) lines.push(`  ${paint.faint("next:")} ${withShortIds(captured.next)}`);
  return `${lines.join("\n")}\n`;
}

/** Every entry of an input in its order, refused ones with the reason. */
export function addedText({ results }: Added, paint: Paint): string {
  return results
    .map((result, i) => {
      if (result.ok) return capturedText(result, paint);
      const { message, hint } = result.error;
      const lines = [`${paint.bad(`Not stored (entry ${i + 1}):`)} ${message}`, ...(hint === undefined ? [] : [hint])];
      return `${lines.join("\n").replaceAll("\n", "\n  ")}\n`;
    })
    .join("");
}
