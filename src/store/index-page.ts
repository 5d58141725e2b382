/** Generates `memory/learning/index.md`: live entries, questions, undecided pairs. The same tree gives the same bytes. */
import type { EntryType } from "../entry/entry.js";
import { isApproved, isLive } from "../entry/gates/visible.js";
import { bornAt, openQuestions, type QuestionDays, questionDays } from "../entry/lessons.js";
import { isRefuted, openPairs } from "../entry/near/pairs.js";
import { LEARNING_TYPES, RECORD_TYPES } from "../entry/record-types.js";
import { DAY_MS } from "../text/durations.js";
import { neutral } from "../text/markdown.js";
import { counted, titled } from "../text/paint.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import { readDisposable, writeDisposable } from "./files/disposable.js";
import { isLink } from "./records/scan.js";
import type { Store } from "./store.js";
import type { Workspace } from "./workspace.js";

/** Entries of one type shown in full; the rest is a count, so that the page stays readable. */
const MAX_SHOWN = 200;
const MAX_DUE = 100;

function day(timestamp: string, plusDays: number): string {
  return new Date(Date.parse(timestamp) + plusDays * DAY_MS).toISOString().slice(0, 10);
}

function linkTo(head: EntryMeta): string {
  const inside = head.file.replace(/^memory\/(learning\/)?/, (_, learning) => (learning === undefined ? "../" : ""));
  return `[${head.id}](${inside})`;
}

function shownText(head: EntryMeta): string {
  return head.review?.state === "sensitive" ? "(sensitive)" : neutral(head.text);
}

function lineOf(head: EntryMeta): string {
  const marks: (string | undefined)[] = [head.stakes, head.tier === "self" ? undefined : head.tier];
  if (head.status !== "active" && head.status !== "resolved") marks.push(head.status);
  if (head.outcome !== undefined) marks.push(head.outcome);
  if (head.verdict !== undefined) marks.push(head.verdict);
  if (head.stick !== undefined) marks.push(head.stick.verdict);
  if (!isApproved(head) && head.review !== undefined) marks.push(head.review.state.replaceAll("_", " "));
  return `- ${linkTo(head)} (${marks.filter((mark) => mark !== undefined).join(", ")}) ${shownText(head)}`;
}

const datesOf = (since: string, days: readonly number[]): string => days.map((one) => day(since, one)).join(", ");

function dueSection(tree: PageTree, limits: QuestionDays): string[] {
  const waiting = openQuestions(tree).filter((head) => questionDays(head, limits).length > 0);
  if (waiting.length === 0) return [];
  const lines = waiting
    .slice(0, MAX_DUE)
    .map((head) => `- ${linkTo(head)} ${datesOf(bornAt(head), questionDays(head, limits))}`);
  const more = waiting.length - lines.length;
  return ["## Asked about on", "", ...lines, ...(more > 0 ? [`- and ${more} more`] : []), ""];
}

/** Undecided pairs of near claims, the oldest first. */
function undecided(tree: PageTree): string[] {
  const pairs = openPairs(tree);
  if (pairs.length === 0) return [];
  const lines = pairs.slice(0, MAX_DUE).map(({ newer, older, near }) => {
    const beside = isRefuted(near) ? "corrects, perhaps," : "beside";
    return `- ${linkTo(newer)} ${shownText(newer)}\n  ${beside} ${linkTo(older)} ${shownText(older)}`;
  });
  const more = pairs.length - lines.length;
  return ["## Undecided", "", ...lines, ...(more > 0 ? [`- and ${more} more`] : []), ""];
}

/** The part of a tree that the page reads. */
type PageTree = Pick<Store, "head" | "naming" | "newest" | "size" | "tally" | "where" | "withAny">;
/** A tree before entries are hidden from its reader: the page lists only entries that anybody may read. */
type WholeTree = Pick<Store, "shownTo">;

/** The newest live entries of each type, newest first, as many as are shown. */
function newestOf(tree: PageTree, counts: ReadonlyMap<EntryType, number>): Map<EntryType, EntryMeta[]> {
  for (let most = 2 * LEARNING_TYPES.length * MAX_SHOWN; ; most *= 4) {
    const newest = new Map<EntryType, EntryMeta[]>(LEARNING_TYPES.map((type) => [type, []]));
    for (const head of tree.newest(most)) {
      const heads = newest.get(head.type);
      if (heads !== undefined && heads.length < MAX_SHOWN && isLive(head)) heads.push(head);
    }
    const isEnough = LEARNING_TYPES.every(
      (type) => (newest.get(type)?.length ?? 0) >= Math.min(MAX_SHOWN, counts.get(type) ?? 0),
    );
    if (isEnough || most >= tree.size) return newest;
  }
}

/** The page for a tree. `limits`: the ages at which entries are asked about. */
export function indexPage(whole: WholeTree, limits: QuestionDays): string {
  const tree: PageTree = whole.shownTo({});
  const live = new Map<EntryType, number>();
  for (const { head, count } of tree.tally()) {
    if (isLive(head)) live.set(head.type, (live.get(head.type) ?? 0) + count);
  }
  const counts = LEARNING_TYPES.map((type) => counted(live.get(type) ?? 0, type, RECORD_TYPES[type].plural));
  const newest = newestOf(tree, live);
  const sections = LEARNING_TYPES.flatMap((type) => {
    const newestOfType = newest.get(type) ?? [];
    if (newestOfType.length === 0) return [];
    const more = (live.get(type) ?? 0) - newestOfType.length;
    return [
      `## ${titled(RECORD_TYPES[type].plural)}`,
      "",
      ...newestOfType.map(lineOf),
      ...(more > 0 ? [`- and ${more} older: \`tenet list\``] : []),
      "",
    ];
  });
  const page = [
    "# Learnings",
    "",
    "Generated by tenet from the records beside it. Changes made here are lost.",
    "",
    `Live: ${counts.join(", ")}.`,
    "",
    ...undecided(tree),
    ...dueSection(tree, limits),
    ...sections,
  ];
  return `${page.join("\n").trimEnd()}\n`;
}

/** Writes the page where it differs. It can always be made again: a failure is no failure of the command. */
export function refreshIndexPage(ws: Workspace, tree: WholeTree, limits: QuestionDays): void {
  const page = indexPage(tree, limits);
  if (isLink(ws.indexPage) || readDisposable(ws.indexPage)?.toString("utf8") === page) return;
  writeDisposable(ws.indexPage, page, [ws.memory, ws.learning]);
}
