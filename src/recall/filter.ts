/** The filters of `list`, `recall` and `export`: parsed, and applied to entries. */

import type { EntryType } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { ENTRY_TYPES, pluralOf, RECORD_TYPES } from "../entry/record-types.js";
import { isMeantBy, STATUS_FILTERS, type StatusFilter } from "../entry/states.js";
import { STAKES, TIERS, VERDICTS } from "../entry/words.js";
import { type TenetError, wrongUsage } from "../errors.js";
import type { Row, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { sinceOf } from "../text/durations.js";

/** Filters; an entry must match all that are given. */
export interface EntryFilter {
  type?: string;
  tag?: string;
  domain?: string;
  /** A word of {@link STATUS_FILTERS}; each command has its own default. */
  status?: string;
  stakes?: string;
  tier?: string;
  /** The agent that wrote it, or who said so. */
  by?: string;
  /** A verdict, or `none`. */
  outcome?: string;
  scope?: string;
  /** Only entries bound to some files. */
  paths?: true;
  /** `7d`, a date or an instant. */
  since?: string;
}

/** The filters as flags, in the order of help. */
export const FILTERS = [
  "type",
  "tag",
  "domain",
  "status",
  "stakes",
  "tier",
  "by",
  "outcome",
  "scope",
  "paths",
  "since",
] as const satisfies readonly (keyof EntryFilter)[];

/** Accepted words for a type: its name, its plural and its prefix. */
const namesOf = (type: EntryType): string[] => [type, pluralOf(type), RECORD_TYPES[type].prefix.toLowerCase()];

const OUTCOME_FILTERS = [...VERDICTS, "none"] as const;

/** The error for a flag with an unknown value. */
export function notOneOf(flag: string, value: string, allowed: readonly string[]): TenetError {
  const allowedWords = allowed.join(", ");
  return wrongUsage(
    `${flag} ${JSON.stringify(value)} is not one of ${allowedWords}`,
    `Use ${flag} with one of: ${allowedWords}.`,
  );
}

/** The allowed word that equals the value, in any case. Throws `usage` for any other. */
export function oneOf<T extends string>(flag: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const word = allowed.find((one) => one === value.toLowerCase());
  if (word === undefined) throw notOneOf(flag, value, allowed);
  return word;
}

/** The type that a word names. Throws `usage` for an unknown one. */
export function typeOf(word: string | undefined, flag = "--type"): EntryType | undefined {
  if (word === undefined) return undefined;
  const type = ENTRY_TYPES.find((name) => namesOf(name).includes(word.toLowerCase()));
  if (type === undefined) throw notOneOf(flag, word, ENTRY_TYPES);
  return type;
}

/** The instant that `--since` names. Throws `usage` for an unreadable one. */
export function sinceStated(since: string | undefined, now: Date): Date | undefined {
  if (since === undefined) return undefined;
  const at = sinceOf(since, now);
  if (at === undefined) throw notOneOf("--since", since, ["12h", "7d", "2w", "2026-02-01", "2026-02-01T08:00:00Z"]);
  return at;
}

/** The word of `--status`. Throws `usage` for an unknown one. */
export const statusOf = ({ status }: EntryFilter): StatusFilter | undefined =>
  oneOf("--status", status, STATUS_FILTERS);

/** The filters as a predicate on entries of this tree. Throws `usage` for unknown values. */
export function filterOf(filter: EntryFilter, now: Date): (head: Row) => boolean {
  const { tag, domain, scope, by } = filter;
  const type = typeOf(filter.type);
  const status = statusOf(filter);
  const stakes = oneOf("--stakes", filter.stakes, STAKES);
  const tier = oneOf("--tier", filter.tier, TIERS);
  const outcome = oneOf("--outcome", filter.outcome, OUTCOME_FILTERS);
  const since = sinceStated(filter.since, now);
  const tests: ((head: Row) => boolean)[] = [];
  if (type !== undefined) tests.push((head) => head.type === type);
  if (status !== undefined) tests.push((head) => isMeantBy(status, head));
  if (stakes !== undefined) tests.push((head) => head.stakes === stakes);
  if (tier !== undefined) tests.push((head) => head.tier === tier);
  if (outcome !== undefined) tests.push((head) => (head.outcome ?? head.verdict ?? "none") === outcome);
  if (by !== undefined) tests.push(({ agent, source }) => isSameName(agent, by) || isSameName(source, by));
  if (tag !== undefined) tests.push((head) => head.tags?.includes(tag) === true);
  if (domain !== undefined) tests.push((head) => head.domain === domain);
  if (scope !== undefined) tests.push((head) => (head.scope ?? "project") === scope);
  if (filter.paths) tests.push((head) => head.paths !== undefined);
  if (since !== undefined) tests.push((head) => new Date(head.timestamp) >= since);
  return (head) => tests.every((holds) => holds(head));
}

/** The entries that pass, in order: by its column few of them are read where a type is stated. */
export function filteredIn(tree: Store, filter: EntryFilter, now: Date): Row[] {
  return tree.where(defined({ type: typeOf(filter.type) })).filter(filterOf(filter, now));
}
