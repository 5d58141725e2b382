/** Scrubs golden questions and their results: the files stay readable. */

import type { Workspace } from "../store/workspace.js";
import { withReplacedLines } from "./scrub-records.js";
import type { TextMatcher } from "./text-matcher.js";

const QUESTION_FILE = /\.ya?ml$/i;
/** The text before a value: indent, list marks, a name. */
const VALUE = /^(\s*(?:-\s+)*(?:["']?[A-Za-z_]+["']?:\s+)?)(\S.*)$/;

/** Is this one of the files that {@link scrubGolden} writes? */
export function isGolden(ws: Workspace, path: string): boolean {
  return path === ws.goldenRuns || (path.startsWith(`${ws.goldenQuestions}/`) && QUESTION_FILE.test(path));
}

/** The bytes without the words; undefined where they hold none. A result keeps its other fields. */
export function scrubGolden(ws: Workspace, path: string, bytes: Uint8Array, matcher: TextMatcher, mark: string) {
  return withReplacedLines(bytes, (line) =>
    path === ws.goldenRuns ? resultWithout(line, matcher, mark) : valueWithout(line, matcher, mark),
  );
}

function resultWithout(line: string, matcher: TextMatcher, mark: string): string | undefined {
  let result: unknown;
  try {
    result = JSON.parse(line);
  } catch {
    return matcher.matches(line) ? mark : undefined;
  }
  const next = matcher.without(result, mark);
  return next === result ? undefined : JSON.stringify(next);
}

function valueWithout(line: string, matcher: TextMatcher, mark: string): string | undefined {
  const [, lead = "", value = line] = VALUE.exec(line) ?? [];
  return matcher.matches(value) ? `${lead}"${mark}"` : undefined;
}
