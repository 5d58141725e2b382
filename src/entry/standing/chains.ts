/**
 * Which entries are one: chains by equal words and by answers, what of one member reaches the others, and what replaced
 * them. Third step of the pass in `pass.ts`. Pure.
 */
import type { Review, Tier } from "../entry.js";
import { compareTiers, mayAnswer, mostTrusted } from "../gates/trust.js";
import { bornAt } from "../lessons.js";
import { type Judgements, mayEnd, verdictOf } from "./judge.js";
import { byAge, type Chain, isApproval, isForgotten, isWaiting, isWithdrawing, type Member } from "./member.js";
import type { Row } from "./rows.js";

/** What only people do is a person's though it names no tier. */
const tierOf = ({ tier = "owner" }: { tier?: Tier | undefined }): Tier => tier;

/** Forgetting, rejection, replacement and the verdict `invalidated` end an entry at a time. */
function markEnds(members: readonly Member[], rows: readonly Row[], judgements: Judgements): void {
  for (const { id, entry, at, tier, review, chain } of members) {
    const verdict = verdictOf(judgements.get(id) ?? []);
    const isAgainst = verdict?.verdict === "invalidated" && mayEnd(verdict.tier, tier);
    const ends = [entry.forgotten, isWithdrawing(review) ? review : undefined, isAgainst ? verdict : undefined];
    for (const end of ends)
      if (end !== undefined) chain.ends.push({ at: end.at === undefined ? at : Date.parse(end.at), tier: tierOf(end) });
  }
  for (const { answer, to, at, tier } of rows) if (answer === "replaces") to?.chain.ends.push({ at, tier });
}

const isApart = (a: Member, b: Member): boolean => a.chain.apart.some(({ chain }) => chain === b.chain);

/** Whether what `member` says then is a beginning: the chain of `other` has ended, and it may speak against that. */
const beginsAnew = ({ tier }: Member, other: Member, at: number): boolean =>
  other.chain.ends.some((end) => end.at < at && mayAnswer(tier, end.tier));

/** The larger takes in the smaller, so that a chain costs no more than its members. */
function join(a: Member, b: Member): void {
  const [large, small] = a.chain.members.length < b.chain.members.length ? [b.chain, a.chain] : [a.chain, b.chain];
  if (large === small) return;
  for (const list of ["members", "ends", "apart"] as const)
    for (const one of small[list]) (large[list] as unknown[]).push(one);
  for (const member of small.members) member.chain = large;
}

/** Answers, the strongest first: `same` joins, every other keeps two apart. */
function joinByAnswers(rows: readonly Row[]): void {
  for (const { answer, bearer, other, at } of rows) {
    if (other === undefined) continue;
    if (answer !== "same") {
      bearer.chain.apart.push(other);
      other.chain.apart.push(bearer);
    } else if (!isApart(bearer, other) && !beginsAnew(bearer, other, at) && !beginsAnew(other, bearer, at))
      join(bearer, other);
  }
}

/** In the order in which they were said. */
function joinEqualWords(members: readonly Member[]): void {
  const lastSaid = new Map<string, Member>();
  for (const member of members) {
    if (member.words === undefined) continue;
    const before = lastSaid.get(member.words);
    if (before && !isApart(before, member) && !beginsAnew(member, before, member.at)) join(before, member);
    lastSaid.set(member.words, member);
  }
}

/** How far it is trusted, how often it was said, and what people said of any member and reaches all. */
function describe(chain: Chain): void {
  const { members } = chain;
  members.sort(byAge);
  const speakers = members.filter((member) => !isWaiting(member) && !isForgotten(member));
  const trust = mostTrusted((speakers.length > 0 ? speakers : members).map(({ tier }) => tier));
  const repeats = members.reduce((sum, { entry }) => sum + (entry.said?.length ?? 0), members.length - 1);
  const born = members.map(({ entry }) => bornAt(entry)).at(-1);
  Object.assign(chain.standing, { chain: members[0]?.id, trust, born, repeats });
  const last = lastReview(members);
  if (!isApproval(last)) chain.refusal = last;
  const forgettings = members.flatMap(({ entry: { forgotten, erased } }) =>
    forgotten === undefined || forgotten.alone === true || erased !== undefined ? [] : [tierOf(forgotten)],
  );
  if (forgettings.length > 0) chain.forgottenBy = mostTrusted(forgettings);
}

function lastReview(members: readonly Member[]): Review | undefined {
  const whenOf = ({ at, review }: Member) => (review?.at === undefined ? at : Date.parse(review.at));
  const reviewed = members.filter(({ review }) => review !== undefined);
  return reviewed.sort((a, b) => whenOf(a) - whenOf(b)).at(-1)?.review;
}

/** Puts every member into its chain. `members`: by age; `acting`: rows, the strongest first. */
export function joinChains(members: readonly Member[], acting: readonly Row[], judgements: Judgements): Set<Chain> {
  markEnds(members, acting, judgements);
  joinByAnswers(acting);
  joinEqualWords(members);
  const chains = new Set(members.map(({ chain }) => chain));
  chains.forEach(describe);
  return chains;
}

/** What stands over what: chains, and within one chain its members. */
type Under = Map<Chain | Member, (Chain | Member)[]>;
function standsOver(under: Under, high: Chain | Member, low: Chain | Member): boolean {
  const below = new Set([high]);
  for (const one of below) for (const next of under.get(one) ?? []) below.add(next);
  return below.has(low);
}

/** The newest replacement first; what would close a ring is skipped. */
export function supersede(acting: readonly Row[]): void {
  const under: Under = new Map();
  const replacements = acting.filter(({ answer }) => answer === "replaces").sort((a, b) => b.at - a.at);
  for (const row of replacements) {
    const { bearer, from, to } = row;
    if (to === undefined) continue;
    // Nobody takes out by a repeat what somebody more trusted said first.
    row.isProposed = compareTiers(row.tier, to.chain.standing.trust) < 0;
    row.acts = !row.isProposed;
    const isRefused = from !== undefined && !isForgotten(from) && isWithdrawing(from.chain.refusal);
    if (isRefused || row.isProposed) continue;
    const isWithin = from?.chain === to.chain;
    const [high, low] = isWithin ? [from, to] : [from?.chain, to.chain];
    if (high !== undefined && standsOver(under, low, high)) continue;
    if (high !== undefined) under.set(high, [...(under.get(high) ?? []), low]);
    for (const member of isWithin ? [to] : to.chain.members)
      if (member === to || member.at <= row.at || !mayAnswer(member.tier, row.tier))
        member.supersededBy ??= from === bearer ? bearer.id : row.near.with;
  }
}
