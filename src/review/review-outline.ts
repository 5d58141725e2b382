/** Says what waits for a person, and what they decided. */

import { recordedOutline } from "../capture/decisions/recorded-outline.js";
import { waitingContactsText } from "../contacts/waiting.js";
import { refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import { reviewText } from "../entry/states.js";
import type { Worded } from "../steps.js";
import {
  accent,
  type Block,
  columnsOf,
  faint,
  gap,
  good,
  line,
  type Outline,
  strong,
} from "../text/outline/outline.js";
import { isBeside, type ReviewKey } from "./policy/review-keys.js";
import { listRow } from "./queue/queue-item-outline.js";
import type { QueueItem, Reviewed, ReviewQueue } from "./review-schemas.js";

/** The question with the keys that decide nothing, and in a second line the answers. */
export function keysOutline({ ask, keys }: { ask: string; keys: readonly ReviewKey[] }): Outline {
  const beside = keys.filter(isBeside).map(({ key, word }) => `${key}: ${word}`);
  const answers = keys.filter((one) => !isBeside(one)).flatMap(({ key, word }) => [accent(key), ` ${word}   `]);
  return [line([strong(ask), faint(`   ${beside.join(" · ")}`)], { indent: 2 }), line(answers, { indent: 2 })];
}

/** What each key does. */
export function keysHelp(keys: readonly ReviewKey[]): Outline {
  const columns = columnsOf({ key: "id", word: "id", "what it does": "text" });
  const rows = keys.map(({ key, word, means }) => ({ cells: [accent(key), word, means] }));
  return [gap, { kind: "table", bare: true, indent: 2, columns, rows }, gap];
}

/** The one line that decides it off a terminal, a pair either way round; what only a person decides has none. */
function answerLine(item: Worded<QueueItem>): string | undefined {
  if (!("answers" in item)) return undefined;
  const [straight, turned] = item.answers;
  return turned === undefined ? straight : `${straight} (or ${turned})`;
}

/** What the placeholders of the printed commands stand for. */
function legendOf(answers: readonly (string | undefined)[]): Block {
  const has = (placeholder: RegExp) => answers.some((one) => one !== undefined && placeholder.test(one));
  const words = [...(has(/ T\b/) ? ["T: your words"] : []), ...(has(/ V\b/) ? ["V: a verdict"] : [])].join(", ");
  return line(faint(`${words === "" ? "" : `${words}. `}At a terminal: tenet review`));
}

/** What was decided just now. */
export const doneOutline = (says: string): Outline => [line([good("✓"), ` ${withShortIds(says)}`], { hang: 2 })];

const NOTHING = line("Nothing waits for a person.");

/** Everything that waits, a row each; exactly what there is to decide, and nothing when nothing waits. */
export function queueOutline({ queue, ...besides }: Worded<ReviewQueue>): Outline {
  const rest = besidesOutline(besides);
  if (queue.length === 0) return rest.length === 0 ? [NOTHING] : rest;
  const columns = [
    { name: "entry", kind: "id" },
    { name: "kind", kind: "id" },
    { name: "waits", kind: "number" },
    { name: "what", kind: "text", cut: true },
  ] as const;
  const rows = queue.map((item) => {
    const answers = answerLine(item);
    return answers === undefined ? { cells: listRow(item) } : { cells: listRow(item), under: [faint(answers)] };
  });
  return [{ kind: "table", bare: true, beneath: 7, columns, rows }, legendOf(queue.map(answerLine)), ...rest];
}

/** What waits of contacts, which is not shown here. */
const besidesOutline = ({ contacts = [] }: Omit<ReviewQueue, "queue">): Outline => {
  const says = waitingContactsText(contacts);
  return says === undefined ? [] : [line(says)];
};

/** What a decision did to an entry. */
export function reviewedOutline({ decision, id, state, by, says, file, line: at, recorded }: Reviewed): Outline {
  const ref = accent(refOf(id));
  const now = reviewText(state);
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
  const waits = left === 0 ? "nothing else waits" : `${left} still ${left === 1 ? "waits" : "wait"}`;
  return [line(`${decided.length} decided, ${waits}.`), ...rest];
}
