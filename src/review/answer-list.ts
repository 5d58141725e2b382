/** A list of answers about near pairs, as `tenet resolve -` and a tool take it: YAML or JSON. */
import * as z from "zod";
import { PAIR_ANSWERS } from "../entry/words.js";
import { wrongUsage } from "../errors.js";
import { parseSafeYaml } from "../store/records/safe-yaml.js";
import { issueInWords } from "../text/issue-words.js";
import type { ResolveInput } from "./resolve.js";

const item = z.strictObject({
  a: z.string(),
  b: z.string(),
  how: z.enum([...PAIR_ANSWERS, "reopen"]),
  later: z.string().optional(),
  reason: z.string().optional(),
});

const FORM =
  "A list of maps: {a: k7q2x, b: m2xba, how: same}. In replaces and exception a is what holds, or is the exception.";

/** Throws `usage`, naming the place in the list, for what is no answer. */
export function readAnswers(text: string): (ResolveInput & { b: string })[] {
  const stated = parseSafeYaml(text, new Set(["a", "b", "how", "later", "reason"])).value;
  if (!Array.isArray(stated) || stated.length === 0) throw wrongUsage("no list of answers was given", FORM);
  return stated.map((one, at) => {
    const read = item.safeParse(one);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const what = issue === undefined ? "is no answer" : `${issue.path.join(".")}: ${issueInWords(issue)}`;
    throw wrongUsage(`answer ${at + 1}: ${what}`, FORM);
  });
}
