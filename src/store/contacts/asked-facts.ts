/** Which facts about a contact a reader asks for: what holds now, or what held at an instant. Asked by every list of facts. */
import type { Context } from "../../context.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { wrongUsage } from "../../errors.js";
import type { Row } from "../open-store.js";
import { holdsAt } from "./policy/validity.js";

export interface AskedFacts {
  /** The instant whose facts are printed. */
  at: Date;
  /** An instant was stated: only facts about the contact are printed. */
  only: boolean;
}

/** Parses `--as-of`; the default is now. Throws `usage` for an invalid date, and without a contact. */
export async function askedFacts(
  { actor, clock }: Pick<Context, "actor" | "clock">,
  asOf: string | undefined,
): Promise<AskedFacts> {
  if (asOf === undefined) return { at: clock.now(), only: false };
  if (actor.contact === undefined) {
    throw wrongUsage("--as-of is about the facts of a contact, and none is named", "Name one with --contact ID.");
  }
  const { factInstant } = await import("./fact-fields.js");
  return { at: new Date(factInstant("--as-of", asOf)), only: true };
}

type Told = Pick<Row, "type" | "timestamp" | "valid_from" | "valid_to"> & { scope?: string | undefined };

/** Whether a reader sees this entry. Entries about no contact are shown unless only facts are asked for. */
export function isTold(head: Told, { at, only }: AskedFacts): boolean {
  return isFact(head) ? holdsAt(head, at) : !only;
}

/** A memory about a contact. */
export function isFact(head: Pick<Told, "type" | "scope">): boolean {
  return head.type === "memory" && contactOf(head) !== undefined;
}
