/**
 * Finds what is printed beside an entry: the other side of an open pair, the correction that refutes it, its
 * exceptions, and its replacement. Called by recall, lists, `show` and contexts.
 */
import type { Context } from "../context.js";
import type { EntryType, Near } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { byAge } from "../entry/lessons.js";
import { type Cuts, cutsOf } from "../entry/near/near-cuts.js";
import { isRaised, isRefuted, openLinePairs, openPairs } from "../entry/near/pairs.js";
import { doubtsOf } from "../entry/states.js";
import { targetsOf } from "../store/cache/relations.js";
import type { Row, Store } from "../store/open-store.js";
import { coreLines } from "../store/records/core-lines.js";
import { readLineRef } from "../store/records/peoples-lines.js";
import { shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { BESIDE_REASONS, type BesideReason } from "./policy/beside-words.js";
import { differInOneSlot } from "./policy/same-key.js";
import type { BesideEntry } from "./recall-schemas.js";

/** A tree as its reader may see it. */
export interface ReadTree {
  tree: Pick<Store, "head" | "naming" | "where">;
}

/** An entry printed beside another, and the index of its tree. */
export interface Partner {
  head: Row;
  from: number;
  why: BesideReason;
  /**
   * The partner to which the reason applies, where it is not the entry itself: a partner is not printed without its own
   * partners either.
   */
  of?: string;
}

/** The trees and cuts of one look-up. */
export interface BesideAsked {
  trees: readonly ReadTree[];
  cuts: Pick<Cuts, "close">;
  /** Whether the reader may see an entry now; every entry unless stated. */
  tells?: (head: Row) => boolean;
}

type Partners = Map<string, Partner[]>;

/** The entries of the trees that the reader may retrieve. */
class Retrievable {
  readonly #trees: readonly ReadTree[];
  readonly #tells: (head: Row) => boolean;

  constructor({ trees, tells = () => true }: BesideAsked) {
    this.#trees = trees;
    this.#tells = tells;
  }

  #isShown(head: Row): boolean {
    return isInUse(head) && this.#tells(head);
  }

  /** The tree that holds an entry; undefined where the reader may not retrieve it. */
  placeOf(id: string): { head: Row; from: number } | undefined {
    for (const [from, { tree }] of this.#trees.entries()) {
      const head = tree.head(id);
      if (head !== undefined && this.#isShown(head)) return { head, from };
    }
    return undefined;
  }

  /** The id stored as the replacement of an entry, whether or not the entry may be retrieved. */
  successorOf(id: string): string | undefined {
    return this.#trees.flatMap(({ tree }) => tree.head(id)?.superseded_by ?? [])[0];
  }

  naming(ids: Iterable<string>, relation: "near" | "exception_to" | "supersedes"): Row[] {
    const idList = [...ids];
    return this.#trees.flatMap(({ tree }) => tree.naming(idList, relation).filter((head) => this.#isShown(head)));
  }

  ofType(type: EntryType): Row[] {
    return this.#trees.flatMap(({ tree }) => tree.where({ type }, "inUse").filter(this.#tells));
  }
}

/** The partners of each entry by its id; entries without partners are left out. Deterministic for given trees. */
export function besideOf(input: BesideAsked, heads: readonly Row[]): Partners {
  const trees = new Retrievable(input);
  const partnersById: Partners = new Map();
  const visitedIds = new Set<string>();
  let frontier = heads;
  while (frontier.length > 0) {
    for (const { id } of frontier) visitedIds.add(id);
    const nextPartners = directPartners(trees, frontier, input.cuts);
    for (const [id, partners] of nextPartners) partnersById.set(id, partners);
    const partners = new Map([...nextPartners.values()].flat().map(({ head }) => [head.id, head]));
    frontier = [...partners.values()].filter(({ id }) => !visitedIds.has(id));
  }
  return new Map(
    heads.flatMap(({ id }) => {
      const partners = withTheirOwn(id, partnersById);
      return partners.length === 0 ? [] : [[id, partners] as const];
    }),
  );
}

/** The partners of an entry, followed by the refutations and exceptions of those partners. */
function withTheirOwn(id: string, partnersById: Partners): Partner[] {
  const allPartners = [...(partnersById.get(id) ?? [])];
  const listedIds = new Set([id, ...allPartners.map(({ head }) => head.id)]);
  // The list grows while it is walked: a partner's partner has partners too.
  for (const { head } of allPartners) {
    for (const partner of partnersById.get(head.id) ?? []) {
      if ((partner.why !== "refuted" && partner.why !== "exception") || listedIds.has(partner.head.id)) continue;
      listedIds.add(partner.head.id);
      allPartners.push({ ...partner, of: head.id });
    }
  }
  return allPartners;
}

function directPartners(trees: Retrievable, heads: readonly Row[], cuts: Pick<Cuts, "close">): Partners {
  const partnersById = new Map<string, Map<string, Partner>>();
  const ids = new Set(heads.map(({ id }) => id));
  const add = (id: string, other: string, why: BesideReason): void => {
    const place = trees.placeOf(other);
    const partners = partnersById.get(id) ?? new Map<string, Partner>();
    if (!ids.has(id) || id === other || place === undefined || partners.has(other)) return;
    partnersById.set(id, partners.set(other, { ...place, why }));
  };
  for (const { newer, older, near } of pairsAround(trees, heads)) {
    if (!isRaised(near, cuts)) continue;
    add(older.id, newer.id, reasonFor("older", near));
    add(newer.id, older.id, reasonFor("newer", near));
  }
  for (const [one, other] of slotsApart(trees, heads)) add(one, other, "undecided");
  const general = new Set(heads.filter(isInUse).map(({ id }) => id));
  for (const exception of [...trees.naming(general, "exception_to")].sort(byAge))
    for (const id of targetsOf(exception, "exception_to")) if (general.has(id)) add(id, exception.id, "exception");
  for (const head of heads) {
    const successor = replacementOf(trees, head);
    if (successor !== undefined) add(head.id, successor, "replaced");
  }
  return new Map(Array.from(partnersById, ([id, partners]) => [id, inOrder([...partners.values()])]));
}

const inOrder = (partners: Partner[]): Partner[] =>
  partners.sort((a, b) => BESIDE_REASONS.indexOf(a.why) - BESIDE_REASONS.indexOf(b.why));

/** The reason to print the other side of an open pair. */
function reasonFor(side: "older" | "newer", near: Near): BesideReason {
  if (side === "older" && isRefuted(near)) return "refuted";
  return "undecided";
}

/** Open pairs with one of the entries on either side. */
function pairsAround(trees: Retrievable, heads: readonly Row[]) {
  const carriers = new Map(
    [...heads, ...trees.naming(new Set(heads.map(({ id }) => id)), "near")].map((head) => [head.id, head]),
  );
  return openPairs({
    head: (id) => trees.placeOf(id)?.head,
    withAny: () => [...carriers.values()].filter(({ id }) => trees.placeOf(id) !== undefined),
  });
}

/** Pairs of ids: a project's and a user's fact with one key and different claims. */
function slotsApart(trees: Retrievable, heads: readonly Row[]): [string, string][] {
  const keyedHeads = heads.filter((head) => head.type === "memory" && head.key !== undefined && isInUse(head));
  if (keyedHeads.length === 0) return [];
  const otherFacts = trees.ofType("memory").filter(({ key }) => key !== undefined);
  return keyedHeads.flatMap((head) =>
    otherFacts.filter((other) => differInOneSlot(head, other)).map(({ id }): [string, string] => [head.id, id]),
  );
}

/** The entry in use that replaced a superseded one: the last of the chain. */
function replacementOf(trees: Retrievable, { id, status, superseded_by }: Row): string | undefined {
  if (status !== "superseded") return undefined;
  const visitedIds = new Set([id]);
  let next = superseded_by;
  while (next !== undefined && !visitedIds.has(next)) {
    visitedIds.add(next);
    if (trees.placeOf(next) !== undefined) return next;
    next = trees.successorOf(next);
  }
  return trees.naming([id], "supersedes")[0]?.id;
}

/** The partners by the id of their entry, with their full texts, as answers name them. */
export async function besideNamed(
  ctx: Pick<Context, "workspace" | "profile">,
  input: Omit<NamedAsked, "cuts">,
  heads: readonly Row[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const cuts = cutsOf(ctx.profile);
  const entries = await entriesBeside({ ...input, cuts }, heads);
  const lines = await linesBeside(ctx, cuts, heads);
  if (lines.size === 0) return entries;
  return new Map(
    [...new Set([...entries.keys(), ...lines.keys()])].map((id) => [
      id,
      [...(lines.get(id) ?? []), ...(entries.get(id) ?? [])],
    ]),
  );
}

type NamedAsked = Omit<BesideAsked, "trees"> & { trees: readonly (ReadTree & { tree: Store })[] };

/** Lines of core files with which an entry is in an open pair. */
async function linesBeside(
  ctx: Pick<Context, "workspace" | "profile">,
  cuts: Cuts,
  heads: readonly Row[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const inPairs = heads.filter(({ near }) => near?.some((row) => readLineRef(row.with) !== undefined));
  if (inPairs.length === 0) return NONE;
  const linesById = new Map<string, BesideEntry[]>();
  for (const { newer, line, near } of openLinePairs(inPairs, await coreLines(ctx))) {
    if (!isRaised(near, cuts)) continue;
    const { ref, file, text } = line;
    const why = reasonFor("newer", near);
    const entry = { id: ref, where: `${file}:${line.line}`, text, why, tier: "owner", unique: ref.length } as const;
    linesById.set(newer.id, [...(linesById.get(newer.id) ?? []), entry]);
  }
  return linesById;
}

async function entriesBeside(input: NamedAsked, heads: readonly Row[]): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const partnersById = besideOf(input, heads);
  if (partnersById.size === 0) return NONE;
  const toBesideEntry = ({ head, from, why, of }: Partner): BesideEntry => ({
    id: head.id,
    text: shownText(head),
    why,
    ...defined({ of }),
    tier: head.tier,
    ...defined({ outcome: head.outcome, doubts: doubtsOf(head), paths: head.paths }),
    unique: (input.trees[from] as (typeof input.trees)[number]).tree.shortest(head.id),
  });
  return new Map(Array.from(partnersById, ([id, partners]) => [id, partners.map(toBesideEntry)]));
}

const NONE: ReadonlyMap<string, BesideEntry[]> = new Map();
