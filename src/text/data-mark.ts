/** Marks around quoted data in the briefs for rules, pages and imports: they keep the data apart from tenet's words. */
import { markOf } from "./fence.js";
import { printable } from "./paint.js";
import { oneLine } from "./shorten.js";

/** A text between its marks, which follow from it, so that no line of it can hold them. */
export function quotedData(body: string): string[] {
  const mark = `tenet-data-${markOf(body)}`;
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
