/**
 * Which rows act: answers about two near claims, of whom they come and what they may do. Second step of the pass in
 * `pass.ts`. Pure.
 */
import { compareText } from "../../text/claims/canonical.js";
import { grouped } from "../../text/grouped.js";
import type { Entry, Near, PairAnswer, Tier } from "../entry.js";
import { compareTiers, isPeoples, leastTrusted, mostTrusted } from "../gates/trust.js";
import { isLineRef } from "../id-form.js";
import { isForgotten, isWaiting, isWithdrawing, type Member } from "./member.js";
import type { StandingInput } from "./standing.js";
import { slotKey } from "./ties.js";

/** A row as an arrow: `from` stands or is the exception, `to` is taken out or is the general one. */
export interface Row {
  bearer: Member;
  near: Near;
  /** It follows from a key. */
  isKeyed: boolean;
  /** The other entry; undefined: a people's line, or not among these. */
  other: Member | undefined;
  from: Member | undefined;
  to: Member | undefined;
  answer: PairAnswer | undefined;
  tier: Tier;
  at: number;
  acts: boolean;
  /** It would act if somebody with more trust gave it. */
  isProposed: boolean;
}

/** The answer, from the side that it speaks for. */
const turnedAnswer = (answer: Near["answer"]): PairAnswer | undefined =>
  answer === "replaced_by" ? "replaces" : answer === "has_exception" ? "exception" : answer;

const BREADTH: Readonly<Record<string, number>> = { conversation: 0, user: 1, project: 2, global: 3 };
/** What is said of a contact holds for less than the project. */
const breadthOf = ({ scope = "project" }: Entry): number => BREADTH[scope] ?? 1;

function isNarrower(a: Entry, b: Entry): boolean {
  const breadth = breadthOf(a) - breadthOf(b);
  if (breadth !== 0 || a.paths === undefined) return breadth < 0;
  const isWithin = a.paths.every((glob) => b.paths?.includes(glob));
  return b.paths === undefined || (isWithin && a.paths.length < b.paths.length);
}

function rowOf(bearer: Member, near: Near, byId: ReadonlyMap<string, Member>, isKeyed: boolean): Row {
  const other = byId.get(near.with);
  const stated = turnedAnswer(near.answer);
  const [from, to] = stated === near.answer ? [bearer, other] : [other, bearer];
  const isKept = stated === "replaces" && from !== undefined && to !== undefined && isNarrower(from.entry, to.entry);
  const said = { answer: isKept ? "exception" : stated, tier: near.tier ?? bearer.tier } as const;
  const at = near.at === undefined ? bearer.at : Date.parse(near.at);
  return { bearer, near, isKeyed, other, from, to, ...said, at, acts: false, isProposed: false };
}

/** Of memories with one key the newer replaces what is trusted no more; equal words are one. `members`: by age. */
function keyRows(members: readonly Member[]): [Member, Near][] {
  const holding = new Map<string, Member[]>();
  return members.flatMap((bearer) => {
    const slot = slotKey(bearer.entry);
    if (slot === undefined || !standsBy(bearer)) return [];
    const before = holding.get(slot) ?? [];
    const out = before.filter((one) => compareTiers(one.tier, bearer.tier) <= 0 && one.words !== bearer.words);
    holding.set(slot, [...before.filter((one) => !out.includes(one)), bearer]);
    return out.map(({ id }): [Member, Near] => [bearer, { with: id, answer: "replaces" }]);
  });
}

/** Whether a record stands by what it says: it does not wait, and was not refused, unless it is forgotten. */
const standsBy = (member: Member): boolean =>
  isForgotten(member) || !(isWaiting(member) || isWithdrawing(member.review));

/** A `same` that acted before its record was refused still joins, so that the refusal reaches all. */
function speaks({ bearer, from, answer }: Row): boolean {
  if (answer === "same") return isForgotten(bearer) || bearer.unapproved === undefined;
  const side = answer === "unrelated" ? bearer : from;
  return side === undefined || standsBy(side);
}

/** Whether it was found by words, or without a score: there is no measure, and it counts as close. */
export const isClose = ({ found, score }: Pick<Near, "found" | "score">, cut: number): boolean =>
  found === "words" || score === undefined || score >= cut;

/** Whose answer it is decides what it may do. */
function isTrusted({ bearer, near, other, to, answer, tier }: Row, cut: number): boolean {
  const tiers = [bearer.tier, other?.tier ?? "owner"] as const;
  if (answer === "replaces") return compareTiers(tier, to?.tier ?? "owner") >= 0;
  if (answer === "same") return compareTiers(tier, leastTrusted(tiers)) >= 0;
  if (isLineRef(near.with) && !isPeoples(tier) && !isPeoples(bearer.tier)) return false;
  return !isClose(near, cut) || compareTiers(tier, mostTrusted(tiers)) >= 0;
}

/** Of several answers to one pair the most trusted counts, of equal trust what is stated; different ones leave it open. */
function settlePair(rows: readonly Row[]): void {
  const most = mostTrusted(rows.map(({ tier }) => tier));
  const strongest = rows.filter(({ tier }) => tier === most);
  const stated = strongest.filter(({ isKeyed }) => !isKeyed);
  const best = stated.length > 0 ? stated : strongest;
  const meant = ({ answer, from }: Row) =>
    answer === "replaces" || answer === "exception" ? `${answer} ${from?.id}` : answer;
  const isOne = new Set(best.map(meant)).size === 1;
  for (const row of rows) row.acts = isOne && best.includes(row);
}

const pairOf = ({ bearer, near }: Row): string => [bearer.id, near.with].sort().join(" ");

const strongestFirst = (a: Row, b: Row): number =>
  compareTiers(b.tier, a.tier) || b.at - a.at || compareText(a.bearer.id + a.near.with, b.bearer.id + b.near.with);

/** All rows, those that act marked; the strongest first. `members`: by age. */
export function rowsOf(members: readonly Member[], { lines, close }: StandingInput): Row[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  // Rows whose other side is gone count for nothing, but for what says that it took the place of their record.
  const isThere = ({ with: name, answer }: Near) =>
    byId.has(name) || answer === "replaced_by" || (isLineRef(name) ? lines.has(name) : answer === undefined);
  const written = members.flatMap((bearer) =>
    (bearer.entry.near ?? []).filter(isThere).map((near) => rowOf(bearer, near, byId, false)),
  );
  const rows = [...written, ...keyRows(members).map(([bearer, near]) => rowOf(bearer, near, byId, true))];
  for (const row of rows) {
    const isSaid = row.answer !== undefined && speaks(row);
    row.acts = isSaid && isTrusted(row, close);
    row.isProposed = isSaid && !row.acts;
  }
  for (const pair of grouped(
    rows.filter(({ acts }) => acts),
    pairOf,
  ).values())
    if (pair.length > 1) settlePair(pair);
  return rows.sort(strongestFirst);
}
