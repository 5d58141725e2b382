import { tailOf } from "../entry/entry.js";
import { cut, indented } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { HarvestData, HarvestEdit, HarvestGroup, HarvestOffer } from "./harvest-schemas.js";

/** What came of a harvest at a terminal. */
export interface HarvestDecisions {
  kept: number;
  later: number;
  never: number;
  /** Found and not decided. */
  left: number;
}

const day = (at: string): string => at.slice(0, 10);

function dates({ first, last }: HarvestGroup): string {
  if (first === undefined || last === undefined) return "";
  return day(first) === day(last) ? `, ${day(last)}` : `, ${day(first)} to ${day(last)}`;
}

function kindOf({ type }: HarvestGroup): string {
  return type === "correction" ? "" : `${type}, `;
}

/** `5 sessions, 2026-01-03 to 2026-02-10`. */
function repeatText(group: HarvestGroup): string {
  const often =
    group.sessions === 1
      ? group.times === 1
        ? "once"
        : `${group.times} times in 1 session`
      : counted(group.sessions, "session");
  return `${kindOf(group)}${often}${dates(group)}`;
}

/** One line of a list to pick from. */
export function harvestChoice(offer: HarvestOffer, width: number): string {
  if (offer.type === "edit") return cut(`${offer.file}: ${oneLine(offer.final)}`, Math.max(30, width - 8));
  const group = offer;
  const known = group.known === undefined ? "" : ` (known: ${tailOf(group.known).toLowerCase()})`;
  const head = `${group.sessions}× `;
  return `${head}${cut(`"${group.quote}"`, Math.max(30, width - head.length - known.length - 8))}${known}`;
}

/** One finding, whole: for a person who is about to word it. */
export function harvestGroupText(group: HarvestGroup, paint: Paint): string {
  const others = group.quotes.filter(({ text }) => text !== group.quote);
  const lines = [
    ...indented(`"${group.quote}"`, 5, paint).map((line) => paint.strong(line)),
    ...others.flatMap(({ text, at }) => indented(`"${text}"${at === undefined ? "" : `  ${day(at)}`}`, 5, paint)),
    ...(group.answers === undefined
      ? []
      : indented(`the agent had written: ${group.answers}`, 5, paint).map(paint.faint)),
    ...(group.state === "again" ? indented(group.because, 5, paint).map(paint.warn) : []),
  ];
  return `  ${paint.accent(repeatText(group))}\n${lines.join("\n")}\n`;
}

/** Lines of a passage: to see what was changed, not to read the file. */
const MOST_LINES = 6;

function passageText(name: string, text: string, paint: Paint): string[] {
  const lines = text.split("\n");
  const more = lines.length - MOST_LINES;
  const shown = [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`(${counted(more, "line")} more)`] : [])];
  return [`     ${paint.faint(name)}`, ...shown.map((line) => `       ${line}`)];
}

/** One edit of what an agent wrote: what was asked, written, committed. */
export function harvestEditText(edit: HarvestEdit, paint: Paint): string {
  const { file, by, at, commit, context, original, final } = edit;
  const lines = [
    `  ${paint.accent(`${file}, ${by} ${day(at)} (${commit.slice(0, 10)})`)}`,
    ...indented(`asked: ${context}`, 5, paint),
    ...passageText("the agent wrote", original, paint),
    ...passageText("committed", final, paint),
  ];
  return `${lines.join("\n")}\n`;
}

function foldersText({ looked, read }: HarvestData, paint: Paint): string[] {
  const named = looked.map(
    ({ host, folder, transcripts, because }) =>
      `  ${host === undefined ? "" : `${host}  `}${folder}: ${because ?? (transcripts === 0 ? "none" : counted(transcripts, "transcript"))}`,
  );
  const size =
    read.bytes < 1_000_000 ? `${Math.ceil(read.bytes / 1_000)} kB` : `${Math.round(read.bytes / 1_000_000)} MB`;
  const known = read.unchanged === 0 ? "" : `, ${read.unchanged} of them known from the last time`;
  const head =
    read.transcripts === 0
      ? "No transcripts were found. Looked at, on this machine:"
      : `Read ${counted(read.transcripts, "transcript")} with ${counted(read.sessions, "session")} on this machine (${size}${known}); nothing leaves it:`;
  return [...indented(head, 0, paint), ...named];
}

function leftText({ left, read }: HarvestData, paint: Paint): string[] {
  const shown = left.slice(0, 5).map(({ file, because }) => `  ${paint.warn("left")}  ${file}: ${because}`);
  const rest = left.length > 5 ? [`  and ${counted(left.length - 5, "file")} more`] : [];
  const lines = [
    ...(read.broken_lines === 0 ? [] : [`${counted(read.broken_lines, "line")} could not be read as JSON`]),
    ...(read.long_lines === 0 ? [] : [`${counted(read.long_lines, "line")} of more than 32 MB passed over`]),
  ];
  return [...shown, ...rest, ...lines.map((line) => `  ${paint.faint(`${line}.`)}`)];
}

function headline({ corrections, read, repeated }: HarvestData): string[] {
  if (read.transcripts === 0) return [];
  if (corrections.times === 0)
    return [repeated.length === 0 ? "No correction was found in them." : "No correction was found in them, but this:"];
  const often = repeated.filter(({ type }) => type === "correction").length;
  const first = `You corrected your agent ${corrections.times === 1 ? "once" : `${corrections.times} times`} in ${corrections.sessions} of ${counted(read.sessions, "session")}`;
  if (often === 0) return [`${first}.`];
  return [`${first}; ${often === 1 ? "this one" : `these ${often}`} you said in three sessions or more:`];
}

const SETTLED = [
  ["known", "known already"],
  ["kept", "kept before"],
  ["later", "put off, and not said again since"],
  ["never", "never to be offered"],
  ["closed", "taken out of this memory or turned down"],
] as const;

function settledText({ settled }: HarvestData): string[] {
  const parts = SETTLED.flatMap(([state, says]) => (settled[state] === 0 ? [] : [`${settled[state]} ${says}`]));
  return parts.length === 0 ? [] : [`Not listed: ${parts.join(", ")}.`];
}

function unsureText({ unsure: { count, groups } }: HarvestData): string[] {
  const hidden = count - groups.length;
  if (hidden === 0) return [];
  const call = groups.length === 0 ? "tenet harvest --all" : `tenet harvest --all --limit ${count}`;
  return [`${counted(hidden, "less sure one is", "less sure ones are")} not listed: ${call}`];
}

function editsText({ edits = [], more_edits = 0 }: HarvestData, paint: Paint): string[] {
  if (edits.length === 0) return [];
  const more = `${more_edits} more: \`tenet harvest --limit ${more_edits + edits.length}\` lists them.`;
  const title = "Edits of what your agent wrote, as examples of how you want it:";
  const shown = edits.map((edit) => harvestEditText(edit, paint).trimEnd());
  return ["", title, ...shown, ...(more_edits === 0 ? [] : [more]), ""];
}

/** Nobody reads more at once; programs and those who pick get all of them. */
const MOST_REPEATED = 30;

/** What was found, the most repeated first. */
export function harvestText(data: HarvestData, paint: Paint): string {
  const { repeated, single, more, unsure } = data;
  const beneath = (title: string, groups: readonly HarvestGroup[]) =>
    groups.length === 0 ? [] : ["", title, ...groups.map((group) => harvestGroupText(group, paint).trimEnd())];
  const lines = [
    ...foldersText(data, paint),
    ...leftText(data, paint),
    "",
    ...headline(data)
      .flatMap((line) => indented(line, 0, paint))
      .map(paint.strong),
    ...repeated.slice(0, MOST_REPEATED).map((group) => harvestGroupText(group, paint).trimEnd()),
    ...(repeated.length <= MOST_REPEATED
      ? []
      : [`  and ${repeated.length - MOST_REPEATED} more that you said so often.`]),
    ...beneath("Said once or twice:", single),
    ...beneath("Less sure:", unsure.groups),
    ...(more === 0 ? [] : [`${more} more: \`tenet harvest --limit ${more + single.length}\` lists them.`]),
    ...unsureText(data),
    ...editsText(data, paint),
    ...settledText(data),
    ...(data.next === undefined ? [] : [data.next]),
  ];
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}

/** What a person decided. */
export function harvestedText({ kept, later, never, left }: HarvestDecisions): string {
  const parts = [
    `${kept} kept`,
    ...(later === 0 ? [] : [`${later} put off until you say it again`]),
    ...(never === 0 ? [] : [`${never} never offered again`]),
    ...(left === 0 ? [] : [`${left} left as they were`]),
  ];
  return `${parts.join(", ")}.\n`;
}
