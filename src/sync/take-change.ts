/** The new words of a writer in a copy of its entry: what others added to the copy stays. Pure. */

import { stakesGate } from "../capture/policy/stakes.js";
import { type Entry, type EvolutionItem, type Patch, patched, type Stakes } from "../entry/entry.js";
import { hubEntryOf } from "../entry/hub-origin.js";
import { STAKES_NOT_STATED } from "../entry/missing-facts.js";
import { bornReview, contentHash } from "../entry/status.js";
import type { Profile } from "../settings.js";

/** What a body states, by type; whatever it no longer states goes. */
const STATED = {
  insight: ["insight", "evidence", "stakes", "at_risk", "domain"],
  correction: ["corrected_to", "prior_belief", "stakes", "at_risk", "behavioral_change", "domain"],
  memory: ["content", "category", "domain"],
} as const;
/** Lists that grow with what others say. */
const LISTS = ["applications", "tags"] as const;

type Fields = Readonly<Record<string, unknown>>;

/** `fields`: of the row's draft, checked. `at`: UTC to the second. */
export function changedCopy(copy: Entry, fields: Fields, mode: Profile["apply_mode"], at: string): Patch {
  const { type } = copy;
  if (type !== "insight" && type !== "correction" && type !== "memory") return {};
  const statedFields = { ...fields, ...judgedStakes(copy, fields) };
  const patch: Patch = { hub: statedFields["hub"] };
  const take = (field: string, value: unknown) => {
    if (JSON.stringify((copy as Fields)[field]) !== JSON.stringify(value)) patch[field] = value;
  };
  for (const field of STATED[type]) take(field, statedFields[field]);
  if (type !== "memory") take("flags", statedFields["flags"]);
  const othersWordings = othersItems(copy);
  for (const field of LISTS) {
    if (field === "applications" && type !== "insight") continue;
    const broughtValues = othersWordings.flatMap((item) => item.brought?.[field] ?? []);
    const list = [...new Set([...((statedFields[field] as string[] | undefined) ?? []), ...broughtValues])];
    take(field, list.length === 0 ? undefined : list);
  }
  if (type === "insight") {
    take("evolution", othersWordings.length === 0 ? undefined : othersWordings);
  }
  return { ...patch, ...reviewAfter(copy, patch, mode, at) };
}

/** Wordings of the copy that are not its writer's. */
function othersItems(copy: Entry): EvolutionItem[] {
  if (copy.type !== "insight") return [];
  const writer = hubEntryOf(copy.origin);
  return (copy.evolution ?? []).filter(({ origin }) => hubEntryOf(origin) !== writer);
}

/** As the stakes gate reads them at a capture. */
function judgedStakes(copy: Entry, fields: Fields): Fields {
  if (copy.type === "memory") return {};
  const { stakes, at_risk, finding } = stakesGate({
    type: copy.type,
    stakes: fields["stakes"] as Stakes | undefined,
    at_risk: fields["at_risk"] as string | undefined,
  });
  const keptFlags = (copy.flags ?? []).filter((flag) => flag !== "stakes-empty" && flag !== STAKES_NOT_STATED);
  const flags = finding === undefined ? keptFlags : [...keptFlags, finding];
  return { stakes, at_risk, flags: flags.length === 0 ? undefined : flags };
}

/** An approval covered other words: the entry waits for a review again, or gets the review of a new entry. */
function reviewAfter(copy: Entry, patch: Patch, mode: Profile["apply_mode"], at: string): Patch {
  if (copy.review?.state !== "approved_for_reuse") return {};
  if (contentHash(patched(copy, patch)) === contentHash(copy)) return {};
  const waits = bornReview(mode, copy.tier, copy.type);
  if (waits === undefined) return { review: undefined };
  return { review: { state: waits.state, at, reason: "Its writer changed its words after they were approved." } };
}
