/** The new words of a writer in a copy of its entry: what others added to the copy stays. Pure. */

import { stakesGate } from "../capture/policy/stakes.js";
import type { Entry, EvolutionItem, Patch, Stakes } from "../entry/entry.js";
import { hubEntryOf } from "../store/hub-origin.js";

/** What a body states, by type; whatever it no longer states goes. */
const STATED = {
  insight: ["insight", "evidence", "stakes", "at_risk", "domain"],
  correction: ["corrected_to", "prior_belief", "stakes", "at_risk", "behavioral_change", "domain"],
  memory: ["content", "category", "domain"],
} as const;
/** Lists of its writer. */
const LISTS = ["applications", "tags"] as const;

type Fields = Readonly<Record<string, unknown>>;

/** `fields`: of the row's draft, checked. An approval lapses with the words that it was given for. */
export function changedCopy(copy: Entry, fields: Fields): Patch {
  const { type } = copy;
  if (type !== "insight" && type !== "correction" && type !== "memory") return {};
  const statedFields = { ...fields, ...judgedStakes(copy, fields) };
  const patch: Patch = { hub: statedFields["hub"] };
  const take = (field: string, value: unknown) => {
    if (JSON.stringify((copy as Fields)[field]) !== JSON.stringify(value)) patch[field] = value;
  };
  for (const field of STATED[type]) take(field, statedFields[field]);
  const othersWordings = othersItems(copy);
  for (const field of LISTS) {
    if (field === "applications" && type !== "insight") continue;
    const list = (statedFields[field] as string[] | undefined) ?? [];
    take(field, list.length === 0 ? undefined : list);
  }
  if (type === "insight") {
    take("evolution", othersWordings.length === 0 ? undefined : othersWordings);
  }
  return patch;
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
  const { stakes, at_risk } = stakesGate({
    type: copy.type,
    stakes: fields["stakes"] as Stakes | undefined,
    at_risk: fields["at_risk"] as string | undefined,
  });
  return { stakes, at_risk };
}
