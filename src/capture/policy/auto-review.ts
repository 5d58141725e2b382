/** A person's standing rules on what waits for a review (`review.auto`): which one lets an entry in at its birth. Pure. */

import type { EntryType, Tier } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import type { AutoReview } from "../../settings.js";
import { foldedEntity } from "./shared-words.js";

/** Stands as who decided, in the review of an entry that a standing rule let in. */
export const BY_RULE = "review.auto";

/** What a rule goes by. */
export interface Reviewable {
  type: EntryType;
  tier: Tier;
  tags?: readonly string[] | undefined;
  entities?: readonly string[] | undefined;
}

/** The first rule that lets an entry in. What is trusted less than the agent itself is let in by nothing but a person. */
export function letInBy(
  rules: readonly AutoReview[],
  { type, tier, tags = [], entities = [] }: Reviewable,
): AutoReview | undefined {
  if (compareTiers(tier, "self") < 0) return undefined;
  return rules.find(
    (rule) =>
      rule.type === type &&
      (rule.tag === undefined || tags.some((tag) => foldedEntity(tag) === foldedEntity(rule.tag ?? ""))) &&
      (rule.entity === undefined || entities.some((one) => foldedEntity(one) === foldedEntity(rule.entity ?? ""))),
  );
}

/** The rule as the entry names it: `review.auto: reflexion, tag sync`. */
export function ruleInWords({ type, tag, entity }: AutoReview): string {
  const parts = [type, tag && `tag ${tag}`, entity && `entity ${entity}`].filter((part) => part !== undefined);
  return `${BY_RULE}: ${parts.join(", ")}`;
}
