/** Checks entries worded from a file, each citing its lines -> items of an import, or their errors. */

import * as z from "zod";
import { STAKES, STATED_CATEGORIES } from "../../entry/words.js";
import { wordingTroubles } from "../../rules/policy/rule-line.js";
import { globTroubles } from "../../text/glob.js";
import { issueInWords } from "../../text/issue-words.js";
import { type DraftEntry, draftClaim, type RawItem, rawItem } from "./plan.js";
import { LONGEST_CLAIM, LONGEST_FIELD } from "./wording.js";

const line = z.string().trim().min(1).max(LONGEST_CLAIM).regex(/^.*$/u, "one line");
const text = z.string().trim().min(1).max(LONGEST_FIELD);
const texts = z.array(line).optional();
const LINES = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/;
const shared = {
  lines: z.union([z.int().positive().transform(String), z.string().regex(LINES, "lines such as 12 or 12-14")]),
  context: text.optional(),
  domain: line.optional(),
  tags: texts,
  paths: z.array(line).min(1).optional(),
};
const learned = { stakes: z.enum(STAKES).optional(), at_risk: line.optional() };
const wordedSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("correction"),
    corrected_to: line,
    prior_belief: line.optional(),
    behavioral_change: text.optional(),
    ...learned,
    ...shared,
  }),
  z.strictObject({
    type: z.literal("insight"),
    insight: line,
    evidence: text.optional(),
    applications: texts,
    alternatives: texts,
    ...learned,
    ...shared,
  }),
  z.strictObject({ type: z.literal("memory"), content: line, category: z.enum(STATED_CATEGORIES), ...shared }),
]);

function draftOf({ type, lines, ...fields }: z.infer<typeof wordedSchema>): DraftEntry {
  const because = `Worded from line ${lines.replace("-", " to ")}.`;
  const common = { byUser: false, references: [], provenance: { lines } };
  return { fate: "entry", type, because, fields: fields as DraftEntry["fields"], ...common };
}

/** What entries say of the lines that they cite: nothing that does not stand there. */
function citedTroubles(draft: DraftEntry, passage: string): string[] {
  if (passage.trim() === "") return ["Nothing stands in the lines that it cites."];
  const says = { line: passage, statements: [passage], words: [passage] };
  return [
    ...wordingTroubles(draftClaim(draft), [says], "the lines that it cites"),
    ...(draft.fields.paths === undefined ? [] : globTroubles(draft.fields.paths)),
  ];
}

/** `list`: screened. `problems` names every entry that cannot be taken, by its place in the list; then nothing is. */
export function wordedItems(list: readonly unknown[], file: string): { items: RawItem[]; problems: string[] } {
  const fileLines = file.split("\n");
  const items: RawItem[] = [];
  const problems: string[] = [];
  for (const [at, stated] of list.entries()) {
    const parsed = wordedSchema.safeParse(stated);
    if (!parsed.success) {
      const issueTexts = parsed.error.issues.map((issue) => [...issue.path, issueInWords(issue)].join(": "));
      problems.push(...issueTexts.map((one) => `entry ${at + 1}: ${one}`));
      continue;
    }
    const [, first = "", last = first] = LINES.exec(parsed.data.lines) ?? [];
    const passage = fileLines.slice(Number(first) - 1, Number(last)).join("\n");
    const draft = draftOf(parsed.data);
    problems.push(...citedTroubles(draft, passage).map((one) => `entry ${at + 1}: ${one}`));
    const length = Math.max(1, Number(last) - Number(first) + 1);
    items.push(rawItem({ line: Number(first), length }, JSON.stringify(parsed.data), () => ({ plan: draft })));
  }
  return { items, problems };
}
