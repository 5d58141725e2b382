/** The fields of entries as flags, by type; and the filters of lists. */
import { ENTRY_TYPES } from "../entry/record-types.js";
import { STATES } from "../entry/states.js";
import type { FieldsOf } from "./input.js";

export interface FieldFlag {
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
const FIELDS_OF = {
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
} as const satisfies Record<FieldsOf, { main: readonly string[]; more: readonly string[] }>;

const dashed = (field: string): string => field.replaceAll("_", "-");

/** The names under which a field is a flag: the shown one first, its own name with dashes and with underscores after it. */
function namesOf(flag: FieldFlag): string[] {
  return [...new Set([flag.word ?? dashed(flag.field), dashed(flag.field), flag.field])];
}

const flagOf = (field: string): FieldFlag => FLAGS.find((flag) => flag.field === field) as FieldFlag;

/** A field of a type as a flag. */
export interface NamedField {
  flag: FieldFlag;
  /** Without dashes; a word may mean another field of another type. */
  names: string[];
  /** What it says, with the field's own name where the flag has another one. */
  summary: string;
  /** Stated first; the others stand under a heading of their own. */
  isMain: boolean;
  /** A word of earlier versions, not shown. */
  isEarlier: boolean;
}

/** The flags of a type, each under the names that none before it has. */
export function fieldFlags(type: FieldsOf): NamedField[] {
  const usedNames = new Set<string>();
  const main: readonly string[] = FIELDS_OF[type].main;
  const more: readonly string[] = FIELDS_OF[type].more;
  return [...main, ...more].map(flagOf).map((flag) => {
    const names = namesOf(flag).filter((name) => !usedNames.has(name));
    for (const name of names) usedNames.add(name);
    const own = names[0] === dashed(flag.field) ? "" : ` (${flag.field})`;
    return {
      flag,
      names,
      summary: `${flag.summary}${own}`,
      isMain: main.includes(flag.field),
      isEarlier: flag.field === "supersedes" && more.includes("replaces"),
    };
  });
}

/** The filters of lists: name, value, what it selects. */
export const FILTERS: readonly (readonly [name: string, value: string | undefined, summary: string])[] = [
  ["type", "<type>", ENTRY_TYPES.join(", ")],
  ["tag", "<tag>", "with this tag"],
  ["domain", "<domain>", "of this domain"],
  ["status", "<status>", `how it stands: ${STATES.join(", ")}; or live, all`],
  ["stakes", "<level>", "high, medium or low"],
  ["tier", "<tier>", "trusted so far: owner, relayed, self, peer, external"],
  ["by", "<name>", "written by this agent, or said by this source"],
  ["outcome", "<verdict>", "validated, invalidated, mixed, inconclusive; or none"],
  ["scope", "<scope>", "project, conversation, user, global"],
  ["paths", undefined, "that hold for some files only"],
  ["since", "<when>", "12h, 7d, 2w, a date or an instant"],
];
