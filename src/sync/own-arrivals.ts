/** How this workspace came to claims that the hub holds: said again by its own agents, and whether they had been shown them. */

import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { isSameName } from "../entry/gates/attribution.js";
import { isInUse, isRestricted } from "../entry/gates/visible.js";
import { readHubOrigin } from "../entry/hub-origin.js";
import { ownAgents } from "../settings.js";
import { readingEvents } from "../store/ledger/ledger.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { claimHash } from "../text/canonical.js";
import { copiesIn } from "./copies.js";

/** An own agent made the claim of a copy from the hub. */
export interface OwnArrival {
  /** The copy, or the own entry that repeats it. */
  entry: string;
  /** Hash of the canonical claim. */
  claim: string;
  at: string;
  shown_before: boolean;
}

/** The first time each copy was said again here: as a wording of it, or as an entry derived from it. */
export async function ownArrivals({ workspace, profile }: Context, tree: Store): Promise<OwnArrival[]> {
  const copies = copiesIn(tree).filter(isForAll);
  if (copies.length === 0) return [];
  const own = (agent: string | undefined) => ownAgents(profile).some((name) => isSameName(name, agent));
  const ids = new Set(copies.map(({ id }) => id));
  const derived = tree.heads.filter(
    (head) => own(head.agent) && head.derived_from?.some((id) => ids.has(id)) === true && isForAll(head),
  );
  const shownAt = firstShown(workspace, own);
  const loaded = (await tree.load([...ids, ...derived.map(({ id }) => id)])).map(({ entry }) => entry);
  const byId = new Map(loaded.map((entry) => [entry.id, entry]));
  const wasShown = (id: string, at: string) => (shownAt.get(id) ?? Number.POSITIVE_INFINITY) < Date.parse(at);
  const arrivals: OwnArrival[] = [];
  for (const copy of loaded.filter(({ id }) => ids.has(id))) {
    const items = copy.type === "insight" ? (copy.evolution ?? []) : [];
    const first = items.find(({ agent, origin }) => own(agent) && readHubOrigin(origin) === undefined);
    if (first === undefined) continue;
    arrivals.push({ entry: copy.id, claim: hashOf(copy), at: first.at, shown_before: wasShown(copy.id, first.at) });
  }
  for (const { id, timestamp: at, derived_from = [] } of derived) {
    const copy = derived_from.flatMap((parent) => (ids.has(parent) ? (byId.get(parent) ?? []) : []))[0];
    if (copy !== undefined) arrivals.push({ entry: id, claim: hashOf(copy), at, shown_before: wasShown(copy.id, at) });
  }
  return arrivals;
}

/** Reported entries whose words were taken out here since: their arrival is withdrawn. */
export async function erasedArrivals(tree: Store, ids: ReadonlySet<string>): Promise<string[]> {
  const here = tree.heads.flatMap(({ id }) => (ids.has(id) ? [id] : []));
  return (await tree.load(here)).flatMap(({ entry }) => (isErasedHere(entry) ? [entry.id] : []));
}

/** Whether the taking was local: a writer's own deletion does not withdraw the arrivals of others. */
function isErasedHere({ erased, redacted, origin }: Entry): boolean {
  const taking = erased ?? redacted;
  return taking !== undefined && taking.by !== readHubOrigin(origin)?.agent;
}

/** Whether an entry may be reported: live, approved, and visible to all users of the workspace. */
const isForAll = (head: EntryMeta): boolean => isInUse(head) && !isRestricted(head);

/** Of the words as they came: later wordings of a copy are this workspace's own. */
const hashOf = (copy: Entry): string => claimHash(copy.type === "insight" ? copy.insight : claimOf(copy));

/** When each entry was first shown to an agent of this workspace, as the ledger of this machine has it. */
function firstShown(ws: Context["workspace"], own: (agent: string) => boolean): Map<string, number> {
  const first = new Map<string, number>();
  for (const { at, agent, ids } of readingEvents(ws)) {
    if (!own(agent)) continue;
    const moment = Date.parse(at);
    for (const id of ids) if (moment < (first.get(id) ?? Number.POSITIVE_INFINITY)) first.set(id, moment);
  }
  return first;
}

/** Whether a claim was shown here, as a copy from the hub, before it was said. The ledger is read when it is first asked. */
export class ShownClaims {
  readonly #ctx: Context;
  readonly #tree: Store;
  #shown: Map<string, number> | undefined;

  constructor(ctx: Context, tree: Store) {
    this.#ctx = ctx;
    this.#tree = tree;
  }

  /** `claim` and `cluster`: hashes of the claim and of the claim that it restates. */
  before(claim: string, cluster: string, at: string): boolean {
    this.#shown ??= this.#read();
    const first = Math.min(...[claim, cluster].map((hash) => this.#shown?.get(hash) ?? Number.POSITIVE_INFINITY));
    return first < Date.parse(at);
  }

  #read(): Map<string, number> {
    const copies = copiesIn(this.#tree);
    const shownAt = new Map<string, number>();
    if (copies.length === 0) return shownAt;
    const { workspace, profile } = this.#ctx;
    const first = firstShown(workspace, (agent) => ownAgents(profile).some((name) => isSameName(name, agent)));
    for (const { id, claims } of copies) {
      const moment = first.get(id);
      if (moment === undefined) continue;
      for (const claim of claims) shownAt.set(claim, Math.min(moment, shownAt.get(claim) ?? moment));
    }
    return shownAt;
  }
}
