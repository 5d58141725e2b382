/** Decides an open pair: two entries that contradict, may repeat, or say the same. */

import { beforeWrite, supersede } from "../capture/before-write.js";
import { repeatProves } from "../capture/policy/corrections.js";
import { stamp } from "../clock.js";
import { isFact } from "../contacts/asked-facts.js";
import { closeFact } from "../contacts/close-fact.js";
import type { Context } from "../context.js";
import { pairSituation } from "../decide/policy/situations.js";
import { recordReason, seenEntry } from "../decide/record-decision.js";
import { type EntryType, type Insight, isApproved, isLive, type Patch, repeatedAs } from "../entry/entry.js";
import { openPairsOf, pairKey, pairsToDecide } from "../entry/pairs.js";
import { isPinned, renewedDecisions } from "../entry/pins.js";
import { mayEvolve, mayFail, maySupersede } from "../entry/trust.js";
import { TenetError, wrongUsage } from "../errors.js";
import { answeredAfter } from "../forget/consequences.js";
import { laterUntil, postpone } from "../loop/question-log.js";
import { homeOf } from "../recall/home.js";
import { fromHome } from "../recall/user-tree.js";
import { type Change, changeTree } from "../store/change.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { giveBack, giveBackRepeat } from "./give-back.js";
import { newerFirst } from "./link.js";
import { answeringPerson, isForEverybody, requireAdmin, requirePerson, statedReason } from "./people-only.js";
import type { Resolved } from "./review-schemas.js";

export type Resolution = Resolved["how"];

export interface ResolveInput {
  a: string;
  b: string;
  how: Resolution;
  /** Of `later`: `5d`, `12h`, `2w`, a date. */
  later?: string;
  /** Why it was decided so. */
  reason?: string | undefined;
  /** A person typed the word that was asked for: needed where an owner's entry would lose. */
  confirmed?: boolean;
}

/**
 * `supersedes`: A replaces B. `both`: neither is wrong, they are linked. `unrelated`: the same without a link. Both give
 * back what one of them superseded. `same`: the newer insight becomes an evolution item of the older. `recurrence`: the
 * newer correction repeats the older, which did not stick. `later`: the pair stays open and is asked about again then.
 */
export async function resolvePair(ctx: Context, input: ResolveInput): Promise<Resolved> {
  if (input.how === "later") return await postponePair(ctx, input);
  await beforeWrite(ctx, "resolve");
  const home = await homeOf(ctx, [input.a, input.b]);
  const reason = await statedReason(input.reason);
  const name = `resolve: ${input.a} ${input.how} ${input.b}`;
  const resolved = await changeTree(home, { op: "resolve", reason: name }, async (change) => {
    const answer = await decidePair(ctx, change, input);
    if (reason === undefined) return answer;
    return { ...answer, ...defined({ recorded: await recordPair(home, change, input, answer, reason) }) };
  });
  return fromHome(ctx, home, resolved);
}

async function decidePair(ctx: Context, change: Change, input: ResolveInput): Promise<Resolved> {
  const [a, b] = pairOf(change.tree, input);
  const [newer, older] = newerFirst(a, b);
  const { how, confirmed = false } = input;
  if (how === "both" || how === "unrelated") return await keepBoth(ctx, change, newer, older, how);
  for (const head of [a, b]) refuseEnded(ctx, head, a, b);
  refuseNoPair(ctx, a, b);
  if (how === "supersedes") return await replace(ctx, change, a.id, b.id, confirmed);
  if (how === "same") return await mergeInsights(ctx, change, newer.id, older.id, confirmed);
  return await markRepeat(ctx, change, newer.id, older.id);
}

/** With a reason it is worth an example; an agent's waits for a person like everything that one decides. */
async function recordPair(
  ctx: Context,
  change: Change,
  input: ResolveInput,
  { says }: Resolved,
  reason: string,
): Promise<string | undefined> {
  const [a, b] = pairOf(change.tree, input);
  const made = pairSituation([seenEntry(a), seenEntry(b)], says);
  const by = await answeringPerson(ctx);
  return await recordReason(ctx, change, { ...made, reason, by, about: [a.id, b.id] });
}

function pairOf(tree: Store, input: Pick<ResolveInput, "a" | "b">): [EntryMeta, EntryMeta] {
  const [a, b] = [tree.resolve(input.a), tree.resolve(input.b)];
  if (a.id === b.id) throw wrongUsage("a pair is two different entries");
  return [a, b];
}

function refuseEnded({ steps }: Context, head: EntryMeta, a: EntryMeta, b: EntryMeta): void {
  if (isLive(head)) return;
  const message = `${head.id} is no longer live; there is nothing to decide`;
  const isReplaced = [a, b].some(({ id }) => id === head.superseded_by);
  throw wrongUsage(message, isReplaced ? `To have it back: ${steps.decide(a.id, b.id, ["both"])}` : undefined);
}

/** Nothing in the tree changes: when it is asked about again is local state. */
async function postponePair(ctx: Context, input: ResolveInput): Promise<Resolved> {
  if (input.reason !== undefined) throw wrongUsage("later decides nothing, so that it has no reason to keep");
  const until = laterUntil(input.later ?? "", ctx.clock.now());
  const home = await homeOf(ctx, [input.a, input.b]);
  const tree = await openStore(home);
  const [newer, older] = newerFirst(...pairOf(tree, input));
  const key = pairKey(newer.id, older.id);
  if (!pairsToDecide(tree).some((pair) => pair.key === key)) {
    const message = `${newer.id} and ${older.id} are no open pair; nothing is asked about them`;
    throw wrongUsage(message, `See what is open: ${ctx.steps.terminal("tenet review --list")}`);
  }
  await postpone(ctx, key, until);
  const { id, file, line } = newer;
  const says = `Both stay as they are; the pair is asked about again from ${stamp(until)} on.`;
  return fromHome<Resolved>(ctx, home, { how: "later", id, other: older.id, file, line, says });
}

function refuseNoPair({ steps }: Context, a: EntryMeta, b: EntryMeta): void {
  const isOneOf = (type: EntryType) => (a.type === type) !== (b.type === type);
  const connect = steps.door === "shell" ? "Connect them with tenet link, or" : "Leave them apart, or";
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
  const entry = await change.entry(loser);
  if (entry.tier !== "owner" && !isPinned(entry)) return;
  requirePerson(
    ctx,
    `deciding against ${loser}, ${isPinned(entry) ? "which is pinned," : "an owner's own words,"}`,
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
  const supersedes = [...new Set([...(entry.supersedes ?? []), loser])];
  const place = await change.update(winner, { supersedes });
  if (entry.type === "memory" && lost !== undefined && isFact(entry) && isFact(lost)) {
    await closeFact(change, loser, { ...entry, supersedes });
    return { how: "supersedes", id: winner, other: loser, ...place, says: `${loser} ends where ${winner} begins.` };
  }
  await supersede(change, loser, winner);
  return { how: "supersedes", id: winner, other: loser, ...place, says: `${winner} takes the place of ${loser}.` };
}

async function keepBoth(
  ctx: Context,
  change: Change,
  newer: EntryMeta,
  older: EntryMeta,
  how: "both" | "unrelated",
): Promise<Resolved> {
  const restored = [
    await giveBack(change, newer, older),
    await giveBack(change, older, newer),
    await giveBackRepeat(change, newer, older),
  ].flatMap((one) => one ?? []);
  if (restored.length === 0) for (const head of [newer, older]) refuseEnded(ctx, head, newer, older);
  await closePair(change, newer.id, older.id, how === "both" ? "link" : "unlink");
  const place = await change.update(newer.id, {});
  const stay =
    how === "both" ? "Both stay; they are linked and" : "They have nothing to do with each other: both stay,";
  const says = [...restored, `${stay} no longer in question.`].join(" ");
  return { how, id: newer.id, other: older.id, ...place, says };
}

/** May its words be retrieved? */
const isOpen = (change: Change, id: string): boolean => isApproved(change.head(id) as EntryMeta);

async function mergeInsights(
  ctx: Context,
  change: Change,
  newer: string,
  older: string,
  confirmed: boolean,
): Promise<Resolved> {
  const [added, known] = [await change.entry(newer), await change.entry(older)];
  if (added.type !== "insight" || known.type !== "insight") {
    const hint = "Two corrections that say the same are a repeat: recurrence.";
    throw wrongUsage("only two insights are folded into one", hint);
  }
  if (!mayEvolve(added.tier, known.tier)) {
    const both = `${newer} (${added.tier}) and ${older} (${known.tier})`;
    throw refusal(`${both} are not trusted the same; they stay apart`, "less-trusted", "Keep both.");
  }
  if (isOpen(change, newer) !== isOpen(change, older)) {
    const one = `one of ${newer} and ${older}`;
    throw refusal(`${one} waits for review, the other does not; they stay apart`, "waits-for-review", KEEP_OR_LEAVE);
  }
  await refuseForOwner(ctx, change, newer, confirmed);
  await closePair(change, newer, older, "drop");
  const patch = { evolution: joinedHistory(known, added), ...sums(known, added) };
  // An approval covers words that are trusted the same and approved themselves.
  const place = await change.update(older, { ...patch, ...renewedDecisions(known, patch) });
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
    throw wrongUsage("only corrections recur", "Two insights that say the same: same.");
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

/**
 * Takes the open question off both entries. `link`: they are linked from now on. `unlink`: they are not, since such a link
 * came with the question. Nobody looks again at what somebody decided.
 */
async function closePair(change: Change, one: string, other: string, then: "link" | "unlink" | "drop"): Promise<void> {
  const isLinked = (await change.entry(other)).linked?.includes(one) === true;
  for (const [id, against] of [
    [one, other],
    [other, one],
  ] as const) {
    const entry = await change.entry(id);
    const patch: Patch = {};
    for (const { kind, other } of openPairsOf(entry)) {
      if (other !== against) continue;
      patch[kind] = kind === "contests" ? withoutId(entry.contests, against) : undefined;
    }
    const linked = entry.linked ?? [];
    if (then === "unlink" && linked.includes(against)) patch["linked"] = withoutId(linked, against);
    if (then === "link" && id === one && !linked.includes(against) && !isLinked) patch["linked"] = [...linked, against];
    if (entry.novelty !== undefined && openPairsOf(entry).some(({ other }) => other === against))
      patch["novelty"] = undefined;
    await change.update(id, patch);
  }
}

function withoutId(ids: readonly string[] | undefined, id: string): string[] | undefined {
  const left = (ids ?? []).filter((one) => one !== id);
  return left.length === 0 ? undefined : left;
}
