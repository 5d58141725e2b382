/** Says the parts of every view of a version: its operations, its diff, the reason of each line. */
import { refOf } from "../../entry/entry.js";
import { data, diff as diffBlock, faint, gap, heading, line, type Outline } from "../../text/outline/outline.js";
import { type EntryWords, wordsBeside } from "../planning/entry-words.js";
import type { Operation } from "../policy/version.js";

const SIGN = { add: "+", update: "~", delete: "-", keep: " " } as const;

/** Beneath the text of an operation. */
const BENEATH = { indent: 6 };

function operationOutline(op: Operation, words: readonly EntryWords[]): Outline {
  const tone = op.op === "add" ? "good" : op.op === "delete" ? "bad" : "warn";
  const movedFrom = op.from === undefined ? "" : ` (from ${op.from})`;
  const says = [data(`${SIGN[op.op]} ${op.text}`, tone), "  ", faint(op.ids.map(refOf).join(" ")), movedFrom];
  return [
    line(says, { indent: 2, hang: 2 }),
    ...(op.before === undefined || op.before === op.text ? [] : [line(data(`was "${op.before}"`, "faint"), BENEATH)]),
    ...wordsBeside(op, words).map(({ id, tier, text }) =>
      line([`${refOf(id)} ${tier} says `, data(`"${text}"`)], BENEATH),
    ),
    line(data(op.because, "faint"), BENEATH),
  ];
}

/** Each with its sign, the line, its ids, and beneath it what its entries say, where that differs, and the reason. */
export const operationsOutline = (operations: readonly Operation[], words: readonly EntryWords[] = []): Outline =>
  operations.flatMap((op) => operationOutline(op, words));

/** Blocks under a title, behind an empty line; nothing where there are none. */
export const part = (title: string, blocks: Outline): Outline =>
  blocks.length === 0 ? [] : [gap, heading(title), ...blocks];

/** The change of the files. */
export const diffOutline = (diff: string): Outline => [
  diff === "" ? line("Nothing in the files changes.") : diffBlock(diff),
];

/** The reason of each line. */
export const whyOutline = (operations: readonly Operation[], words: readonly EntryWords[] = []): Outline =>
  part("Why", operationsOutline(operations, words));
