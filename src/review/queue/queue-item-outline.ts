/**
 * Says each kind of item in the review's queue: on a screen, as a question, as a row of a list. Called by
 * `review-outline.ts` and the review.
 */
import { refOf } from "../../entry/entry.js";
import { pairAsk } from "../../loop/due/heartbeat-items.js";
import { diffOutline, whyOutline } from "../../rules/text/version-outline.js";
import { isLineRef } from "../../store/records/peoples-lines.js";
import {
  accent,
  type Block,
  data,
  faint,
  field,
  gap,
  line,
  type Outline,
  type Said,
  strong,
  type Toned,
} from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import { oneLine } from "../../text/shorten.js";
import type { EntryView, HeardItem, LineItem, PairItem, QueueItem } from "../review-schemas.js";

/** The age of an item. */
const age = (days: number): string => (days === 0 ? "today" : counted(days, "day"));

const claim = (text: string): Block => line(data(text, "strong"), { indent: 2 });
/** A field where there is something to say. */
const some = (label: string, text: string | undefined): Outline => (text ? [field(label, data(text))] : []);
/** Several texts under one label. */
const several = (label: string, texts: readonly string[]): Outline =>
  texts.map((text, at) => field(at === 0 ? label : "", data(text)));

function titleOf({ ref, type, stakes, doubts = [], file, line: at }: EntryView): [Toned, string, Toned] {
  const words = [type, ...(stakes === undefined ? [] : [`${stakes} stakes`]), ...doubts];
  return [accent(ref), `  ${words.join(", ")}  `, faint(`${file}:${at}`)];
}

function saidBy({ agent, source, at, tier }: EntryView): string {
  const who = source === undefined || source === agent || source === "self" ? agent : `${source}, told to ${agent}`;
  return `${who}, ${at.slice(0, 10)}, tier ${tier}`;
}

/** An entry with all fields of its author. */
const authored = (entry: EntryView): Outline => [
  claim(entry.text),
  ...Object.entries(entry.says).map(([label, text]) => field(label, data(text))),
  ...some("at risk", entry.at_risk),
  field("said by", saidBy(entry)),
  ...some("origin", entry.origin),
  ...some("rule in", entry.rule_in),
];

/** Since when, unless since today. */
const waits = ({ since, days }: Pick<QueueItem, "since" | "days">): Outline =>
  days === 0 ? [] : [field("waits", `since ${since.slice(0, 10)} (${age(days)})`)];

/** An entry with the lines of its kind. */
const entryBody = (
  item: EntryView & Pick<QueueItem, "since" | "days">,
  { before = [], behind = [] }: { before?: Outline; behind?: Outline } = {},
): Outline => [line(titleOf(item)), ...authored(item), ...before, ...waits(item), ...behind];

const side = (name: string, entry: EntryView): Outline => [
  line([strong(name), "  ", ...titleOf(entry)], { hang: 8 }),
  ...authored(entry),
];

/** The words of one kind. */
interface KindWords<I> {
  /** The title over its screen. */
  title: string;
  body(item: I): Outline;
  ask(item: I): string;
  /** In a list: its kind in a word, and its text. */
  short(item: I): readonly [kind: string, text: string];
}

const quoted = (text: string): string => `"${text}"`;
/** The quoted text with its marks first. */
function quotedView({ text, doubts = [] }: Pick<EntryView, "text" | "doubts">): string {
  return `${doubts.length === 0 ? "" : `(${doubts.join(", ")}) `}${quoted(text)}`;
}

const heardBody = ({ text, said_by, session, from, since, days }: HeardItem): Outline => [
  claim(text),
  ...some("said by", said_by),
  field("heard", `${since.slice(0, 10)} (${age(days)}), in a ${from} of session ${session}`),
  field("recorded", "by nobody: only what is kept here reaches the next session"),
];

const pairBody = (item: PairItem): Outline => [
  ...side("First ", item.first),
  ...side("Second", item.second),
  ...judged(item),
  ...waits(item),
];

/** The differing words of two claims, and a proposed answer. */
function judged({ differs, proposed }: Pick<PairItem, "differs" | "proposed">): Outline {
  const words = (mine: readonly string[]) => mine.join(" … ") || "nothing";
  const says = [`only the first: ${words(differs.new)}`, `only the second: ${words(differs.known)}`];
  const first = proposed === undefined ? "" : `, ${nameOf(proposed.first)} first`;
  return [
    ...several("they differ", says),
    ...some("proposed", proposed && `${proposed.by ?? "somebody"} says ${proposed.answer}${first}`),
  ];
}

const nameOf = (named: string): string => (isLineRef(named) ? "the line" : refOf(named));

function lineBody(item: LineItem): Outline {
  const { file, line: at, text } = item.written;
  const head = line([strong("Second"), "  ", accent(`${file}:${at}`), "  ", faint("written by people")]);
  return [...side("First ", item), head, claim(text), ...judged(item), ...waits(item)];
}

const KINDS: { readonly [K in QueueItem["kind"]]: KindWords<QueueItem & { kind: K }> } = {
  ask: {
    title: "an agent asks you",
    body: (item) => entryBody(item, { before: [field("blocks", data(item.blocks))] }),
    ask: () => "What is your answer?",
    short: ({ text }) => ["asks", quoted(text)],
  },
  question: {
    title: "how it turned out",
    body: (item) => entryBody(item),
    ask: ({ ask }) => ask,
    short: (item) => [item.about === "stick" ? "held?" : "result?", quotedView(item)],
  },
  entry: {
    title: "entry to review",
    body: (item) => {
      const near = item.near.map((one) => field(one.relation, [`${one.ref} `, data(quoted(one.text))]));
      return entryBody(item, { behind: [...some("because", item.why), ...near, ...several("approving", item.means)] });
    },
    ask: () => "May it be used?",
    short: (item) => [item.tier, quotedView(item)],
  },
  version: {
    title: "version of the rules",
    body: ({ id, change_summary, operations, stale, diff, words, since, days }) => {
      const changed = stale ? "; the rules changed since" : "";
      return [
        line([accent(id), "  ", data(change_summary)]),
        line(faint(`waits since ${since.slice(0, 10)} (${age(days)})${changed}`), { indent: 2 }),
        gap,
        ...diffOutline(diff),
        ...whyOutline(operations, words),
      ];
    },
    ask: () => "Shall it be in force?",
    short: ({ change_summary }) => ["version", change_summary],
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
    short: ({ first, found }) => [found === "prior" ? "corrects?" : "near", quotedView(first)],
  },
  line: {
    title: "near a line of yours",
    body: lineBody,
    ask: pairAsk,
    short: (item) => [item.found === "prior" ? "corrects?" : "near", quotedView(item)],
  },
};

const wordsOf = ({ kind }: QueueItem): KindWords<QueueItem> => KINDS[kind] as KindWords<QueueItem>;

/** One item as it fills a screen; `at` counts from 1. */
export const queueItemOutline = ({ item, at, of }: { item: QueueItem; at: number; of: number }): Outline => [
  gap,
  line(strong(`${at} of ${of} · ${wordsOf(item).title}`)),
  ...wordsOf(item).body(item),
  gap,
];

/** The question about an item. */
export const askOf = (item: QueueItem): string => wordsOf(item).ask(item);

/** An item as one row of a list: its entry, its kind, its age and its text; of a pair both sides. */
export function listRow(item: QueueItem): Said[] {
  const [kind, summary] = wordsOf(item).short(item);
  const name = accent("first" in item ? item.first.ref : item.ref);
  return [name, kind, age(item.days), data(oneLine([summary, ...otherSide(item)].join(" | ")))];
}

function otherSide(item: QueueItem): string[] {
  if ("written" in item) return [`${item.written.file}:${item.written.line} ${quoted(item.written.text)}`];
  return "second" in item ? [`${item.second.ref} ${quotedView(item.second)}`] : [];
}

/** One entry before a decision on it alone. */
export const entryOutline = (entry: EntryView): Outline => [line(titleOf(entry)), ...authored(entry), gap];
