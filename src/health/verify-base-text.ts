/** What `tenet verify --base` found, for a terminal, a pipe and a pull request. */

import { placeOf } from "../entry/findings.js";
import { type Level, titleOf } from "../store/base/policy/difference.js";
import { indented } from "../text/columns.js";
import { quoted, section, sentence } from "../text/inert-markdown.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { ComparedTrees } from "./health-schemas.js";

type Difference = ComparedTrees["differences"][number];

/** Longer texts are shown from where they differ. */
const LONGEST = 600;
/** What stands before that place, so that one sees where it is. */
const LEAD = 40;

const short = (commit: string): string => commit.slice(0, 10);
const wordsOf = (kind: string): string => kind.replaceAll("-", " ");

/** Both sides of a difference, so that what differs is seen in them. */
function sidesOf({ before, after }: Difference): Pick<Difference, "before" | "after"> {
  const [was, is] = [before, after].map((text) => text && oneLine(text));
  if (!was || !is || Math.max(was.length, is.length) <= LONGEST)
    return { before: was && shorten(was, LONGEST), after: is && shorten(is, LONGEST) };
  const at = [...was].findIndex((char, index) => char !== is[index]);
  const from = Math.max(0, (at === -1 ? was.length : at) - LEAD);
  const visiblePart = (text: string) => shorten(`${from === 0 ? "" : "…"}${text.slice(from)}`, LONGEST);
  return { before: visiblePart(was), after: visiblePart(is) };
}

/** What is said of it in one line, but for its place. */
function oneLineOf(difference: Difference): string {
  const { kind, level, subject, file, because } = difference;
  const { before, after } = sidesOf(difference);
  const sides =
    before === undefined || after === undefined
      ? `${before === undefined ? "+" : "-"} ${before ?? after ?? ""}`
      : `${before} → ${after}`;
  const parts = [
    `${level}: ${wordsOf(kind)}`,
    subject === file ? "" : ` ${subject}`,
    /^[-+] $/.test(sides) ? "" : `: ${sides}`,
  ];
  return oneLine(`${parts.join("")}${because === undefined ? "" : ` (${because})`}`);
}

const ROOM = 34;

/** A head with the place, then both sides: beside each other where they are short. */
function blockOf(difference: Difference, paint: Paint): string[] {
  const { kind, level, subject, because } = difference;
  const tint = { refused: paint.bad, loosening: paint.warn, removal: paint.warn, change: paint.good }[level];
  const place = placeOf(difference);
  const { before, after } = sidesOf(difference);
  const isShort = [before, after].every((text) => text !== undefined && text.length <= ROOM);
  const beside = isShort ? `${before} → ${after}` : "";
  const head = [
    tint(wordsOf(kind)),
    subject === difference.file ? "" : paint.strong(subject),
    beside,
    place === "" ? "" : paint.faint(place),
  ];
  const side = (mark: string, text: string | undefined, shade: (text: string) => string) =>
    text === undefined || isShort ? [] : indented(`${mark} ${text}`, 4, paint).map(shade);
  return [
    ...indented(head.filter((part) => part !== "").join("  "), 2, { width: Number.POSITIVE_INFINITY }),
    ...side("-", before, paint.bad),
    ...side("+", after, paint.good),
    ...(because === undefined ? [] : indented(because, 4, paint).map(paint.faint)),
  ];
}

/** Differences under their titles, in their order. */
function byTitle(differences: readonly Difference[]): [title: string, rows: Difference[]][] {
  const titles = [...new Set(differences.map(({ kind }) => titleOf(kind)))];
  return titles.map((title) => [title, differences.filter(({ kind }) => titleOf(kind) === title)]);
}

const COUNTED: Readonly<Record<Level, readonly [one: string, many: string]>> = {
  refused: ["thing that no merge may hold", "things that no merge may hold"],
  loosening: ["loosening", "loosenings"],
  removal: ["removal", "removals"],
  change: ["change", "changes"],
};

/** `2 loosenings, 1 removal`; zero counts are left out. */
function countsText({ counts }: ComparedTrees): string {
  const parts = Object.entries(COUNTED).map(([level, [one, many]]) => [counts[level as Level], one, many] as const);
  return parts.flatMap(([count, one, many]) => (count === 0 ? [] : counted(count, one, many))).join(", ") || "nothing";
}

function othersText({ others: { new_entries: added, changed_entries: changed, files } }: ComparedTrees): string[] {
  if (files === 0) return [];
  const differs = `${counted(files, "file")} of memory/ ${files === 1 ? "differs" : "differ"} in all`;
  return [
    `Beside these: ${counted(added, "new entry", "new entries")}, ${counted(changed, "changed one")}. ${differs}.`,
  ];
}

/** What holds for the comparison as a whole, in sentences. */
function notesOf({ base, uncommitted }: ComparedTrees): string[] {
  const notes: string[] = [];
  if (base.profile === "missing") notes.push(`${base.revision} has no tenet.yaml: everything is new there.`);
  if (base.profile === "unreadable")
    notes.push(`tenet.yaml of ${base.revision} cannot be read, so that no setting is compared: ${base.because ?? ""}`);
  if (uncommitted.length > 0) {
    const [first = "", ...more] = uncommitted;
    const filesText = more.length === 0 ? first : `${first} and ${counted(more.length, "more file")}`;
    notes.push(`Not in HEAD, so not compared: ${filesText} of the working copy.`);
  }
  return notes;
}

const headline = ({ base, head }: ComparedTrees): string =>
  `Merging HEAD (${short(head)}) into ${base.revision} (${short(base.commit)}) decides`;

/** For people at a terminal, and one line a difference for a pipe. */
export function comparedText(compared: ComparedTrees, paint: Paint): string {
  const { differences } = compared;
  const last = [...othersText(compared), ...notesOf(compared)];
  const sum = `${headline(compared)} ${countsText(compared)}.`;
  if (!paint.terminal) {
    const rows = differences.map((one) => [placeOf(one), oneLineOf(one)].filter((part) => part !== "").join(": "));
    return [...rows, sum, ...last].map((row) => `${oneLine(row)}\n`).join("");
  }
  const parts = byTitle(differences).flatMap(([title, rows]) => [
    paint.strong(title),
    ...rows.flatMap((row) => blockOf(row, paint)),
    "",
  ]);
  return `${[...parts, ...[sum, ...last].flatMap((row) => indented(row, 0, paint))].join("\n")}\n`;
}

/** For a pull request: no text of a tree acts in it. */
export function comparedMarkdown(compared: ComparedTrees): string {
  const { base, head } = compared;
  const sum = `Merging ${quoted(short(head))} into ${quoted(base.revision)} (${quoted(short(base.commit))}) decides ${countsText(compared)}.`;
  const parts = byTitle(compared.differences).flatMap(([title, rows]) => section(title, rows.flatMap(itemOf), [""]));
  return `${["# What this merge decides", "", sum, "", ...parts, ...[...othersText(compared), ...notesOf(compared)].flatMap((note) => [sentence(note), ""])].join("\n").trimEnd()}\n`;
}

function itemOf(difference: Difference): string[] {
  const { kind, level, subject, file, because } = difference;
  const { before, after } = sidesOf(difference);
  const place = placeOf(difference);
  const names = [subject === file ? "" : quoted(subject), place === "" ? "" : quoted(place)].filter(
    (part) => part !== "",
  );
  const side = (mark: string, text: string | undefined) =>
    text === undefined ? [] : [`  - ${mark}: ${quoted(printable(text), LONGEST)}`];
  return [
    `- **${level}**, ${wordsOf(kind)}${names.length === 0 ? "" : `: ${names.join(", ")}`}`,
    ...side("before", before),
    ...side("after", after),
    ...(because === undefined ? [] : [`  - ${sentence(because)}`]),
  ];
}
