import { tailOf } from "../entry/entry.js";
import { cut, indented } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { HarvestData, HarvestEdit, HarvestGroup, HarvestOffer } from "./harvest-schemas.js";
import { IS_COPY } from "./read-all.js";

/** What came of a harvest at a terminal. */
export interface HarvestDecisions {
  kept: number;
  later: number;
  never: number;
  /** Found and not decided. */
  left: number;
}

const day = (at: string): string => at.slice(0, 10);

const dayOf = (at: string | undefined): string => (at === undefined ? "" : ` (${day(at)})`);

/** `3 sessions, 2026-01-03 to 2026-02-10`. */
function repeatText({ type, sessions, first, last, complained }: HarvestGroup): string {
  const days = [...new Set([first, last].flatMap((at) => (at === undefined ? [] : day(at))))].join(" to ");
  return [
    ...(type === "correction" ? [] : [type]),
    [counted(sessions, "session"), ...(days === "" ? [] : [days])].join(", "),
    ...(complained ? ["not for the first time"] : []),
  ].join(" · ");
}

/** One line of a list to pick from. */
export function harvestChoice(offer: HarvestOffer, width: number): string {
  if (offer.type === "edit") return cut(`${offer.file}: ${oneLine(offer.final)}`, Math.max(30, width - 8));
  const knownText = offer.known === undefined ? "" : ` (known: ${tailOf(offer.known).toLowerCase()})`;
  const head = `${offer.times}× `;
  return `${head}${cut(`"${offer.quote}"`, Math.max(30, width - head.length - knownText.length - 8))}${knownText}`;
}

/** `  12×  `. */
const BEFORE = 7;

/** One finding, whole: how often, as it was said last, and every other wording. */
export function harvestGroupText(group: HarvestGroup, paint: Paint): string {
  const beneath = (text: string) => indented(text, BEFORE, paint);
  const [first = "", ...rest] = beneath(`"${group.quote}"`).map((line) => paint.strong(line.slice(BEFORE)));
  const lines = [
    `${paint.accent(`${group.times}×`.padStart(BEFORE - 2))}  ${first}`,
    ...rest.map((line) => `${" ".repeat(BEFORE)}${line}`),
    ...beneath(repeatText(group)).map(paint.faint),
    ...group.quotes.slice(1).flatMap(({ text, at }) => beneath(`also "${text}"${dayOf(at)}`)),
    ...(group.answers === undefined ? [] : beneath(`the agent had written: ${group.answers}`).map(paint.faint)),
    ...(group.state === "again" ? beneath(group.because).map(paint.warn) : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The longest passage in lines: enough to see the change. */
const MOST_LINES = 6;

function passageText(name: string, text: string, paint: Paint): string[] {
  const lines = text.split("\n");
  const more = lines.length - MOST_LINES;
  const shownLines = [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`(${counted(more, "line")} more)`] : [])];
  return [`     ${paint.faint(name)}`, ...shownLines.map((line) => `       ${line}`)];
}

/** One edit of an agent's text: the request, the agent's text and the committed one. */
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

type Near = (path: string) => string;

function readText({ looked, read, of }: HarvestData, paint: Paint, near: Near): string[] {
  if (read.transcripts === 0) {
    const rows = looked.map(({ host, folder, because = "none" }) =>
      [host ?? [], `${near(folder)}: ${because}`].flat().join(" "),
    );
    return [
      "No transcripts were found. Looked at, on this machine:",
      ...rows.flatMap((row) => indented(row, 2, paint)),
    ];
  }
  const hosts = looked
    .filter(({ transcripts }) => transcripts > 0)
    .map(({ host, folder, transcripts }) => (host === undefined ? near(folder) : `${transcripts} of ${host}`));
  const none = of?.found === false ? ` (${near(of.project)} has none of its own)` : "";
  const origin = of?.found === true ? `of ${near(of.project)}` : `on this machine${none}`;
  const unchangedText = read.unchanged === 0 ? "" : ` (${read.unchanged} known from the last time)`;
  const head = `From ${counted(read.sessions, "session")} ${origin}: ${hosts.join(", ")}${unchangedText}. Nothing leaves this machine.`;
  return indented(head, 0, paint);
}

/** The skipped files with reasons; copies of read files are left out. */
function leftText({ left, read }: HarvestData, paint: Paint, near: Near): string[] {
  const files = left.filter(({ because }) => because !== IS_COPY);
  const lines = [
    ...files.slice(0, 5).map(({ file, because }) => `left ${near(file)}: ${because}`),
    ...(files.length > 5 ? [`and ${counted(files.length - 5, "file")} more`] : []),
    ...(read.broken_lines === 0 ? [] : [`${counted(read.broken_lines, "line")} could not be read as JSON.`]),
    ...(read.long_lines === 0 ? [] : [`${counted(read.long_lines, "line")} of more than 32 MB passed over.`]),
  ];
  return lines.flatMap((line) => indented(line, 2, paint)).map(paint.warn);
}

function headline({ corrections, read, repeated, single, unsure, settled }: HarvestData): string[] {
  if (read.transcripts === 0) return [];
  if (corrections.times === 0) {
    const isNone = unsure.count + Object.values(settled).reduce((sum, count) => sum + count) === 0;
    const none = isNone ? "No correction was found in them" : "Nothing in them is surely a correction";
    return [repeated.length + single.length === 0 ? `${none}.` : `${none}, but this:`];
  }
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
  const editTexts = edits.map((edit) => harvestEditText(edit, paint).trimEnd());
  return ["", title, ...editTexts, ...(more_edits === 0 ? [] : [more]), ""];
}

/** Nobody reads more at once, and who has no memory here yet a screen full; programs and those who pick get all of it. */
const MOST_SHOWN = { here: 50, first: 10 };

/** What was found, the most repeated first. `home`: paths beneath it are shown with `~`. */
export function harvestText(data: HarvestData, paint: Paint, home?: string): string {
  const near: Near = (path) =>
    home !== undefined && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
  const { repeated, single, more, unsure, workspace } = data;
  const most = workspace ? MOST_SHOWN.here : MOST_SHOWN.first;
  const all = repeated.length + single.length + unsure.groups.length;
  let room = most;
  const beneath = (title: string, groups: readonly HarvestGroup[]): string[] => {
    const groupTexts = groups.slice(0, room).map((group) => harvestGroupText(group, paint).trimEnd());
    room -= groupTexts.length;
    return groupTexts.length === 0 ? [] : ["", title, ...groupTexts];
  };
  const lines = [
    ...(workspace || all === 0 ? [] : [paint.strong("This is what you keep telling your agents")]),
    ...readText(data, paint, near),
    ...leftText(data, paint, near),
    "",
    ...headline(data)
      .flatMap((line) => indented(line, 0, paint))
      .map(paint.strong),
    ...beneath("", repeated).slice(2),
    ...beneath("Said in one or two sessions:", single),
    ...beneath("Less sure:", unsure.groups),
    ...(all > most ? [`${all - most} more are in tenet harvest --json.`] : []),
    ...(more === 0 ? [] : [`${more} more: \`tenet harvest --limit ${more + single.length}\` lists them.`]),
    ...unsureText(data),
    ...editsText(data, paint),
    ...settledText(data),
    ...(data.next === undefined ? [] : ["", ...indented(data.next, 0, paint)]),
  ];
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
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
