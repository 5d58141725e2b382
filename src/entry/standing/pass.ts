/** Computes the standing of entries in one pass and without the time. Called by the cache, which keeps it as columns. Pure. */
import { defined } from "../../text/defined.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import { compareTiers, mayAnswer, mostTrusted } from "../gates/trust.js";
import { isLineRef, SOME_ID } from "../id-form.js";
import { bornAt } from "../lessons.js";
import { rowOf } from "../record-types.js";
import { EXPIRE_DAYS } from "./at-time.js";
import { joinChains, supersede } from "./chains.js";
import { type Judgements, judgementsOf, mayEnd, outcomesOf, ownVerdict, stickFacts, verdictOf } from "./judge.js";
import {
  byAge,
  type Chain,
  isAccepted,
  isForgotten,
  isWaiting,
  isWithdrawing,
  type Member,
  readMembers,
} from "./member.js";
import { type Row, rowsOf } from "./rows.js";
import type { Standing, StandingInput } from "./standing.js";

/** The standing of every record, by id. */
export function standing(input: StandingInput): Map<string, Standing> {
  const members = readMembers(input);
  const rows = rowsOf(members, input);
  const judgements = judgementsOf(members);
  const acting = rows.filter(({ acts }) => acts);
  const chains = joinChains(members, acting, judgements);
  supersede(acting);
  for (const chain of chains) judge(chain, judgements);
  for (const row of acting) relate(row);
  keepOpen(rows, input.lines);
  return new Map(members.map((member) => [member.id, standingOf(member)]));
}

/** How it turned out, whether that ends it, and who speaks for it. */
function judge(chain: Chain, judgements: Judgements): void {
  const { members, standing, refusal } = chain;
  const outcomes = outcomesOf(chain, judgements);
  const outcome = verdictOf(outcomes) ?? ownVerdict(chain);
  const isAgainst = outcome?.verdict === "invalidated";
  const invalidated = isAgainst ? (mayEnd(outcome.tier, standing.trust) ? "ends" : "contested") : undefined;
  const live = invalidated === "ends" || isWithdrawing(refusal) ? [] : members.filter(isActive);
  chain.isLive = live.length > 0;
  const endedBy = chain.isLive || chain.ends.length === 0 ? undefined : mostTrusted(chain.ends.map(({ tier }) => tier));
  Object.assign(standing, defined({ outcome, invalidated, stick: stickFacts(outcomes, members), endedBy }));
  const speakers = refusal === undefined ? live.filter(isAccepted) : [];
  speakers.sort((a, b) => compareTiers(b.tier, a.tier) || byAge(b, a));
  for (const [place, speaker] of speakers.entries()) speaker.voice = place + 1;
}

/** Nobody forgets what they may not speak against. */
const isReached = (member: Member): boolean =>
  isForgotten(member) || (member.chain.forgottenBy !== undefined && mayAnswer(member.chain.forgottenBy, member.tier));
const isActive = (member: Member): boolean => statusOf(member) === "active";

function statusOf(member: Member): Standing["status"] {
  if (isReached(member)) return "forgotten";
  return (member.supersededBy ?? member.own.superseded_by) === undefined ? "active" : "superseded";
}

/** What an answer says of two chains, or of an entry and a people's line. */
function relate({ answer, bearer, from, to, near: { with: name } }: Row): void {
  if (isLineRef(name) && answer === "same") bearer.chain.standing.known ??= name;
  if (isLineRef(name) && answer === "replaces" && from === bearer) bearer.changes.push(name);
  if (answer === "exception" && from?.chain.isLive && to?.chain.isLive && from.chain !== to.chain)
    from.chain.standing.exceptionTo ??= to.chain.standing.chain;
}

/** Rows that no answer between the two chains closed. */
function keepOpen(rows: readonly Row[], lines: ReadonlySet<string>): void {
  const pairOf = ({ bearer, other, near }: Row) =>
    [bearer.chain.standing.chain, other?.chain.standing.chain ?? near.with].sort().join(" ");
  const answered = new Set(rows.filter(({ acts }) => acts).map(pairOf));
  for (const row of rows) {
    const { bearer, other, isKeyed, isProposed } = row;
    const { with: name, score, found, at, answer, by } = row.near;
    const isGone = bearer.entry.erased !== undefined || (isLineRef(name) && !lines.has(name));
    if (isKeyed || isGone || bearer.chain === other?.chain || answered.has(pairOf(row))) continue;
    bearer.open.push({ with: name, ...defined({ score, found, at, ...(isProposed && { proposed: answer, by }) }) });
  }
}

/** The review that counts of an entry, a refusal of its chain before its own. */
function reviewOf(member: Member): Standing["review"] {
  const { state, by, tier, at, reason } = member.chain.refusal ?? member.review ?? {};
  if (state !== undefined) return { state, ...defined({ by, tier, at, reason }) };
  return isWaiting(member) ? { state: "needs_review", reason: member.unapproved as string } : undefined;
}

/** In `curated` what people and this agent said waits for ever: switching to it ends nothing. */
function expiryOf(member: Member): string | undefined {
  const { tier, entry } = member;
  const isFromOutside = compareTiers(tier, "peer") <= 0 || rowOf(entry.type).review !== undefined;
  const expires = isWaiting(member) && entry.review === undefined && isFromOutside;
  return expires ? stamp(new Date(Date.parse(bornAt(entry)) + EXPIRE_DAYS * DAY_MS)) : undefined;
}

/** A copy that no record speaks for, and words that name no record. */
function findingOf({ copies, own, supersededBy, chain }: Member): string | undefined {
  const { superseded_by: by, outcome = "" } = copies;
  const [named] = SOME_ID.exec(outcome) ?? [];
  if (own.superseded_by !== undefined && SOME_ID.test(own.superseded_by))
    return `superseded_by ${by}: no such record is here`;
  if (by !== undefined && own.superseded_by === undefined && supersededBy === undefined)
    return `superseded_by ${by}: nothing there says so`;
  const isSaid = named === undefined || named === chain.standing.outcome?.id;
  return isSaid ? undefined : `outcome ${outcome}: nothing there says so`;
}

function standingOf(member: Member): Standing {
  const { chain, own, supersededBy = own.superseded_by, voice, open } = member;
  const found = { review: reviewOf(member), expires: expiryOf(member), finding: findingOf(member) };
  const changes = member.changes.length > 0 ? member.changes : undefined;
  const ofMember = defined({ supersededBy, voice, changes, own: Object.keys(own).length > 0 ? own : undefined });
  return { ...chain.standing, status: statusOf(member), open, ...ofMember, ...defined(found) };
}
