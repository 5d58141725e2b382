/** Which entries are meant by the filters of `list`, `recall` and `export`. */

import type { EntryType } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import type { Cuts } from "../entry/near/near-cuts.js";
import { isRaised, openPairs } from "../entry/near/pairs.js";
import { ENTRY_TYPES, prefixOf, RECORD_TYPES } from "../entry/record-types.js";
import { isMeantBy, STATUS_FILTERS, type Standing, type StatusFilter } from "../entry/states.js";
import { STAKES, TIERS, VERDICTS } from "../entry/words.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { isFact, isTold } from "../store/facts/asked-facts.js";
import { endOf } from "../store/facts/policy/validity.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { sinceOf } from "../text/durations.js";

/** Which entries: every part that is given must hold. */
export interface EntryFilter {
  type?: string;
  tag?: string;
  domain?: string;
  /** A word of {@link STATUS_FILTERS}; what is meant without one is the command's business. */
  status?: string;
  stakes?: string;
  tier?: string;
  /** The agent that wrote it, or who said so. */
  by?: string;
  /** A verdict, or `none`. */
  outcome?: string;
  scope?: string;
  /** Those that hold for some files only. */
  paths?: true;
  /** `7d`, a date or an instant. */
  since?: string;
}

/** The names of the parts, as flags; a command may be given others beside them. */
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

/** What people call the types; their first letters will do. */
const namesOf = (type: EntryType): string[] => [type, RECORD_TYPES[type].plural, prefixOf(type).toLowerCase()];

const OUTCOME_FILTERS = [...VERDICTS, "none"] as const;

/** A value of a flag that nobody can mean, with those that can be. */
export function notOneOf(flag: string, value: string, allowed: readonly string[]): TenetError {
  const all = allowed.join(", ");
  return wrongUsage(`${flag} ${JSON.stringify(value)} is not one of ${all}`, `Use ${flag} with one of: ${all}.`);
}

/** The one of these words that is meant. Throws `usage` for any other. */
export function oneOf<T extends string>(flag: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const word = allowed.find((one) => one === value.toLowerCase());
  if (word === undefined) throw notOneOf(flag, value, allowed);
  return word;
}

/** The type that a word names, by its first letters too. Throws `usage` for one that names none. */
export function typeOf(named: string | undefined, flag = "--type"): EntryType | undefined {
  if (named === undefined) return undefined;
  const type = ENTRY_TYPES.find((name) => namesOf(name).includes(named.toLowerCase()));
  if (type === undefined) throw notOneOf(flag, named, ENTRY_TYPES);
  return type;
}

/** The instant that `--since` names. Throws `usage` for what is none. */
export function sinceStated(since: string | undefined, now: Date): Date | undefined {
  if (since === undefined) return undefined;
  const at = sinceOf(since, now);
  if (at === undefined) throw notOneOf("--since", since, ["12h", "7d", "2w", "2026-02-01", "2026-02-01T08:00:00Z"]);
  return at;
}

/** The word of `--status`. Throws `usage` for one that no list shows. */
export const statusOf = ({ status }: EntryFilter): StatusFilter | undefined =>
  oneOf("--status", status, STATUS_FILTERS);

/** By what it is told how entries stand. */
export interface StandingAsked {
  now: Date;
  cuts: Pick<Cuts, "close">;
}

/** Ids of entries in a pair that is printed together because nobody has decided. */
export function idsInOpenPairs(tree: Store, { now, cuts }: StandingAsked): ReadonlySet<string> {
  const holds = (head: EntryMeta) => isTold(head, { at: now, only: false });
  const raised = openPairs(tree).filter(
    ({ near, newer, older }) => isRaised(near, cuts) && holds(newer) && holds(older),
  );
  return new Set(raised.flatMap(({ newer, older }) => [newer.id, older.id]));
}

/** How an entry of a tree stands. */
export const standingOf = (head: EntryMeta, inOpenPairs: ReadonlySet<string>, now: Date): Standing => ({
  status: head.status,
  review: head.review?.state,
  outcome: head.outcome ?? head.verdict,
  ended: isFact(head) && endOf(head) <= now.getTime(),
  open: inOpenPairs.has(head.id),
  closed: head.closed !== undefined,
  failed: head.stick?.verdict === "failed",
});

/** Filters as a question about an entry of this tree. Values nobody can mean are wrong usage. */
export function filterOf(filter: EntryFilter, asked: StandingAsked, tree: Store): (head: EntryMeta) => boolean {
  const { now } = asked;
  const { tag, domain, scope, by } = filter;
  const type = typeOf(filter.type);
  const status = statusOf(filter);
  const stakes = oneOf("--stakes", filter.stakes, STAKES);
  const tier = oneOf("--tier", filter.tier, TIERS);
  const outcome = oneOf("--outcome", filter.outcome, OUTCOME_FILTERS);
  const since = sinceStated(filter.since, now);
  const tests: ((head: EntryMeta) => boolean)[] = [];
  if (type !== undefined) tests.push((head) => head.type === type);
  if (status !== undefined) {
    const inOpenPairs = status === "open" ? idsInOpenPairs(tree, asked) : NONE;
    tests.push((head) => isMeantBy(status, standingOf(head, inOpenPairs, now)));
  }
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

const NONE: ReadonlySet<string> = new Set();
