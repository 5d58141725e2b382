/** Two days of work in one daily log: every line that either side wrote, none that either removed, in the order of the clock. */
import { mergeLines } from "./merge-lines.js";

const BULLET = /^[-*+] (\d{1,2}:\d{2})\b/;

/** Merges the lines of a daily log. Never a conflict. */
export function mergeLog(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  return mergeLines(base, ours, theirs).flatMap((stretch) =>
    stretch.conflict ? union(stretch.base, stretch.ours, stretch.theirs) : stretch.lines,
  );
}

/** A bullet with the lines that belong to it; the first of a stretch may have no bullet. */
interface LogItem {
  time: string;
  lines: string[];
}

function union(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  let head = 0;
  while (head < ours.length && head < theirs.length && ours[head] === theirs[head]) head++;
  const room = Math.min(ours.length, theirs.length) - head;
  let tail = 0;
  while (tail < room && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail++;
  const middle = (lines: readonly string[]) => lines.slice(head, lines.length - tail);
  return [...ours.slice(0, head), ...byTheClock(base, middle(ours), middle(theirs)), ...ours.slice(ours.length - tail)];
}

function byTheClock(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const before = new Set(itemsOf(base).map(textOf));
  const [left, right] = [itemsOf(ours), itemsOf(theirs)];
  const leftTexts = new Set(left.map(textOf));
  const rightTexts = new Set(right.map(textOf));
  const kept = [...left, ...right].filter((item) => {
    const text = textOf(item);
    return !before.has(text) || (leftTexts.has(text) && rightTexts.has(text));
  });
  const unique = [...new Map(kept.map((item) => [textOf(item), item])).values()];
  unique.sort((a, b) => compare(a.time, b.time) || compare(textOf(a), textOf(b)));
  const lines = unique.flatMap((item) => item.lines);
  if ((ours.at(-1) === "" || theirs.at(-1) === "") && lines.at(-1) !== "") lines.push("");
  return lines;
}

function itemsOf(lines: readonly string[]): LogItem[] {
  const items: LogItem[] = [];
  for (const line of lines) {
    const time = BULLET.exec(line)?.[1];
    const last = items.at(-1);
    if (time !== undefined || last === undefined) items.push({ time: (time ?? "").padStart(5, "0"), lines: [line] });
    else last.lines.push(line);
  }
  for (const item of items) while (item.lines.length > 1 && item.lines.at(-1) === "") item.lines.pop();
  return items.filter((item) => item.lines.join("") !== "");
}

function textOf(item: LogItem): string {
  return item.lines.join("\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
