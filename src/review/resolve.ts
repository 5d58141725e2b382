/** Decides an open pair: two entries that contradict, may repeat, or say the same. */

import { beforeWrite, supersede } from "../capture/before-write.js";
import { repeatProves } from "../capture/policy/corrections.js";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { type EntryType, type Insight, isApproved, isLive, repeatedAs } from "../entry/entry.js";
import { approvalLapsed, contentHash } from "../entry/status.js";
import { mayEvolve, mayFail, maySupersede } from "../entry/trust.js";
import { TenetError, wrongUsage } from "../errors.js";
import { answeredAfter } from "../forget/consequences.js";
import { homeOf } from "../recall/home.js";
import { fromHome } from "../recall/user-tree.js";
import { type Change, changeTree } from "../store/change.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { newerFirst } from "./link.js";
import { isForEverybody, requireAdmin, requirePerson } from "./people-only.js";
import type { Resolved } from "./review-schemas.js";

export type Resolution = Resolved["how"];

export interface ResolveInput {
  a: string;
  b: string;
  how: Resolution;
  /** A person typed the word that was asked for: needed where an owner's entry would lose. */
  confirmed?: boolean;
}

/**
 * `supersedes`: A replaces B. `both`: neither is wrong. `same`: the newer insight becomes an evolution item of the
 * older. `recurrence`: the newer correction repeats the older, which did not stick.
 */
export async function resolvePair(ctx: Context, input: ResolveInput): Promise<Resolved> {
  await beforeWrite(ctx, "resolve");
  const home = await homeOf(ctx, [input.a, input.b]);
  const reason = `resolve: ${input.a} ${input.how} ${input.b}`;
  const resolved = await changeTree(home, { op: "resolve", reason }, async (change) => {
    const [a, b] = [change.tree.resolve(input.a), change.tree.resolve(input.b)];
    if (a.id === b.id) throw wrongUsage("a pair is two different entries");
    for (const head of [a, b]) {
      if (!isLive(head)) throw wrongUsage(`${head.id} is no longer live; there is nothing to decide`);
    }
    if (input.how !== "both") refuseNoPair(a, b);
    const confirmed = input.confirmed === true;
    if (input.how === "supersedes") return await replace(ctx, change, a.id, b.id, confirmed);
    const [newer, older] = newerFirst(a, b);
    if (input.how === "both") return await keepBoth(change, newer.id, older.id);
    if (input.how === "same") return await mergeInsights(ctx, change, newer.id, older.id, confirmed);
    return await markRepeat(ctx, change, newer.id, older.id);
  });
  return fromHome(ctx, home, resolved);
}

function refuseNoPair(a: EntryMeta, b: EntryMeta): void {
  const isOneOf = (type: EntryType) => (a.type === type) !== (b.type === type);
  const connect = "Connect them with tenet link, or";
  if (isOneOf("outcome")) {
    throw wrongUsage("an outcome and what it judges are no pair to decide", `${connect} record another outcome.`);
  }
  if (isOneOf("memory")) {
    throw wrongUsage(
      "a memory and what was learned are no pair to decide",
      `${connect} forget the one that no longer holds.`,
    );
  }
}

const KEEP_OR_LEAVE = "Keep both, or leave the pair open until a person has looked at it.";

const refusal = (message: string, code: string, hint: string): TenetError =>
  new TenetError(message, { failure: "refused", code, hint });

function refuseLessTrusted(change: Change, winner: string, loser: string): void {
  const [strong, weak] = [change.tree.head(winner), change.tree.head(loser)];
  if (strong === undefined || weak === undefined) return;
  if (!maySupersede(strong.tier, weak.tier)) {
    const message = `${loser} is trusted more (${weak.tier}) than ${winner} (${strong.tier})`;
    throw refusal(
      message,
      "less-trusted",
      "Keep both, or say it the other way round: the more trusted one supersedes.",
    );
  }
  if (!isApproved(strong) && isApproved(weak)) {
    const message = `${winner} waits for review and ${loser} is approved; it cannot take its place yet`;
    throw refusal(message, "waits-for-review", KEEP_OR_LEAVE);
  }
}

async function refuseForOwner(ctx: Context, change: Change, loser: string, confirmed: boolean): Promise<void> {
  if ((await change.entry(loser)).tier !== "owner") return;
  requirePerson(
    ctx,
    `deciding against ${loser}, an owner's own words,`,
    confirmed,
    "Leave the pair open: it is asked about at a heartbeat, where its owner can decide.",
  );
}

async function replace(
  ctx: Context,
  change: Change,
  winner: string,
  loser: string,
  confirmed: boolean,
): Promise<Resolved> {
  refuseLessTrusted(change, winner, loser);
  await refuseForOwner(ctx, change, loser, confirmed);
  const lost = change.tree.head(loser);
  if (lost !== undefined && isForEverybody(lost)) await requireAdmin(ctx, `replacing ${loser}`);
  await closePair(change, winner, loser, "drop");
  const entry = await change.entry(winner);
  const place = await change.update(winner, { supersedes: [...(entry.supersedes ?? []), loser] });
  await supersede(change, loser, winner);
  return { how: "supersedes", id: winner, other: loser, ...place, says: `${winner} takes the place of ${loser}.` };
}

async function keepBoth(change: Change, newer: string, older: string): Promise<Resolved> {
  await closePair(change, newer, older, "link");
  const place = await change.update(newer, {});
  const says = "Both stay; they are linked and no longer in question.";
  return { how: "both", id: newer, other: older, ...place, says };
}

async function mergeInsights(
  ctx: Context,
  change: Change,
  newer: string,
  older: string,
  confirmed: boolean,
): Promise<Resolved> {
  const [added, known] = [await change.entry(newer), await change.entry(older)];
  if (added.type !== "insight" || known.type !== "insight") {
    const hint = "Two corrections that say the same are a repeat: --recurrence.";
    throw wrongUsage("only two insights are folded into one", hint);
  }
  if (!mayEvolve(added.tier, known.tier)) {
    const both = `${newer} (${added.tier}) and ${older} (${known.tier})`;
    throw refusal(`${both} are not trusted the same; they stay apart`, "less-trusted", "Keep both.");
  }
  if (isApproved(added) !== isApproved(known)) {
    const one = `one of ${newer} and ${older}`;
    throw refusal(`${one} waits for review, the other does not; they stay apart`, "waits-for-review", KEEP_OR_LEAVE);
  }
  await refuseForOwner(ctx, change, newer, confirmed);
  await closePair(change, newer, older, "drop");
  const patch = { evolution: joinedHistory(known, added), ...sums(known, added) };
  const place = await change.update(older, { ...patch, ...renewedApproval(known, patch) });
  await supersede(change, newer, older);
  return { how: "same", id: older, other: newer, ...place, says: `${newer} is now part of the history of ${older}.` };
}

/** The older one's history with the newer one's words in it, by time. */
function joinedHistory(known: Insight, added: Insight): NonNullable<Insight["evolution"]> {
  const { timestamp: at, insight: text, evidence, agent, source, origin, session } = added;
  const item = defined({ at, text, evidence, agent, source, origin, session });
  return [...(known.evolution ?? []), item, ...(added.evolution ?? [])].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
}

/** An approval covers words that are trusted the same and approved themselves. */
function renewedApproval(known: Insight, patch: Partial<Insight>): { review?: Insight["review"] } {
  const { review } = known;
  if (review?.hash === undefined || approvalLapsed(known)) return {};
  return { review: { ...review, hash: contentHash({ ...known, ...patch }) } };
}

function sums(known: Insight, added: Insight): Pick<Insight, "seen" | "seen_by" | "uses"> {
  const seen = (known.seen ?? 0) + (added.seen ?? 0);
  const by = [...(known.seen_by ?? []), ...(added.seen_by ?? [])];
  const uses = [...(known.uses ?? []), ...(added.uses ?? [])];
  const seenBy = by.length === 0 ? {} : { seen_by: by };
  return { ...(seen === 0 ? {} : { seen }), ...seenBy, ...(uses.length === 0 ? {} : { uses }) };
}

async function markRepeat(ctx: Context, change: Change, newer: string, older: string): Promise<Resolved> {
  const [again, known] = [await change.entry(newer), await change.entry(older)];
  if (again.type !== "correction" || known.type !== "correction") {
    throw wrongUsage("only corrections recur", "Two insights that say the same: --same.");
  }
  const fails = mayFail(again.tier, known.tier);
  await closePair(change, newer, older, "drop");
  const place = await change.update(newer, { recurrence_of: older });
  if (fails) {
    const stick = { verdict: "failed" as const, at: stamp(ctx.clock.now()), evidence: repeatedAs(newer) };
    await change.update(older, { stick: answeredAfter(known.stick, stick) });
  }
  const says = fails
    ? `${older} did not stick: ${newer} says it again.`
    : `${newer} repeats ${older}. ${repeatProves(older, again.tier, fails)}`;
  return { how: "recurrence", id: newer, other: older, ...place, says };
}

/** Takes the open question off both entries; linked ones stay linked, and `link` makes sure of it. */
async function closePair(change: Change, one: string, other: string, then: "link" | "drop"): Promise<void> {
  for (const [id, against] of [
    [one, other],
    [other, one],
  ] as const) {
    const entry = await change.entry(id);
    const contests = (entry.contests ?? []).filter((held) => held !== against);
    const maybe = entry.maybe_recurrence_of === against;
    const linked = entry.linked ?? [];
    const links = then === "link" && id === one && !linked.includes(against);
    await change.update(id, {
      ...(entry.contests === undefined || contests.length === entry.contests.length
        ? {}
        : { contests: contests.length === 0 ? undefined : contests }),
      ...(maybe ? { maybe_recurrence_of: undefined } : {}),
      ...(links ? { linked: [...linked, against] } : {}),
    });
  }
}
