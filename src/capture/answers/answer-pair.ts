/**
 * Applies an answer about two near entries. Called by captures with stated answers, by `tenet resolve`, the review and
 * the MCP tools. Stages everything in one change, so that `tenet undo` takes it back as a whole.
 */

import { type Correction, claimOf, type Entry, type Insight, type Memory, type PairAnswer } from "../../entry/entry.js";
import { type Changer, type ChangeVerb, changedOf, mayChange } from "../../entry/gates/may-change.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isApproved, isLive } from "../../entry/gates/visible.js";
import { byAge, REPLACED_BY_PERSON, writtenAt } from "../../entry/lessons.js";
import type { Cuts } from "../../entry/near/near-cuts.js";
import { openStep } from "../../entry/near/pair-steps.js";
import { isClose, isRefuted, nearTo } from "../../entry/near/pairs.js";
import { aOrAn, isComparedType } from "../../entry/record-types.js";
import { countAgain } from "../../entry/repetition.js";
import { inForce } from "../../entry/status.js";
import { TenetError, wrongUsage } from "../../errors.js";
import type { Change, Place } from "../../store/change/change.js";
import { failByRepeat, supersede } from "../../store/change/transitions.js";
import { isFact } from "../../store/contacts/asked-facts.js";
import { closeFact, endSaid, splitSaid } from "../../store/contacts/close-fact.js";
import { defined } from "../../text/defined.js";
import { joinedWords, sums } from "../joined-words.js";
import { listFields } from "../persist/persist-new.js";
import { sameAudience } from "../policy/settle.js";
import { link, passOn, putRow, rowOf, unlink } from "./pair-rows.js";

/** The person or agent who answers, and when. */
export interface Answering {
  changer: Changer;
  /** A person's name, or the agent's. */
  by: string;
  /** UTC to the second. */
  at: string;
  mode: Parameters<typeof inForce>[1];
  cuts: Cuts;
}

export interface PairAnswering {
  /** The entry that holds, or that is the exception. The order is without meaning for `same` and `unrelated`. */
  first: string;
  second: string;
  answer: PairAnswer;
  reason?: string | undefined;
  /** For `later`: the day from which it is asked again. */
}

/** The result of an answer. `proposed`: it waits for a person who is trusted enough. */
export interface PairAnswered extends Place {
  decision: "same" | "replaced" | "exception" | "unrelated" | "proposed";
  /** The entry that stays or carries the answer, and the other one. */
  id: string;
  other: string;
  says: string;
}

interface Sides<E = Entry> {
  newer: E;
  older: E;
}

type Dated = Parameters<typeof writtenAt>[0] & { id: string };

/** The newer entry is the one captured or received later; at equal arrival the one with the later timestamp. */
export function newerOf<E extends Dated>(a: E, b: E): [newer: E, older: E] {
  const order = Date.parse(writtenAt(a)) - Date.parse(writtenAt(b)) || byAge(a, b);
  return order > 0 ? [a, b] : [b, a];
}

async function entryOf(change: Change, id: string, mode: Answering["mode"]): Promise<Entry> {
  return inForce(await change.entry(id), mode);
}

/** Applies an answer. Throws `usage` where the two are no pair, or one of them is no longer live. */
export async function answerPair(change: Change, input: PairAnswering, who: Answering): Promise<PairAnswered> {
  const back = openStep("What an answer took out comes back:", { a: input.first, b: input.second });
  const [a, b] = [await entryOf(change, input.first, who.mode), await entryOf(change, input.second, who.mode)];
  if (a.id === b.id) throw wrongUsage("a pair is two different entries");
  for (const one of [a, b]) {
    if (!isComparedType(one.type))
      throw wrongUsage(`${aOrAn(one.type)} is in no pair of near claims (${one.id})`, LINK);
    if (isLive(one)) continue;
    throw wrongUsage(`${one.id} is no longer live (${one.status}); there is nothing to decide`, back);
  }
  const sides = sidesOf(a, b);
  switch (input.answer) {
    case "same":
      return await sayTheSame(change, sides, who);
    case "replaces":
      return await replace(change, { winner: a, loser: b }, sides, input, who);
    case "exception":
      return await except(change, { narrow: a, general: b }, sides, input, who);
    default:
      return await unrelate(change, sides, input, who);
  }
}

const LINK = "To connect them without a claim, link them.";

/** The row of the pair decides which entry is the newer one; without a row, the times of writing do. */
export function sidesOf<E extends Dated & Parameters<typeof nearTo>[0]>(a: E, b: E): Sides<E> {
  if (nearTo(a, b.id) !== undefined) return { newer: a, older: b };
  if (nearTo(b, a.id) !== undefined) return { newer: b, older: a };
  const [newer, older] = newerOf(a, b);
  return { newer, older };
}

/**
 * Whether the answer takes effect at once. `by` is the entry that replaces this one, or stands beside it. Where only a
 * person may decide, the answer is proposed, and both stay until then.
 */
function mayActOn(entry: Entry, verb: ChangeVerb, { changer }: Answering, by?: Entry): boolean {
  const waits = by === undefined ? changer.waits : !isApproved(by);
  return mayChange({ ...changer, waits }, changedOf(entry), verb) === "yes";
}

async function propose(
  change: Change,
  { newer, older }: Sides,
  { answer, first }: Pick<PairAnswering, "answer" | "first">,
  who: Answering,
): Promise<PairAnswered> {
  const proposed = { answer, first, by: who.by, at: who.at };
  const place = await putRow(change, newer, older, { ...rowOf(newer, older, who), proposed });
  const says = `${who.by} is trusted less than one of the two, so both stay until a person decides.`;
  return { decision: "proposed", id: newer.id, other: older.id, ...place, says };
}

async function sayTheSame(change: Change, sides: Sides, who: Answering): Promise<PairAnswered> {
  const { newer, older } = sides;
  if (newer.type !== older.type || !sameAudience(newer, older)) return await knowBoth(change, sides);
  if (newer.type === "correction") return await repeatCorrection(change, sides as RepeatSides, who);
  if (newer.type === "insight" || newer.type === "memory") return await join(change, sides as JoinSides, who);
  throw wrongUsage(`two entries of type ${newer.type} are not joined`, "Say --unrelated, or leave them.");
}

/** Entries of different types, readers or files cannot be joined: both stay and are linked. */
async function knowBoth(change: Change, { newer, older }: Sides): Promise<PairAnswered> {
  await link(change, newer, older);
  const place = await putRow(change, newer, older, undefined);
  const says = "Both stay, linked: they are of different types, or for different readers or files.";
  return { decision: "same", id: newer.id, other: older.id, ...place, says };
}

interface RepeatSides {
  newer: Correction;
  older: Correction;
}

/** The newer correction repeats the older, which did not stick. Within one session it is only counted on the older. */
async function repeatCorrection(change: Change, sides: RepeatSides, who: Answering): Promise<PairAnswered> {
  const { newer, older } = sides;
  const inOneSession = newer.session !== undefined && newer.session === older.session;
  if (inOneSession) {
    if (!mayActOn(newer, "retire", who, older))
      return await propose(change, sides, { answer: "same", first: newer.id }, who);
    await passOn(change, newer, older);
    const place = await change.update(older.id, countAgain(older, newer));
    await supersede(change, newer.id, older.id);
    const says = `${newer.id} was said in the same session; it is counted at ${older.id}.`;
    return { decision: "same", id: older.id, other: newer.id, ...place, says };
  }
  await putRow(change, newer, older, undefined);
  const place = await change.update(newer.id, { recurrence_of: older.id });
  const fails = mayChange({ tier: newer.tier }, changedOf(older), "fail") === "yes";
  if (fails) await failByRepeat(change, older.id, newer.id, who.at);
  const says = fails
    ? `${older.id} did not stick: ${newer.id} says it again.`
    : `${newer.id} repeats ${older.id}, and is trusted less: that proves no failure.`;
  return { decision: "same", id: newer.id, other: older.id, ...place, says };
}

interface JoinSides {
  newer: Insight | Memory;
  older: Insight | Memory;
}

/**
 * Joins two insights or memories. The more trusted record stays with its id and wording; at equal trust the older
 * record stays with the newer wording. The other becomes an item of its history and is `superseded`.
 */
async function join(change: Change, sides: JoinSides, who: Answering): Promise<PairAnswered> {
  const { newer, older } = sides;
  const order = compareTiers(newer.tier, older.tier);
  const [survivor, absorbed] = order > 0 ? [newer, older] : [older, newer];
  const mayJoin =
    mayActOn(absorbed, "retire", who, survivor) &&
    // The surviving record takes words in, and at equal trust the other's wording as its claim.
    (order === 0
      ? mayActOn(survivor, "retire", who, absorbed)
      : who.changer.typed === true || isApproved(absorbed) || !isApproved(survivor));
  if (!mayJoin) {
    return await propose(change, sides, { answer: "same", first: survivor.id }, who);
  }
  await passOn(change, absorbed, survivor);
  const current = (await change.entry(survivor.id)) as Insight | Memory;
  const patch = { ...joinedWords(current, absorbed, order === 0), ...sums(current, absorbed) };
  const place = await change.update(survivor.id, { ...patch, ...renewedDecisions(current, patch) });
  await supersede(change, absorbed.id, survivor.id);
  const says = `${absorbed.id} is now part of the history of ${survivor.id}.`;
  return { decision: "same", id: survivor.id, other: absorbed.id, ...place, says };
}

async function replace(
  change: Change,
  { winner, loser }: { winner: Entry; loser: Entry },
  sides: Sides,
  input: PairAnswering,
  who: Answering,
): Promise<PairAnswered> {
  if (!sameAudience(winner, loser)) return await exceptNarrower(change, { winner, loser }, sides, input, who);
  if (!mayActOn(loser, "retire", who, winner)) return await propose(change, sides, input, who);
  await putRow(change, sides.newer, sides.older, undefined);
  const entry = await change.entry(winner.id);
  const supersedes = [...new Set([...(entry.supersedes ?? []), loser.id])];
  const place = await change.update(winner.id, listFields({ supersedes }));
  const lost = { decision: "replaced", id: winner.id, other: loser.id, ...place } as const;
  if (entry.type === "memory" && loser.type === "memory" && isFact(entry) && isFact(loser)) {
    const split = await closeFact(change, loser.id, { ...entry, supersedes });
    return { ...lost, says: split === undefined ? endSaid(loser, entry) : splitSaid(split) };
  }
  await supersede(change, loser.id, winner.id);
  if (who.changer.typed === true)
    await change.update(loser.id, { flags: [...new Set([...(loser.flags ?? []), REPLACED_BY_PERSON])] });
  const says = `${winner.id} takes the place of ${loser.id}: "${claimOf(loser)}"${ruleLeaving(loser, who)}`;
  return { ...lost, says };
}

/** The sentence about the rule of a replaced entry that was promoted. */
function ruleLeaving({ promoted_to, status }: Entry, { mode }: Answering): string {
  if (status !== "promoted" || promoted_to === undefined) return "";
  const waits = mode === "auto" ? "" : ", once a person approves that";
  return `. Its rule leaves ${promoted_to} with the next digest${waits}.`;
}

/** An entry for fewer readers or files cannot replace one for all: it becomes an exception to it. */
async function exceptNarrower(
  change: Change,
  { winner, loser }: { winner: Entry; loser: Entry },
  sides: Sides,
  input: PairAnswering,
  who: Answering,
): Promise<PairAnswered> {
  if (isNarrower(winner, loser)) return await except(change, { narrow: winner, general: loser }, sides, input, who);
  throw new TenetError(
    `${winner.id} and ${loser.id} are for different readers or files; neither can replace the other`,
    {
      failure: "usage",
      code: "wrong-relation",
      hint: "Say --exception where one of them is the exception, --unrelated where neither bears on the other.",
    },
  );
}

const isForAll = ({ scope = "project" }: Entry): boolean => scope === "global" || scope === "project";

/** True where `one` is for fewer readers or files than `other`, and in neither respect for more. */
function isNarrower(one: Entry, other: Entry): boolean {
  const marks = (entry: Entry) => [!isForAll(entry), entry.paths !== undefined];
  const [ownMarks, otherMarks] = [marks(one), marks(other)];
  return (
    ownMarks.some((mark, at) => mark && !otherMarks[at]) &&
    otherMarks.every((mark, at) => !mark || ownMarks[at] === true)
  );
}

async function except(
  change: Change,
  { narrow, general }: { narrow: Entry; general: Entry },
  sides: Sides,
  input: PairAnswering,
  who: Answering,
): Promise<PairAnswered> {
  if (!mayActOn(general, "except", who, narrow)) return await propose(change, sides, input, who);
  await putRow(change, sides.newer, sides.older, undefined);
  const { exception_to = [] } = await change.entry(narrow.id);
  const place = await change.update(narrow.id, { exception_to: [...new Set([...exception_to, general.id])] });
  const says = `Both hold: ${narrow.id} is an exception to ${general.id}.`;
  return { decision: "exception", id: narrow.id, other: general.id, ...place, says };
}

/** `unrelated` closes the pair. An answer that would free what a more trusted side holds back is only proposed. */
async function unrelate(
  change: Change,
  sides: Sides,
  { answer, reason, first }: PairAnswering,
  who: Answering,
): Promise<PairAnswered> {
  const { newer, older } = sides;
  const row = rowOf(newer, older, who);
  // A row that nobody asked about counts as close.
  const holds = isRefuted(row) || isClose(row, who.cuts);
  if (holds && !(mayActOn(newer, "settle", who) && mayActOn(older, "settle", who))) {
    return await propose(change, sides, { answer, first }, who);
  }
  const { proposed: _, reason: __, ...openRow } = row;
  const place = await putRow(change, newer, older, { ...openRow, state: "unrelated", ...defined({ reason }) });
  await unlink(change, newer, older);
  const says = "They have nothing to do with each other; both stay.";
  return { decision: "unrelated", id: newer.id, other: older.id, ...place, says };
}
