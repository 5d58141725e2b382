/** Which entries a request means, whose facts in other records go with them, and who may decide that. */
import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { claimOf, type Entry, type Patch, type Tier } from "../entry/entry.js";
import { isPeoples } from "../entry/gates/trust.js";
import { hubEntryOf } from "../entry/hub-origin.js";
import { isComparedType } from "../entry/record-types.js";
import { renewedReview } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { ownAgents } from "../settings.js";
import type { Row, Store } from "../store/open-store.js";
import { isForEverybody } from "../store/profile/people-only.js";
import { claimHash } from "../text/claims/canonical.js";
import { type Attribution, isEntryFrom, isFrom, type Selector } from "./said-by.js";

/**
 * `forget`: out of use, stays. `redact`: the words go, the record stays. `erase`: a stone with the id stays. `restore`: the
 * fact of a forgetting leaves the records, and all else is computed.
 */
export type ForgetMode = "forget" | "redact" | "erase" | "restore";

/** Who takes out of use, and why. */
export interface Taker {
  /** A person's name, or the agent's; of what writers take back, each its own. */
  by: string | ((entry: Entry) => string);
  /** How far they are trusted; of what writers take back as much as the entry. */
  tier?: Tier | undefined;
  reason?: string | undefined;
}

/** The request: single entries, or everything from one source. */
export interface SelectionRequest {
  refs: readonly string[];
  selector?: Selector | undefined;
  /** They are all that is remembered. */
  all?: boolean;
  /** Entries of a hub that their writers take back (`hub/agent/entry`), in the place of both. */
  takenBack?: ReadonlySet<string> | undefined;
}

export interface Selection {
  /** By time. */
  rows: readonly Row[];
  /** Speakers whose facts in other records go as well; undefined when entries were named one by one. */
  isMeant?: ((speaker: Attribution) => boolean) | undefined;
}

/** The entries that are meant. Throws `not-found` for a reference that names none, `usage` when nothing is named. */
export function select(
  { profile }: Pick<Context, "profile">,
  tree: Store,
  { refs, selector, takenBack }: SelectionRequest,
): Selection {
  if (takenBack !== undefined) {
    const isMeant = ({ origin }: Attribution) => takenBack.has(hubEntryOf(origin) ?? "");
    return { rows: tree.where({ hub: [...takenBack] }), isMeant };
  }
  if (refs.length > 0 === (selector !== undefined)) {
    const hint = "Name entries by their ids, or everything from one --source, --origin, --session or --contact.";
    const what = refs.length > 0 ? "entries are named, and a source as well" : "nothing says what to forget";
    throw new TenetError(what, { failure: "usage", hint });
  }
  if (selector === undefined) {
    const ids = new Set(refs.map((ref) => tree.resolve(ref).id));
    return { rows: tree.heads.filter(({ id }) => ids.has(id)) };
  }
  const own = ownAgents(profile);
  const adhoc = (agent: string | undefined, at: string) => `adhoc-${agent}-${localDay(new Date(at), profile.timezone)}`;
  return {
    rows: tree.heads.filter((row) => isEntryFrom(row, selector, own, adhoc(row.agent, row.timestamp))),
    isMeant: ({ at, ...speaker }) => {
      const session = speaker.session ?? (at === undefined ? undefined : adhoc(speaker.agent, at));
      return isFrom({ ...speaker, session }, selector, own);
    },
  };
}

/** These entries and all that say the same in equal words, except about another contact. */
export async function withEqualWords(tree: Store, rows: readonly Row[]): Promise<Row[]> {
  const entries = (await tree.load(rows.map(({ id }) => id))).map(({ entry }) => entry);
  const compared = entries.filter(({ type }) => isComparedType(type));
  const hashes = new Set(compared.map((entry) => claimHash(claimOf(entry))));
  const scopes = new Set(entries.map(({ scope }) => scope));
  const isElsewhere = ({ scope = "" }: Row) => scope.startsWith("contact:") && !scopes.has(scope);
  const equal = tree.naming(hashes, "claim").filter((row) => isComparedType(row.type) && !isElsewhere(row));
  return [...new Map([...rows, ...equal].map((row) => [row.id, row])).values()];
}

/** Lists of dated facts in a record. */
const FACTS = ["evolution", "uses", "said"] as const;

/** Records that stay, with what they lose with a speaker: what was said again, used, or brought as evidence there. */
export async function remainingEntries(
  tree: Store,
  gone: ReadonlySet<string>,
  isMeant: Selection["isMeant"],
): Promise<{ entry: Entry; patch: Patch }[]> {
  if (isMeant === undefined) return [];
  const holders = FACTS.flatMap((field) => tree.recordsHolding(`"${field}":`));
  const ids = new Set(holders.flatMap(({ id }) => (gone.has(id) ? [] : [id])));
  return (await tree.load(ids)).flatMap(({ entry }) => {
    const patch: Patch = {};
    for (const field of FACTS) {
      const facts = ((entry as Patch)[field] ?? []) as Attribution[];
      const isGone = (fact: Attribution) => isMeant(field === "uses" ? fact : { agent: entry.agent, ...fact });
      const [struck, kept] = [facts.filter(isGone), facts.filter((fact) => !isGone(fact))];
      if (struck.length === 0) continue;
      patch[field] = kept.length === 0 ? undefined : kept;
      Object.assign(patch, withoutAdded(entry, struck));
    }
    return Object.keys(patch).length === 0 ? [] : [{ entry, patch: { ...patch, ...renewedReview(entry, patch) } }];
  });
}

/** The lists of an entry without what these facts added to them. */
function withoutAdded(entry: Patch, facts: readonly Attribution[]): Patch {
  const added = facts.flatMap((fact) => Object.entries(fact)).filter(([, value]) => Array.isArray(value));
  const taken = new Set(added.flatMap(([field, values]) => values.map((value: unknown) => `${field} ${value}`)));
  const left = (field: string) => (entry[field] as unknown[]).filter((value) => !taken.has(`${field} ${value}`));
  return Object.fromEntries(added.map(([field]) => [field, left(field).length === 0 ? undefined : left(field)]));
}

const PEOPLES = {
  redact: "redacting what was said",
  erase: "erasing what was said",
  restore: "taking a forgetting back",
};

/** Why a person is needed for what goes out of use, as the beginning of a sentence; undefined when an agent may, too. */
export function reasonForPerson(
  taking: ForgetMode,
  rows: readonly Pick<Row, "type" | "tier" | "scope" | "pinned">[],
  { selector, all, rests }: Pick<SelectionRequest, "selector" | "all"> & { rests: boolean },
): string | undefined {
  if (taking !== "forget") return PEOPLES[taking];
  if (all) return "forgetting all memories";
  if (rows.some(({ tier }) => isPeoples(tier))) return "forgetting what is trusted more than an agent's own";
  if (selector?.by === "contact") return "forgetting everything about a contact";
  if (selector !== undefined && rests) return `forgetting a whole ${selector.by} that a rule rests on`;
  if (rows.some(isForEverybody)) return "forgetting what holds for everybody";
  return rows.some(({ pinned }) => pinned) ? "forgetting what a person pinned" : undefined;
}
