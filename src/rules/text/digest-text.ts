import { withShortIds } from "../../capture/capture-text.js";
import { tailOf } from "../../entry/entry.js";
import type { Paint } from "../../text/paint.js";
import { printable } from "../../text/printable.js";
import type { Digested, Proposed } from "../digest.js";
import { TARGETS } from "../policy/rule.js";
import type { Operation } from "../versions/version.js";

/** More than anybody reads; a program gets all of them. */
const MOST_LEFT = 12;

const SIGN = { add: "+", update: "~", delete: "-", keep: " " } as const;

/** One operation: its sign, the line, its ids, and beneath it the reason. */
export function operationLines(op: Operation, paint: Paint): string[] {
  const colour = op.op === "add" ? paint.good : op.op === "delete" ? paint.bad : paint.warn;
  const ids = op.ids.map((id) => tailOf(id).toLowerCase()).join(" ");
  const moved = op.from === undefined ? "" : ` (from ${op.from})`;
  const before = op.before === undefined || op.before === op.text ? [] : [`      was "${printable(op.before)}"`];
  return [
    `  ${colour(`${SIGN[op.op]} ${printable(op.text)}`)}  ${paint.faint(ids)}${moved}`,
    ...before.map((line) => paint.faint(line)),
    paint.faint(`      ${printable(op.because)}`),
  ];
}

function byFile(operations: readonly Operation[], paint: Paint): string[] {
  return TARGETS.flatMap((target) => {
    const here = operations.filter((op) => op.target === target);
    return here.length === 0 ? [] : [paint.strong(target), ...here.flatMap((op) => operationLines(op, paint))];
  });
}

function part(title: string, operations: readonly Operation[], paint: Paint): string[] {
  return operations.length === 0 ? [] : [title, ...byFile(operations, paint), ""];
}

/** What a digest did, or with `--dry-run` would do: what takes effect, what waits, what stays out and why. */
export function digestText(data: Digested, paint: Paint): string {
  const of = (fate: Proposed["fate"]) => data.operations.filter((op) => op.fate === fate);
  const dry = data.dry_run;
  const [now, waiting] = [of("active"), of("pending")];
  const version = data.version === undefined ? "" : ` ${data.version}`;
  const pending = data.pending === undefined ? "" : ` ${data.pending}`;
  const lines = [
    ...part(
      dry ? "People changed by hand, and it would be taken over:" : "Taken over from people's own edits:",
      data.adopted,
      paint,
    ),
    ...part(dry ? "Would take effect:" : `In force as version${version}, from the next session on:`, now, paint),
    ...part(dry ? "Would wait for a person:" : `Waits for a person as version${pending}:`, waiting, paint),
    ...(now.length + waiting.length + data.adopted.length === 0
      ? [
          data.kept === 0
            ? "Nothing has proved itself yet."
            : `Nothing to change: ${data.kept} ${data.kept === 1 ? "rule stands" : "rules stand"}.`,
        ]
      : []),
    ...(data.left.length === 0
      ? []
      : [
          paint.strong("Stays out"),
          ...data.left
            .slice(0, MOST_LEFT)
            .map(({ id, because }) => `  ${tailOf(id).toLowerCase()}  ${withShortIds(printable(because))}`),
          ...(data.left.length > MOST_LEFT ? [paint.faint(`  and ${data.left.length - MOST_LEFT} more (--json)`)] : []),
        ]),
    ...(data.near.length === 0
      ? []
      : [
          paint.strong("Nearly there"),
          ...data.near.map(
            ({ id, text, missing }) =>
              `  ${tailOf(id).toLowerCase()}  ${missing.join(", ")}  ${paint.faint(`"${printable(text)}"`)}`,
          ),
        ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
