/** What waits for a person, for a person: one at a time on a screen, or as a list. */

import { withShortIds } from "../capture/capture-text.js";
import { waitingContactsText } from "../contacts/waiting.js";
import { recordedText } from "../decide/recorded-text.js";
import { refOf } from "../entry/entry.js";
import type { FileReviewed } from "../knowledge/review-file.js";
import { pairAsk } from "../loop/heartbeat-items.js";
import { operationLines } from "../rules/text/digest-text.js";
import { diffLines } from "../rules/versions/versions-text.js";
import { cut, indented, labelled } from "../text/columns.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { ReviewKey } from "./policy/review-keys.js";
import type {
  AskItem,
  EntryItem,
  EntryView,
  FactsItem,
  FileItem,
  PairItem,
  QuestionItem,
  QueueItem,
  Reviewed,
  ReviewQueue,
  UnprovenItem,
  VersionItem,
} from "./review-schemas.js";

/** How long something waits. */
const age = (days: number): string => (days === 0 ? "today" : counted(days, "day"));

const titleOf = ({ ref, type, stakes }: EntryView, paint: Paint): string =>
  `${paint.accent(ref)}  ${stakes === undefined ? type : `${type}, ${stakes} stakes`}`;
const placeOf = ({ file, line }: EntryView, paint: Paint): string => paint.faint(`  ${file}:${line}`);

function ruler(title: string, paint: Paint): string {
  const width = Number.isFinite(paint.width) ? Math.min(paint.width, 100) : 72;
  return paint.faint(`── ${title} ${"─".repeat(Math.max(2, width - title.length - 4))}`);
}

function saidBy({ agent, source, at, tier }: EntryView): string {
  const who = source === undefined || source === agent || source === "self" ? agent : `${source}, told to ${agent}`;
  return `${who}, ${at.slice(0, 10)}, tier ${tier}`;
}

/** An entry with everything its author says. */
function entryLines(entry: EntryView, paint: Paint): string[] {
  return [
    ...indented(entry.text, 2, paint).map(paint.strong),
    "",
    ...Object.entries(entry.says).flatMap(([label, text]) => labelled(label, text, paint)),
    ...(entry.at_risk === undefined ? [] : labelled("at risk", entry.at_risk, paint)),
    ...labelled("said by", saidBy(entry), paint),
    ...(entry.origin === undefined ? [] : labelled("origin", entry.origin, paint)),
    ...(entry.rule_in === undefined ? [] : labelled("rule in", entry.rule_in, paint)),
  ];
}

/** One entry before a decision on it alone. */
export function entryText(entry: EntryView, paint: Paint): string {
  const lines = [titleOf(entry, paint), "", ...entryLines(entry, paint), "", placeOf(entry, paint)];
  return `${lines.join("\n")}\n\n`;
}

const waitsLine = ({ since, days }: Pick<QueueItem, "since" | "days">, paint: Paint): string[] =>
  labelled("waits", `since ${since.slice(0, 10)} (${age(days)})`, paint);

function questionItem(item: QuestionItem, paint: Paint): string[] {
  return [titleOf(item, paint), "", ...entryLines(item, paint), ...waitsLine(item, paint), "", placeOf(item, paint)];
}

function askItem(item: AskItem, paint: Paint): string[] {
  const blocks = labelled("blocks", item.blocks, paint);
  return [
    titleOf(item, paint),
    "",
    ...entryLines(item, paint),
    ...blocks,
    ...waitsLine(item, paint),
    "",
    placeOf(item, paint),
  ];
}

function factsItem(item: FactsItem, paint: Paint): string[] {
  return [
    titleOf(item, paint),
    "",
    ...entryLines(item, paint),
    ...item.missing.flatMap(({ question }, at) => labelled(at === 0 ? "not said" : "", question, paint)),
    ...waitsLine(item, paint),
    "",
    placeOf(item, paint),
  ];
}

function entryItem(item: EntryItem, paint: Paint): string[] {
  const { why, near, means } = item;
  return [
    titleOf(item, paint),
    "",
    ...entryLines(item, paint),
    ...waitsLine(item, paint),
    ...(why === undefined ? [] : labelled("because", why, paint)),
    ...near.flatMap((one) => labelled(one.relation, `${one.ref} "${one.text}"`, paint)),
    ...means.flatMap((text, at) => labelled(at === 0 ? "approving" : "", text, paint)),
    "",
    placeOf(item, paint),
  ];
}

const side = (name: string, entry: EntryView, paint: Paint): string[] => [
  `${paint.strong(name)}  ${titleOf(entry, paint)}`,
  ...entryLines(entry, paint),
  placeOf(entry, paint),
];

function pairItem(item: PairItem, paint: Paint): string[] {
  const { first, second, differs } = item;
  return [
    ...side("First ", first, paint),
    "",
    ...side("Second", second, paint),
    "",
    ...differs.slice(0, 3).flatMap((text, at) => labelled(at === 0 ? "they differ" : "", text, paint)),
    ...waitsLine(item, paint),
  ];
}

function versionItem(
  { id, change_summary, operations, stale, diff, words, replay = [], since, days }: VersionItem,
  paint: Paint,
): string[] {
  return [
    `${paint.accent(id)}  ${change_summary}`,
    paint.faint(`  waits since ${since.slice(0, 10)} (${age(days)})${stale ? "; the rules changed since" : ""}`),
    "",
    ...diffLines(diff, paint),
    "",
    paint.strong("Why"),
    ...operations.flatMap((op) => operationLines(op, paint, words)),
    ...(replay.length === 0
      ? []
      : ["", paint.strong("Looking back"), ...replay.flatMap((line) => indented(line, 2, paint))]),
  ];
}

function unprovenItem({ id, target, text, instead_of, since, days }: UnprovenItem, paint: Paint): string[] {
  return [
    ...indented(text, 2, paint).map(paint.strong),
    "",
    ...labelled("stands in", target, paint),
    ...labelled("since", `version ${id}, ${since.slice(0, 10)} (${age(days)})`, paint),
    ...(instead_of === undefined ? [] : labelled("instead of", `a rule of ${instead_of}`, paint)),
    ...labelled("unproven", "It was changed by hand, and nobody is proven to have done so.", paint),
    ...labelled(
      "to keep",
      `A person listed under people takes it here, or commits ${target} with their own address.`,
      paint,
    ),
  ];
}

function fileItem(item: FileItem, paint: Paint): string[] {
  const { id, text, bytes, sha256 } = item;
  return [
    `${paint.accent(item.ref)}  ${printable(id)}`,
    "",
    ...text.split("\n").flatMap((line) => (line.trim() === "" ? [""] : indented(printable(line), 2, paint))),
    "",
    ...labelled("content", `${bytes} bytes, sha256 ${sha256}`, paint),
    ...waitsLine(item, paint),
    ...labelled(
      "approving",
      "What it says is found by recall and context, as a file's words, until it changes.",
      paint,
    ),
    ...labelled("to read it", "Only its beginning stands here: open the file to see all of it.", paint),
  ];
}

/** A file before a decision on it alone. */
export const fileItemText = (item: FileItem, paint: Paint): string => `${fileItem(item, paint).join("\n")}\n\n`;

const KINDS: Readonly<Record<QueueItem["kind"], string>> = {
  ask: "an agent asks you",
  question: "how it turned out",
  facts: "facts that are missing",
  entry: "entry to review",
  version: "version of the rules",
  unproven: "rule that somebody changed by hand",
  file: "file from elsewhere",
  contested: "contested pair",
  recurrence: "possible repeat",
  same: "maybe the same",
  overturn: "maybe taken back",
};

/** How the first of a pair stands to the second. */
const RELATIONS: Readonly<Record<PairItem["kind"], string>> = {
  contested: "contests",
  recurrence: "repeats?",
  same: "same?",
  overturn: "undoes?",
};

/** One thing that waits, as it fills a screen; `at` counts from 1. */
export function queueItemText({ item, at, of }: { item: QueueItem; at: number; of: number }, paint: Paint): string {
  return `\n${ruler(`${at} of ${of} · ${KINDS[item.kind]}`, paint)}\n${bodyOf(item, paint).join("\n")}\n\n`;
}

function bodyOf(item: QueueItem, paint: Paint): string[] {
  switch (item.kind) {
    case "ask":
      return askItem(item, paint);
    case "question":
      return questionItem(item, paint);
    case "facts":
      return factsItem(item, paint);
    case "entry":
      return entryItem(item, paint);
    case "version":
      return versionItem(item, paint);
    case "unproven":
      return unprovenItem(item, paint);
    case "file":
      return fileItem(item, paint);
    default:
      return pairItem(item, paint);
  }
}

/** What is asked about the thing on the screen. */
export function askOf(item: QueueItem): string {
  switch (item.kind) {
    case "ask":
      return "What is your answer?";
    case "question":
      return item.ask;
    case "facts":
      return "Can you say more about it?";
    case "entry":
      return "May it be used?";
    case "version":
      return "Shall it be in force?";
    case "unproven":
      return "Is it yours?";
    case "file":
      return "May it be read as knowledge?";
    default:
      return pairAsk(item.kind);
  }
}

/** The question and the keys that answer it, over as many lines as they take; a key stays with its word. */
export function keysText({ ask, keys }: { ask: string; keys: readonly ReviewKey[] }, paint: Paint): string {
  const room = Number.isFinite(paint.width) ? Math.max(20, paint.width - 2) : paint.width;
  const lines: string[][] = [[]];
  let used = 0;
  for (const { key, word } of keys) {
    const wide = key.length + word.length + 4;
    if (used > 0 && used + wide > room) {
      lines.push([]);
      used = 0;
    }
    used += wide;
    lines.at(-1)?.push(`${paint.accent(key)} ${word}`);
  }
  const rows = lines.map((line) => `  ${line.join(" · ")}\n`).join("");
  return `${indented(ask, 2, paint).map(paint.strong).join("\n")}\n${rows}`;
}

/** What each key does. */
export function keysHelp(keys: readonly ReviewKey[], paint: Paint): string {
  const wide = Math.max(...keys.map(({ word }) => word.length)) + 2;
  const column = 2 + 7 + wide;
  const rows = keys.flatMap(({ key, word, means }) => {
    const [first = "", ...rest] = indented(means, column, paint);
    return [`  ${paint.accent(key.padEnd(7))}${word.padEnd(wide)}${first.trimStart()}`, ...rest];
  });
  return `\n${rows.join("\n")}\n\n`;
}

/** `tenet resolve a b --both`, `tenet resolve a b --unrelated`: the words they begin with stand once. */
function inOneLine(commands: readonly string[]): string {
  const [first = [], ...rest] = commands.map((command) => command.split(" "));
  const differs = first.findIndex((word, at) => rest.some((words) => words[at] !== word));
  const same = differs === -1 ? first.length : differs;
  return [...first.slice(0, same), [first, ...rest].map((words) => words.slice(same).join(" ")).join(" | ")]
    .join(" ")
    .trimEnd();
}

/** What decides it where nobody can be asked; what only a person at a terminal decides has no such line. */
function answersLine(item: QueueItem, paint: Paint): string[] {
  if (!("answers" in item)) return [];
  // A pair may be decided either way round.
  const ways = item.answers.reduce<Map<string, string[]>>((found, answer) => {
    const about = answer.split(" ").slice(0, 4).join(" ");
    return found.set(about, [...(found.get(about) ?? []), answer]);
  }, new Map());
  const lines = "first" in item ? [...ways.values()].map(inOneLine) : [inOneLine(item.answers)];
  return lines.flatMap((line) => indented(line, 7, paint)).map(paint.faint);
}

function listLines(item: QueueItem, paint: Paint): string[] {
  const days = age(item.days).padStart(8);
  const room = Number.isFinite(paint.width) ? Math.max(20, paint.width - 32) : Number.POSITIVE_INFINITY;
  const text = (said: string) => cut(oneLine(said), room);
  const row = (ref: string, kind: string, said: string) =>
    `${paint.accent(ref.padEnd(5))}  ${kind.padEnd(9)}  ${days}  ${text(said)}`;
  switch (item.kind) {
    case "version":
      return [row(item.ref, "version", item.change_summary)];
    case "unproven":
      return [row(item.ref, "unproven", `"${item.text}"`)];
    case "file":
      return [row(item.ref, "file", printable(item.id))];
    case "entry":
      return [row(item.ref, item.tier, `"${item.text}"`)];
    case "ask":
      return [row(item.ref, "asks", `"${item.text}"`)];
    case "question":
      return [row(item.ref, item.about === "stick" ? "held?" : "result?", `"${item.text}"`)];
    case "facts":
      return [row(item.ref, "facts", `"${item.text}"`)];
    default: {
      const { kind, first, second } = item;
      return [
        row(first.ref, RELATIONS[kind], `"${first.text}"`),
        `${paint.accent(second.ref.padEnd(5))}${" ".repeat(23)}${text(`"${second.text}"`)}`,
      ];
    }
  }
}

/** What was decided just now. */
export function doneText(says: string, paint: Paint): string {
  const [first = "", ...rest] = indented(withShortIds(says), 2, paint);
  return `${[`${paint.good("✓")} ${first.slice(2)}`, ...rest].join("\n")}\n`;
}

/** Everything that waits, a line each; exactly what there is to decide, and nothing when nothing waits. */
export function queueText({ queue, contacts }: ReviewQueue, paint: Paint): string {
  const rest = contactsText(contacts);
  if (queue.length === 0) return rest === "" ? "Nothing waits for a person.\n" : rest;
  const lines = queue.flatMap((item) => [...listLines(item, paint), ...answersLine(item, paint)]);
  const decide =
    "T and V stand for your own words and a verdict. A person goes through all of it at a terminal: tenet review";
  return `${[...lines, ...indented(decide, 0, paint).map(paint.faint)].join("\n")}\n${rest}`;
}

/** What waits of contacts and is not shown here. */
function contactsText(contacts: ReviewQueue["contacts"]): string {
  const says = waitingContactsText(contacts ?? []);
  return says === undefined ? "" : `${says}\n`;
}

/** What a decision did to an entry. */
export function reviewedText({ decision, id, state, by, says, file, line, recorded }: Reviewed, paint: Paint): string {
  const ref = paint.accent(refOf(id));
  const now = state.replaceAll("_", " ");
  if (decision === "unchanged") return `${ref} is ${now} already. Nothing was changed.\n`;
  return `${ref} is ${paint.strong(now)}, decided by ${by}. ${says}  ${paint.faint(`${file}:${line}`)}\n${recordedText(recorded, paint)}`;
}

/** What a decision did to a file from elsewhere. */
export function fileReviewedText({ says, by, recorded }: FileReviewed, paint: Paint): string {
  return `${says} Decided by ${by}.\n${recordedText(recorded, paint)}`;
}

/** A page before one word decides on all of it. */
export function pageText({ items, more }: { items: readonly EntryItem[]; more: number }, paint: Paint): string {
  const lines = items.flatMap((item) => [titleOf(item, paint), ...entryLines(item, paint), placeOf(item, paint), ""]);
  const rest = more === 0 ? [] : [`${more} more wait; they are not decided with this page.`];
  return `${[...lines, ...rest].join("\n")}\n`;
}

/** How a round through the queue ended. */
export function roundText({
  decided,
  left,
  contacts,
}: {
  decided: readonly unknown[];
  left: number;
  contacts?: ReviewQueue["contacts"];
}): string {
  const rest = contactsText(contacts);
  if (decided.length + left === 0) return rest === "" ? "Nothing waits for a person.\n" : rest;
  return `${decided.length} decided, ${left === 0 ? "nothing waits any more" : `${left} still ${left === 1 ? "waits" : "wait"}`}.\n${rest}`;
}
