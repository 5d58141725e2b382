/** Builds the parts of every view of a version: its diff, the reason of each line, its effect on the past. */

import { indented } from "../../../text/columns.js";
import { type Paint, printable } from "../../../text/paint.js";
import type { EntryWords } from "../entry-words.js";
import type { Operation } from "../policy/version.js";
import { operationLines } from "./digest-text.js";

/** Lines under a title, behind an empty one; nothing where there are none. */
export const part = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

function diffLine(line: string, paint: Paint): string {
  if (/^(?:---|\+\+\+) /.test(line)) return paint.strong(line);
  if (line.startsWith("@@")) return paint.accent(line);
  if (line.startsWith("+")) return paint.good(line);
  return line.startsWith("-") ? paint.bad(line) : line;
}

function wrapped(line: string, { width }: Paint): string[] {
  if (line.length < width) return [line];
  const lines: string[] = [];
  let rest = line;
  for (let room = width - 1; rest.length > room; room = width - 4) {
    const space = rest.lastIndexOf(" ", room);
    const at = space > room / 2 ? space : room;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}

/** A diff as git shows it, one line each; on a screen a long one goes on beneath. */
export function diffLines(diff: string, paint: Paint): string[] {
  if (diff === "") return ["Nothing in the files changes."];
  return diff.split("\n").flatMap((line) => {
    const [first = "", ...rest] = wrapped(printable(line), paint);
    // A long rule goes on under its own text, in the colour of its sign.
    const sign = /^[+-]/.exec(line)?.[0] ?? " ";
    return [diffLine(first, paint), ...rest.map((more) => diffLine(`${sign}  ${more}`, paint).replace(sign, " "))];
  });
}

/** The reason of each line. */
export function whyLines(operations: readonly Operation[], paint: Paint, words: readonly EntryWords[] = []): string[] {
  return part(
    paint.strong("Why"),
    operations.flatMap((op) => operationLines(op, paint, words)),
  );
}

/** Its effect on the past. */
export function replayLines(replay: readonly string[], paint: Paint): string[] {
  return part(
    paint.strong("Looking back"),
    replay.flatMap((line) => indented(line, 2, paint)),
  );
}
