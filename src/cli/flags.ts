/** Flags that several commands take: fields of entries, filters, whole numbers. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { ENTRY_TYPES } from "../entry/record-types.js";
import { STATES } from "../entry/states.js";
import { wrongUsage } from "../errors.js";

interface FieldFlag {
  /** The name in the file format; `risk` stands for `stakes` and `at_risk` together. */
  field: string;
  /** The word shown in help; the field's own name works as well. */
  word?: string;
  value: string;
  summary: string;
  /** May be given several times. */
  list?: true;
}

/** Every field an author may state, as a flag: under its own name, and for some under a shorter word. */
const FLAGS: readonly FieldFlag[] = [
  { field: "prior_belief", word: "instead-of", value: "before", summary: "what was believed or done before" },
  { field: "corrected_to", value: "now", summary: "what holds now (or as argument)" },
  { field: "behavioral_change", word: "so", value: "next time", summary: "what will be done differently" },
  { field: "insight", value: "text", summary: "what was found (or as argument)" },
  { field: "evidence", word: "because", value: "text", summary: "what shows that it is true" },
  {
    field: "risk",
    value: "level: why",
    summary: 'how bad and what goes wrong if it is forgotten: "high: releases break"',
  },
  { field: "stakes", value: "level", summary: "low, medium or high" },
  { field: "at_risk", value: "text", summary: "what would have gone wrong" },
  { field: "references", value: "id", summary: "what it judges (or as argument)", list: true },
  { field: "result", value: "text", summary: "what happened" },
  { field: "verdict", value: "verdict", summary: "validated, invalidated, mixed or inconclusive" },
  { field: "score", value: "1-10", summary: "how well it went" },
  { field: "lesson", value: "text", summary: "what to take from it" },
  { field: "decision", value: "text", summary: "what had been decided" },
  { field: "action", value: "text", summary: "what was decided (or as argument)" },
  { field: "situation", word: "in", value: "situation", summary: "what the situation was" },
  { field: "rationale", word: "because", value: "why", summary: "why this and nothing else" },
  { field: "reflexion", value: "text", summary: "what it taught (or as argument)" },
  {
    field: "entities",
    word: "entity",
    value: "kind:name",
    summary: "what it is about, such as vendor:acme: it is found by it again",
    list: true,
  },
  { field: "content", value: "text", summary: "what is to be remembered (or as argument)" },
  {
    field: "category",
    value: "category",
    summary: "preference, pattern, fact (default), instruction or convention",
  },
  { field: "basis", value: "basis", summary: "how it became known: explicit (default), corrected or inferred" },
  { field: "confidence", value: "0-1", summary: "how sure it is (default: by basis 1, 0.9 or 0.7)" },
  { field: "key", value: "name", summary: "what the fact is about, as a name: of two with one key the newer counts" },
  { field: "valid_from", word: "from", value: "date", summary: "about a contact: from when it holds (default: now)" },
  { field: "valid_to", word: "until", value: "date", summary: "about a contact: from when it no longer holds" },
  { field: "sensitivity", value: "word", summary: "about a contact: normal, or private as --private says" },
  { field: "original", value: "text", summary: "what the agent wrote" },
  { field: "final", value: "text", summary: "what was sent; without it, it was rejected outright" },
  { field: "why", value: "text", summary: "the reason, in the person's own words" },
  { field: "kind", value: "kind", summary: "rejected, rewrite, tone, fact, approach or escalate" },
  { field: "applications", word: "use-for", value: "text", summary: "where to use it", list: true },
  { field: "rule", value: "line", summary: "your own one-line wording, should it become a rule" },
  {
    field: "triggers",
    word: "trigger",
    value: "words",
    summary: "words that show an opportunity to apply it",
    list: true,
  },
  {
    field: "check",
    value: "yaml",
    summary: 'what in files breaks it: \'{in: ["ci/**/*.yml"], forbid: "npm install", instead: "npm ci"}\'',
  },
  { field: "context", value: "text", summary: "the situation" },
  { field: "alternatives", word: "alternative", value: "text", summary: "what was not chosen", list: true },
  { field: "domain", value: "name", summary: "the area it belongs to" },
  { field: "tags", word: "tag", value: "tag", summary: "a tag", list: true },
  {
    field: "scope",
    value: "scope",
    summary: "project (default; of a memory said with --user: user), conversation, user or global",
  },
  { field: "paths", value: "glob", summary: "the files it holds for, such as 'packages/api/**' or '*.py'", list: true },
  { field: "source", word: "said-by", value: "name", summary: "who said so: a name in people, or self" },
  { field: "origin", value: "place", summary: "the url, file or tool it came from" },
  { field: "tier", value: "tier", summary: "trust it less than it would be: relayed, self, peer, external" },
  { field: "linked", word: "link", value: "id", summary: "what it belongs with", list: true },
  { field: "same", value: "id", summary: "what it says again, or takes further", list: true },
  { field: "replaces", value: "id", summary: "what it holds instead of", list: true },
  { field: "exception_to", value: "id", summary: "what it is an exception to", list: true },
  { field: "unrelated", value: "id", summary: "what it is near to and has nothing to do with", list: true },
  { field: "heard", value: "id", summary: "what was heard and not recorded, which this records", list: true },
  { field: "supersedes", value: "id", summary: "what it replaces", list: true },
  { field: "recurrence_of", value: "id", summary: "what it repeats" },
  { field: "derived_from", value: "id", summary: "what it was made from", list: true },
];

const COMMON = [
  "context",
  "alternatives",
  "domain",
  "tags",
  "paths",
  "scope",
  "source",
  "origin",
  "tier",
  "rule",
  "linked",
  "supersedes",
  "recurrence_of",
  "derived_from",
];

/** What a correction, an insight or a memory may say of known entries, and of what was heard, in the same call. */
const ANSWERS = ["same", "replaces", "exception_to", "unrelated", "heard"];

const without = (...fields: string[]): string[] => COMMON.filter((field) => !fields.includes(field));

const RECURRENCE = ["recurrence_of"];
const NOT_OF_MEMORIES = ["source", "scope", "context", "tags", "rule", ...RECURRENCE];

const NOT_OF_EDITS = ["context", "rule", "recurrence_of"];

/** The fields of each type: those a person usually states first, then the others. */
export const FIELDS_OF = {
  correction: {
    main: ["prior_belief", "risk", "behavioral_change"],
    more: ["corrected_to", "stakes", "at_risk", "triggers", "check", ...ANSWERS, ...COMMON],
  },
  insight: {
    main: ["evidence", "risk"],
    more: ["insight", "stakes", "at_risk", "applications", "triggers", "check", ...ANSWERS, ...COMMON],
  },
  outcome: {
    main: ["verdict", "result", "score", "lesson"],
    more: ["references", "decision", "risk", "stakes", "at_risk", ...COMMON],
  },
  memory: {
    main: ["category", "source", "scope", "key", "confidence", "context", "tags", "valid_from", "valid_to"],
    more: ["content", "basis", "sensitivity", ...ANSWERS, ...without(...NOT_OF_MEMORIES)],
  },
  decision: {
    main: ["situation", "rationale", "alternatives", "risk"],
    more: ["action", "stakes", "at_risk", ...without("alternatives", "rule", ...RECURRENCE)],
  },
  reflexion: {
    main: ["entities", "tags"],
    more: ["reflexion", ...without("tags", "alternatives", "rule", ...RECURRENCE)],
  },
  edit: {
    main: ["context", "original", "final", "why", "kind"],
    more: COMMON.filter((field) => !NOT_OF_EDITS.includes(field)),
  },
  /** For a command that learns the type from the entry it is given. */
  any: {
    main: [],
    more: FLAGS.map((flag) => flag.field).filter((field) => field !== "tier" && !ANSWERS.includes(field)),
  },
} as const satisfies Record<string, { main: readonly string[]; more: readonly string[] }>;

const MORE = "Fields:";

const dashed = (field: string): string => field.replaceAll("_", "-");

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function option(flag: FieldFlag, name: string, hidden: boolean, group: string | undefined): Option {
  const own = name === dashed(flag.field) ? "" : ` (${flag.field})`;
  const built = new Option(`--${name} <${flag.value}>`, `${flag.summary}${own}${flag.list ? "; may be repeated" : ""}`);
  if (flag.list === true) built.argParser<string[]>(collect);
  if (hidden) built.hideHelp();
  if (group !== undefined) built.helpGroup(group);
  return built;
}

/** The names under which a field is a flag: the shown one first, its own name with dashes and with underscores after it. */
function namesOf(flag: FieldFlag): string[] {
  return [...new Set([flag.word ?? dashed(flag.field), dashed(flag.field), flag.field])];
}

const flagOf = (field: string): FieldFlag => FLAGS.find((flag) => flag.field === field) as FieldFlag;

/** The flags of a type, each under the names that none before it has: a word may mean another field of another type. */
function namedFlags(type: keyof typeof FIELDS_OF): { flag: FieldFlag; names: string[] }[] {
  const usedNames = new Set<string>();
  const { main, more } = FIELDS_OF[type];
  return [...main, ...more].map(flagOf).map((flag) => {
    const names = namesOf(flag).filter((name) => !usedNames.has(name));
    for (const name of names) usedNames.add(name);
    return { flag, names };
  });
}

/** Adds the flags of a type's fields to a command. */
export function withFields(command: Command, type: keyof typeof FIELDS_OF): Command {
  const main: readonly string[] = FIELDS_OF[type].main;
  const more: readonly string[] = FIELDS_OF[type].more;
  for (const { flag, names } of namedFlags(type)) {
    const group = main.includes(flag.field) ? undefined : MORE;
    for (const [i, name] of names.entries()) {
      if (command.options.some((held) => held.long === `--${name}`)) continue;
      const isEarlier = flag.field === "supersedes" && more.includes("replaces");
      command.addOption(option(flag, name, i > 0 || isEarlier, group));
    }
  }
  return command;
}

/** The fields that were stated, under their schema names. One stated twice under different names is wrong usage. */
export function fieldsOf(command: Command, type: keyof typeof FIELDS_OF): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { flag, names } of namedFlags(type)) {
    const values = names
      .map((name) => command.options.find((held) => held.long === `--${name}`))
      .filter((held) => held !== undefined && command.getOptionValueSource(held.attributeName()) === "cli")
      .map((held) => command.getOptionValue((held as Option).attributeName()) as unknown);
    if (values.length === 0) continue;
    if (flag.value === "id" && values.flat().includes("")) {
      throw wrongUsage(
        `--${flag.word ?? dashed(flag.field)} names no entry`,
        "Give an id, or leave the flag out. `tenet list` shows all ids.",
      );
    }
    if (flag.list === true) fields[flag.field] = values.flat();
    else if (values.length > 1) {
      throw wrongUsage(`--${flag.word} and --${dashed(flag.field)} are the same field, stated twice`, "State it once.");
    } else fields[flag.field] = values[0];
  }
  const { tags } = fields;
  if (Array.isArray(tags)) fields["tags"] = tags.flatMap((tag: string) => tag.split(",").map((part) => part.trim()));
  if ("score" in fields) fields["score"] = Number(fields["score"]);
  return fields;
}

/** The filters of list, export and recall, under the same names everywhere. */
export function withFilters(command: Command): Command {
  return command
    .option("--type <type>", ENTRY_TYPES.join(", "))
    .option("--tag <tag>", "with this tag")
    .option("--domain <domain>", "of this domain")
    .option("--status <status>", `how it stands: ${STATES.join(", ")}; or live, all`)
    .option("--stakes <level>", "high, medium or low")
    .option("--tier <tier>", "trusted so far: owner, relayed, self, peer, external")
    .option("--by <name>", "written by this agent, or said by this source")
    .option("--outcome <verdict>", "validated, invalidated, mixed, inconclusive; or none")
    .option("--scope <scope>", "project, conversation, user, global")
    .option("--paths", "that hold for some files only")
    .option("--since <when>", "12h, 7d, 2w, a date or an instant");
}

/** A whole number of at least `least`. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d{1,15}$/.test(text) || n < least || n > most) {
      const bound = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
      throw new InvalidArgumentError(`It is a whole number ${bound}.`);
    }
    return n;
  };
}
