/** What became of a capture, for whoever typed it: one entry, a list of them, a line in the log, or a whole run. Used by every door. */

import { dayOf, refOf } from "../entry/entry.js";
import { SOME_ID } from "../entry/id-form.js";
import { missingText } from "../entry/missing-facts.js";
import { type Paint, printable } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Added, Captured, Logged, Neighbour, RunAnswer } from "./capture-schemas.js";

const IDS = new RegExp(SOME_ID, "gu");

/** What was done with a record that is no learning. */
const WORD_OF: { readonly [type in Captured["type"]]?: string } = {
  decision: "Decided",
  reflexion: "Noted",
  edit: "Kept",
};

/** Sentences name entries by whole ids; people read and type tails. */
export function withShortIds(text: string): string {
  return text.replace(IDS, (id) => refOf(id));
}

/** So many known entries get a line of their own. */
const MOST_NEIGHBOURS = 3;
const LONGEST_QUOTE = 70;

/** One line in quotation marks, cut where it would run over. */
function quote(text: string): string {
  return `"${shorten(oneLine(text), LONGEST_QUOTE)}"`;
}

/** Where it stands: file and line. */
const place = ({ file, line }: Captured): string => (line === undefined ? (file ?? "") : `${file}:${line}`);

const tint = (stakes: string, paint: Paint): string =>
  stakes === "high" ? paint.bad(stakes) : stakes === "medium" ? paint.warn(stakes) : paint.faint(stakes);

/** `Learned  k7q2x  high   memory/learning/corrections/2026-02-15.md:7` */
function storedLine(word: string, captured: Captured, paint: Paint): string {
  const { id, stakes } = captured;
  const parts = [paint.good(word), paint.strong(paint.accent(refOf(id ?? "")))];
  if (stakes !== undefined) parts.push(tint(stakes, paint).concat(" ".repeat(6 - stakes.length)));
  return `${parts.join("  ")} ${paint.faint(place(captured))}`;
}

/** A sentence as part of another one. */
const inPassing = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

function neighbourLine(neighbour: Neighbour, captured: Captured, paint: Paint): string {
  const { id, text, differs, band } = neighbour;
  const contested = captured.contests?.includes(id) === true;
  const states = [
    contested ? "contested" : undefined,
    captured.maybe_same_as === id ? "maybe the same" : undefined,
    captured.maybe_recurrence_of === id ? "may be said again" : undefined,
    captured.maybe_supersedes === id ? "may be taken back" : undefined,
    captured.linked?.includes(id) === true ? "linked" : undefined,
  ].filter((state) => state !== undefined);
  // Why so near a text was not taken for the same; of texts further away it says nothing.
  const [difference] = contested || band === "same" || band === "evolve" ? differs : [];
  const why = difference === undefined ? "" : `; ${inPassing(difference)}`;
  const state = states.length === 0 ? "" : `   ${paint.faint(`(${states.join(", ")}${why})`)}`;
  return `  ${paint.faint("like")}   ${paint.accent(refOf(id))}${text === undefined ? "" : `  ${quote(text)}`}${state}`;
}

/** Neighbours worth a line: those that the entry now hangs together with. What it replaced is told above. */
function neighbourLines(captured: Captured, paint: Paint): string[] {
  const asked = [captured.maybe_same_as, captured.maybe_recurrence_of, captured.maybe_supersedes];
  const tied = new Set([...asked, ...(captured.linked ?? []), ...(captured.contests ?? [])]);
  return captured.neighbours
    .filter(({ id }) => tied.has(id))
    .slice(0, MOST_NEIGHBOURS)
    .map((neighbour) => neighbourLine(neighbour, captured, paint));
}

function headline(captured: Captured, paint: Paint): string[] {
  const because = captured.because.map(withShortIds);
  const id = captured.id === undefined ? "" : paint.accent(refOf(captured.id));
  switch (captured.decision) {
    case "logged":
      return [`${paint.warn("Not learned:")} nothing is at risk. Kept in the daily log (${captured.file}).`];
    case "skipped":
      if (captured.type in WORD_OF) return [`${paint.warn("Known already:")} ${id}  ${because.join(" ")}`];
      // Without neighbours nothing was compared: it is what tenet itself printed.
      return captured.neighbours.length === 0
        ? [`${paint.warn("Not learned:")} ${because.join(" ")}`]
        : [`${paint.warn("Known already:")} ${id} says exactly this. Counted there, and kept in the daily log.`];
    case "evolved":
      return [storedLine("Evolved", captured, paint), ...because.map((line) => `  ${line}`)];
    case "restated":
      return [
        storedLine("Restated", captured, paint),
        ...because.slice(0, 1).map((line) => `  ${line}`),
        "  Your words are kept in its history; nothing was overwritten.",
      ];
    case "recurrence":
      return [storedLine("Learned", captured, paint), repeatLine(captured, paint)];
    case "superseded":
      return [storedLine("Learned", captured, paint), ...because.map((line) => `  ${line}`)];
    case "buffered":
      return [storedLine("Held back", captured, paint), ...because.map((line) => `  ${line}`)];
    case "held":
    case "opportunity":
    case "failed":
    case "later":
    case "irrelevant":
      return [`${paint.good("Noted")}  ${id}  ${captured.decision}`, ...because.map((line) => `  ${line}`)];
    default:
      return [storedLine(WORD_OF[captured.type] ?? "Learned", captured, paint)];
  }
}

/** `Again: k7q2x said this today and did not stick. ...` */
function repeatLine(captured: Captured, paint: Paint): string {
  const known = captured.recurrence_of ?? "";
  const day = dayOf(known);
  const when = captured.id !== undefined && dayOf(captured.id) === day ? "today" : `on ${day}`;
  const words = captured.neighbours.find(({ id }) => id === known)?.text;
  const quotes = words === undefined || words === captured.text ? "" : ` (${quote(words)})`;
  const said = `${refOf(known)} said this ${when}${quotes}`;
  const word = paint.warn("Again:");
  if (captured.failed?.includes(known) !== true) {
    return `${word} ${said}. ${captured.because.map(withShortIds).at(-1) ?? ""}`;
  }
  return `${word} ${said} and did not stick. Both are linked; ${refOf(known)} comes up at every heartbeat until it holds.`;
}

/** The longest category, so that places stand in one column. */
const CATEGORY_WIDTH = 11;

function memoryHeadline(captured: Captured, paint: Paint): string[] {
  const { id, category = "", decision } = captured;
  const ref = id === undefined ? "" : refOf(id);
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
function relatedLine(word: string, id: string, known: Neighbour | undefined, paint: Paint): string {
  const text = known?.text === undefined ? "" : `  ${quote(known.text)}`;
  const [difference] = known?.differs ?? [];
  const why = difference === undefined ? "" : `   ${paint.faint(`(${inPassing(difference)})`)}`;
  return `  ${paint.faint(word.padEnd(8))}  ${paint.accent(refOf(id))}${text}${why}`;
}

/** Of what is merely like it the words are enough. */
function withoutDifferences(known: Neighbour | undefined): Neighbour | undefined {
  return known === undefined ? undefined : { ...known, differs: [] };
}

/** What became of a memory: one line, what it replaces or stands beside, and at most one next step. */
function memoryLines(captured: Captured, paint: Paint): string[] {
  const known = (id: string) => captured.neighbours.find((one) => one.id === id);
  const { superseded = [], contests = [], linked = [] } = captured;
  const like = linked.filter((id) => !contests.includes(id) && known(id) !== undefined).slice(0, MOST_NEIGHBOURS);
  return [
    ...memoryHeadline(captured, paint),
    ...superseded.map((id) => relatedLine("replaces", id, known(id), paint)),
    ...contests.map((id) => relatedLine("beside", id, known(id), paint)),
    ...like.map(
      (id) => `${relatedLine("like", id, withoutDifferences(known(id)), paint)}   ${paint.faint("(linked)")}`,
    ),
  ];
}

/** What became of a question to an owner. */
function questionLines(captured: Captured, paint: Paint): string[] {
  const because = captured.because.map(withShortIds);
  switch (captured.decision) {
    case "known":
      return [`${paint.good("Known:")} ${because.join(" ")}  ${paint.faint(place(captured))}`];
    case "skipped":
      return [`${paint.warn("Asked already:")} ${because.join(" ")}`];
    case "buffered":
      return [storedLine("Held back", captured, paint), ...because.map((line) => `  ${line}`)];
    default:
      return [storedLine("Asked", captured, paint)];
  }
}

/** What a capture did, for the one who typed it: one line, what it is like, and at most one next step. */
export function capturedText(captured: Captured, paint: Paint): string {
  const lines =
    captured.type === "memory"
      ? memoryLines(captured, paint)
      : captured.type === "question"
        ? questionLines(captured, paint)
        : [...headline(captured, paint), ...neighbourLines(captured, paint)];
  if (captured.missing !== undefined)
    lines.push(`  ${paint.faint("open:")} ${missingText(captured.missing, captured.asked ?? "")}`);
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

/** What became of a run: one line, then every write that was committed or could not be. */
export function runText(answer: RunAnswer, paint: Paint): string {
  const { run, state, changed, because, committed } = answer;
  const word = changed ? paint.good(state) : paint.faint(`${state} already`);
  const lines = [`run ${paint.accent(printable(run))}  ${word}   ${because.join(" ")}\n`];
  for (const one of committed) {
    if (one.refused !== undefined) {
      lines.push(`${paint.bad("Not kept:")} "${printable(one.says ?? "")}"\n  ${printable(one.refused)}\n`);
    } else if (one.captured !== undefined) lines.push(capturedText(one.captured, paint));
    else lines.push(`${paint.good("Noted")}  ${printable(one.says ?? "")}\n`);
  }
  return lines.join("");
}

/** `Logged  memory/2026-02-15.md:3` */
export function loggedText(logged: Logged, paint: Paint): string {
  if (logged.decision === "buffered") return `${paint.good("Held back")}  ${logged.because.join(" ")}\n`;
  return `${paint.good("Logged")}  ${paint.faint(`${logged.file}:${logged.line}`)}\n`;
}
