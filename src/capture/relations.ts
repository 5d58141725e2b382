/** What an author says about other entries: whom it names, whether it can be so, and whether they may say it. */

import { type EntryType, isLearning, type Tier, tailOf } from "../entry/entry.js";
import { mayChange } from "../entry/gates/may-change.js";
import { isApproved } from "../entry/gates/visible.js";
import { aOrAn, RECORD_TYPES, typeOfId } from "../entry/record-types.js";
import { illegalStatus } from "../entry/status.js";
import { TenetError } from "../errors.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { isLineName, lineNamed, type PeoplesLine } from "../store/records/peoples-lines.js";
import { defined } from "../text/defined.js";

/** Fields that name other entries: stated by any reference that is unique in the tree, stored as whole ids. */
export const RELATIONS: ReadonlySet<string> = new Set([
  "linked",
  "references",
  "supersedes",
  "recurrence_of",
  "same",
  "replaces",
  "exception_to",
  "unrelated",
  "derived_from",
]);

/** What an author may say of a known entry in the same call: each acts as the answer would. */
export const STATED_ANSWERS = ["same", "replaces", "exception_to", "unrelated"] as const;

const isAnswer = (field: string): boolean => (STATED_ANSWERS as readonly string[]).includes(field);

/** Stated answers by what they answer, and the fields without them. What is replaced may be said as `supersedes`, too. */
export function splitAnswers(fields: Record<string, unknown>): {
  answers: StatedAnswers | undefined;
  rest: Record<string, unknown>;
} {
  const { same, replaces, supersedes, exception_to, unrelated, ...rest } = fields;
  const replaced = [...new Set([...idsOf(replaces), ...idsOf(supersedes)])];
  const stated: [keyof StatedAnswers, string[]][] = [
    ["same", idsOf(same)],
    ["replaces", replaced],
    ["exception", idsOf(exception_to)],
    ["unrelated", idsOf(unrelated)],
  ];
  const answers = Object.fromEntries(stated.filter(([, ids]) => ids.length > 0));
  return { answers: Object.keys(answers).length === 0 ? undefined : answers, rest };
}

/** Whole ids, and lines that people wrote as `FILE#hash`, by what was said of them. */
export type StatedAnswers = { [answer in "same" | "replaces" | "exception" | "unrelated"]?: string[] };

/** The answers as fields again, for a draft that is judged once more. */
export function asFields({ exception, ...answers }: StatedAnswers): Record<string, string[]> {
  return { ...answers, ...(exception === undefined ? {} : { exception_to: exception }) };
}

/** Does an author answer about a line that people wrote? */
export const namesLine = (fields: Record<string, unknown>): boolean =>
  STATED_ANSWERS.some((field) => idsOf(fields[field]).some(isLineName));

/** The answers without those about lines that were changed since they were given: what was taught is stored all the same. */
export function withoutLostLines(fields: Record<string, unknown>, lines: readonly PeoplesLine[]) {
  const isHere = (name: string) => !isLineName(name) || lines.some(({ ref }) => ref === name);
  const here = STATED_ANSWERS.map((field) => [field, idsOf(fields[field]).filter(isHere)] as const);
  const kept = Object.fromEntries(here.map(([field, names]) => [field, names.length === 0 ? undefined : names]));
  return defined({ ...fields, ...kept });
}

/** What fields may name beside the entries of a tree. */
interface Nameable {
  /** Ids of the same list or run that no entry has yet. */
  promised?: readonly string[];
  /** In answers alone. */
  lines?: readonly PeoplesLine[];
}

/** Short forms of ids become whole ids, and lines of files `FILE#hash`. Throws `not-found` for what names none, or several. */
export function withWholeIds(
  tree: Store,
  fields: Record<string, unknown>,
  { promised = [], lines }: Nameable = {},
): Record<string, unknown> {
  const whole = (field: string) => (reference: unknown) => {
    const name = String(reference);
    if (lines !== undefined && isAnswer(field) && isLineName(name)) return lineNamed(lines, name).ref;
    const stated = name.toUpperCase();
    return promised.find((id) => id === stated || tailOf(id) === stated) ?? tree.resolve(name).id;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!RELATIONS.has(field)) return [field, value];
      return [field, Array.isArray(value) ? value.map(whole(field)) : whole(field)(value)];
    }),
  );
}

/** The entry that says it, as far as it is known. */
export interface RelatingEntry {
  type: EntryType;
  tier: Tier;
  /** Absent while it has none. */
  id?: string | undefined;
  review?: { state: "needs_review" } | undefined;
}

function idsOf(value: unknown): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
}

function impossible(message: string, hint: string): TenetError {
  return new TenetError(message, { failure: "usage", code: "wrong-relation", hint });
}

/**
 * Checks stated relations, whole ids by now: only corrections recur, outcomes replace outcomes, nothing refers to
 * itself, what is replaced still counts and is not trusted more. Throws `usage`, or `refused` for want of trust.
 */
export function checkRelations(tree: Store, saying: RelatingEntry, fields: Readonly<Record<string, unknown>>): void {
  for (const field of RELATIONS) {
    if (saying.id !== undefined && idsOf(fields[field]).includes(saying.id)) {
      throw impossible(`${field}: ${saying.id} cannot name itself`, "Name another entry, or leave the field out.");
    }
  }
  checkRecurrence(saying, "recurrence_of", fields["recurrence_of"]);
  const replaced = idsOf(fields["supersedes"]);
  const twice = replaced.find((id) => id === fields["recurrence_of"]);
  if (twice !== undefined) {
    throw impossible(`${twice} cannot be both repeated and replaced`, "A repeat says the same; say which it is.");
  }
  for (const id of replaced) checkReplaced(saying, id, tree.head(id));
}

function checkRecurrence(saying: RelatingEntry, field: string, value: unknown): void {
  for (const id of idsOf(value)) {
    if (saying.type === "correction" && typeOfId(id) === "correction") continue;
    throw impossible(
      `${field}: only a correction repeats a correction (${saying.type}, ${id})`,
      "To connect them without a claim, state it under `linked`.",
    );
  }
}

/** Corrections and insights replace each other; everything else is replaced by its own kind alone. */
function checkKinds(saying: EntryType, id: string): void {
  const replaced = typeOfId(id);
  if (replaced === undefined || replaced === saying) return;
  const only = [saying, replaced].find((type) => !isLearning({ type }));
  if (only === undefined) return;
  const hint =
    only === "outcome"
      ? "To say how an entry turned out, record an outcome that references it."
      : "To connect them without a claim, state it under `linked`.";
  const rule = `${aOrAn(only)} replaces only ${RECORD_TYPES[only].plural}, and nothing else does`;
  throw impossible(`supersedes: ${rule} (${saying}, ${id})`, hint);
}

function checkReplaced(saying: RelatingEntry, id: string, known: EntryMeta | undefined): void {
  checkKinds(saying.type, id);
  if (known === undefined) return;
  const by = known.superseded_by === undefined ? "" : ` by ${known.superseded_by}`;
  const illegal = illegalStatus(known.status, "superseded");
  if (known.status === "superseded" || illegal !== undefined) {
    throw impossible(
      `supersedes: ${id} is ${known.status}${by} already`,
      known.superseded_by === undefined
        ? "Leave it out."
        : `If the newer one is wrong as well, name ${known.superseded_by}.`,
    );
  }
  if (mayChange({ tier: saying.tier }, { tier: known.tier }, "retire") !== "yes") {
    throw new TenetError(
      `${id} is trusted more (${known.tier}) than this source (${saying.tier}); it cannot be superseded`,
      {
        failure: "refused",
        code: "less-trusted",
        hint: "Leave `supersedes` out: both are kept, and a person decides.",
      },
    );
  }
  if (saying.review !== undefined && isApproved(known)) {
    throw new TenetError(`${id} is approved, and this one waits for review; it cannot take its place yet`, {
      failure: "refused",
      code: "waits-for-review",
      hint: "Leave `supersedes` out: both are kept, and a person decides.",
    });
  }
}
