/** Says the profile's past. */
import { flowOf } from "../../store/profile/profile-page.js";
import { accent, data, diff, faint, line, type Outline } from "../../text/outline/outline.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { ChangedSetting, LogRow, ProfileDiff, ProfileLog, ProfileRestored } from "./past-schemas.js";

const LONGEST = 60;

const value = (stated: unknown) => data(shorten(oneLine(flowOf(stated ?? null)), LONGEST));

const settingLine = ({ key, before, after }: ChangedSetting, indent = 0) =>
  line([accent(key), ": ", value(before), " → ", value(after)], { indent, hang: 2 });

const UNREADABLE = "tenet.yaml cannot be read as settings on one side";

type Changes = Pick<LogRow, "files" | "settings" | "unreadable">;

function changesOutline({ files, settings, unreadable }: Changes): Outline {
  const otherFiles = files.filter((file) => file !== "tenet.yaml");
  const isWords = files.includes("tenet.yaml") && settings.length === 0 && unreadable !== true;
  const notes = [
    ...(unreadable === true ? [UNREADABLE] : []),
    ...(isWords ? ["tenet.yaml: no setting changes"] : []),
    ...otherFiles.map((file) => `${file}: what people wrote in it`),
  ];
  return [...settings.map((one) => settingLine(one, 2)), ...notes.map((note) => line(note, { indent: 2 }))];
}

function rowOutline(row: LogRow): Outline {
  const { rev, kind, at, by, subject } = row;
  const when = at.slice(0, 16).replace("T", " ");
  const who = by === undefined ? "" : `${by}  `;
  const before = kind === "copy" ? `  (${rev} is as it was before)` : "";
  return [
    line([accent(rev), `  ${when}  `, data(`${who}${oneLine(subject)}`), faint(before)], { hang: 2 }),
    ...changesOutline(row),
  ];
}

const NO_PAST = "Nothing of the profile's past is known: no commit holds it, and no copy was kept here.";

export function profileLogOutline({ log, total, uncommitted }: ProfileLog): Outline {
  if (log.length === 0 && uncommitted === undefined) return [line(NO_PAST)];
  return [
    ...(uncommitted === undefined ? [] : [line("not committed yet"), ...changesOutline(uncommitted)]),
    ...log.flatMap(rowOutline),
    ...(total > log.length ? [line(faint(`${total - log.length} more: tenet config log --limit ${total}`))] : []),
  ];
}

type Differing = Pick<ProfileDiff, "settings" | "unreadable" | "changed">;

const differenceOutline = ({ settings, unreadable, changed }: Differing): Outline => [
  ...settings.map((one) => settingLine(one)),
  ...(unreadable === true ? [line(UNREADABLE)] : []),
  ...changed.map((one) => diff(one.diff)),
];

export function profileDiffOutline(differing: ProfileDiff): Outline {
  const blocks = differenceOutline(differing);
  return blocks.length === 0 ? [line(`Nothing changed since ${differing.rev}.`)] : blocks;
}

export function profileRestoredOutline(restored: ProfileRestored): Outline {
  const { rev, written, left, copy, waits = [] } = restored;
  const blocks = differenceOutline(restored);
  const leftLines = left.map(({ file, because }) => line(`left: ${file}: ${because}`));
  if (blocks.length === 0) return [...leftLines, line(`Everything is as it was at ${rev} already.`)];
  if (!written) return [...blocks, ...leftLines];
  const undo = copy === undefined ? [] : [`What was there before is ${copy}: tenet config diff ${copy}`];
  return [...leftLines, ...[`Restored as it was at ${rev}.`, ...undo, ...waits].map((one) => line(one))];
}
