/** Says what waits for a person, and what they decided. */

import { refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import { recordedOutline } from "../store/decisions/recorded-outline.js";
import { waitingContactsText } from "../store/facts/waiting.js";
import { fullFilesText } from "../store/rules/full-files.js";
import { accent, columnsOf, faint, gap, good, line, type Outline, strong } from "../text/outline/outline.js";
import type { ReviewKey } from "./policy/review-keys.js";
import { listRows } from "./queue-item-outline.js";
import type { QueueItem, Reviewed, ReviewQueue } from "./review-schemas.js";

/** The question and the keys that answer it, over as many lines as they take; a key stays with its word. */
export const keysOutline = ({ ask, keys }: { ask: string; keys: readonly ReviewKey[] }): Outline => [
  line(strong(ask), { indent: 2 }),
  { kind: "list", flow: true, indent: 2, items: keys.map(({ key, word }) => ({ says: [accent(key), ` ${word}`] })) },
];

/** What each key does. */
export function keysHelp(keys: readonly ReviewKey[]): Outline {
  const columns = columnsOf({ key: "id", word: "id", "what it does": "text" });
  const rows = keys.map(({ key, word, means }) => ({ cells: [accent(key), word, means] }));
  return [gap, { kind: "table", bare: true, indent: 2, columns, rows }, gap];
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
function answerLines(item: QueueItem): string[] {
  if (!("answers" in item)) return [];
  if (!("first" in item || "written" in item)) return [inOneLine(item.answers)];
  // A pair may be decided either way round.
  const ways = item.answers.reduce<Map<string, string[]>>((byPair, answer) => {
    const about = answer.split(" ").slice(0, 4).join(" ");
    return byPair.set(about, [...(byPair.get(about) ?? []), answer]);
  }, new Map());
  return [...ways.values()].map(inOneLine);
}

/** What was decided just now. */
export const doneOutline = (says: string): Outline => [line([good("✓"), ` ${withShortIds(says)}`], { hang: 2 })];

const NOTHING = line("Nothing waits for a person.");

/** Everything that waits, a row each; exactly what there is to decide, and nothing when nothing waits. */
export function queueOutline({ queue, ...besides }: ReviewQueue): Outline {
  const rest = besidesOutline(besides);
  if (queue.length === 0) return rest.length === 0 ? [NOTHING] : rest;
  const columns = [
    { name: "entry", kind: "id" },
    { name: "kind", kind: "id" },
    { name: "waits", kind: "number" },
    { name: "what", kind: "text", cut: true },
  ] as const;
  const rows = queue.flatMap((item) => {
    const under = answerLines(item).map(faint);
    return listRows(item).map((cells, at, all) => (at === all.length - 1 ? { cells, under } : { cells }));
  });
  const decide =
    "T and V stand for your own words and a verdict. A person goes through all of it at a terminal: tenet review";
  return [{ kind: "table", bare: true, beneath: 7, columns, rows }, line(faint(decide)), ...rest];
}

/** What waits of contacts and is not shown here, and files that are full. */
const besidesOutline = ({ contacts = [], full = [] }: Omit<ReviewQueue, "queue">): Outline =>
  [waitingContactsText(contacts), fullFilesText(full)].flatMap((says) => (says === undefined ? [] : [line(says)]));

/** What a decision did to an entry. */
export function reviewedOutline({ decision, id, state, by, says, file, line: at, recorded }: Reviewed): Outline {
  const ref = accent(refOf(id));
  const now = state.replaceAll("_", " ");
  if (decision === "unchanged") return [line([ref, ` is ${now} already. Nothing was changed.`])];
  return [
    line([ref, " is ", strong(now), `, decided by ${by}. ${says}  `, faint(`${file}:${at}`)]),
    ...recordedOutline(recorded),
  ];
}

/** How a round through the queue ended. */
export function roundOutline({
  decided,
  left,
  ...besides
}: {
  decided: readonly unknown[];
  left: number;
} & Omit<ReviewQueue, "queue">): Outline {
  const rest = besidesOutline(besides);
  if (decided.length + left === 0) return rest.length === 0 ? [NOTHING] : rest;
  const waits = left === 0 ? "nothing waits any more" : `${left} still ${left === 1 ? "waits" : "wait"}`;
  return [line(`${decided.length} decided, ${waits}.`), ...rest];
}
