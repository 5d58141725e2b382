/**
 * Who may change what: one table, asked by captures, answers, edits and forgetting. Nothing else compares how far two
 * sources are trusted in order to allow something.
 */
import type { Entry, ReviewState, Tier } from "../entry.js";
import { isPinned } from "./pins.js";
import { compareTiers } from "./trust.js";
import { isApproved } from "./visible.js";

/** Who wants to change an entry. */
export interface Changer {
  /** How far what they say is trusted. */
  tier: Tier;
  /** A person typed it at a terminal. */
  typed?: boolean | undefined;
  /** What they say waits for a person's review itself. */
  waits?: boolean | undefined;
}

/** What is to be changed. */
export interface Changed {
  tier: Tier;
  /** Its review in force. */
  review?: { state: ReviewState } | undefined;
  /** A person pinned it. */
  pinned?: boolean | undefined;
}

/** An entry as {@link mayChange} asks about it. */
export const changedOf = (entry: Entry): Changed => ({
  tier: entry.tier,
  review: entry.review,
  pinned: isPinned(entry),
});

/** What may be done to a known entry. */
export type ChangeVerb =
  /** It is said again: a count goes up. */
  | "count"
  /** It gets another wording or more evidence. */
  | "grow"
  /** It leaves use for a newer one, or becomes part of one. */
  | "retire"
  /** A repeat or an answer showed that the correction did not stick. */
  | "fail"
  /** A repeat in equal words in another session. */
  | "relapse"
  /** An exception to it is stated. */
  | "except"
  /** A question about it is closed or put off while it is refuted or blocked. */
  | "settle"
  /** A tier that an edit of it can leave: never more than the editor's own. */
  | "reword"
  | "forget"
  | "redact";

/** `person`: a person must type it. `proposed`: stored until a person with enough trust confirms it. */
export type Permission = "yes" | "proposed" | "person" | "no";

interface Row {
  /** The entry is trusted less than the changer, as much, or more. */
  less: Permission;
  equal: Permission;
  more: Permission;
  /** It is pinned. */
  pinned: Permission;
  /** The changer waits for review, the entry is approved. */
  waiting: Permission;
}

const YES: Row = { less: "yes", equal: "yes", more: "yes", pinned: "yes", waiting: "yes" };

/** Picks the least permissive of all verdicts that apply; for a person at a terminal `person` counts as `yes`. */
export const CHANGES: Readonly<Record<ChangeVerb, Row>> = {
  count: { ...YES, less: "no" },
  grow: { less: "no", equal: "yes", more: "no", pinned: "no", waiting: "no" },
  retire: { less: "yes", equal: "yes", more: "proposed", pinned: "person", waiting: "person" },
  fail: { less: "yes", equal: "yes", more: "no", pinned: "yes", waiting: "no" },
  relapse: { ...YES, waiting: "no" },
  except: { less: "yes", equal: "yes", more: "proposed", pinned: "yes", waiting: "person" },
  settle: { less: "yes", equal: "yes", more: "proposed", pinned: "yes", waiting: "yes" },
  reword: { less: "yes", equal: "yes", more: "no", pinned: "person", waiting: "yes" },
  forget: { less: "yes", equal: "yes", more: "person", pinned: "person", waiting: "yes" },
  redact: { less: "yes", equal: "yes", more: "person", pinned: "person", waiting: "yes" },
};

const STRICTNESS: readonly Permission[] = ["yes", "proposed", "person", "no"];

/** Whether a verb may act on an entry. For a person at a terminal `person` counts as `yes`. */
export function mayChange(changer: Changer, entry: Changed, verb: ChangeVerb): Permission {
  const row = CHANGES[verb];
  const order = compareTiers(entry.tier, changer.tier);
  const answers: Permission[] = [order < 0 ? row.less : order > 0 ? row.more : row.equal];
  if (entry.pinned === true) answers.push(row.pinned);
  if (changer.waits === true && isApproved(entry)) answers.push(row.waiting);
  // A peer's repeat fails peers' entries alone, an external's none.
  if (verb === "relapse" && !provesRelapse(changer.tier, entry.tier)) answers.push("no");
  const strictest = answers.reduce((one, other) => (STRICTNESS.indexOf(other) > STRICTNESS.indexOf(one) ? other : one));
  return strictest === "person" && changer.typed === true ? "yes" : strictest;
}

function provesRelapse(changer: Tier, entry: Tier): boolean {
  if (changer === "external") return false;
  return changer !== "peer" || compareTiers(entry, "peer") <= 0;
}

/**
 * How far an answer about two entries is trusted. What a person types has that person's tier. An agent's has, in the
 * session of the capture, the lower of the newer entry's tier and `relayed`, later the agent's own.
 */
export function answererTier(
  own: Tier,
  { typed, inSession }: { typed: boolean; inSession: boolean },
  newer: { tier: Tier },
): Tier {
  if (typed || !inSession) return own;
  return compareTiers(newer.tier, "relayed") > 0 ? "relayed" : newer.tier;
}
