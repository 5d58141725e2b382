/**
 * The relations that an author states: resolves their ids, and checks that they are possible and permitted. Called by
 * `prepare.ts` and `repeat.ts`.
 */

import { type EntryType, isLearning, type Tier, tailOf } from "../entry/entry.js";
import { mayChange } from "../entry/gates/may-change.js";
import { isApproved } from "../entry/gates/visible.js";
import { WHOLE_ID } from "../entry/id-form.js";
import { aOrAn, RECORD_TYPES, typeOfId } from "../entry/record-types.js";
import { illegalStatus } from "../entry/status.js";
import { TenetError } from "../errors.js";
import type { Row, Store } from "../store/open-store.js";
import { isLineName, lineNamed, type PeoplesLine } from "../store/records/peoples-lines.js";
import { defined } from "../text/defined.js";

/** Fields that name other entries: stated by any unique reference, stored as whole ids. */
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

/** Of these, the ones that may name what is not here yet, by its whole id. */
const MAY_COME_LATER: ReadonlySet<string> = new Set(["linked", "references"]);

/** Answers that an author may state about a known entry in the same call. */
export const STATED_ANSWERS = ["same", "replaces", "exception_to", "unrelated"] as const;

const isAnswer = (field: string): boolean => (STATED_ANSWERS as readonly string[]).includes(field);

/** Splits stated answers from the other fields. `supersedes` counts as `replaces`. */
export function splitAnswers(fields: Record<string, unknown>): {
  answers: StatedAnswers | undefined;
  rest: Record<string, unknown>;
} {
  const { same, replaces, supersedes, exception_to, unrelated, ...rest } = fields;
  const replacedIds = [...new Set([...idsOf(replaces), ...idsOf(supersedes)])];
  const statedAnswers: [keyof StatedAnswers, string[]][] = [
    ["same", idsOf(same)],
    ["replaces", replacedIds],
    ["exception", idsOf(exception_to)],
    ["unrelated", idsOf(unrelated)],
  ];
  const answers = Object.fromEntries(statedAnswers.filter(([, ids]) => ids.length > 0));
  return { answers: Object.keys(answers).length === 0 ? undefined : answers, rest };
}

/** Whole ids, and lines as `FILE#hash`, by answer. */
export type StatedAnswers = { [answer in "same" | "replaces" | "exception" | "unrelated"]?: string[] };

/** The answers as fields, for a draft that is judged again. */
export function asFields({ exception, ...answers }: StatedAnswers): Record<string, string[]> {
  return { ...answers, ...(exception === undefined ? {} : { exception_to: exception }) };
}

/** Whether an author answers about a line that people wrote. */
export const namesLine = (fields: Record<string, unknown>): boolean =>
  STATED_ANSWERS.some((field) => idsOf(fields[field]).some(isLineName));

/** Drops answers about lines that were changed since; the entry is stored without them. */
export function withoutLostLines(fields: Record<string, unknown>, lines: readonly PeoplesLine[]) {
  const isHere = (name: string) => !isLineName(name) || lines.some(({ ref }) => ref === name);
  const linesHere = STATED_ANSWERS.map((field) => [field, idsOf(fields[field]).filter(isHere)] as const);
  const remainingAnswers = Object.fromEntries(
    linesHere.map(([field, names]) => [field, names.length === 0 ? undefined : names]),
  );
  return defined({ ...fields, ...remainingAnswers });
}

/** Names that fields may contain besides entries of a tree. */
interface Nameable {
  /** Ids of the same list or run that no entry has yet. */
  promised?: readonly string[];
  /** In answers alone. */
  lines?: readonly PeoplesLine[];
  /** Told of ids that no entry has yet. */
  missing?(id: string): void;
}

/** Replaces short ids by whole ids, and lines by `FILE#hash`. Throws `not-found` where none that must exist, or several match. */
export function withWholeIds(
  tree: Store,
  fields: Record<string, unknown>,
  { promised = [], lines, missing }: Nameable = {},
): Record<string, unknown> {
  const toWholeId = (field: string) => (reference: unknown) => {
    const name = String(reference);
    if (lines !== undefined && isAnswer(field) && isLineName(name)) return lineNamed(lines, name).ref;
    const upperName = name.toUpperCase();
    try {
      return promised.find((id) => id === upperName || tailOf(id) === upperName) ?? tree.resolve(name).id;
    } catch (thrown) {
      if (!MAY_COME_LATER.has(field) || !WHOLE_ID.test(upperName)) throw thrown;
      missing?.(upperName);
      return upperName;
    }
  };
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      if (!RELATIONS.has(field)) return [field, value];
      return [field, Array.isArray(value) ? value.map(toWholeId(field)) : toWholeId(field)(value)];
    }),
  );
}

/** The entry with the relations, as far as it is known. */
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
  const replacedIds = idsOf(fields["supersedes"]);
  const twice = replacedIds.find((id) => id === fields["recurrence_of"]);
  if (twice !== undefined) {
    throw impossible(`${twice} cannot be both repeated and replaced`, "A repeat says the same; say which it is.");
  }
  for (const id of replacedIds) checkReplaced(saying, id, tree.head(id));
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

/** Corrections and insights replace each other; every other type replaces only its own. */
function checkKinds(saying: EntryType, id: string): void {
  const replacedType = typeOfId(id);
  if (replacedType === undefined || replacedType === saying) return;
  const strictType = [saying, replacedType].find((type) => !isLearning({ type }));
  if (strictType === undefined) return;
  const hint =
    strictType === "outcome"
      ? "To say how an entry turned out, record an outcome that references it."
      : "To connect them without a claim, state it under `linked`.";
  const rule = `${aOrAn(strictType)} replaces only ${RECORD_TYPES[strictType].plural}, and nothing else does`;
  throw impossible(`supersedes: ${rule} (${saying}, ${id})`, hint);
}

function checkReplaced(saying: RelatingEntry, id: string, knownHead: Row | undefined): void {
  checkKinds(saying.type, id);
  if (knownHead === undefined) return;
  const by = knownHead.superseded_by === undefined ? "" : ` by ${knownHead.superseded_by}`;
  const illegal = illegalStatus(knownHead.status, "superseded");
  if (knownHead.status === "superseded" || illegal !== undefined) {
    throw impossible(
      `supersedes: ${id} is ${knownHead.status}${by} already`,
      knownHead.superseded_by === undefined
        ? "Leave it out."
        : `If the newer one is wrong as well, name ${knownHead.superseded_by}.`,
    );
  }
  if (mayChange({ tier: saying.tier }, { tier: knownHead.tier }, "retire") !== "yes") {
    throw new TenetError(
      `${id} is trusted more (${knownHead.tier}) than this source (${saying.tier}); it cannot be superseded`,
      {
        failure: "refused",
        code: "less-trusted",
        hint: "Leave `supersedes` out: both are kept, and a person decides.",
      },
    );
  }
  if (saying.review !== undefined && isApproved(knownHead)) {
    throw new TenetError(`${id} is approved, and this one waits for review; it cannot take its place yet`, {
      failure: "refused",
      code: "waits-for-review",
      hint: "Leave `supersedes` out: both are kept, and a person decides.",
    });
  }
}
