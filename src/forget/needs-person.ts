/** Who may decide a forgetting. Pure. */
import type { Tier } from "../entry/entry.js";
import type { Selector } from "../entry/gates/attribution.js";
import { mayChange } from "../entry/gates/may-change.js";
import type { ForgetMode } from "./consequences.js";

/** A planned forgetting, for deciding who may do it. */
export interface ForgetScope {
  taking: ForgetMode | "restore";
  /** Trust of all that goes or is struck. */
  tiers: readonly Tier[];
  selector?: Selector | undefined;
  /** A rule in force rests on it. */
  rests: boolean;
}

/** Why a person is needed, as the beginning of a sentence; undefined when an agent may, too. */
export function reasonForPerson({ taking, tiers, selector, rests }: ForgetScope): string | undefined {
  if (taking === "redact") return "redacting what was said";
  if (taking === "erase") return "erasing what was said";
  if (taking === "restore") return "taking a forgetting back";
  const agent = { tier: "self" } as const;
  if (tiers.some((tier) => mayChange(agent, { tier }, "forget") === "person"))
    return "forgetting what is trusted more than an agent's own";
  if (selector?.by === "contact") return "forgetting everything about a contact";
  if (selector !== undefined && rests) return `forgetting a whole ${selector.by} that a rule rests on`;
  return undefined;
}
