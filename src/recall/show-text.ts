/** The text of one entry: its claim, origin, relations and standing. Called by `tenet show`. */

import { type Entry, headlineOf, hubOf, usesOf } from "../entry/entry.js";
import { isPinned } from "../entry/gates/pins.js";
import { mergeMark } from "../entry/gates/unmerged.js";
import { REPLACED_BY_PERSON } from "../entry/lessons.js";
import { missingFacts, missingText, UNRATED } from "../entry/missing-facts.js";
import { closingVoid } from "../entry/near/closings.js";
import { rowOf } from "../entry/record-types.js";
import { shortId } from "../entry/short-ids.js";
import { ratedOf } from "../entry/stakes.js";
import { doubtsOf } from "../entry/states.js";
import { SHELL_STEPS } from "../steps.js";
import { besideText } from "../store/layers/policy/beside-words.js";
import { type LinesOf, labelledBy } from "../text/labelled.js";
import { linesFor } from "../text/lines-for.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import { FIELD_LABELS } from "./field-labels.js";
import type { NearPair, ShownLink } from "./recall-schemas.js";
import type { Shown } from "./show.js";

const LABEL = 14;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join("; ");
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([key, inner]) => `${key} ${valueText(inner)}`)
      .join(", ");
  }
  return String(value);
}

type LabelWriter = ReturnType<typeof labelledBy>;

function provenance(shown: Shown): string {
  const { entry } = shown;
  const who =
    entry.source === undefined || entry.source === entry.agent ? entry.agent : `${entry.source} to ${entry.agent}`;
  const from = entry.imported === undefined ? "" : `, imported from ${entry.imported.from}`;
  return `${who}, ${entry.timestamp.slice(0, 16).replace("T", " ")} UTC${from}`;
}

function outcomeText({ entry }: Shown): string | undefined {
  const { outcome, outcome_note, outcome_date } = entry as { [field in `outcome${"" | "_note" | "_date"}`]?: string };
  const outcomeParts = [outcome, outcome_note].filter((part) => part !== undefined);
  if (outcomeParts.length === 0) return undefined;
  return `${outcomeParts.join(": ")}${outcome_date === undefined ? "" : ` (${outcome_date.slice(0, 10)})`}`;
}

/** Who pinned a memory, and whether the pin still counts; how a question was closed. */
function standingLines(labelLines: LabelWriter, { entry }: Shown): string[] {
  const day = (at?: string) => (at === undefined ? "" : `, ${at.slice(0, 10)}`);
  if (entry.type === "memory" && entry.pinned !== undefined) {
    const { by = "nobody", at } = entry.pinned;
    const counts = isPinned(entry) ? "" : " (it does not count: a person pinned other words)";
    return labelLines("pinned by", `${by}${day(at)}${counts}`);
  }
  if (entry.type !== "question" || entry.closed === undefined) return [];
  const { how, by, at, reason } = entry.closed;
  const why = reason === undefined ? "" : `: ${reason}`;
  const counts = closingVoid(entry) === undefined ? "" : " (it does not count: the question is open)";
  return labelLines(how === "answered" ? "answered by" : "closed by", `${by}${day(at)}${why}${counts}`);
}

function stickText({ entry }: Shown): string | undefined {
  const stick = (entry as { stick?: { verdict: string; at: string; evidence?: string } }).stick;
  if (stick === undefined) return undefined;
  return `${stick.verdict} (${stick.at.slice(0, 10)})${stick.evidence === undefined ? "" : `: ${stick.evidence}`}`;
}

function linkLine(lines: LinesOf, paint: Paint, link: ShownLink): string {
  const id = link.missing === true ? `${link.id} (not in this tree)` : shortId(link.id, link.unique ?? 5, paint);
  const text = link.text === undefined ? "" : (lines(oneLine(link.text), paint.width - 34)[0] ?? "");
  const words = [...new Set([link.status ?? "active", ...(link.doubts ?? [])])].filter((word) => word !== "active");
  const state = words.length === 0 ? "" : paint.faint(` (${words.join(", ")})`);
  return `  ${paint.faint(link.relation.padEnd(LABEL))}${id}  ${text}${state}`;
}

function historyLines(labelLines: LabelWriter, { wordings = [] }: Shown, paint: Paint): string[] {
  if (wordings.length === 0) return [];
  return [
    "",
    paint.strong("How it was said"),
    ...wordings.flatMap(({ at, text, evidence, restated }) => {
      const wordingText = evidence === undefined ? text : `${text} (${evidence})`;
      return labelLines(at.slice(0, 10), restated === true ? `${wordingText} (in other words)` : wordingText);
    }),
  ];
}

/** When its writer stated it, and how it turned out at the hub. */
function hubText(entry: Entry): string | undefined {
  const hub = hubOf(entry);
  if (hub === undefined) return undefined;
  const { at, verdict, score } = hub;
  const verdicts = [verdict ?? [], score === undefined ? [] : `${score} of 10`].flat();
  return `said ${at.slice(0, 10)}${verdicts.length === 0 ? "" : `; ${verdicts.join(", ")} there`}`;
}

/** Partners of the entry, printed before its fields. */
function besideLines(lines: LinesOf, { beside = [] }: Shown, paint: Paint): string[] {
  return beside.flatMap((one) => lines(besideText(one), paint.width - 2).map((line) => `  ${paint.warn(line)}`));
}

const FOUND_BY: Readonly<Record<NearPair["by"], string>> = {
  claim: "by its claim",
  prior: "by what it corrects",
  lex: "by its words",
};

/** `open  COR-…  what it says  (.83 by its claim)`, and the command that answers it. */
function nearLines(labelLines: LabelWriter, { near = [] }: Shown, paint: Paint): string[] {
  if (near.length === 0) return [];
  return [
    "",
    paint.strong("Near it"),
    ...near.flatMap((pair) => {
      const { state, score, by, until, reason, proposed, text, answer } = pair;
      const says = [
        `${score.toFixed(2).replace(/^0/, "")} ${FOUND_BY[by]}`,
        ...(until === undefined ? [] : [`until ${until.slice(0, 10)}`]),
        ...(reason === undefined ? [] : [oneLine(reason)]),
        ...(proposed === undefined ? [] : [`proposed: ${proposed}`]),
      ].join(", ");
      return [
        ...labelLines(state, [pair.with, ...(text === undefined ? [] : [oneLine(text)]), `(${says})`].join("  ")),
        ...(answer === undefined ? [] : [`${" ".repeat(LABEL + 2)}${paint.faint(answer)}`]),
      ];
    }),
  ];
}

/** The fields to print; an insight with the evidence of its current wording. */
function printedFields({ entry }: Shown): Record<string, unknown> {
  // Unrated stakes are listed under what is open, and replacements with the answer.
  const flags = entry.flags?.filter((flag) => !UNRATED.includes(flag) && flag !== REPLACED_BY_PERSON);
  const rating = ratedOf(entry);
  const rated = rating === undefined ? undefined : `${rating.was} until ${rating.at.slice(0, 10)}`;
  const fields = { ...entry, flags: flags?.length === 0 ? undefined : flags, rated, hub: hubText(entry) };
  return entry.type === "insight" ? { ...fields, evidence: headlineOf(entry).evidence } : fields;
}

function usesLines(labelLines: LabelWriter, shown: Shown): string[] {
  const list = usesOf(shown.entry);
  if (list.length === 0) return [];
  const sessions = new Set(list.map((use) => use.session)).size;
  const counts = ["worked", "failed", "cited"]
    .map((result) => ({ result, n: list.filter((use) => use.result === result).length }))
    .filter(({ n }) => n > 0)
    .map(({ result, n }) => `${result} ${n}`)
    .join(", ");
  return labelLines("used", `in ${sessions} ${sessions === 1 ? "session" : "sessions"}: ${counts}`);
}

function recallsLine(labelLines: LabelWriter, { recalled, last_used = "" }: Shown): string[] {
  return recalled === undefined
    ? []
    : labelLines("recalled", `${counted(recalled, "time")}, last on ${last_used.slice(0, 10)}`);
}

/** The text of an entry: claim, fields, origin, relations and place. */
export async function showText(shown: Shown, paint: Paint): Promise<string> {
  const { entry } = shown;
  const lines = await linesFor(paint);
  const labelLines = labelledBy(lines, paint, { cells: LABEL });
  const review = entry.review === undefined ? undefined : entry.review.state.replaceAll("_", " ");
  const failed = doubtsOf(entry)?.find((doubt) => doubt === "failed");
  const words = [entry.type, entry.stakes, entry.status, entry.tier, review, failed, ...mergeMark(shown)];
  const state = words.filter((word) => word !== undefined);
  const fieldValues = printedFields(shown);
  const fieldNames = new Set([...Object.keys(FIELD_LABELS), ...(rowOf(entry.type).says ?? [])]);
  const fields = [...fieldNames].flatMap((field) => {
    const value = fieldValues[field];
    if (value === undefined || value === "" || valueText(value) === shown.claim) return [];
    return labelLines(FIELD_LABELS[field] ?? field, valueText(value));
  });
  const missing = missingFacts(entry).map(({ field }) => field);
  const outcome = outcomeText(shown);
  const stick = stickText(shown);
  const date = entry.id.slice(0, entry.id.lastIndexOf("-") + 1);
  const parts = [
    `${paint.faint(date)}${paint.strong(paint.accent(entry.id.slice(date.length)))}  ${paint.faint(state.join(" · "))}`,
    ...lines(shown.claim, paint.width).map((line) => paint.strong(line)),
    ...besideLines(lines, shown, paint),
    "",
    ...fields,
    ...(missing.length === 0 ? [] : labelLines("open", missingText(missing, SHELL_STEPS.asked))),
    ...labelLines("said by", provenance(shown)),
    ...standingLines(labelLines, shown),
    ...usesLines(labelLines, shown),
    ...recallsLine(labelLines, shown),
    ...(outcome === undefined ? [] : labelLines("turned out", outcome)),
    ...(stick === undefined ? [] : labelLines("stick", stick)),
    ...historyLines(labelLines, shown, paint),
    ...(shown.links.length === 0
      ? []
      : ["", paint.strong("Hangs together with"), ...shown.links.map((link) => linkLine(lines, paint, link))]),
    ...nearLines(labelLines, shown, paint),
    "",
    paint.faint(`${shown.file}:${shown.line}`),
  ];
  return `${parts.join("\n")}\n`;
}
