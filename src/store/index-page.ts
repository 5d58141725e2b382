/** `memory/learning/index.md`: what is alive, what is due when, what contradicts. Generated; the same tree gives the same bytes. */
import { lstatSync, readFileSync } from "node:fs";
import { type EntryType, isApproved, isLive } from "../entry/entry.js";
import { bornAt, openQuestions } from "../entry/lessons.js";
import { isRestricted } from "../entry/visible.js";
import { DAY_MS } from "../text/durations.js";
import type { EntryMeta } from "./cache/entry-meta.js";
import { writeDisposable } from "./files/disposable.js";
import type { Store } from "./store.js";
import type { Workspace } from "./workspace.js";

/** Entries of one type shown in full; the rest is a count, so that the page stays readable. */
const MAX_SHOWN = 200;
const MAX_DUE = 100;

/** Memories stand in files of their own, which people read as they are. */
const TITLES = [
  ["correction", "Corrections"],
  ["insight", "Insights"],
  ["outcome", "Outcomes"],
] as const;

/** Entry text between other Markdown: no mark in it may act. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

function day(timestamp: string, plusDays: number): string {
  return new Date(Date.parse(timestamp) + plusDays * DAY_MS).toISOString().slice(0, 10);
}

function linkTo(head: EntryMeta): string {
  const inside = head.file.replace(/^memory\/(learning\/)?/, (_, learning) => (learning === undefined ? "../" : ""));
  return `[${head.id}](${inside})`;
}

function shownText(head: EntryMeta): string {
  return head.review?.state === "sensitive" ? "\\[sensitive\\]" : plain(head.text);
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

function dueSection(tree: PageTree, days: readonly number[]): string[] {
  const waiting = openQuestions(tree);
  if (waiting.length === 0 || days.length === 0) return [];
  const lines = waiting.slice(0, MAX_DUE).map((head) => {
    return `- ${linkTo(head)} ${days.map((one) => day(bornAt(head), one)).join(", ")}`;
  });
  const more = waiting.length - lines.length;
  return ["## Asked about on", "", ...lines, ...(more > 0 ? [`- and ${more} more`] : []), ""];
}

function contestedSection(tree: PageTree): string[] {
  const lines = tree
    .withAny("contests")
    .filter(isLive)
    .flatMap((head) =>
      (head.contests ?? []).flatMap((id) => {
        const other = tree.head(id);
        if (other === undefined || !isLive(other) || isRestricted(head) || isRestricted(other)) return [];
        return [`- ${linkTo(head)} ${shownText(head)}\n  against ${linkTo(other)} ${shownText(other)}`];
      }),
    );
  return lines.length === 0 ? [] : ["## Contested", "", ...lines, ""];
}

/** What the page asks of a tree. */
export type PageTree = Pick<Store, "head" | "newest" | "size" | "tally" | "where" | "withAny">;

/** The newest live entries of each type, newest first, as many as are shown. */
function newestOf(tree: PageTree, counts: ReadonlyMap<EntryType, number>): Map<EntryType, EntryMeta[]> {
  for (let most = 2 * TITLES.length * MAX_SHOWN; ; most *= 4) {
    const found = new Map<EntryType, EntryMeta[]>(TITLES.map(([type]) => [type, []]));
    for (const head of tree.newest(most)) {
      const mine = found.get(head.type);
      if (mine !== undefined && mine.length < MAX_SHOWN && isLive(head)) mine.push(head);
    }
    const isEnough = TITLES.every(
      ([type]) => (found.get(type)?.length ?? 0) >= Math.min(MAX_SHOWN, counts.get(type) ?? 0),
    );
    if (isEnough || most >= tree.size) return found;
  }
}

/** The page for a tree. `days` are the ages at which outcomes are asked for. */
export function indexPage(tree: PageTree, days: readonly number[]): string {
  const live = new Map<EntryType, number>();
  for (const { head, count } of tree.tally("type", "status", "review")) {
    if (isLive(head)) live.set(head.type, (live.get(head.type) ?? 0) + count);
  }
  const counts = TITLES.map(([type, title]) => {
    const count = live.get(type) ?? 0;
    return `${count} ${count === 1 ? type : title.toLowerCase()}`;
  });
  const newest = newestOf(tree, live);
  const sections = TITLES.flatMap(([type, title]) => {
    const mine = newest.get(type) ?? [];
    if (mine.length === 0) return [];
    const more = (live.get(type) ?? 0) - mine.length;
    return [`## ${title}`, "", ...mine.map(lineOf), ...(more > 0 ? [`- and ${more} older: \`tenet list\``] : []), ""];
  });
  const page = [
    "# Learnings",
    "",
    "Generated by tenet from the records beside it. Changes made here are lost.",
    "",
    `Live: ${counts.join(", ")}.`,
    "",
    ...contestedSection(tree),
    ...dueSection(tree, days),
    ...sections,
  ];
  return `${page.join("\n").trimEnd()}\n`;
}

/** Writes the page where it differs. It can always be made again: a failure is no failure of the command. */
export function refreshIndexPage(ws: Workspace, tree: PageTree, days: readonly number[]): void {
  const page = indexPage(tree, days);
  if (isUpToDate(ws.indexPage, page)) return;
  writeDisposable(ws.indexPage, page, [ws.memory, ws.learning]);
}

function isUpToDate(path: string, page: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() || readFileSync(path, "utf8") === page;
  } catch {
    return false;
  }
}
