/** A list of answers about near pairs, as `tenet resolve -` takes it: YAML or JSON, with the names that the tool `resolve` has. */
import * as z from "zod";
import { PAIR_ANSWERS } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import { parseStated, YamlTrouble } from "../store/records/safe-yaml.js";
import { issueInWords } from "../text/issue-words.js";
import type { ResolveInput } from "./answering.js";

const FIELDS = ["id", "first", "other", "second", "answer", "later", "reason"] as const;

const item = z.preprocess(
  (stated) => {
    if (typeof stated !== "object" || stated === null || Array.isArray(stated)) return stated;
    const { first, second, ...rest } = stated as Record<string, unknown>;
    return {
      ...(first === undefined ? {} : { id: first }),
      ...(second === undefined ? {} : { other: second }),
      ...rest,
    };
  },
  z.strictObject({
    id: z.string(),
    other: z.string(),
    answer: z.enum([...PAIR_ANSWERS, "reopen"]),
    later: z.string().optional(),
    reason: z.string().optional(),
  }),
);

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

/** Throws `usage`, naming the place in the list, for what is no answer. */
export function readAnswers(text: string): (ResolveInput & { b: string })[] {
  const stated = listIn(text);
  if (!Array.isArray(stated) || stated.length === 0) throw wrongUsage("no list of answers was given", FORM);
  return stated.map((one, at) => {
    const read = item.safeParse(one);
    if (read.success) {
      const { id: a, other: b, answer: how, ...rest } = read.data;
      return { a, b, how, ...rest };
    }
    const [issue] = read.error.issues;
    const what = issue === undefined ? "is no answer" : `${issue.path.join(".")}: ${issueInWords(issue)}`;
    throw wrongUsage(`answer ${at + 1}: ${what}`, FORM);
  });
}
