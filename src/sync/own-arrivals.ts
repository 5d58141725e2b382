/** How this workspace came to claims that the hub holds: said again by its own agents, and whether they had been shown them. */
import type { Context } from "../context.js";
import { isSameName } from "../entry/gates/attribution.js";
import { isInUse, isRestricted } from "../entry/gates/visible.js";
import { ownAgents } from "../settings.js";
import { readHubOrigin } from "../store/hub-origin.js";
import type { Row, Store } from "../store/open-store.js";
import { readLedger } from "../store/state/ledger.js";
import { isFromHub } from "./copies.js";
import { type ArrivalBody, toTheSecond } from "./policy/shared-body.js";

/** An own agent came to the claim of a copy. */
export interface OwnArrival {
  /** The copy, also where it was joined to an own entry. */
  id: string;
  at: string;
  body: ArrivalBody;
}

/** The names of this workspace's own agents. */
const isOwn =
  ({ profile }: Pick<Context, "profile">) =>
  (agent: string | undefined): boolean =>
    ownAgents(profile).some((name) => isSameName(name, agent));

/**
 * The first time each copy was said again here: counted on it, or as an entry of `shared` that somebody answered says the
 * same. Equal words of two entries need no row: everybody sees that they are equal.
 */
export function ownArrivals(
  ctx: Context,
  tree: Store,
  { hub, shared, shown }: { hub: string; shared: ReadonlySet<string>; shown: ShownCopies },
): OwnArrival[] {
  const own = isOwn(ctx);
  const arrivals = new Map<string, OwnArrival>();
  for (const copy of tree.heads.filter(isFromHub)) {
    const of = readHubOrigin(copy.origin);
    const first = of?.hub === hub ? firstSaid(tree, copy, own, shared) : undefined;
    if (of === undefined || first === undefined) continue;
    const [second, from] = [toTheSecond(first.at), shown.teacher(copy.id, first.at)];
    const body = { type: "arrival" as const, of: `${of.agent}/${of.entry}`, own: first.own, from };
    arrivals.set(copy.id, { id: copy.id, at: second, body });
  }
  return [...arrivals.values()];
}

interface Said {
  at: string;
  /** The own entry that says it. */
  own?: string | undefined;
}

function firstSaid(
  tree: Store,
  copy: Row,
  own: (agent: string | undefined) => boolean,
  shared: ReadonlySet<string>,
): Said | undefined {
  if (copy.type !== "insight" && copy.type !== "memory") return undefined;
  const joined = tree
    .chainOf(copy.id)
    .filter((one) => shared.has(one.id) && (answersSame(one, copy.id) || answersSame(copy, one.id)))
    .map(({ id, timestamp }): Said => ({ at: timestamp, own: id }));
  const counted = isInUse(copy) && !isRestricted(copy) ? [...(copy.said ?? []), ...(copy.evolution ?? [])] : [];
  const again = counted.filter(({ agent, origin }) => own(agent) && readHubOrigin(origin) === undefined);
  return [...joined, ...again].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
}

const answersSame = ({ near = [] }: Row, other: string): boolean =>
  near.some((row) => row.with === other && row.answer === "same");

/** Which copies were shown here, when first, and whose claim each is. The ledger of this machine is read when first asked. */
export class ShownCopies {
  readonly #ctx: Context;
  readonly #copies: readonly Row[];
  #first: ReadonlyMap<string, number> | undefined;

  constructor(ctx: Context, tree: Store) {
    this.#ctx = ctx;
    this.#copies = tree.heads.filter(isFromHub);
  }

  /** Who first made the claim of a copy that was shown before a moment. */
  teacher(id: string, before: string): string | undefined {
    return this.#teacherOf((copy) => copy.id === id, before);
  }

  /** The same of a claim by its hash. */
  teacherOfClaim(claim: string, before: string): string | undefined {
    return this.#teacherOf((copy) => copy.claim === claim, before);
  }

  #teacherOf(isMeant: (copy: Row) => boolean, before: string): string | undefined {
    const copy = this.#copies.find((one) => isMeant(one) && this.#firstShown(one.id) < Date.parse(before));
    const origin = readHubOrigin(copy?.origin);
    return origin?.learnedFrom ?? origin?.agent;
  }

  #firstShown(id: string): number {
    this.#first ??= firstShown(this.#ctx);
    return this.#first.get(id) ?? Number.POSITIVE_INFINITY;
  }
}

function firstShown(ctx: Pick<Context, "workspace" | "profile">): Map<string, number> {
  const own = isOwn(ctx);
  const first = new Map<string, number>();
  for (const { at, agent, ids } of readLedger(ctx.workspace, "read")) {
    if (!own(agent)) continue;
    const moment = Date.parse(at);
    for (const id of ids) if (moment < (first.get(id) ?? Number.POSITIVE_INFINITY)) first.set(id, moment);
  }
  return first;
}
