/**
 * Which entries are one: chains by equal words and by answers, what of one member reaches the others, and what replaced
 * them. Third step of the pass in `pass.ts`. Pure.
 */
import { compareText } from "../../text/claims/canonical.js";
import { compareTiers, mayAnswer, mostTrusted } from "../gates/trust.js";
import { isWithdrawn } from "../gates/visible.js";
import { bornAt, byAge } from "../lessons.js";
import { mayEnd, verdictOf } from "./judge.js";
import { type Chain, isForgotten, isWaiting, type Member } from "./member.js";
import type { Row } from "./rows.js";

function markEnds(members: readonly Member[], rows: readonly Row[]): void {
  for (const member of members) {
    const { entry, timestamp, review, chain, outcomes } = member;
    const verdict = verdictOf(outcomes);
    const isAgainst = verdict?.verdict === "invalidated" && mayEnd(verdict.tier, member.tier);
    const ends = [entry.forgotten, isWithdrawn(member) ? review : undefined, isAgainst ? verdict : undefined];
    // What only people do is a person's though it names no tier.
    for (const end of ends)
      if (end !== undefined) chain.ends.push({ at: end.at ?? timestamp, tier: end.tier ?? "owner", by: member });
  }
  for (const { answer, to, at, tier, bearer } of rows)
    if (answer === "replaces") to?.chain.ends.push({ at, tier, by: bearer });
}

const isApart = (a: Member, b: Member): boolean => a.chain.apart.some(({ chain }) => chain === b.chain);

/** Whether a record's saying is a beginning: the chain had ended by then, and who says it may speak against that. */
const beginsAnew = (saying: { by: Member; at: string; tier: Member["tier"] }, { chain }: Member): boolean =>
  chain.ends.some(
    ({ at, by, tier }) => (at < saying.at || (at === saying.at && by !== saying.by)) && mayAnswer(saying.tier, tier),
  );

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
  for (const { answer, bearer: by, from, to, at } of rows) {
    if (from === undefined || to === undefined) continue;
    if (answer !== "same") {
      from.chain.apart.push(to);
      to.chain.apart.push(from);
      continue;
    }
    const isBeginning = (side: Member, other: Member) => beginsAnew({ by, at, tier: side.tier }, other);
    if (!isApart(from, to) && !isBeginning(from, to) && !isBeginning(to, from)) join(from, to);
  }
}

/** In the order in which they were said. */
function joinEqualWords(members: readonly Member[]): void {
  const lastSaid = new Map<string, Member>();
  for (const member of members) {
    const { words, timestamp: at, tier } = member;
    if (words === undefined) continue;
    const before = lastSaid.get(words);
    if (before && !isApart(before, member) && !beginsAnew({ by: member, at, tier }, before)) join(before, member);
    lastSaid.set(words, member);
  }
}

/** How far it is trusted, how often it was said, and what people said of any member and reaches all. */
function describe(chain: Chain): void {
  const members = chain.members.sort(byAge);
  const speakers = members.filter((member) => !isWaiting(member) && !isForgotten(member));
  const trust = mostTrusted((speakers.length > 0 ? speakers : members).map(({ tier }) => tier));
  const repeats = members.reduce((sum, { entry }) => sum + (entry.said?.length ?? 0), members.length - 1);
  const born = bornAt((members.at(-1) as Member).entry);
  Object.assign(chain.standing, { chain: members[0]?.id, trust, born, repeats });
  const whenReviewed = ({ timestamp, review }: Member) => review?.at ?? timestamp;
  const reviewed = members.filter((member) => member.review !== undefined && !isWaiting(member));
  const last = reviewed.sort((a, b) => compareText(whenReviewed(a), whenReviewed(b))).at(-1)?.review;
  if (last?.state !== "approved_for_reuse") chain.refusal = last;
  forgetTogether(members);
}

/** A forgetting of one member reaches all, but for those against whose words who forgot it may not speak. */
function forgetTogether(members: readonly Member[]): void {
  const forgettings = members.flatMap(({ entry: { forgotten, erased } }) =>
    forgotten === undefined || forgotten.alone === true || erased !== undefined ? [] : [forgotten.tier ?? "owner"],
  );
  const isReached = ({ tier }: Member) => forgettings.some((by) => mayAnswer(by, tier));
  for (const member of members) if (isForgotten(member) || isReached(member)) member.standing.status = "forgotten";
}

/** Puts every member into its chain. `members`: by age; `acting`: rows, the strongest first. */
export function joinChains(members: readonly Member[], acting: readonly Row[]): Set<Chain> {
  markEnds(members, acting);
  joinByAnswers(acting);
  joinEqualWords(members);
  const chains = new Set(members.map(({ chain }) => chain));
  chains.forEach(describe);
  return chains;
}

function isUnder(member: Member | undefined, ones: readonly Member[]): boolean {
  for (let one = member; one !== undefined; one = one.replacement) if (ones.includes(one)) return true;
  return false;
}

/** The newest replacement first; what would close a ring is skipped. */
export function supersede(acting: readonly Row[]): void {
  const above = new Set<Member>();
  const replacements = acting.filter(({ answer }) => answer === "replaces").sort((a, b) => compareText(b.at, a.at));
  for (const row of replacements) {
    const { from, to, at, tier, near } = row;
    if (to === undefined) continue;
    // Nobody takes out by a repeat what somebody more trusted said first.
    if (compareTiers(tier, to.chain.standing.trust) < 0) row.effect = "proposed";
    const isRefused = from !== undefined && !isForgotten(from) && isWithdrawn({ review: from.chain.refusal });
    if (isRefused || row.effect === "proposed") continue;
    const isMeant = (one: Member) => one === to || one.timestamp <= at || !mayAnswer(one.tier, tier);
    const out = from?.chain === to.chain ? [to] : to.chain.members.filter(isMeant);
    if (out.some((one) => above.has(one)) && isUnder(from, out)) continue;
    if (from !== undefined) above.add(from);
    for (const one of out.filter(({ standing }) => standing.superseded_by === undefined)) {
      one.standing.superseded_by = from?.id ?? near.with;
      one.replacement = from;
    }
  }
}
