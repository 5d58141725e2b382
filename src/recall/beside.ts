/**
 * What is printed beside an entry wherever it is printed: the other side of a pair that nobody has decided, the correction
 * that refutes it, its exceptions, and what took its place. Asked by recall, lists, `show` and contexts.
 */
import type { Context } from "../context.js";
import type { EntryType, Near } from "../entry/entry.js";
import { isInUse } from "../entry/gates/visible.js";
import { byAge } from "../entry/lessons.js";
import { type Cuts, cutsOf } from "../entry/near/near-cuts.js";
import { isOnPurpose, isRaised, isRefuted, openLinePairs, openPairs } from "../entry/near/pairs.js";
import { doubtsOf } from "../entry/states.js";
import { targetsOf } from "../store/cache/relations.js";
import { BESIDE_REASONS, type BesideReason } from "../store/layers/policy/beside-words.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { coreLines } from "../store/records/core-lines.js";
import { readLineRef } from "../store/records/peoples-lines.js";
import { shownTexts } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { differInOneSlot } from "./policy/same-key.js";
import type { BesideEntry } from "./recall-schemas.js";

/** A tree as its reader may see it. */
export interface ReadTree {
  tree: Pick<Store, "head" | "naming" | "where">;
}

/** An entry that is printed beside another, and which tree holds it. */
export interface Partner {
  head: EntryMeta;
  from: number;
  why: BesideReason;
  /** The partner that the reason is one of, where it is not the entry itself: a partner's words are not printed alone either. */
  of?: string;
}

/** What is asked for beside the entries. */
export interface BesideAsked {
  trees: readonly ReadTree[];
  cuts: Pick<Cuts, "close">;
  /** May the reader be told this now? Everything unless stated. */
  tells?: (head: EntryMeta) => boolean;
}

type Partners = Map<string, Partner[]>;

/** What of the trees their reader may retrieve. */
class Retrievable {
  readonly #trees: readonly ReadTree[];
  readonly #tells: (head: EntryMeta) => boolean;

  constructor({ trees, tells = () => true }: BesideAsked) {
    this.#trees = trees;
    this.#tells = tells;
  }

  #isShown(head: EntryMeta): boolean {
    return isInUse(head) && this.#tells(head);
  }

  /** The tree that holds an entry; undefined where its reader may not retrieve it. */
  placeOf(id: string): { head: EntryMeta; from: number } | undefined {
    for (const [from, { tree }] of this.#trees.entries()) {
      const head = tree.head(id);
      if (head !== undefined && this.#isShown(head)) return { head, from };
    }
    return undefined;
  }

  /** What is named as having taken the place of an entry, whether or not that entry itself may be retrieved. */
  successorOf(id: string): string | undefined {
    return this.#trees.flatMap(({ tree }) => tree.head(id)?.superseded_by ?? [])[0];
  }

  naming(ids: Iterable<string>, relation: "near" | "exception_to" | "supersedes"): EntryMeta[] {
    const asked = [...ids];
    return this.#trees.flatMap(({ tree }) => tree.naming(asked, relation).filter((head) => this.#isShown(head)));
  }

  ofType(type: EntryType): EntryMeta[] {
    return this.#trees.flatMap(({ tree }) => tree.where({ type }, "inUse").filter(this.#tells));
  }
}

/** Of each entry what is printed beside it, by id; those without are left out. Follows from the trees alone, in one order. */
export function besideOf(asked: BesideAsked, heads: readonly EntryMeta[]): Partners {
  const trees = new Retrievable(asked);
  const known: Partners = new Map();
  const looked = new Set<string>();
  let next = heads;
  while (next.length > 0) {
    for (const { id } of next) looked.add(id);
    const found = directPartners(trees, next, asked.cuts);
    for (const [id, partners] of found) known.set(id, partners);
    const partners = new Map([...found.values()].flat().map(({ head }) => [head.id, head]));
    next = [...partners.values()].filter(({ id }) => !looked.has(id));
  }
  return new Map(
    heads.flatMap(({ id }) => {
      const partners = withTheirOwn(id, known);
      return partners.length === 0 ? [] : [[id, partners] as const];
    }),
  );
}

/** The partners of an entry, with what refutes them and their exceptions behind them. */
function withTheirOwn(id: string, known: Partners): Partner[] {
  const all = [...(known.get(id) ?? [])];
  const named = new Set([id, ...all.map(({ head }) => head.id)]);
  // Grows while it is walked: a partner's partner has its own.
  for (const { head } of all) {
    for (const partner of known.get(head.id) ?? []) {
      if ((partner.why !== "refuted" && partner.why !== "exception") || named.has(partner.head.id)) continue;
      named.add(partner.head.id);
      all.push({ ...partner, of: head.id });
    }
  }
  return all;
}

function directPartners(trees: Retrievable, heads: readonly EntryMeta[], cuts: Pick<Cuts, "close">): Partners {
  const found = new Map<string, Map<string, Partner>>();
  const ids = new Set(heads.map(({ id }) => id));
  const add = (id: string, other: string, why: BesideReason): void => {
    const place = trees.placeOf(other);
    const partners = found.get(id) ?? new Map<string, Partner>();
    if (!ids.has(id) || id === other || place === undefined || partners.has(other)) return;
    found.set(id, partners.set(other, { ...place, why }));
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
    const holds = replacementOf(trees, head);
    if (holds !== undefined) add(head.id, holds, "replaced");
  }
  return new Map(Array.from(found, ([id, partners]) => [id, inOrder([...partners.values()])]));
}

const inOrder = (partners: Partner[]): Partner[] =>
  partners.sort((a, b) => BESIDE_REASONS.indexOf(a.why) - BESIDE_REASONS.indexOf(b.why));

/** What the other side of an open pair is to one of the two. */
function reasonFor(side: "older" | "newer", near: Near): BesideReason {
  if (side === "older" && isRefuted(near)) return "refuted";
  return isOnPurpose(near) ? "on-purpose" : "undecided";
}

/** Open pairs with one of the entries on a side: no others are read. */
function pairsAround(trees: Retrievable, heads: readonly EntryMeta[]) {
  const carriers = new Map(
    [...heads, ...trees.naming(new Set(heads.map(({ id }) => id)), "near")].map((head) => [head.id, head]),
  );
  return openPairs({
    head: (id) => trees.placeOf(id)?.head,
    withAny: () => [...carriers.values()].filter(({ id }) => trees.placeOf(id) !== undefined),
  });
}

/** Pairs of ids: of one key, the project's and a user's, with different claims. */
function slotsApart(trees: Retrievable, heads: readonly EntryMeta[]): [string, string][] {
  const keyed = heads.filter((head) => head.type === "memory" && head.key !== undefined && isInUse(head));
  if (keyed.length === 0) return [];
  const others = trees.ofType("memory").filter(({ key }) => key !== undefined);
  return keyed.flatMap((head) =>
    others.filter((other) => differInOneSlot(head, other)).map(({ id }): [string, string] => [head.id, id]),
  );
}

/** The entry in use that took the place of one that is no longer: the last of a chain. */
function replacementOf(trees: Retrievable, { id, status, superseded_by }: EntryMeta): string | undefined {
  if (status !== "superseded") return undefined;
  const seen = new Set([id]);
  let next = superseded_by;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    if (trees.placeOf(next) !== undefined) return next;
    next = trees.successorOf(next);
  }
  return trees.naming([id], "supersedes")[0]?.id;
}

/** Partners by the id of the entry they stand beside, as answers name them: with their words in full. */
export async function besideNamed(
  ctx: Pick<Context, "workspace" | "profile">,
  only: Omit<NamedAsked, "cuts">,
  heads: readonly EntryMeta[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const cuts = cutsOf(ctx.profile);
  const beside = await entriesBeside({ ...only, cuts }, heads);
  const written = await linesBeside(ctx, cuts, heads);
  if (written.size === 0) return beside;
  return new Map(
    [...new Set([...beside.keys(), ...written.keys()])].map((id) => [
      id,
      [...(written.get(id) ?? []), ...(beside.get(id) ?? [])],
    ]),
  );
}

type NamedAsked = Omit<BesideAsked, "trees"> & { trees: readonly (ReadTree & { tree: Store })[] };

/** Lines of core files with which an entry is in an open pair. */
async function linesBeside(
  ctx: Pick<Context, "workspace" | "profile">,
  cuts: Cuts,
  heads: readonly EntryMeta[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const inPairs = heads.filter(({ near }) => near?.some((row) => readLineRef(row.with) !== undefined));
  if (inPairs.length === 0) return NONE;
  const found = new Map<string, BesideEntry[]>();
  for (const { newer, line, near } of openLinePairs(inPairs, await coreLines(ctx))) {
    if (!isRaised(near, cuts)) continue;
    const { ref, file, text } = line;
    const why = reasonFor("newer", near);
    const entry = { id: ref, where: `${file}:${line.line}`, text, why, tier: "owner", unique: ref.length } as const;
    found.set(newer.id, [...(found.get(newer.id) ?? []), entry]);
  }
  return found;
}

async function entriesBeside(
  asked: NamedAsked,
  heads: readonly EntryMeta[],
): Promise<ReadonlyMap<string, BesideEntry[]>> {
  const beside = besideOf(asked, heads);
  if (beside.size === 0) return NONE;
  const partners = [...beside.values()].flat();
  const headsIn = (tree: number) => partners.flatMap(({ from, head }) => (from === tree ? [head] : []));
  const texts = await Promise.all(asked.trees.map(({ tree }, at) => shownTexts(tree, headsIn(at))));
  const named = ({ head, from, why, of }: Partner): BesideEntry => ({
    id: head.id,
    text: texts[from]?.(head) ?? head.text,
    why,
    ...defined({ of }),
    tier: head.tier,
    ...defined({ outcome: head.outcome, doubts: doubtsOf(head), paths: head.paths }),
    unique: (asked.trees[from] as (typeof asked.trees)[number]).tree.shortest(head.id),
  });
  return new Map(Array.from(beside, ([id, partners]) => [id, partners.map(named)]));
}

const NONE: ReadonlyMap<string, BesideEntry[]> = new Map();
