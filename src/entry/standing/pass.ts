/** Computes the standing of entries in one pass and without the time. Called by the cache, which keeps it as columns. Pure. */
import { defined } from "../../text/defined.js";
import { grouped } from "../../text/grouped.js";
import { contactOf } from "../gates/contact-scope.js";
import { compareTiers, mostTrusted } from "../gates/trust.js";
import { isApproved, isLive } from "../gates/visible.js";
import { isLineRef, SOME_ID } from "../id-form.js";
import { byAge } from "../lessons.js";
import { joinChains, supersede } from "./chains.js";
import { coverFacts } from "./facts.js";
import { mayEnd, noteOutcomes, outcomesOf, ownVerdict, stickFacts, verdictOf } from "./judge.js";
import { type Chain, type Member, readMembers } from "./member.js";
import { type Row, rowsOf } from "./rows.js";
import type { Standing, StandingInput } from "./standing.js";
import { pairKey, slotKey } from "./ties.js";

/** The standing of every record, by id. */
export function standing(input: StandingInput): Map<string, Standing> {
  const members = readMembers(input);
  const byId = new Map(members.map((member) => [member.id, member]));
  noteOutcomes(members, byId);
  const rows = rowsOf(members, byId, input);
  const acting = rows.filter(({ effect }) => effect === "acts");
  const chains = joinChains(members, acting);
  supersede(acting);
  chains.forEach(judge);
  acting.forEach(relate);
  keepOpen(rows, input.lines);
  grouped(members.filter(isFact), ({ entry, id }) => slotKey(entry) ?? id).forEach(coverFacts);
  return new Map(members.map(({ id, standing, chain }) => [id, { ...chain.standing, ...standing }]));
}

const isFact = ({ entry }: Member): boolean => entry.type === "memory" && contactOf(entry) !== undefined;

/** How it turned out, whether that ends it, and who speaks for it. */
function judge(chain: Chain): void {
  const { members, standing } = chain;
  const outcomes = outcomesOf(members);
  const judged = verdictOf(outcomes) ?? ownVerdict(chain);
  const isAgainst = judged?.verdict === "invalidated";
  const invalidated = isAgainst ? (mayEnd(judged.tier, standing.trust) ? "ends" : "contested") : undefined;
  Object.assign(standing, defined({ judged, invalidated, stuck: stickFacts(outcomes, members) }));
  members.forEach(describe);
  const live = members.filter((member) => isLive({ ...member.standing, invalidated }));
  chain.isLive = live.length > 0;
  if (!chain.isLive && chain.ends.length > 0) standing.endedBy = mostTrusted(chain.ends.map(({ tier }) => tier));
  const speakers = live.filter((member) => isApproved(member.standing));
  speakers.sort((a, b) => compareTiers(b.tier, a.tier) || byAge(b, a));
  for (const [place, speaker] of speakers.entries()) speaker.standing.voice = place + 1;
}

/** Where it stands itself, with a refusal of its chain before its own review. */
function describe(member: Member): void {
  const { standing, chain, review } = member;
  const finding = findingOf(member);
  const superseded_by = standing.superseded_by ?? standing.own?.superseded_by;
  Object.assign(standing, defined({ superseded_by, finding, review: chain.refusal ?? review }));
  if (standing.status === "active" && superseded_by !== undefined) standing.status = "superseded";
}

/** A copy that no record speaks for, and words that name no record. */
function findingOf({ copies, standing, chain }: Member): string | undefined {
  const { superseded_by: by, outcome = "" } = copies;
  const own = standing.own?.superseded_by;
  if (own !== undefined && SOME_ID.test(own)) return `superseded_by ${by}: no such record is here`;
  if (by !== undefined && (own ?? standing.superseded_by) === undefined)
    return `superseded_by ${by}: nothing there says so`;
  const [named] = SOME_ID.exec(outcome) ?? [];
  return named === chain.standing.judged?.id || named === undefined
    ? undefined
    : `outcome ${outcome}: nothing there says so`;
}

function relate({ answer, from, to, near }: Row): void {
  if (answer === "same" && from !== undefined && isLineRef(near.with)) from.chain.standing.known ??= near.with;
  if (answer === "exception" && from?.chain.isLive && to?.chain.isLive && from.chain !== to.chain)
    from.chain.standing.exceptionTo ??= to.chain.standing.chain;
}

/** Rows that no answer between the two chains closed. */
function keepOpen(rows: readonly Row[], lines: ReadonlySet<string>): void {
  const pairOf = ({ from, to, near }: Row) =>
    pairKey(from?.chain.standing.chain ?? near.with, to?.chain.standing.chain ?? near.with);
  const answered = new Set(rows.filter(({ effect }) => effect === "acts").map(pairOf));
  for (const row of rows) {
    const { with: name, score, found, at, answer, by } = row.near;
    const isGone = row.bearer.entry.erased !== undefined || (isLineRef(name) && !lines.has(name));
    if (row.isKeyed || isGone || row.from?.chain === row.to?.chain || answered.has(pairOf(row))) continue;
    const proposal = row.effect === "proposed" ? { proposed: answer, by } : {};
    row.bearer.standing.open.push({ with: name, ...defined({ score, found, at, ...proposal }) });
  }
}
