/**
 * The texts of each kind of item in the review's queue: on a screen, as a question, as a line of a list. Called by
 * `review-text.ts` and the review.
 */
import { refOf } from "../entry/entry.js";
import { mergeMark } from "../entry/gates/unmerged.js";
import { pairAsk } from "../store/loop/heartbeat-items.js";
import { readLineRef } from "../store/records/peoples-lines.js";
import { diffLines, replayLines, whyLines } from "../store/rules/text/version-parts.js";
import { cut, indented, labelled } from "../text/columns.js";
import { counted, type Paint, printable } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { EntryItem, EntryView, HeardItem, LineItem, PairItem, QueueItem, UnprovenItem } from "./review-schemas.js";

/** The age of an item. */
const age = (days: number): string => (days === 0 ? "today" : counted(days, "day"));

function titleOf({ ref, type, stakes, doubts = [], unmerged }: EntryView, paint: Paint): string {
  const words = [type, ...(stakes === undefined ? [] : [`${stakes} stakes`]), ...doubts, ...mergeMark({ unmerged })];
  return `${paint.accent(ref)}  ${words.join(", ")}`;
}
const placeOf = ({ file, line }: EntryView, paint: Paint): string => paint.faint(`  ${file}:${line}`);

function saidBy({ agent, source, at, tier }: EntryView): string {
  const who = source === undefined || source === agent || source === "self" ? agent : `${source}, told to ${agent}`;
  return `${who}, ${at.slice(0, 10)}, tier ${tier}`;
}

/** An entry with all fields of its author. */
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

const waitsLine = ({ since, days }: Pick<QueueItem, "since" | "days">, paint: Paint): string[] =>
  labelled("waits", `since ${since.slice(0, 10)} (${age(days)})`, paint);

/** Several texts under one label. */
const rows = (label: string, texts: readonly string[], paint: Paint): string[] =>
  texts.flatMap((text, at) => labelled(at === 0 ? label : "", text, paint));

/** An entry with the lines of its kind. */
function entryBody(
  item: EntryView & Pick<QueueItem, "since" | "days">,
  paint: Paint,
  { before = [], behind = [] }: { before?: readonly string[]; behind?: readonly string[] } = {},
): string[] {
  const lines = [...entryLines(item, paint), ...before, ...waitsLine(item, paint), ...behind];
  return [titleOf(item, paint), "", ...lines, "", placeOf(item, paint)];
}

function unprovenBody(item: UnprovenItem, paint: Paint): string[] {
  const { id, target, text, instead_of, since, days, not_merged } = item;
  return [
    ...indented(text, 2, paint).map(paint.strong),
    "",
    ...labelled("stands in", target, paint),
    ...labelled("since", `version ${id}, ${since.slice(0, 10)} (${age(days)})`, paint),
    ...(instead_of === undefined ? [] : labelled("instead of", `a rule of ${instead_of}`, paint)),
    ...labelled("unproven", "It was changed by hand, and no person is known to have decided so.", paint),
    ...(not_merged === undefined
      ? labelled("to keep", "A person takes it here.", paint)
      : labelled("not merged", `It counts once it is merged into ${not_merged}.`, paint)),
  ];
}

const side = (name: string, entry: EntryView, paint: Paint): string[] => [
  `${paint.strong(name)}  ${titleOf(entry, paint)}`,
  ...entryLines(entry, paint),
  placeOf(entry, paint),
];

/** The texts of one kind. */
interface KindText<I> {
  /** The title over its screen. */
  title: string;
  body(item: I, paint: Paint): string[];
  ask(item: I): string;
  /** In a list: its kind in a word, and its text. */
  short(item: I): readonly [kind: string, text: string];
}

const quoted = (text: string): string => `"${text}"`;
/** The quoted text with its marks first. */
function quotedView({ text, doubts = [], unmerged }: Pick<EntryView, "text" | "doubts" | "unmerged">): string {
  const marks = [...doubts, ...mergeMark({ unmerged })];
  return `${marks.length === 0 ? "" : `(${marks.join(", ")}) `}${quoted(text)}`;
}

function heardBody(item: HeardItem, paint: Paint): string[] {
  const { text, said_by, session, from, since, days } = item;
  return [
    ...indented(printable(text), 2, paint).map(paint.strong),
    "",
    ...(said_by === undefined ? [] : labelled("said by", said_by, paint)),
    ...labelled("heard", `${since.slice(0, 10)} (${age(days)}), in a ${from} of session ${printable(session)}`, paint),
    ...labelled("recorded", "by nobody: only what is kept here reaches the next session", paint),
  ];
}

function pairBody(item: PairItem, paint: Paint): string[] {
  return [
    ...side("First ", item.first, paint),
    "",
    ...side("Second", item.second, paint),
    "",
    ...judgedLines(item, paint),
    ...waitsLine(item, paint),
  ];
}

/** The differing words of two claims, a proposed answer, and the reason it was left open. */
function judgedLines({ differs, proposed, reason }: Pick<PairItem, "differs" | "proposed" | "reason">, paint: Paint) {
  const words = (mine: readonly string[]) => mine.join(" … ") || "nothing";
  const says = [`only the first: ${words(differs.new)}`, `only the second: ${words(differs.known)}`];
  const first = proposed?.first === undefined ? "" : `, ${nameOf(proposed.first)} first`;
  return [
    ...rows("they differ", says, paint),
    ...(proposed === undefined ? [] : labelled("proposed", `${proposed.by} says ${proposed.answer}${first}`, paint)),
    ...(reason === undefined ? [] : labelled("left open", reason, paint)),
  ];
}

const nameOf = (named: string): string => (readLineRef(named) === undefined ? refOf(named) : "the line");

function lineBody(item: LineItem, paint: Paint): string[] {
  const { file, line, text } = item.written;
  return [
    ...side("First ", item, paint),
    "",
    `${paint.strong("Second")}  ${paint.accent(`${file}:${line}`)}  ${paint.faint("written by people")}`,
    "",
    ...indented(text, 2, paint).map(paint.strong),
    "",
    ...judgedLines(item, paint),
    ...waitsLine(item, paint),
  ];
}

const KINDS: { readonly [K in QueueItem["kind"]]: KindText<QueueItem & { kind: K }> } = {
  ask: {
    title: "an agent asks you",
    body: (item, paint) => entryBody(item, paint, { before: labelled("blocks", item.blocks, paint) }),
    ask: () => "What is your answer?",
    short: ({ text }) => ["asks", quoted(text)],
  },
  question: {
    title: "how it turned out",
    body: (item, paint) => entryBody(item, paint),
    ask: ({ ask }) => ask,
    short: (item) => [item.about === "stick" ? "held?" : "result?", quotedView(item)],
  },
  facts: {
    title: "facts that are missing",
    body: (item, paint) => {
      const missing = item.missing.map(({ question }) => question);
      return entryBody(item, paint, { before: rows("not said", missing, paint) });
    },
    ask: () => "Can you say more about it?",
    short: (item) => ["facts", quotedView(item)],
  },
  entry: {
    title: "entry to review",
    body: (item, paint) => {
      const { why, near, means } = item;
      const behind = [
        ...(why === undefined ? [] : labelled("because", why, paint)),
        ...near.flatMap((one) => labelled(one.relation, `${one.ref} "${one.text}"`, paint)),
        ...rows("approving", means, paint),
      ];
      return entryBody(item, paint, { behind });
    },
    ask: () => "May it be used?",
    short: (item) => [item.tier, quotedView(item)],
  },
  version: {
    title: "version of the rules",
    body: ({ id, change_summary, operations, stale, diff, words, replay = [], since, days }, paint) => [
      `${paint.accent(id)}  ${change_summary}`,
      paint.faint(`  waits since ${since.slice(0, 10)} (${age(days)})${stale ? "; the rules changed since" : ""}`),
      "",
      ...diffLines(diff, paint),
      ...whyLines(operations, paint, words),
      ...replayLines(replay, paint),
    ],
    ask: () => "Shall it be in force?",
    short: ({ change_summary }) => ["version", change_summary],
  },
  unproven: {
    title: "rule that somebody changed by hand",
    body: unprovenBody,
    ask: () => "Is it yours?",
    short: ({ text, not_merged }) => [not_merged === undefined ? "unproven" : "not merged", quoted(text)],
  },
  heard: {
    title: "heard and not recorded",
    body: heardBody,
    ask: () => "Shall it be remembered?",
    short: ({ text }) => ["heard", quoted(text)],
  },
  pair: {
    title: "near pair",
    body: pairBody,
    ask: pairAsk,
    short: ({ first, by }) => [by === "prior" ? "corrects?" : "near", quotedView(first)],
  },
  line: {
    title: "near a line of yours",
    body: lineBody,
    ask: pairAsk,
    short: (item) => [item.by === "prior" ? "corrects?" : "near", quotedView(item)],
  },
};

const textOf = ({ kind }: QueueItem): KindText<QueueItem> => KINDS[kind] as KindText<QueueItem>;

function ruler(title: string, paint: Paint): string {
  const width = Number.isFinite(paint.width) ? Math.min(paint.width, 100) : 72;
  return paint.faint(`── ${title} ${"─".repeat(Math.max(2, width - title.length - 4))}`);
}

/** One item as it fills a screen; `at` counts from 1. */
export function queueItemText({ item, at, of }: { item: QueueItem; at: number; of: number }, paint: Paint): string {
  return `\n${ruler(`${at} of ${of} · ${textOf(item).title}`, paint)}\n${textOf(item).body(item, paint).join("\n")}\n\n`;
}

/** The question about an item. */
export const askOf = (item: QueueItem): string => textOf(item).ask(item);

/** An item as lines of a list; a pair takes two. */
export function listLines(item: QueueItem, paint: Paint): string[] {
  const room = Number.isFinite(paint.width) ? Math.max(20, paint.width - 32) : Number.POSITIVE_INFINITY;
  const text = (said: string) => cut(oneLine(said), room);
  const ref = (name: string) => paint.accent(name.padEnd(5));
  const [kind, summary] = textOf(item).short(item);
  const first = "first" in item ? item.first.ref : item.ref;
  const line = `${ref(first)}  ${kind.padEnd(9)}  ${age(item.days).padStart(8)}  ${text(summary)}`;
  if ("written" in item) {
    const { file, line: number, text: lineText } = item.written;
    return [line, `${" ".repeat(28)}${text(`${file}:${number} ${quoted(lineText)}`)}`];
  }
  if (!("second" in item)) return [line];
  return [line, `${ref(item.second.ref)}${" ".repeat(23)}${text(quotedView(item.second))}`];
}

/** One entry before a decision on it alone. */
export function entryText(entry: EntryView, paint: Paint): string {
  const lines = [titleOf(entry, paint), "", ...entryLines(entry, paint), "", placeOf(entry, paint)];
  return `${lines.join("\n")}\n\n`;
}

/** A page before one word decides on all of it. */
export function pageText({ items, more }: { items: readonly EntryItem[]; more: number }, paint: Paint): string {
  const lines = items.flatMap((item) => [titleOf(item, paint), ...entryLines(item, paint), placeOf(item, paint), ""]);
  const rest = more === 0 ? [] : [`${more} more wait; they are not decided with this page.`];
  return `${[...lines, ...rest].join("\n")}\n`;
}
