/**
 * Which rows act: answers about two near claims, of whom they come and what they may do. Second step of the pass in
 * `pass.ts`. Pure.
 */
import { compareText } from "../../text/claims/canonical.js";
import { grouped } from "../../text/grouped.js";
import type { Entry, Near, PairAnswer, Tier } from "../entry.js";
import { contactOf } from "../gates/contact-scope.js";
import { compareTiers, isPeoples, leastTrusted, mostTrusted } from "../gates/trust.js";
import { isWithdrawn } from "../gates/visible.js";
import { isLineRef } from "../id-form.js";
import { isForgotten, isWaiting, type Member } from "./member.js";
import type { StandingInput } from "./standing.js";
import { isClose, pairKey, slotKey } from "./ties.js";

/**
 * A row as an arrow: `from` stands or is the exception, `to` is taken out or is the general one; else `from` bears it. A side
 * that is a people's line, or is not among these, is undefined: `near.with` names it.
 */
export interface Row {
  near: Near;
  bearer: Member;
  from: Member | undefined;
  to: Member | undefined;
  answer: PairAnswer | undefined;
  tier: Tier;
  at: string;
  /** It follows from a key. */
  isKeyed: boolean;
  /** `proposed`: it would act if somebody with more trust gave it. */
  effect?: "acts" | "proposed" | undefined;
}

/** The answers that speak for the other side than the one that bears the row. */
const TURNED: Partial<Record<NonNullable<Near["answer"]>, PairAnswer>> = {
  replaced_by: "replaces",
  has_exception: "exception",
};

const BREADTH: Readonly<Record<string, number>> = { conversation: 0, user: 1, project: 2, global: 3 };
/** What is said of a contact holds for less than the project. */
const breadthOf = ({ scope = "project" }: Entry): number => BREADTH[scope] ?? 1;

function isNarrower(a: Entry, b: Entry): boolean {
  const breadth = breadthOf(a) - breadthOf(b);
  if (breadth !== 0 || a.paths === undefined) return breadth < 0;
  const isWithin = a.paths.every((glob) => b.paths?.includes(glob));
  return b.paths === undefined || (isWithin && a.paths.length < b.paths.length);
}

function arrow(bearer: Member, near: Near, other: Member | undefined, isKeyed = false): Row {
  const turned = near.answer && TURNED[near.answer];
  const [from, to] = turned === undefined ? [bearer, other] : [other, bearer];
  const stated = turned ?? (near.answer as PairAnswer | undefined);
  const isKept = stated === "replaces" && from !== undefined && to !== undefined && isNarrower(from.entry, to.entry);
  const said = { tier: near.tier ?? bearer.tier, at: near.at ?? bearer.timestamp };
  return { near, bearer, from, to, answer: isKept ? "exception" : stated, ...said, isKeyed };
}

/** Of memories with one key the newer replaces what is trusted no more; equal words are one. `members`: by age. */
function keyRows(members: readonly Member[]): Row[] {
  const holding = new Map<string, Member[]>();
  return members.flatMap((bearer) => {
    const slot = contactOf(bearer.entry) === undefined ? slotKey(bearer.entry) : undefined;
    if (slot === undefined || !standsBy(bearer)) return [];
    const before = holding.get(slot) ?? [];
    const out = before.filter((one) => compareTiers(one.tier, bearer.tier) <= 0 && one.words !== bearer.words);
    holding.set(slot, [...before.filter((one) => !out.includes(one)), bearer]);
    return out.map((one) => arrow(bearer, { with: one.id, answer: "replaces" }, one, true));
  });
}

type ById = ReadonlyMap<string, Member>;

/** Rows whose other side is gone count for nothing, but for what says that it took the place of their record. */
function writtenRows(members: readonly Member[], byId: ById, lines: ReadonlySet<string>): Row[] {
  const isThere = ({ with: name, answer }: Near) =>
    byId.has(name) || answer === "replaced_by" || (isLineRef(name) ? lines.has(name) : answer === undefined);
  return members.flatMap((bearer) =>
    (bearer.entry.near ?? []).filter(isThere).map((near) => arrow(bearer, near, byId.get(near.with))),
  );
}

/** Whether a record stands by what it says: it does not wait, and was not refused, unless it is forgotten. */
const standsBy = (member: Member): boolean => isForgotten(member) || !(isWaiting(member) || isWithdrawn(member));

/** A `same` that acted before its record was refused still joins, so that the refusal reaches all. */
const isSaid = ({ answer, bearer, from }: Row): boolean =>
  answer === "same" ? isForgotten(bearer) || !bearer.isUnapproved : from === undefined || standsBy(from);

/** Whose answer it is decides what it may do. */
function isTrusted({ near, from, to, answer, tier }: Row, close: number): boolean {
  const tiers = [from?.tier ?? "owner", to?.tier ?? "owner"] as const;
  if (answer === "replaces") return compareTiers(tier, tiers[1]) >= 0;
  if (answer === "same") return compareTiers(tier, leastTrusted(tiers)) >= 0;
  if (isLineRef(near.with) && !isPeoples(tier) && !isPeoples(leastTrusted(tiers))) return false;
  return !isClose(near, close) || compareTiers(tier, mostTrusted(tiers)) >= 0;
}

/** Of several answers to one pair the most trusted counts, of equal trust what is stated; different ones leave it open. */
function settlePair([first, ...others]: Row[]): void {
  if (first === undefined) return;
  const isRival = ({ tier, isKeyed }: Row) => tier === first.tier && isKeyed === first.isKeyed;
  const isDirected = first.answer === "replaces" || first.answer === "exception";
  const saysSame = ({ answer, from }: Row) => answer === first.answer && (!isDirected || from === first.from);
  if (!others.filter(isRival).every(saysSame)) first.effect = undefined;
  for (const other of others) other.effect = undefined;
}

const strongestFirst = (a: Row, b: Row): number =>
  compareTiers(b.tier, a.tier) ||
  Number(a.isKeyed) - Number(b.isKeyed) ||
  compareText(b.at, a.at) ||
  compareText(a.bearer.id + a.near.with, b.bearer.id + b.near.with);

/** All rows, those that act marked; the strongest first. `members`: by age. */
export function rowsOf(members: readonly Member[], byId: ById, { lines, close }: StandingInput): Row[] {
  const rows = [...writtenRows(members, byId, lines), ...keyRows(members)].sort(strongestFirst);
  for (const row of rows)
    if (row.answer !== undefined && isSaid(row)) row.effect = isTrusted(row, close) ? "acts" : "proposed";
  const acting = rows.filter(({ effect }) => effect === "acts");
  grouped(acting, ({ bearer, near }) => pairKey(bearer.id, near.with)).forEach(settlePair);
  return rows;
}
