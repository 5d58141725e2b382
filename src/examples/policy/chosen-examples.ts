/** Which edits are examples for a request, and their three lines: what was asked, written and sent. Pure. */

import { editDistance } from "../../capture/edit-distance.js";
import type { Edit } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { ERASED, REDACTED } from "../../entry/gates/redaction.js";
import { oneLine, shorten } from "../../text/shorten.js";

/** So many at most: each is three lines, and the third seldom says what the first two did not. */
const MOST_EXAMPLES = 3;
/** Of which so much is new at least: a comma teaches nothing. */
const LEAST_NEW = 0.15;

const GONE: ReadonlySet<string | undefined> = new Set([ERASED, REDACTED]);

/** An edit that shows how to write: an agent's text, and a person's that is really another one, or none. */
export function isExample({ original, final }: Pick<Edit, "original" | "final">): boolean {
  if (original === undefined || GONE.has(original) || GONE.has(final)) return false;
  return final === undefined || editDistance(original, final).ratio >= LEAST_NEW;
}

/** `likeliest`: by the likeness of what was asked, the likeliest first. Those of the contact who is named come before others. */
export function chosenExamples(likeliest: readonly Edit[], contact: string | undefined): Edit[] {
  const isOwn = (edit: Edit) => contact !== undefined && contactOf(edit) === contact;
  const ordered = [...likeliest.filter(isOwn), ...likeliest.filter((edit) => !isOwn(edit))];
  const examples: Edit[] = [];
  for (const edit of ordered) if (examples.length < MOST_EXAMPLES && isExample(edit)) examples.push(edit);
  return examples;
}

/** Characters of each line; of the reason, behind what was sent. */
const LONGEST = { asked: 150, wrote: 200, sent: 200, why: 80 } as const;

/** An example as it is read: each text on one line. */
export interface ExampleLines {
  asked: string;
  wrote: string;
  sent: string;
}

/** What an example says; screened before it is cut. */
export type ExampleTexts = Pick<Edit, "context" | "target" | "original" | "final" | "why">;

/** The three lines of an example. A line of a rule file was asked for by nobody: its file stands there. */
export function exampleLines({ context, target, original, final, why }: ExampleTexts): ExampleLines {
  const line = (text: string, longest: number) => shorten(oneLine(text), longest);
  const because = why === undefined || GONE.has(why) ? "" : `; why: ${line(why, LONGEST.why)}`;
  const sent = final === undefined ? "nothing, it was rejected" : line(final, LONGEST.sent);
  return {
    asked: line(context ?? `a rule for ${target ?? "this workspace"}`, LONGEST.asked),
    wrote: line(original ?? "", LONGEST.wrote),
    sent: `${sent}${because}`,
  };
}
