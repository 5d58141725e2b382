/** Which facts about a contact a reader asks for: what holds now, or what held at an instant. Asked by every list of facts. */
import type { Context } from "../../context.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { holdsAt } from "../../entry/standing/facts.js";
import { wrongUsage } from "../../errors.js";
import { DAY_MS } from "../../text/durations.js";
import type { Row } from "../open-store.js";

export interface AskedFacts {
  /** The instant whose facts are printed. */
  at: Date;
  /** An instant was stated: only facts about the contact are printed. */
  only: boolean;
  /** Days after which a fact has ended that nobody said or used; absent or null: never. */
  ttl?: number | null;
}

/** What holds now. */
export const factsNow = ({ clock, profile }: Pick<Context, "clock" | "profile">): AskedFacts => ({
  at: clock.now(),
  only: false,
  ttl: profile.contacts.ttl_days,
});

/** Parses `--as-of`; the default is now. Throws `usage` for an invalid date, and without a contact. */
export async function askedFacts(
  { actor, ...ctx }: Pick<Context, "actor" | "clock" | "profile">,
  asOf: string | undefined,
): Promise<AskedFacts> {
  if (asOf === undefined) return factsNow(ctx);
  if (actor.contact === undefined) {
    throw wrongUsage("--as-of is about the facts of a contact, and none is named", "Name one with --contact ID.");
  }
  const { factInstant } = await import("./fact-fields.js");
  return { ...factsNow(ctx), at: new Date(factInstant("--as-of", asOf)), only: true };
}

/** When it was last said or used, in milliseconds. */
export const freshAt = ({ timestamp, said = [], uses = [] }: Pick<Row, "timestamp" | "said" | "uses">): number =>
  Math.max(...[timestamp, ...[...said, ...uses].map(({ at }) => at)].map(Date.parse));

/** Whether a reader sees this entry. Entries about no contact are shown unless only facts are asked for. */
export function isTold(head: Row, { at, only, ttl }: AskedFacts): boolean {
  return isFact(head) ? holdsAt(head, at) && !isStale(head, ttl, at) : !only;
}

/** Nobody said or used it in so many days: on the last of them it still holds. What a person pinned stays. */
const isStale = (fact: Row, ttl: AskedFacts["ttl"], at: Date): boolean =>
  typeof ttl === "number" && fact.pinned !== true && at.getTime() - freshAt(fact) > ttl * DAY_MS;

/** A memory about a contact. */
export const isFact = (head: { type: string; scope?: string | undefined }): boolean =>
  head.type === "memory" && contactOf(head) !== undefined;
