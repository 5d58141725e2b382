/** Renders a digest, its operations and its brief for a terminal. Called by every command that shows a version. */
import { refOf } from "../../../entry/entry.js";
import { withShortIds } from "../../../entry/short-ids.js";
import { ownersInstructions, quotedData } from "../../../text/data-mark.js";
import { type Paint, printable } from "../../../text/paint.js";
import { oneLine } from "../../../text/shorten.js";
import { type EntryWords, wordsBeside } from "../entry-words.js";
import { inOrder } from "../policy/rule.js";
import type { Operation } from "../policy/version.js";
import type { Brief, BriefEntry, Digested, Proposed } from "./digest-schemas.js";

/** Most lines for a person; a program gets all of them. */
const MOST_LEFT = 12;

const SIGN = { add: "+", update: "~", delete: "-", keep: " " } as const;

/** One operation: its sign, the line, its ids, and beneath it what its entries say, where that differs, and the reason. */
export function operationLines(op: Operation, paint: Paint, words: readonly EntryWords[] = []): string[] {
  const colour = op.op === "add" ? paint.good : op.op === "delete" ? paint.bad : paint.warn;
  const ids = op.ids.map(refOf).join(" ");
  const movedFrom = op.from === undefined ? "" : ` (from ${op.from})`;
  const before = op.before === undefined || op.before === op.text ? [] : [`      was "${printable(op.before)}"`];
  const wordingLines = wordsBeside(op, words).map(
    ({ id, tier, text }) => `      ${refOf(id)} ${tier} says "${printable(text)}"`,
  );
  return [
    `  ${colour(`${SIGN[op.op]} ${printable(op.text)}`)}  ${paint.faint(ids)}${movedFrom}`,
    ...before.map((line) => paint.faint(line)),
    ...wordingLines,
    paint.faint(`      ${printable(op.because)}`),
  ];
}

const headed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);

function byFile(operations: readonly Operation[], paint: Paint): string[] {
  return inOrder(operations.map(({ target }) => target)).flatMap((target) => {
    const operationsHere = operations.filter((op) => op.target === target);
    return operationsHere.length === 0
      ? []
      : [paint.strong(target), ...operationsHere.flatMap((op) => operationLines(op, paint))];
  });
}

function operationsPart(title: string, operations: readonly Operation[], paint: Paint): string[] {
  return operations.length === 0 ? [] : [title, ...byFile(operations, paint), ""];
}

/** What a digest did, or with `--dry-run` would do: what takes effect, what waits, what stays out and why. */
export function digestText(data: Digested, paint: Paint): string {
  const of = (fate: Proposed["fate"]) => data.operations.filter((op) => op.fate === fate);
  const dry = data.dry_run;
  const [now, waiting] = [of("active"), of("pending")];
  const version = data.version === undefined ? "" : ` ${data.version}`;
  const pending = data.pending === undefined ? "" : ` ${data.pending}`;
  const leftOutLines = data.left.map(({ id, because }) => `  ${refOf(id)}  ${withShortIds(printable(because))}`);
  const more = leftOutLines.length - MOST_LEFT;
  if (more > 0) leftOutLines.splice(MOST_LEFT, more, paint.faint(`  and ${more} more (--json)`));
  const near = data.near.map(
    ({ id, text, missing }) => `  ${refOf(id)}  ${missing.join(", ")}  ${paint.faint(`"${printable(text)}"`)}`,
  );
  const lines = [
    ...operationsPart(
      dry ? "People changed by hand, and it would be taken over:" : "Taken over from people's own edits:",
      data.adopted,
      paint,
    ),
    ...operationsPart(
      dry ? "Would take effect:" : `In force as version${version}, from the next session on:`,
      now,
      paint,
    ),
    ...operationsPart(dry ? "Would wait for a person:" : `Waits for a person as version${pending}:`, waiting, paint),
    ...(now.length + waiting.length + data.adopted.length === 0
      ? [
          data.kept === 0
            ? "Nothing has proved itself yet."
            : `Nothing to change: ${data.kept} ${data.kept === 1 ? "rule stands" : "rules stand"}.`,
        ]
      : []),
    ...headed(paint.strong("Stays out"), leftOutLines),
    ...headed(paint.strong("Nearly there"), near),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

const printLine = (text: string): string => printable(oneLine(text));

function entryLines({ id, type, tier, stakes, says, evidence }: BriefEntry): string[] {
  const source = `${refOf(id)} ${tier}`;
  const { sessions, worked, failed, held, said_again: again, origins, outcomes } = evidence;
  const facts = [
    `used in ${sessions} sessions (worked ${worked}, failed ${failed})`,
    ...(held === undefined ? [] : [`held ${held.slice(0, 10)}`]),
    ...(again === 0 ? [] : [`said again ${again} times`]),
    `${origins} ${origins === 1 ? "origin" : "origins"}`,
    ...outcomes.map(({ verdict, score }) => `outcome ${verdict}${score === undefined ? "" : ` ${score}/10`}`),
  ];
  return [
    `${source} | ${[type, ...(stakes === undefined ? [] : [stakes]), ...facts].join(", ")}`,
    ...says.map(({ field, text }) => `${source} | ${field}: ${printLine(text)}`),
    ...outcomes.flatMap(({ lesson }) =>
      lesson === undefined ? [] : [`${source} | lesson of an outcome: ${printLine(lesson)}`],
    ),
  ];
}

/** The whole brief: what to do, and between two marks the entries and the list to give back. */
export function briefText(brief: Brief): string {
  const { instructions, files, operations, entries, blocked, list, mode } = brief;
  const body = [
    "Entries (id, tier | field: text)",
    ...entries.flatMap(entryLines),
    "",
    "What the digest does, and why",
    ...operations.map(
      ({ op, target, ids, because, fate }) =>
        `${ids.map(refOf).join(" ")} | ${op} in ${target}, ${fate === "active" ? "takes effect" : "waits for a person"}: ${printLine(because)}`,
    ),
    ...(blocked.length === 0
      ? []
      : ["", "Stays out", ...blocked.map(({ id, because }) => `${refOf(id)} | ${printLine(because)}`)]),
    "",
    "The list, one rule a line (JSON, which is YAML)",
    "[",
    list.map((line) => `  ${printable(JSON.stringify(line))}`).join(",\n"),
    "]",
  ].join("\n");
  const room = files.map(({ target, rules, most }) => `${target} ${rules} of ${most}`).join(", ");
  return [
    "# Word these rules",
    "",
    ...instructions.map((line) => `- ${line}`),
    "",
    `Apply mode: ${mode}. Rules in force: ${room}.`,
    "",
    ...ownersInstructions(brief.owner_instructions),
    ...quotedData(body),
    "",
  ].join("\n");
}
