/** One entry for a person: what it says, where it comes from, what it hangs together with. */

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
  const said = [outcome, outcome_note].filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  return `${said.join(": ")}${outcome_date === undefined ? "" : ` (${outcome_date.slice(0, 10)})`}`;
}

/** Who pinned a memory, and whether that still counts; how a question was closed. */
function standingLines(labelled: LabelWriter, { entry }: Shown): string[] {
  const day = (at?: string) => (at === undefined ? "" : `, ${at.slice(0, 10)}`);
  if (entry.type === "memory" && entry.pinned !== undefined) {
    const { by = "nobody", at } = entry.pinned;
    const counts = isPinned(entry) ? "" : " (it does not count: a person pinned other words)";
    return labelled("pinned by", `${by}${day(at)}${counts}`);
  }
  if (entry.type !== "question" || entry.closed === undefined) return [];
  const { how, by, at, reason } = entry.closed;
  const why = reason === undefined ? "" : `: ${reason}`;
  const counts = closingVoid(entry) === undefined ? "" : " (it does not count: the question is open)";
  return labelled(how === "answered" ? "answered by" : "closed by", `${by}${day(at)}${why}${counts}`);
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

function historyLines(labelled: LabelWriter, { wordings = [] }: Shown, paint: Paint): string[] {
  if (wordings.length === 0) return [];
  return [
    "",
    paint.strong("How it was said"),
    ...wordings.flatMap(({ at, text, evidence, restated }) => {
      const said = evidence === undefined ? text : `${text} (${evidence})`;
      return labelled(at.slice(0, 10), restated === true ? `${said} (in other words)` : said);
    }),
  ];
}

/** When its writer said it, and how it turned out there. */
function hubText(entry: Entry): string | undefined {
  const said = hubOf(entry);
  if (said === undefined) return undefined;
  const { at, verdict, score } = said;
  const judged = [verdict ?? [], score === undefined ? [] : `${score} of 10`].flat();
  return `said ${at.slice(0, 10)}${judged.length === 0 ? "" : `; ${judged.join(", ")} there`}`;
}

/** What is read together with it, before anything else of it. */
function besideLines(lines: LinesOf, { beside = [] }: Shown, paint: Paint): string[] {
  return beside.flatMap((one) => lines(besideText(one), paint.width - 2).map((line) => `  ${paint.warn(line)}`));
}

const FOUND_BY: Readonly<Record<NearPair["by"], string>> = {
  claim: "by its claim",
  prior: "by what it corrects",
  lex: "by its words",
};

/** `open  COR-…  what it says  (.83 by its claim)`, and how it is answered. */
function nearLines(labelled: LabelWriter, { near = [] }: Shown, paint: Paint): string[] {
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
        ...labelled(state, [pair.with, ...(text === undefined ? [] : [oneLine(text)]), `(${says})`].join("  ")),
        ...(answer === undefined ? [] : [`${" ".repeat(LABEL + 2)}${paint.faint(answer)}`]),
      ];
    }),
  ];
}

/** The record as it is told: an insight with the evidence of the wording it is known by. */
function toldFields({ entry }: Shown): Record<string, unknown> {
  // That nobody rated it stands among what is open, who replaced it with the answer.
  const flags = entry.flags?.filter((flag) => !UNRATED.includes(flag) && flag !== REPLACED_BY_PERSON);
  const edited = ratedOf(entry);
  const rated = edited === undefined ? undefined : `${edited.was} until ${edited.at.slice(0, 10)}`;
  const told = { ...entry, flags: flags?.length === 0 ? undefined : flags, rated, hub: hubText(entry) };
  return entry.type === "insight" ? { ...told, evidence: headlineOf(entry).evidence } : told;
}

function usesLines(labelled: LabelWriter, shown: Shown): string[] {
  const list = usesOf(shown.entry);
  if (list.length === 0) return [];
  const sessions = new Set(list.map((use) => use.session)).size;
  const counts = ["worked", "failed", "cited"]
    .map((result) => ({ result, n: list.filter((use) => use.result === result).length }))
    .filter(({ n }) => n > 0)
    .map(({ result, n }) => `${result} ${n}`)
    .join(", ");
  return labelled("used", `in ${sessions} ${sessions === 1 ? "session" : "sessions"}: ${counts}`);
}

function recallsLine(labelled: LabelWriter, { recalled, last_used = "" }: Shown): string[] {
  return recalled === undefined
    ? []
    : labelled("recalled", `${counted(recalled, "time")}, last on ${last_used.slice(0, 10)}`);
}

/** An entry for a person: what it says, where it comes from, what it hangs together with, where it stands. */
export async function showText(shown: Shown, paint: Paint): Promise<string> {
  const { entry } = shown;
  const lines = await linesFor(paint);
  const labelled = labelledBy(lines, paint, { cells: LABEL });
  const review = entry.review === undefined ? undefined : entry.review.state.replaceAll("_", " ");
  const failed = doubtsOf(entry)?.find((doubt) => doubt === "failed");
  const words = [entry.type, entry.stakes, entry.status, entry.tier, review, failed, ...mergeMark(shown)];
  const state = words.filter((word) => word !== undefined);
  const told = toldFields(shown);
  const named = new Set([...Object.keys(FIELD_LABELS), ...(rowOf(entry.type).says ?? [])]);
  const fields = [...named].flatMap((field) => {
    const value = told[field];
    if (value === undefined || value === "" || valueText(value) === shown.claim) return [];
    return labelled(FIELD_LABELS[field] ?? field, valueText(value));
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
    ...(missing.length === 0 ? [] : labelled("open", missingText(missing, SHELL_STEPS.asked))),
    ...labelled("said by", provenance(shown)),
    ...standingLines(labelled, shown),
    ...usesLines(labelled, shown),
    ...recallsLine(labelled, shown),
    ...(outcome === undefined ? [] : labelled("turned out", outcome)),
    ...(stick === undefined ? [] : labelled("stick", stick)),
    ...historyLines(labelled, shown, paint),
    ...(shown.links.length === 0
      ? []
      : ["", paint.strong("Hangs together with"), ...shown.links.map((link) => linkLine(lines, paint, link))]),
    ...nearLines(labelled, shown, paint),
    "",
    paint.faint(`${shown.file}:${shown.line}`),
  ];
  return `${parts.join("\n")}\n`;
}
