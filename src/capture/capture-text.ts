/**
 * The text that answers a capture: one entry, a list, a line in the log, or a whole run. Called by the commands and the
 * MCP tools.
 */

import { dayOf, refOf } from "../entry/entry.js";
import { missingText } from "../entry/missing-facts.js";
import { rowOf } from "../entry/record-types.js";
import { withShortIds } from "../entry/short-ids.js";
import { defined } from "../text/defined.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import { nameAsked } from "./asks.js";
import type { Added, Ask, Captured, Logged, RunAnswer } from "./capture-schemas.js";

const LONGEST_QUOTE = 70;

/** One line in quotation marks, cut where it would run over. */
function quote(text: string): string {
  return `"${shorten(oneLine(text), LONGEST_QUOTE)}"`;
}

/** File and line of the entry. */
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

/** `  near   m2xba  "..."   (.81; 500 | 300)`: a near claim, for the caller to judge. */
function askLines(ask: Ask, paint: Paint): string[] {
  const { text, claim, lexical, differs, answers, by } = ask;
  const score = twoDecimals(claim ?? lexical ?? 0);
  const how = by === "prior" ? "to what it corrects, " : by === "lex" ? "by its words, " : "";
  const knownWords = differs.known.join(" … ");
  const newWords = differs.new.join(" … ");
  const words =
    knownWords === "" && newWords === ""
      ? "equal words"
      : `only there: ${knownWords || "nothing"}; only here: ${newWords || "nothing"}`;
  return [
    `  ${paint.warn("near")}   ${paint.accent(nameAsked(ask))}  ${quote(text)}   ${paint.faint(`(${how}${score})`)}`,
    `         ${paint.faint(shorten(words, LONGEST_DIFFERENCE))}`,
    `         ${everyAnswer(answers.same)}`,
  ];
}

/** The command or call that answers `same`, with all four answers in place of `same`. */
function everyAnswer(same: string): string {
  return same
    .replace(/ --same( --contact \S+)?$/, "$1 --same | --replaces | --exception | --unrelated")
    .replace(/"same"$/, '"same", "replaces", "exception" or "unrelated"');
}

const LONGEST_DIFFERENCE = 100;

/** The lines for near claims. The data holds each answer separately; the text shows all four in one line. */
function questionsOf({ asks }: Captured, paint: Paint): string[] {
  return asks.flatMap((ask) => askLines(ask, paint));
}

function headline(captured: Captured, paint: Paint): string[] {
  const because = captured.because.map(withShortIds);
  const id = captured.id === undefined ? "" : paint.accent(refOf(captured.id));
  const { done } = rowOf(captured.type);
  switch (captured.decision) {
    case "logged":
      return [`${paint.warn("Not learned:")} nothing is at risk. Kept in the daily log (${captured.file}).`];
    case "counted":
      if (done !== undefined) return [`${paint.warn("Known already:")} ${id}  ${because.join(" ")}`];
      // Without an id the text was tenet's own output, and nothing was compared.
      if (captured.id === undefined) return [`${paint.warn("Not learned:")} ${because.join(" ")}`];
      return [`${paint.warn("Known already:")} ${because.join(" ")}`];
    case "evolved":
      return [storedLine("Evolved", captured, paint), ...because.map((line) => `  ${line}`)];
    case "recurrence":
      return [storedLine("Learned", captured, paint), repeatLine(captured, paint)];
    case "replaced":
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
      return [storedLine(done ?? "Learned", captured, paint), ...because.map((line) => `  ${line}`)];
  }
}

/** `Again: k7q2x said this today and did not stick. ...` */
function repeatLine(captured: Captured, paint: Paint): string {
  const earlierId = captured.recurrence_of ?? "";
  const day = dayOf(earlierId);
  const when = captured.id !== undefined && dayOf(captured.id) === day ? "today" : `on ${day}`;
  const sentence = `${refOf(earlierId)} said this ${when}`;
  const word = paint.warn("Again:");
  if (captured.failed?.includes(earlierId) !== true) {
    return `${word} ${sentence}. ${captured.because.map(withShortIds).at(-1) ?? ""}`;
  }
  return `${word} ${sentence} and did not stick. Both are linked; ${refOf(earlierId)} comes up at every heartbeat until it holds.`;
}

/** The longest category, so that places stand in one column. */
const CATEGORY_WIDTH = 11;

function memoryHeadline(captured: Captured, paint: Paint): string[] {
  const { id, category = "", decision } = captured;
  const ref = id === undefined ? "" : refOf(id);
  if (decision === "counted") {
    // Without an id the text was tenet's own output, and nothing was compared.
    if (id === undefined) return [`${paint.warn("Not remembered:")} ${captured.because.map(withShortIds).join(" ")}`];
    return [`${paint.warn("Known already:")} ${captured.because.map(withShortIds).join(" ")}`];
  }
  const word = decision === "buffered" ? "Held back" : "Remembered";
  const parts = [paint.good(word), paint.strong(paint.accent(ref)), category.padEnd(CATEGORY_WIDTH)];
  const line = `${parts.join("  ")}  ${paint.faint(place(captured))}`;
  return decision === "buffered" ? [line, ...captured.because.map((says) => `  ${withShortIds(says)}`)] : [line];
}

/** The lines for a memory: the headline, and what it replaces. */
function memoryLines(captured: Captured, paint: Paint): string[] {
  const isSaid = captured.decision === "replaced" || captured.decision === "stored";
  const because = isSaid ? captured.because.map((says) => `  ${withShortIds(says)}`) : [];
  return [...memoryHeadline(captured, paint), ...because];
}

/** `  near   k7q2x  "..."  memory/facts/2026-02-15.md:7   (.71)`: a text that may answer a question. */
function nearLine({ id, text, where, claim, lexical }: NonNullable<Captured["near"]>[number], paint: Paint): string {
  const label = id === undefined ? "" : `${paint.accent(refOf(id))}  `;
  const score = claim ?? lexical;
  const how = score === undefined ? "" : `   (${claim === undefined ? "by its words, " : ""}${twoDecimals(score)})`;
  return `  ${paint.warn("near")}   ${label}"${oneLine(text)}"  ${paint.faint(`${where}${how}`)}`;
}

const twoDecimals = (score: number): string => score.toFixed(2).replace(/^0/, "");

/** The lines for a question to an owner. */
function questionLines(captured: Captured, paint: Paint): string[] {
  const because = captured.because.map(withShortIds);
  switch (captured.decision) {
    case "known":
      return [`${paint.good("Known:")} ${because.join(" ")}  ${paint.faint(place(captured))}`];
    case "near":
      return [
        `${paint.warn("Not asked:")} ${because.join(" ")}`,
        ...(captured.near ?? []).map((one) => nearLine(one, paint)),
      ];
    case "counted":
      return [`${paint.warn("Asked already:")} ${because.join(" ")}`];
    case "buffered":
      return [storedLine("Held back", captured, paint), ...because.map((line) => `  ${line}`)];
    default:
      return [storedLine("Asked", captured, paint)];
  }
}

/** The text for one capture: the headline, near claims, and at most one next step. */
export function capturedText(captured: Captured, paint: Paint): string {
  const lines =
    captured.type === "memory"
      ? memoryLines(captured, paint)
      : captured.type === "question"
        ? questionLines(captured, paint)
        : headline(captured, paint);
  for (const id of captured.proposed ?? []) {
    lines.push(`  ${paint.warn("proposed:")} about ${refOf(id)} a person decides; both stay until then.`);
  }
  lines.push(...questionsOf(captured, paint));
  if (captured.missing !== undefined)
    lines.push(`  ${paint.faint("open:")} ${missingText(captured.missing, captured.asked ?? "")}`);
  if (captured.waits !== undefined) lines.push(`  ${paint.warn("waits:")} ${captured.waits}`);
  if (captured.next !== undefined) lines.push(`  ${paint.faint("next:")} ${withShortIds(captured.next)}`);
  return `${lines.join("\n")}\n`;
}

/** The near claims of many captures together. */
export function togetherText({ asks = [], opened }: { asks?: readonly Ask[]; opened?: number }, paint: Paint): string {
  const pairs = opened === undefined ? [] : [`${paint.warn("open:")} ${counted(opened, "pair")} of near claims`];
  return [...pairs, ...asks.flatMap((ask) => askLines(ask, paint))].map((line) => `${line}\n`).join("");
}

/** All entries of an input in order; a refused one with the reason. */
export function addedText({ results, ...together }: Added, paint: Paint): string {
  const texts = results
    .map((result, i) => {
      if (result.ok) return capturedText(result, paint);
      const { message, hint } = result.error;
      const lines = [`${paint.bad(`Not stored (entry ${i + 1}):`)} ${message}`, ...(hint === undefined ? [] : [hint])];
      return `${lines.join("\n").replaceAll("\n", "\n  ")}\n`;
    })
    .join("");
  return `${texts}${togetherText(defined(together), paint)}`;
}

/** The text for a run: one line, then every write that was committed or refused. */
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
  lines.push(togetherText(defined({ asks: answer.asks, opened: answer.opened }), paint));
  return lines.join("");
}

/** `Logged  memory/2026-02-15.md:3` */
export function loggedText(logged: Logged, paint: Paint): string {
  if (logged.decision === "buffered") return `${paint.good("Held back")}  ${logged.because.join(" ")}\n`;
  return `${paint.good("Logged")}  ${paint.faint(`${logged.file}:${logged.line}`)}\n`;
}
