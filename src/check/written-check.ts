/** A check as an author writes it, made sure before it is stored: what cannot be run is refused with the reason. */
import type { EntryCheck } from "../entry/entry.js";
import { checkSchema } from "../entry/entry-schema.js";
import { isFields, readForms } from "../entry/written-forms.js";
import { TenetError } from "../errors.js";
import { parseStated, YamlTrouble } from "../store/records/safe-yaml.js";
import { issueInWords } from "../text/issue-words.js";
import { PERSONAL_KINDS } from "../text/personal-data.js";
import { checkTroubles } from "./policy/compiled-check.js";

const FORM = `check: {in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}`;

/** What screening leaves would be a class of characters. */
const REPLACED = [
  ["a secret", /\[secret:/],
  ["personal data", new RegExp(`\\[(?:${PERSONAL_KINDS.join("|")})\\]`)],
] as const;

function refused(problems: readonly string[]): TenetError {
  return new TenetError(`check cannot be run: ${problems.join("; ")}`, {
    failure: "usage",
    code: "wrong-check",
    hint: `It looks like this, with patterns in RE2's syntax and globs from the top of the workspace:\n${FORM}`,
    details: { problems },
  });
}

/** A flag's text is YAML, as in a record. */
function parsed(stated: unknown): unknown {
  if (typeof stated !== "string") return stated;
  try {
    return parseStated(stated);
  } catch (thrown) {
    if (thrown instanceof YamlTrouble)
      throw refused([`${thrown.message}; globs and patterns stand in quotation marks`]);
    throw thrown;
  }
}

const texts = (value: unknown): unknown => (Array.isArray(value) ? value.map(texts) : trimmed(value));
const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value);

/** Reads a check that somebody states: a map, or YAML. Throws usage (`wrong-check`) that says everything wrong with it. */
export function writtenCheck(stated: unknown): EntryCheck {
  const read = { check: parsed(stated) };
  if (!isFields(read.check)) throw refused(["it is no map of in and forbid"]);
  readForms(read);
  const known: readonly string[] = Object.keys(checkSchema.shape);
  const entries = Object.entries(read.check).filter(([, value]) => value !== null && value !== "");
  const others = entries.filter(([field]) => !known.includes(field)).map(([field]) => `${field}: no such field`);
  if (others.length > 0) throw refused(others);
  // Patterns keep their white space: it is theirs.
  const tidy = entries.map(([field, value]) => [field, field === "in" || field === "instead" ? texts(value) : value]);
  const checked = checkSchema.safeParse(Object.fromEntries(tidy));
  if (!checked.success) {
    throw refused(
      checked.error.issues.map((issue) => {
        const field = issue.path.map(String).join(".");
        return Object.hasOwn(read.check as object, String(issue.path[0]))
          ? `${field}: ${issueInWords(issue)}`
          : `${field} is missing`;
      }),
    );
  }
  const { forbid, unless = "" } = checked.data;
  const replaced = REPLACED.find(([, mark]) => mark.test(`${forbid}${unless}`));
  if (replaced !== undefined) throw refused([`${replaced[0]} stood in a pattern; write its form instead`]);
  const troubles = checkTroubles(checked.data);
  if (troubles.length > 0) throw refused(troubles);
  return checked.data;
}
