/** The profile's past for people. */
import { flowOf } from "../../store/profile/profile-page.js";
import type { Paint } from "../../text/paint.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { ChangedSetting, LogRow, ProfileDiff, ProfileLog, ProfileRestored } from "./past-schemas.js";

const LONGEST = 60;

const value = (stated: unknown): string => shorten(oneLine(flowOf(stated ?? null)), LONGEST);

function settingLine({ key, before, after }: ChangedSetting, paint: Paint): string {
  return `  ${paint.accent(key)}: ${value(before)} → ${value(after)}`;
}

const UNREADABLE = "  tenet.yaml cannot be read as settings on one side";

type Changes = Pick<LogRow, "files" | "settings" | "unreadable">;

function changeLines({ files, settings, unreadable }: Changes, paint: Paint): string[] {
  const otherFiles = files.filter((file) => file !== "tenet.yaml");
  const isWords = files.includes("tenet.yaml") && settings.length === 0 && unreadable !== true;
  return [
    ...settings.map((one) => settingLine(one, paint)),
    ...(unreadable === true ? [UNREADABLE] : []),
    ...(isWords ? ["  tenet.yaml: no setting changes"] : []),
    ...otherFiles.map((file) => `  ${file}: what people wrote in it`),
  ];
}

function rowLines(row: LogRow, paint: Paint): string[] {
  const { rev, kind, at, by, subject } = row;
  const when = at.slice(0, 16).replace("T", " ");
  const who = by === undefined ? "" : `${by}  `;
  const before = kind === "copy" ? paint.faint(`  (${rev} is as it was before)`) : "";
  const head = `${paint.accent(rev)}  ${when}  ${who}${oneLine(subject)}${before}`;
  return [head, ...changeLines(row, paint)];
}

export function profileLogText({ log, total, uncommitted }: ProfileLog, paint: Paint): string {
  if (log.length === 0 && uncommitted === undefined) {
    return "Nothing of the profile's past is known: no commit holds it, and no copy was kept here.\n";
  }
  const open = uncommitted === undefined ? [] : ["not committed yet", ...changeLines(uncommitted, paint)];
  const more = total > log.length ? [paint.faint(`${total - log.length} more: tenet config log --limit ${total}`)] : [];
  return `${[...open, ...log.flatMap((row) => rowLines(row, paint)), ...more].join("\n")}\n`;
}

type Differing = Pick<ProfileDiff, "settings" | "unreadable" | "changed">;

function coloured(diff: string, paint: Paint): string {
  const colour = (line: string) => {
    if (/^(---|\+\+\+|@@)/.test(line)) return paint.faint(line);
    return line.startsWith("+") ? paint.good(line) : line.startsWith("-") ? paint.bad(line) : line;
  };
  return diff.split("\n").map(colour).join("\n");
}

function differenceLines({ settings, unreadable, changed }: Differing, paint: Paint): string[] {
  return [
    ...settings.map((one) => settingLine(one, paint).trimStart()),
    ...(unreadable === true ? [UNREADABLE.trim()] : []),
    ...changed.map(({ diff }) => coloured(diff, paint)),
  ];
}

export function profileDiffText(data: ProfileDiff, paint: Paint): string {
  const lines = differenceLines(data, paint);
  return lines.length === 0 ? `Nothing changed since ${data.rev}.\n` : `${lines.join("\n")}\n`;
}

export function profileRestoredText(data: ProfileRestored, paint: Paint): string {
  const { rev, written, left, copy, waits = [] } = data;
  const lines = differenceLines(data, paint);
  const leftLines = left.map(({ file, because }) => `left: ${file}: ${because}`);
  if (lines.length === 0) return `${[...leftLines, `Everything is as it was at ${rev} already.`].join("\n")}\n`;
  const undo = copy === undefined ? [] : [`What was there before is ${copy}: tenet config diff ${copy}`];
  const doneLines = written ? [`Restored as it was at ${rev}.`, ...undo, ...waits] : [];
  return `${[...(written ? [] : lines), ...leftLines, ...doneLines].join("\n")}\n`;
}
