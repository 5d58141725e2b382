/**
 * Reads a list of answers about near pairs for `tenet resolve -`: YAML or JSON, with the argument names of the tool
 * `resolve`.
 */
import * as z from "zod";
import { PAIR_ANSWERS } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import { parseStated, YamlTrouble } from "../store/records/safe-yaml.js";
import { issueInWords } from "../text/issue-words.js";
import type { ResolveInput } from "./answering.js";

const FIELDS = ["id", "other", "answer", "reason"] as const;

const item = z.strictObject({
  id: z.string(),
  other: z.string(),
  answer: z.enum([...PAIR_ANSWERS, "open"]),
  reason: z.string().optional(),
});

const FORM =
  "A list of maps: {id: k7q2x, other: m2xba, answer: same}. In replaces and exception id is what holds, or is the exception.";

function listIn(text: string): unknown {
  try {
    return parseStated(text, new Set(FIELDS));
  } catch (thrown) {
    if (!(thrown instanceof YamlTrouble)) throw thrown;
    throw wrongUsage(`the list cannot be read (line ${thrown.line}): ${thrown.message}`, FORM);
  }
}

/** The answers of a list. Throws `usage` with the position of an invalid one. */
export function readAnswers(text: string): (ResolveInput & { b: string })[] {
  const list = listIn(text);
  if (!Array.isArray(list) || list.length === 0) throw wrongUsage("no list of answers was given", FORM);
  return list.map((one, at) => {
    const parsedRow = item.safeParse(one);
    if (parsedRow.success) {
      const { id: a, other: b, answer: how, ...rest } = parsedRow.data;
      return { a, b, how, ...rest };
    }
    const [issue] = parsedRow.error.issues;
    const what = issue === undefined ? "is no answer" : `${issue.path.join(".")}: ${issueInWords(issue)}`;
    throw wrongUsage(`answer ${at + 1}: ${what}`, FORM);
  });
}
