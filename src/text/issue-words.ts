/** What a schema complains about, in our own words: no message of the library reaches a user. */
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
  null: "nothing",
  undefined: "left out",
};

const FORM: Readonly<Record<string, string>> = {
  datetime: "an instant such as 2026-02-15T14:00:00Z",
  date: "a day such as 2026-02-15",
  url: "an address on the web",
  email: "an address such as name@example.org",
};

/** A schema's own sentence, unlike one that the library makes up. */
const isOwn = ({ message }: Issue): boolean =>
  message !== "" && !/^(Invalid|Too (big|small)|Unrecognized)\b/.test(message);

function bound(issue: Issue & { code: "too_small" | "too_big" }): string {
  const least = issue.code === "too_small";
  const limit = Number(least ? issue.minimum : issue.maximum);
  if (least && limit === 1 && issue.origin !== "number" && issue.origin !== "int") return "must not be empty";
  const unit = issue.origin === "string" ? " characters" : issue.origin === "array" ? " items" : "";
  const edge = issue.inclusive === false ? (least ? "more than" : "less than") : least ? "at least" : "at most";
  return `must be ${edge} ${limit}${unit}`;
}

/** The complaint of a union is that of the form that comes nearest: the one with the fewest complaints. */
function nearestForm(errors: readonly (readonly Issue[])[]): Issue | undefined {
  return [...errors].sort((a, b) => a.length - b.length)[0]?.[0];
}

/** As a part of a sentence behind the name of the field: `must be text`. */
export function issueInWords(issue: Issue): string {
  if (isOwn(issue)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KIND[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
    case "too_big":
      return bound(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `must be ${FORM[issue.format] ?? "in the form that is documented"}`;
    case "unrecognized_keys":
      return `has no ${issue.keys.join(", ")}`;
    case "invalid_union": {
      const nearest = nearestForm(issue.errors as readonly (readonly Issue[])[]);
      return nearest === undefined ? "is in none of the forms it may have" : issueInWords(nearest);
    }
    default:
      return "is not what is expected there";
  }
}
