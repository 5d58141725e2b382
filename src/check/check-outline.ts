/** Says what a check found: one line a hit, in the form that editors and code hosts jump by. */
import { refOf } from "../entry/entry.js";
import { data, faint, good, line, type Outline, strong } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { Checked, SkippedFile } from "./check-schemas.js";

const WHY: Readonly<Record<SkippedFile["because"], string>> = {
  binary: "binary",
  large: "over 10 MB",
  link: "a link",
  "long-line": "a line is too long",
  time: "it took too long",
  unreadable: "cannot be read",
};

const MOST_NAMED = 5;

/** A name with a line end in it would look like two. */
const nameOf = (file: string): string => (file.includes("\n") ? JSON.stringify(file) : file);

function skippedOutline(skipped: readonly SkippedFile[]): Outline {
  if (skipped.length === 0) return [];
  const skippedNames = skipped.slice(0, MOST_NAMED).map(({ file, because }) => `${nameOf(file)} (${WHY[because]})`);
  const more = skipped.length > MOST_NAMED ? ` and ${skipped.length - MOST_NAMED} more` : "";
  return [line(`Not searched, or not to the end: ${skippedNames.join(", ")}${more}`)];
}

function summary({ hits, omitted, checks, files, skipped, broken }: Checked): string {
  if (checks === 0 && broken.length > 0) return "Nothing was checked.";
  if (checks === 0) return "Nothing to check: no approved entry says what breaks it in files.";
  const by = `${counted(checks, "check")}`;
  if (files === 0 && skipped.length > 0) return `Nothing was searched, ${by}.`;
  if (files === 0) return `Clean: ${by}, and none is about these files.`;
  const count = hits.length + omitted;
  if (count === 0) return `Clean: ${counted(files, "file")}, ${by}.`;
  const more = omitted > 0 ? `, of which ${omitted} are not listed` : "";
  return `${counted(count, "hit")} in ${counted(files, "file")}, ${by}${more}.`;
}

/** A hit: the forbidden text, its place, and the text to write instead. */
export function checkOutline(checked: Checked): Outline {
  const hits = checked.hits.map(({ id, file, line: at, text, instead }) => {
    const then = instead === undefined ? [] : [" → ", good(instead)];
    return line([strong(`${nameOf(file)}:${at}:`), " ", data(text), ...then, " ", faint(`(${refOf(id)})`)], {
      hang: 2,
    });
  });
  const brokenRefs = checked.broken.map(refOf).join(", ");
  return [
    ...hits,
    ...skippedOutline(checked.skipped),
    ...(brokenRefs === "" ? [] : [line(`Cannot be run: ${brokenRefs}. tenet verify says why.`)]),
    line(summary(checked)),
  ];
}
