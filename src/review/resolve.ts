/** `tenet resolve`: answers near pairs, and takes answers back. Called by the command, the review and the MCP tool. */
import { answerPair } from "../capture/answers/answer-pair.js";
import { isLine, type PairAnswered, type Side } from "../capture/answers/sides.js";
import { pairSituation } from "../capture/decisions/policy/situations.js";
import { recordReason, seenEntry } from "../capture/persist/record-decision.js";
import type { Context } from "../context.js";
import { claimOf } from "../entry/entry.js";
import { isSensitive } from "../entry/gates/visible.js";
import { openStep, pairStep } from "../entry/pair-steps.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { quotedOf } from "../loop/due/heartbeat-items.js";
import { CoreLines } from "../search/core-lines.js";
import { cutsOf } from "../search/near-cuts.js";
import { next, type Step } from "../steps.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { changedMeanwhile } from "../store/change/shown-entry.js";
import { homeOf } from "../store/home.js";
import { openPairsIn } from "../store/open-pairs.js";
import { openStore, type Row } from "../store/open-store.js";
import { answeringPerson, isForEverybody, requireAdmin, statedReason } from "../store/profile/people-only.js";
import { coreLines, isLineName, lineNamed } from "../store/records/peoples-lines.js";
import { fromHome } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { answeringOf, type NamedPair, type ResolveInput } from "./answering.js";
import type { Resolved, ResolvedAll } from "./review-schemas.js";

const RESOLVE = changeVerb("resolve");

/** Answers about one pair. See {@link answerPair}. */
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
      const sides = await sidesOf(change, lines, pair);
      answers.push(await resolveOne(ctx, home, change, { pair, sides, reason: reasons[at] }));
    }
    return answers;
  });
  return results.map((one) => fromHome(ctx, home, one));
}

/** Both sides as they are named, in that order. */
async function sidesOf(change: Change, lines: CoreLines, { a, b }: NamedPair): Promise<[Side, Side]> {
  const sideOf = async (name: string) =>
    isLineName(name) ? lineNamed(await lines.all, name) : change.tree.resolve(name);
  return [await sideOf(a), await sideOf(b)];
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
  const line = isLineName(ref) ? lineNamed(lines, ref) : undefined;
  const tree = line === undefined ? await openStore(await homeOf(ctx, [ref])) : await openShown(ctx);
  const side = line === undefined ? tree.resolve(ref) : undefined;
  const name = line?.ref ?? side?.id ?? ref;
  const isOf = (one: Row | undefined) => one !== undefined && one.chain === side?.chain;
  const others = openPairsIn(tree, cutsOf(ctx.profile).close, lines).flatMap(
    ({ newer, older, line: written }): PairPartner[] => {
      if (line !== undefined) return written?.ref === line.ref ? [quotedHead(newer)] : [];
      if (isOf(older)) return [quotedHead(newer)];
      if (!isOf(newer)) return [];
      return older === undefined
        ? [written].flatMap((one) => (one === undefined ? [] : { id: one.ref, text: one.text }))
        : [quotedHead(older)];
    },
  );
  return { name, others };
}

const quotedHead = (head: Row): PairPartner => ({ id: head.id, text: quotedOf(head).text });

function severalPairs(name: string, others: readonly PairPartner[]): TenetError {
  const lines = others.map(({ id, text }) => `${id} "${text}"\n`);
  const step = pairStep({ a: name, b: "<the other one>" }, lines.join(""));
  return wrongUsage(`${name} is in ${others.length} open pairs; name the other one`, step);
}

interface ToResolve {
  pair: NamedPair;
  sides: [Side, Side];
  reason: string | undefined;
}

async function resolveOne(
  ctx: Context,
  home: Context,
  change: Change,
  { pair: { how }, sides: [first, second], reason }: ToResolve,
): Promise<Resolved> {
  const entries = [first, second].filter((side) => !isLine(side)) as Row[];
  const replaced = how === "same" ? entries : how === "replaces" ? entries.filter((one) => one === second) : [];
  const global = replaced.find(isForEverybody);
  if (global !== undefined) await requireAdmin(ctx, `${how === "same" ? "joining" : "replacing"} ${global.id}`);
  const who = await answeringOf(ctx, first, second);
  const result = await answerPair(change, { first, second, answer: how, mode: ctx.profile.apply_mode, reason }, who);
  if (how === "open") return result;
  const recorded = reason === undefined ? undefined : await recordPair(ctx, home, change, entries, result, reason);
  return { ...result, next: wayBack(ctx, result), ...defined({ recorded }) };
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
  entries: readonly Row[],
  { says }: PairAnswered,
  reason: string,
): Promise<string | undefined> {
  const situation = pairSituation(entries.map(seenEntry), says);
  const by = await answeringPerson(ctx);
  return await recordReason(home, change, { ...situation, reason, by, about: entries.map(({ id }) => id) });
}
