/** Facts that an entry lacks: a person adds them in a review, or says that nobody need ask for them. */
import type { Context } from "../context.js";
import { missingFacts } from "../entry/missing-facts.js";
import { wrongUsage } from "../errors.js";
import { contextHolding } from "../store/home.js";
import { postpone } from "../store/loop/question-log.js";
import { requirePerson } from "../store/people/people-only.js";
import { edit } from "./edit.js";
import { factsKey } from "./review-queue.js";
import type { Edited } from "./review-schemas.js";

/** Adds what nobody had said, on lines of their own. What stands there already is changed by an edit, not here. */
export async function addFacts(
  ctx: Context,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
): Promise<Edited> {
  requirePerson(ctx, `adding to ${id} in a review`, true, `State it as a flag: tenet edit ${id}`);
  const { tree, id: whole } = await contextHolding(ctx, id, { writing: true });
  const missing: readonly string[] = missingFacts((await tree.one(whole)).entry).map(({ field }) => field);
  const known = Object.keys(fields).find((field) => !missing.includes(field));
  if (known !== undefined) {
    throw wrongUsage(`${whole} says its ${known.replaceAll("_", " ")} already`, `Change it: tenet edit ${whole}`);
  }
  return await edit(ctx, { id: whole, fields, completes: true });
}

/** As late as an instant can be. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** Remembers that nobody need ask for the facts of an entry again, on this machine. */
export async function neverAskFacts(ctx: Context, id: string): Promise<void> {
  await postpone(ctx, factsKey(id), NEVER);
}
