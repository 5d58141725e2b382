/** `tenet resolve`: answers near pairs, and takes answers back. Called by the command, the review and the MCP tool. */
import { type Answering, answerPair, type PairAnswered, sidesOf } from "../capture/answers/answer-pair.js";
import { link, putRow } from "../capture/answers/pair-rows.js";
import { pairSituation } from "../capture/decisions/policy/situations.js";
import { recordReason, seenEntry } from "../capture/persist/record-decision.js";
import { sameAudience } from "../capture/policy/settle.js";
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { isLive, isSensitive } from "../entry/gates/visible.js";
import { openStep, pairStep } from "../entry/near/pair-steps.js";
import { nearTo, openLinePairs, openPairs } from "../entry/near/pairs.js";
import { isComparedType } from "../entry/record-types.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { quotedOf } from "../loop/due/heartbeat-items.js";
import { CoreLines } from "../search/core-lines.js";
import { next, type Step } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { changedMeanwhile } from "../store/change/transitions.js";
import { homeOf } from "../store/home.js";
import { openStore, type Row, type Store } from "../store/open-store.js";
import { answeringPerson, isForEverybody, requireAdmin, statedReason } from "../store/profile/people-only.js";
import { coreLines } from "../store/records/core-lines.js";
import { isLineName, lineNamed } from "../store/records/peoples-lines.js";
import { fromHome } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { claimHash } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";
import { answeringOf, type NamedPair, type ResolveInput } from "./answering.js";
import { giveBack, giveBackException, giveBackRepeat } from "./give-back.js";
import { linePair, resolveLine } from "./resolve-line.js";
import type { Resolved, ResolvedAll } from "./review-schemas.js";

const RESOLVE = changeVerb("resolve");

/** Answers about one pair. See {@link answerPair} for what each answer does. */
export async function resolvePair(ctx: Context, input: NamedPair): Promise<Resolved> {
  const [resolved] = await resolveList(ctx, [input]);
  return resolved as Resolved;
}

/** Answers about several pairs as one change: all of them, or none. */
export async function resolveList(ctx: Context, pairs: readonly NamedPair[]): Promise<Resolved[]> {
  await prepareWrite(ctx, RESOLVE);
  const lines = new CoreLines(ctx);
  const entryRefs = pairs.flatMap(({ a, b }) => [a, b]).filter((ref) => !isLineName(ref));
  const home = await homeOf(ctx, entryRefs);
  const reasons = await Promise.all(pairs.map(({ reason }) => statedReason(ctx, reason)));
  const [first] = pairs;
  const only =
    pairs.length === 1 && first !== undefined ? `${first.a} ${first.how} ${first.b}` : `${pairs.length} pairs`;
  const results = await changeTree(home, { ...RESOLVE, reason: `resolve: ${only}` }, async (change) => {
    const answers: Resolved[] = [];
    for (const [at, pair] of pairs.entries()) {
      await requireShown(change, pair.shown);
      const isOfLine = isLineName(pair.a) || isLineName(pair.b);
      const answer = isOfLine
        ? resolveLine(ctx, change, await linePair(lines, pair), reasons[at])
        : resolveOne(ctx, home, change, pair, reasons[at]);
      answers.push(await answer);
    }
    return answers;
  });
  return results.map((one) => fromHome(ctx, home, one));
}

async function requireShown(change: Change, shown: NamedPair["shown"] = {}): Promise<void> {
  for (const [id, claim] of Object.entries(shown)) {
    const entry = await change.entry(id);
    if (!isSensitive(entry) && claimOf(entry) !== claim) throw changedMeanwhile(id);
  }
}

/** Answers the pair, or the only open pair of one entry. */
export async function resolve(ctx: Context, input: ResolveInput): Promise<ResolvedAll> {
  const { a, b, ...rest } = input;
  if (b !== undefined) return { results: [await resolvePair(ctx, { ...rest, a, b })] };
  const { name, others } = await openBeside(ctx, a);
  if (others.length === 0) {
    throw wrongUsage(`${name} is in no open pair`, next("See what is open:", "review", { list: true }));
  }
  const [only, ...more] = others;
  if (only === undefined || more.length > 0) throw severalPairs(name, others);
  return { results: [await resolvePair(ctx, { ...rest, a: name, b: only.id })] };
}

interface PairPartner {
  id: string;
  text: string;
}

/** The partners in the open pairs of an entry, or of a line that people wrote. */
async function openBeside(ctx: Context, ref: string): Promise<{ name: string; others: PairPartner[] }> {
  const lines = await coreLines(ctx);
  if (isLineName(ref)) {
    const line = lineNamed(lines, ref);
    const pairs = openLinePairs((await openShown(ctx)).withAny("near"), [line]);
    return { name: line.ref, others: pairs.map(({ newer }) => quotedHead(newer)) };
  }
  const tree = await openStore(await homeOf(ctx, [ref]));
  const head = tree.resolve(ref);
  const entries = openPairs(tree).flatMap(({ newer, older }) =>
    newer.id === head.id ? [quotedHead(older)] : older.id === head.id ? [quotedHead(newer)] : [],
  );
  const linePartners = openLinePairs([head], lines).map(({ line }) => ({ id: line.ref, text: line.text }));
  return { name: head.id, others: [...entries, ...linePartners] };
}

const quotedHead = (head: Row): PairPartner => ({ id: head.id, text: quotedOf(head).text });

function severalPairs(name: string, others: readonly PairPartner[]): TenetError {
  const lines = others.map(({ id, text }) => `${id} "${text}"\n`);
  const step = pairStep({ a: name, b: "<the other one>" }, lines.join(""));
  return wrongUsage(`${name} is in ${others.length} open pairs; name the other one`, step);
}

async function resolveOne(
  ctx: Context,
  home: Context,
  change: Change,
  { a, b, how }: NamedPair,
  reason: string | undefined,
): Promise<Resolved> {
  const [namedHead, otherHead] = pairOf(change.tree, a, b);
  if (how === "open") return await reopen(change, namedHead, otherHead, await answeringOf(ctx, namedHead, otherHead));
  const [one, other] = [survivorOf(change, namedHead), survivorOf(change, otherHead)];
  if (one.id === other.id) throw wrongUsage(`${namedHead.id} and ${otherHead.id} are one entry by now: ${one.id}`);
  const who = await answeringOf(ctx, one, other);
  const global = (how === "same" ? [one, other] : how === "replaces" ? [other] : []).find(isForEverybody);
  if (global !== undefined) await requireAdmin(ctx, `${how === "same" ? "joining" : "replacing"} ${global.id}`);
  const result = await answerPair(change, { first: one.id, second: other.id, answer: how, reason }, who);
  const recorded = reason === undefined ? undefined : await recordPair(ctx, home, change, [one, other], result, reason);
  return { ...result, next: wayBack(ctx, result), ...defined({ recorded }) };
}

function pairOf(tree: Store, a: string, b: string): [Row, Row] {
  const [one, other] = [tree.resolve(a), tree.resolve(b)];
  if (one.id === other.id) throw wrongUsage("a pair is two different entries");
  return [one, other];
}

/**
 * The survivor of an entry that an answer `same` joined, or the entry itself: a later answer of a list may name a
 * joined entry. Replacements are not followed.
 */
function survivorOf(change: Change, head: Row): Row {
  const visitedIds = new Set<string>();
  let current = change.head(head.id) ?? head;
  // A hand edit may have made a circle.
  while (current.status === "superseded" && current.superseded_by !== undefined && !visitedIds.has(current.id)) {
    const successor = change.head(current.superseded_by);
    if (successor === undefined || successor.supersedes?.includes(current.id) === true) break;
    visitedIds.add(current.id);
    current = successor;
  }
  return current;
}

function wayBack({ actor }: Context, { decision, id, other }: PairAnswered): Step {
  const why = decision === "proposed" ? "A person decides on it. To take it back:" : "To take it back:";
  return openStep(why, { a: id, b: other, contact: actor.contact });
}

/** Records an answer with a reason as a decision; an agent's waits for review. */
async function recordPair(
  ctx: Context,
  home: Context,
  change: Change,
  [a, b]: readonly [Row, Row],
  { says }: PairAnswered,
  reason: string,
): Promise<string | undefined> {
  const situation = pairSituation([seenEntry(a), seenEntry(b)], says);
  const by = await answeringPerson(ctx);
  return await recordReason(home, change, { ...situation, reason, by, about: [a.id, b.id] });
}

/** Takes an answer back: both sides return to their former state, and the pair is open again. */
async function reopen(change: Change, a: Row, b: Row, who: Answering): Promise<Resolved> {
  const sentences = [
    await giveBack(change, a, b),
    await giveBack(change, b, a),
    await giveBackRepeat(change, a, b),
    await giveBackRepeat(change, b, a),
    await giveBackException(change, a, b),
    await giveBackException(change, b, a),
  ].flatMap((one) => one ?? []);
  const [one, other] = [await change.entry(a.id), await change.entry(b.id)];
  const { newer: carrier, older: against } = sidesOf(one, other);
  const row = nearTo(carrier, against.id);
  const isClosed = row !== undefined && (row.state !== "open" || row.proposed !== undefined);
  if (sentences.length === 0 && !isClosed && !(row === undefined && areKnownApart(one, other))) {
    throw wrongUsage(`nothing was answered about ${a.id} and ${b.id}`, "An open pair is answered, not opened again.");
  }
  for (const entry of [one, other]) refuseEnded(entry);
  await link(change, carrier, against);
  const place = await putRow(change, carrier, against, {
    with: against.id,
    hashes: [carrier, against].map((entry) => claimHash(claimOf(entry))),
    score: row?.score ?? who.cuts.close,
    by: row?.by ?? "claim",
    state: "open",
    at: who.at,
  });
  const says = [...sentences, "The pair is open again."].join(" ");
  return { decision: "reopened", id: carrier.id, other: against.id, ...place, says };
}

/** Whether both are linked across types or readers, which is all that `same` does there. */
function areKnownApart(a: Entry, b: Entry): boolean {
  const isLinked = a.linked?.includes(b.id) === true || b.linked?.includes(a.id) === true;
  return isLinked && [a, b].every(({ type }) => isComparedType(type)) && (a.type !== b.type || !sameAudience(a, b));
}

function refuseEnded(entry: Entry): void {
  if (isLive(entry)) return;
  throw wrongUsage(`${entry.id} is no longer live (${entry.status}); the pair cannot be opened again`);
}
