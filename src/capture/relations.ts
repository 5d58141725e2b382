/**
 * The relations that an author states: resolves their ids, and checks that they are possible and permitted. Called by
 * `prepare.ts` and `repeat.ts`.
 */

import { type PairAnswer, tailOf } from "../entry/entry.js";
import { WHOLE_ID } from "../entry/id-form.js";
import { wrongUsage } from "../errors.js";
import type { Store } from "../store/open-store.js";
import { isLineName, lineNamed, type PeoplesLine } from "../store/records/peoples-lines.js";
import { defined } from "../text/defined.js";

/** Answers that an author may state about a known entry in the same call. */
export const STATED_ANSWERS = ["same", "replaces", "exception_to", "unrelated"] as const;

/** Fields that name what may not be here yet, by its whole id. */
const MAY_COME_LATER: ReadonlySet<string> = new Set(["linked", "references"]);

/** Fields that name other entries: stated by any unique reference, stored as whole ids. */
export const RELATIONS: ReadonlySet<string> = new Set([...MAY_COME_LATER, ...STATED_ANSWERS, "derived_from"]);

const isAnswer = (field: string): boolean => (STATED_ANSWERS as readonly string[]).includes(field);

/** Splits stated answers from the other fields. */
export function splitAnswers(fields: Record<string, unknown>): {
  answers: StatedAnswers | undefined;
  rest: Record<string, unknown>;
} {
  const { same, replaces, exception_to, unrelated, superseded_by: by, ...others } = fields;
  // The name of an entry is an answer; other words are those of the source.
  const isNamed = typeof by === "string" && WHOLE_ID.test(by);
  const rest = by === undefined || isNamed ? others : { ...others, superseded_by: by };
  const statedAnswers: [keyof StatedAnswers, string[]][] = [
    ["same", idsOf(same)],
    ["replaces", [...new Set(idsOf(replaces))]],
    ["exception", idsOf(exception_to)],
    ["unrelated", idsOf(unrelated)],
    ["replaced_by", isNamed ? [by] : []],
  ];
  const answers = Object.fromEntries(statedAnswers.filter(([, ids]) => ids.length > 0));
  return { answers: Object.keys(answers).length === 0 ? undefined : answers, rest };
}

/** Whole ids, and lines by their hash, by answer. */
export type StatedAnswers = { [answer in PairAnswer | "replaced_by"]?: string[] };

/** The answers as fields, for a draft that is judged again. */
export function asFields({ exception, replaced_by, ...answers }: StatedAnswers): Record<string, unknown> {
  return { ...answers, ...defined({ exception_to: exception, superseded_by: replaced_by?.[0] }) };
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

/** Replaces short ids by whole ids, and lines by their hash. Throws `not-found` where none that must exist, or several match. */
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

function idsOf(value: unknown): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Throws `usage` where stated relations, whole ids by now, refer to the entry itself. `id`: where it has one already. */
export function checkRelations(id: string | undefined, fields: Readonly<Record<string, unknown>>): void {
  if (id === undefined) return;
  for (const field of RELATIONS) {
    if (!idsOf(fields[field]).includes(id)) continue;
    throw wrongUsage(
      `${field}: ${id} cannot name itself`,
      "Name another entry, or leave the field out.",
      "wrong-relation",
    );
  }
}
