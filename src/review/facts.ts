/** Adds missing facts to an entry in a review, or stops asking for them. Called by the review. */
import type { Context } from "../context.js";
import { missingFacts } from "../entry/missing-facts.js";
import { wrongUsage } from "../errors.js";
import { contextHolding } from "../store/home.js";
import { postpone } from "../store/loop/question-log.js";
import { requirePerson } from "../store/people/people-only.js";
import { factsKey } from "../store/waiting/waiting.js";
import { edit } from "./edit.js";
import type { Edited } from "./edit-schemas.js";

/** Adds facts on lines of their own. A fact that is stated already is changed by an edit. */
export async function addFacts(
  ctx: Context,
  { id, fields }: { id: string; fields: Readonly<Record<string, unknown>> },
): Promise<Edited> {
  requirePerson(ctx, `adding to ${id} in a review`, true, `State it as a flag: tenet edit ${id}`);
  const { tree, id: fullId } = await contextHolding(ctx, id, { writing: true });
  const missing: readonly string[] = missingFacts((await tree.one(fullId)).entry).map(({ field }) => field);
  const statedField = Object.keys(fields).find((field) => !missing.includes(field));
  if (statedField !== undefined) {
    throw wrongUsage(
      `${fullId} says its ${statedField.replaceAll("_", " ")} already`,
      `Change it: tenet edit ${fullId}`,
    );
  }
  return await edit(ctx, { id: fullId, fields, completes: true });
}

/** The latest instant. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** Stops asking for the facts of an entry on this machine. */
export async function neverAskFacts(ctx: Context, id: string): Promise<void> {
  await postpone(ctx, factsKey(id), NEVER);
}
