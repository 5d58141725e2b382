/** Which entries a request means, whose facts in other records go with them, and who may decide that. */
import type { Context } from "../context.js";
import { claimOf, type Entry, type Patch, sessionOf, type Tier } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { contactScope } from "../entry/gates/contact-scope.js";
import { isPeoples } from "../entry/gates/trust.js";
import { isComparedType } from "../entry/record-types.js";
import { renewedReview } from "../entry/status.js";
import { wrongUsage } from "../errors.js";
import { ownAgents } from "../settings.js";
import { hubEntryOf } from "../store/hub-origin.js";
import type { Row, Store } from "../store/open-store.js";
import { isForEverybody } from "../store/profile/people-only.js";
import { claimHash } from "../text/claims/canonical.js";

/** Everything from one source, place or session, or about one contact. */
export interface Selector {
  by: "source" | "origin" | "session" | "contact";
  value: string;
}

/** `forget`: out of use, stays. `redact`: the words go, the record stays. `erase`: a stone with the id stays. */
export type ForgetMode = "forget" | "redact" | "erase";

export interface ForgetRequest {
  taking: ForgetMode;
  /** Single entries, or everything from one source. */
  refs: readonly string[];
  selector?: Selector | undefined;
  /** The entries are all that is remembered. */
  all?: boolean | undefined;
  /** Entries of a hub that their writers take back (`hub/agent/entry`), in the place of both. */
  takenBack?: ReadonlySet<string> | undefined;
  /** Keys of lines elsewhere, and of members of a chain in other words, in which the words go as well. */
  ticked?: ReadonlySet<string> | undefined;
  /** A person's name, or the agent's. */
  by: string;
  /** How far they are trusted; of what writers take back as much as the entry. */
  tier?: Tier | undefined;
  reason?: string | undefined;
}

/** The fields that name the source of an entry, an item of its history, a use or a repeat. */
export interface Attribution {
  agent?: string | undefined;
  source?: string | undefined;
  origin?: string | undefined;
  session?: string | undefined;
  scope?: unknown;
}

/** What another workspace's agent quotes is its own word, too; what an own agent quotes is not. */
function saidBy({ agent, source }: Attribution, name: string, ownAgents: readonly string[]): boolean {
  const isOwn = ownAgents.some((own) => isSameName(own, agent));
  const quotes = source !== undefined && !isSameName(source, "self") && !isSameName(source, agent);
  if (quotes && isSameName(source, name)) return true;
  if (quotes && isOwn) return false;
  return isSameName(agent, name) || (isOwn && isSameName(name, "self"));
}

const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i;

/** A URL, file or tool; what lies beneath it; or every page of a site that is named by its host alone. */
function cameFrom(origin: string, place: string): boolean {
  const [from, wanted] = [origin.trim(), place.trim()];
  const beneath = wanted.replace(/[/?#]+$/, "");
  if (from === wanted || (beneath !== "" && from.startsWith(beneath) && /^[/?#]/.test(from.slice(beneath.length))))
    return true;
  return isSameName(HOST.exec(from)?.[1], wanted);
}

/** True when this speaker is the one that is meant. */
export function isFrom(speaker: Attribution, { by, value }: Selector, ownAgents: readonly string[]): boolean {
  if (by === "source") return saidBy(speaker, value, ownAgents);
  if (by === "session") return speaker.session === value;
  if (by === "contact") return speaker.scope === contactScope(value);
  return speaker.origin !== undefined && cameFrom(speaker.origin, value);
}

/** The same for a whole entry. An import came from its file. */
export function isEntryFrom(
  entry: Attribution & Pick<Entry, "id" | "agent" | "session" | "imported">,
  selector: Selector,
  ownAgents: readonly string[],
): boolean {
  if (isFrom({ ...entry, session: sessionOf(entry) }, selector, ownAgents)) return true;
  const file = entry.imported?.from.replace(/:\d+$/, "");
  return selector.by === "origin" && file !== undefined && cameFrom(file, selector.value);
}

/** Tells whose facts in other records go as well. */
type IsMeant = (speaker: Attribution) => boolean;

/** The entries that are meant, by time, and speakers unless entries were named one by one. Throws `usage` when nothing is named. */
export function select(
  { profile }: Pick<Context, "profile">,
  tree: Store,
  { refs, selector, takenBack }: ForgetRequest,
): { rows: readonly Row[]; isMeant?: IsMeant } {
  if (takenBack !== undefined) {
    const isMeant = ({ origin }: Attribution) => takenBack.has(hubEntryOf(origin) ?? "");
    return { rows: tree.naming(takenBack, "hub"), isMeant };
  }
  if (refs.length > 0 === (selector !== undefined)) {
    const hint = "Name entries by their ids, or everything from one --source, --origin, --session or --contact.";
    throw wrongUsage("nothing says what to forget, or two things do", hint);
  }
  if (selector === undefined) {
    const ids = new Set(refs.map((ref) => tree.resolve(ref).id));
    return { rows: tree.heads.filter(({ id }) => ids.has(id)) };
  }
  const own = ownAgents(profile);
  const rows = tree.heads.filter((row) => isEntryFrom(row, selector, own));
  return { rows, isMeant: (speaker) => isFrom(speaker, selector, own) };
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
  isMeant: IsMeant | undefined,
): Promise<{ entry: Entry; patch: Patch }[]> {
  if (isMeant === undefined) return [];
  return (await tree.load()).flatMap(({ entry }) => {
    if (gone.has(entry.id)) return [];
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

/** Why a person is needed for what goes out of use, as the beginning of a sentence; undefined when an agent may, too. */
export function reasonForPerson(
  { taking, selector, all }: Omit<ForgetRequest, "by">,
  rows: readonly Pick<Row, "type" | "tier" | "scope" | "pinned">[],
): string | undefined {
  if (taking !== "forget") return `${taking === "redact" ? "redacting" : "erasing"} what was said`;
  if (all) return "forgetting all memories";
  if (rows.some(({ tier }) => isPeoples(tier))) return "forgetting what is trusted more than an agent's own";
  if (selector?.by === "contact") return "forgetting everything about a contact";
  if (rows.some(isForEverybody)) return "forgetting what holds for everybody";
  return rows.some(({ pinned }) => pinned) ? "forgetting what a person pinned" : undefined;
}
