/** What a schema complains about, as a part of a sentence behind the name of the field. */
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** Types of values as people call them. */
const KIND: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a set of `name: value`",
  record: "a set of `name: value`",
};

/** `must be text`; a schema's own sentence as it is, and of what is rare what the library says. */
export function issueInWords(issue: Issue): string {
  const { message } = issue;
  if (message !== "" && !/^(Invalid|Too (big|small)|Unrecognized)\b/.test(message)) return message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KIND[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin === "string"
        ? "must not be empty"
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
    case "unrecognized_keys":
      return `has no ${issue.keys.join(", ")}`;
    case "invalid_union": {
      // The complaint of the form that comes nearest: the one with the fewest complaints.
      const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length);
      return nearest?.[0] === undefined ? "is in none of the forms it may have" : issueInWords(nearest[0]);
    }
    default:
      return message;
  }
}
