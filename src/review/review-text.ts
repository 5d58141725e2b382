/** What waits for a person, and what they decided, for a person. */

import { refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import { recordedText } from "../store/decisions/recorded-text.js";
import { waitingContactsText } from "../store/facts/waiting.js";
import { fullFilesText } from "../store/rules/full-files.js";
import { indented } from "../text/columns.js";
import type { Paint } from "../text/paint.js";
import type { ReviewKey } from "./policy/review-keys.js";
import { listLines } from "./queue-item-text.js";
import type { QueueItem, Reviewed, ReviewQueue } from "./review-schemas.js";

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
  const ways = item.answers.reduce<Map<string, string[]>>((byPair, answer) => {
    const about = answer.split(" ").slice(0, 4).join(" ");
    return byPair.set(about, [...(byPair.get(about) ?? []), answer]);
  }, new Map());
  const lines = "first" in item || "written" in item ? [...ways.values()].map(inOneLine) : [inOneLine(item.answers)];
  return lines.flatMap((line) => indented(line, 7, paint)).map(paint.faint);
}

/** What was decided just now. */
export function doneText(says: string, paint: Paint): string {
  const [first = "", ...rest] = indented(withShortIds(says), 2, paint);
  return `${[`${paint.good("✓")} ${first.slice(2)}`, ...rest].join("\n")}\n`;
}

/** Everything that waits, a line each; exactly what there is to decide, and nothing when nothing waits. */
export function queueText({ queue, ...besides }: ReviewQueue, paint: Paint): string {
  const rest = besidesText(besides);
  if (queue.length === 0) return rest === "" ? "Nothing waits for a person.\n" : rest;
  const lines = queue.flatMap((item) => [...listLines(item, paint), ...answersLine(item, paint)]);
  const decide =
    "T and V stand for your own words and a verdict. A person goes through all of it at a terminal: tenet review";
  return `${[...lines, ...indented(decide, 0, paint).map(paint.faint)].join("\n")}\n${rest}`;
}

/** What waits of contacts and is not shown here, and files that are full. */
function besidesText({ contacts = [], full = [] }: Omit<ReviewQueue, "queue">): string {
  const says = [waitingContactsText(contacts), fullFilesText(full)].filter((one) => one !== undefined);
  return says.map((one) => `${one}\n`).join("");
}

/** What a decision did to an entry. */
export function reviewedText({ decision, id, state, by, says, file, line, recorded }: Reviewed, paint: Paint): string {
  const ref = paint.accent(refOf(id));
  const now = state.replaceAll("_", " ");
  if (decision === "unchanged") return `${ref} is ${now} already. Nothing was changed.\n`;
  return `${ref} is ${paint.strong(now)}, decided by ${by}. ${says}  ${paint.faint(`${file}:${line}`)}\n${recordedText(recorded, paint)}`;
}

/** How a round through the queue ended. */
export function roundText({
  decided,
  left,
  ...besides
}: {
  decided: readonly unknown[];
  left: number;
} & Omit<ReviewQueue, "queue">): string {
  const rest = besidesText(besides);
  if (decided.length + left === 0) return rest === "" ? "Nothing waits for a person.\n" : rest;
  return `${decided.length} decided, ${left === 0 ? "nothing waits any more" : `${left} still ${left === 1 ? "waits" : "wait"}`}.\n${rest}`;
}
