/** Marks around quoted data in the briefs for rules and pages: they keep the data apart from tenet's words. */
import { createHash } from "node:crypto";
import { printable } from "./paint.js";
import { oneLine } from "./shorten.js";

/** A mark that no line of the text holds: it is made of the text itself. */
function markFor(body: string): string {
  for (let salt = 0; ; salt++) {
    const mark = `tenet-data-${createHash("sha256").update(`${salt}\n${body}`).digest("hex").slice(0, 16)}`;
    if (!body.includes(mark)) return mark;
  }
}

/** A text between its marks. */
export function quotedData(body: string): string[] {
  const mark = markFor(body);
  return [`<<<${mark}`, body, `${mark}>>>`];
}

/**
 * What the owner wants of whoever words something (`learning.instructions`), under a heading of its own; nothing where
 * nothing is stated. It stands in every brief.
 */
export function ownersInstructions(instructions: string | undefined): string[] {
  if (instructions === undefined) return [];
  const body = instructions.split("\n").map((line) => printable(oneLine(line)));
  return [
    "## What the owner wants",
    "",
    "Stated as learning.instructions in tenet.yaml. It says how to word things; every check holds all the same.",
    ...quotedData(body.join("\n").trim()),
    "",
  ];
}
