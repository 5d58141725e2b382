/** What hooks of hosts do in files, and how they stand. */

import { diffLines } from "../../rules/versions/versions-text.js";
import { countsText, findingsText } from "../../text/findings.js";
import { type Paint, PLAIN, printable } from "../../text/paint.js";
import type { FileChange, HooksChange, HooksCheck, HostFileState, HostState } from "../host-schemas.js";

function fileLines(files: readonly FileChange[], paint: Paint): string[] {
  const wide = Math.max(...files.map(({ change }) => change.length));
  const long = Math.max(...files.map(({ file }) => file.length));
  return files.map(({ file, change, says, because }) => {
    const tint = change === "left" ? paint.warn : change === "unchanged" ? paint.faint : paint.good;
    return `  ${tint(change.padEnd(wide))}  ${printable(file).padEnd(long)}  ${paint.faint(printable(because ?? says))}`;
  });
}

/** The changes of each file, as git shows them. Of files that are tenet's as a whole the length says enough. */
function diffs(files: readonly FileChange[], paint: Paint, all: boolean): string[] {
  return files.flatMap(({ file, diff, whole, change }) => {
    if (diff === undefined) return [];
    if (all || whole === undefined) return [...diffLines(diff, paint), ""];
    const sign = change === "removed" ? paint.bad("-") : paint.good("+");
    return [`${sign} ${printable(file)}  ${paint.faint(`${whole} lines, all of them tenet's`)}`, ""];
  });
}

const whose = ({ level }: { level: string }): string => (level === "user" ? "for you" : "for this project");

function headOf(data: HooksChange, paint: Paint): string {
  const { verb, host, written, files } = data;
  const name = paint.strong(host);
  const same = files.every(({ change }) => change === "unchanged" || change === "left");
  if (verb === "install") {
    if (same) return `${name} is connected already, ${whose(data)}. Nothing was changed.`;
    return `${written ? "Connected" : "Would connect"}  ${name}, ${whose(data)}`;
  }
  if (same) return `Nothing of tenet is in the files of ${name}, ${whose(data)}.`;
  return `${written ? "Disconnected" : "Would disconnect"}  ${name}, ${whose(data)}`;
}

function changeText(data: HooksChange, paint: Paint, all: boolean): string {
  const next = data.next.map((step) => `${paint.accent("→")} ${printable(step)}`);
  return `${[...diffs(data.files, paint, all), headOf(data, paint), ...fileLines(data.files, paint), ...next].join("\n")}\n`;
}

/** What was done, or is about to be, with every line that changes in somebody's files. */
export function hooksText(data: HooksChange, paint: Paint): string {
  return changeText(data, paint, false);
}

/** What would be done, with every line of every file. */
export function hooksDryText(data: HooksChange, paint: Paint): string {
  return changeText(data, paint, true);
}

/** The same without the diff, for somebody who has just seen it. */
export function hooksDoneText(data: HooksChange, paint: Paint): string {
  return hooksText({ ...data, files: data.files.map(({ diff: _, ...file }) => file) }, paint);
}

function stateWord({ state }: HostState, paint: Paint): string {
  const word = state === "absent" ? "not installed" : state;
  const { good, bad, warn, faint } = paint;
  return { installed: good, partly: bad, broken: bad, outdated: warn, absent: faint }[state](word.padEnd(13));
}

const filesOf = (files: readonly HostFileState[]): string =>
  files
    .filter(({ state }) => state === "installed")
    .map(({ file }) => printable(file))
    .join(", ");

/** One line a host and level, then what is wrong, each with its next step. */
export function hooksCheckText({ hosts, program, heard, findings, ...counts }: HooksCheck, paint: Paint): string {
  const rows = hosts.map((one) => {
    const place = `${one.host.padEnd(11)}  ${one.level.padEnd(7)}`;
    return `${place}  ${stateWord(one, paint)}  ${paint.faint(filesOf(one.files))}`.trimEnd();
  });
  const found = findings.length === 0 ? [] : ["", findingsText(findings, paint).trimEnd()];
  const lines = [
    ...rows,
    "",
    program === undefined ? `${paint.warn("program")}  tenet is not on the PATH` : `program  ${printable(program)}`,
    heard === undefined ? "last session heard  none yet" : `last session heard  ${heard}`,
    ...found,
    ...(hosts.every(({ state }) => state === "absent")
      ? ["Connect one: tenet hooks install claude-code"]
      : [countsText(counts, PLAIN)]),
  ];
  return `${lines.join("\n")}\n`;
}
