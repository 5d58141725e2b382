/** What waits for a person, for a person: one at a time on a screen, or as a list. */

import { refOf } from "../entry/entry.js";
import { operationLines } from "../rules/text/digest-text.js";
import { diffLines } from "../rules/versions/versions-text.js";
import { cut, indented, labelled } from "../text/columns.js";
import { counted, type Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type {
  EntryItem,
  EntryView,
  PairItem,
  QueueItem,
  Reviewed,
  ReviewQueue,
  UnprovenItem,
  VersionItem,
} from "./review-schemas.js";

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

function entryItem(item: EntryItem, paint: Paint): string[] {
  const { why, since, days, near, means } = item;
  return [
    titleOf(item, paint),
    "",
    ...entryLines(item, paint),
    ...labelled("waits", `since ${since.slice(0, 10)} (${counted(days, "day")})`, paint),
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

function pairItem({ first, second, differs, days }: PairItem, paint: Paint): string[] {
  return [
    ...side("First ", first, paint),
    "",
    ...side("Second", second, paint),
    "",
    ...differs.slice(0, 3).flatMap((text, at) => labelled(at === 0 ? "they differ" : "", text, paint)),
    ...labelled("open", `for ${counted(days, "day")}`, paint),
  ];
}

function versionItem(
  { id, change_summary, operations, stale, diff, words, since, days }: VersionItem,
  paint: Paint,
): string[] {
  return [
    `${paint.accent(id)}  ${change_summary}`,
    paint.faint(
      `  waits since ${since.slice(0, 10)} (${counted(days, "day")})${stale ? "; the rules changed since" : ""}`,
    ),
    "",
    ...diffLines(diff, paint),
    "",
    paint.strong("Why"),
    ...operations.flatMap((op) => operationLines(op, paint, words)),
  ];
}

function unprovenItem({ id, target, text, instead_of, since, days }: UnprovenItem, paint: Paint): string[] {
  return [
    ...indented(text, 2, paint).map(paint.strong),
    "",
    ...labelled("stands in", target, paint),
    ...labelled("since", `version ${id}, ${since.slice(0, 10)} (${counted(days, "day")})`, paint),
    ...(instead_of === undefined ? [] : labelled("instead of", `a rule of ${instead_of}`, paint)),
    ...labelled("unproven", "It was changed by hand, and nobody is proven to have done so.", paint),
    ...labelled(
      "to keep",
      `A person listed under people takes it here, or commits ${target} with their own address.`,
      paint,
    ),
  ];
}

const KINDS: Readonly<Record<QueueItem["kind"], string>> = {
  entry: "entry to review",
  version: "version of the rules",
  unproven: "rule that somebody changed by hand",
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
  const body =
    item.kind === "entry"
      ? entryItem(item, paint)
      : item.kind === "version"
        ? versionItem(item, paint)
        : item.kind === "unproven"
          ? unprovenItem(item, paint)
          : pairItem(item, paint);
  return `\n${ruler(`${at} of ${of} · ${KINDS[item.kind]}`, paint)}\n${body.join("\n")}\n\n`;
}

const RESOLVE = "tenet resolve A B --supersedes | --both | --same | --recurrence | --unrelated | --later 5d";

function listLine(item: QueueItem, paint: Paint): string {
  const days = counted(item.days, "day").padStart(8);
  const room = Number.isFinite(paint.width) ? Math.max(20, paint.width - 32) : Number.POSITIVE_INFINITY;
  const text = (said: string) => cut(oneLine(said), room);
  if (item.kind === "version")
    return `${paint.accent(item.ref.padEnd(5))}  version   ${days}  ${text(item.change_summary)}`;
  if (item.kind === "unproven") return `${paint.accent(item.ref)}  unproven  ${days}  "${text(item.text)}"`;
  if (item.kind === "entry") return `${paint.accent(item.ref)}  ${item.tier.padEnd(8)}  ${days}  "${text(item.text)}"`;
  const { kind, first, second } = item;
  return [
    `${paint.accent(first.ref)}  ${RELATIONS[kind].padEnd(8)}  ${days}  "${text(first.text)}"`,
    `${paint.accent(second.ref)}${" ".repeat(22)}"${text(second.text)}"`,
  ].join("\n");
}

/** What was decided just now. */
export function doneText(says: string, paint: Paint): string {
  const [first = "", ...rest] = indented(says, 2, paint);
  return `${[`${paint.good("✓")} ${first.slice(2)}`, ...rest].join("\n")}\n`;
}

/** Everything that waits, a line each; exactly what there is to decide, and nothing when nothing waits. */
export function queueText({ queue }: ReviewQueue, paint: Paint): string {
  if (queue.length === 0) return "Nothing waits for a person.\n";
  const ways = queue.some((item) => "answers" in item) ? `; a pair also by ${RESOLVE}` : "";
  const decide = paint.faint(`A person decides at a terminal: tenet review${ways}`);
  return `${queue.map((item) => listLine(item, paint)).join("\n")}\n${decide}\n`;
}

/** What a decision did to an entry. */
export function reviewedText({ decision, id, state, by, says, file, line }: Reviewed, paint: Paint): string {
  const ref = paint.accent(refOf(id));
  const now = state.replaceAll("_", " ");
  if (decision === "unchanged") return `${ref} is ${now} already. Nothing was changed.\n`;
  return `${ref} is ${paint.strong(now)}, decided by ${by}. ${says}  ${paint.faint(`${file}:${line}`)}\n`;
}

/** How a round through the queue ended. */
export function roundText({ decided, left }: { decided: readonly unknown[]; left: number }): string {
  if (decided.length + left === 0) return "Nothing waits for a person.\n";
  return `${decided.length} decided, ${left} left.\n`;
}
