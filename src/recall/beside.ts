/**
 * Finds what is printed beside an entry: the other side of an open pair, the correction that refutes it, its
 * exceptions, and its replacement. Called by recall, lists, `show` and contexts.
 */
import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { byAge } from "../entry/lessons.js";
import { doubtsOf } from "../entry/states.js";
import { cutsOf } from "../search/near-cuts.js";
import { targetsOf } from "../store/cache/relations.js";
import { entryOf } from "../store/cache/row.js";
import { isRaised, openPairsOf, type TreePair } from "../store/open-pairs.js";
import type { Row, Store } from "../store/open-store.js";
import { coreLines, isLineRef, type PeoplesLine } from "../store/records/peoples-lines.js";
import { shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { grouped } from "../text/grouped.js";
import { BESIDE_REASONS, type BesideReason } from "./policy/beside-words.js";
import { differInOneSlot } from "./policy/same-key.js";
import type { BesideEntry } from "./recall-schemas.js";

/** A tree as its reader may see it. */
export interface ReadTree {
  tree: Pick<Store, "head" | "naming" | "where" | "chainOf" | "speaker">;
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

/** The trees of one look-up, and the score from which a pair is close. */
export interface BesideAsked {
  trees: readonly ReadTree[];
  close: number;
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

  /** What replaced an entry, whether or not the entry may be retrieved. */
  successorOf(id: string): string | undefined {
    return this.#trees.flatMap(({ tree }) => tree.head(id)?.superseded_by ?? [])[0];
  }

  /** Who speaks for the chain of an entry, where the reader may retrieve that. */
  speaker(id: string): Row | undefined {
    const [speaker] = this.#trees.flatMap(({ tree }) => tree.speaker(id) ?? []);
    return speaker !== undefined && this.#isShown(speaker) ? speaker : undefined;
  }

  /** The chains of entries. */
  membersOf(heads: readonly Row[]): Row[] {
    return heads.flatMap((head) =>
      head.repeats === 0 ? [head] : this.#trees.flatMap(({ tree }) => tree.chainOf(head.id)),
    );
  }

  naming(ids: readonly string[], relation: "near" | "answered"): Row[] {
    return this.#trees.flatMap(({ tree }) => tree.naming(ids, relation));
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
    const nextPartners = directPartners(trees, frontier, input.close);
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

function directPartners(trees: Retrievable, heads: readonly Row[], close: number): Partners {
  const partnersById = new Map<string, Map<string, Partner>>();
  const add = (id: string, other: string, why: BesideReason): void => {
    const place = trees.placeOf(other);
    const partners = partnersById.get(id) ?? new Map<string, Partner>();
    if (id === other || place === undefined || partners.has(other)) return;
    partnersById.set(id, partners.set(other, { ...place, why }));
  };
  const byChain = grouped(heads, ({ chain }) => chain);
  const addToChain = (side: Row, other: Row, why: BesideReason) => {
    for (const { id } of byChain.get(side.chain) ?? []) add(id, other.id, why);
  };
  for (const pair of pairsAround(trees, heads, close)) {
    if (pair.older === undefined || !isRaised(pair)) continue;
    addToChain(pair.older, pair.newer, pair.isRefuted ? "refuted" : "undecided");
    addToChain(pair.newer, pair.older, "undecided");
  }
  for (const [one, other] of slotsApart(trees, heads)) add(one, other, "undecided");
  for (const head of heads.filter(isInUse))
    for (const { id } of exceptionsTo(trees, head)) add(head.id, id, "exception");
  for (const head of heads) {
    const successor = replacementOf(trees, head);
    if (successor !== undefined) add(head.id, successor, "replaced");
  }
  return new Map(Array.from(partnersById, ([id, partners]) => [id, inOrder([...partners.values()])]));
}

const inOrder = (partners: Partner[]): Partner[] =>
  partners.sort((a, b) => BESIDE_REASONS.indexOf(a.why) - BESIDE_REASONS.indexOf(b.why));

/** Open pairs with the chain of one of the entries on either side. */
function pairsAround(trees: Retrievable, heads: readonly Row[], close: number): TreePair[] {
  const members = trees.membersOf(heads);
  const naming = trees.naming(
    members.map(({ id }) => id),
    "near",
  );
  const bearers = new Map([...members, ...naming].map((row) => [row.id, row]));
  return openPairsOf(bearers.values(), (id) => trees.speaker(id), close);
}

/** Who speaks for an exception to the chain of an entry: an answer names the one or the other. */
function exceptionsTo(trees: Retrievable, general: Row): Row[] {
  const members = trees.membersOf([general]);
  const naming = trees.naming(
    members.map(({ id }) => id),
    "answered",
  );
  const named = members.flatMap((member) => targetsOf(entryOf(member), "answered"));
  const speakers = [...naming.map(({ id }) => id), ...named].flatMap((id) => trees.speaker(id) ?? []);
  const exceptions = speakers.filter(({ exceptionTo }) => exceptionTo === general.chain);
  return [...new Map(exceptions.map((one) => [one.id, one])).values()].sort(byAge);
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
    const speaker = trees.speaker(next);
    if (speaker !== undefined) return speaker.id;
    next = trees.successorOf(next);
  }
  return undefined;
}

/** The partners by the id of their entry, with their full texts, as answers name them. */
export async function besideNamed(
  ctx: Pick<Context, "workspace" | "profile">,
  input: Omit<NamedAsked, "close">,
  heads: readonly Row[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const asked = { ...input, close: cutsOf(ctx.profile).close };
  const entries = await entriesBeside(asked, heads);
  const lines = await linesBeside(ctx, asked, heads);
  if (lines.size === 0) return entries;
  const all = heads.map(({ id }): [string, BesideEntry[]] => [
    id,
    [...(lines.get(id) ?? []), ...(entries.get(id) ?? [])],
  ]);
  return new Map(all.filter(([, partners]) => partners.length > 0));
}

type NamedAsked = Omit<BesideAsked, "trees"> & { trees: readonly (ReadTree & { tree: Store })[] };

/** Lines of core files with which the chain of an entry is in an open pair. */
async function linesBeside(
  ctx: Pick<Context, "workspace" | "profile">,
  asked: NamedAsked,
  heads: readonly Row[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const trees = new Retrievable(asked);
  const members = trees.membersOf(heads).filter(({ open }) => open.some((row) => isLineRef(row.with)));
  if (members.length === 0) return NONE;
  const pairs = openPairsOf(members, (id) => trees.speaker(id), asked.close, await coreLines(ctx)).filter(isRaised);
  const byChain = grouped(pairs, ({ newer }) => newer.chain);
  const linesOf = (chain: string) => (byChain.get(chain) ?? []).flatMap(({ line }) => lineBeside(line));
  return new Map(heads.map(({ id, chain }) => [id, linesOf(chain)]));
}

function lineBeside(line: PeoplesLine | undefined): BesideEntry[] {
  if (line === undefined) return [];
  const { ref, file, text } = line;
  return [{ id: ref, where: `${file}:${line.line}`, text, why: "undecided", tier: "owner", unique: ref.length }];
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
