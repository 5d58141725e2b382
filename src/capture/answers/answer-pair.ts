/**
 * Answers about a pair: two entries, or an entry and a line that people wrote. An answer is a row on the newer of the two;
 * what follows from it is computed, and taking it back leaves the pair open. Called by `tenet resolve`, the review and the
 * MCP tools.
 */
import type { Near, PairAnswer, RowAnswer, Tier } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import { isLive } from "../../entry/gates/visible.js";
import { byAge } from "../../entry/lessons.js";
import { openStep } from "../../entry/pair-steps.js";
import { aOrAn, isComparedType } from "../../entry/record-types.js";
import { TenetError, wrongUsage } from "../../errors.js";
import type { Change, Place } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { wordsOfAnswer } from "./answer-words.js";
import { isLine, nameOf, type PairAnswered, type PairAnswering, type Side } from "./sides.js";

/** The person or agent who answers, and when. */
export interface Answering {
  tier: Tier;
  /** A person's name, or the agent's. */
  by: string;
  /** UTC to the second. */
  at: string;
}

const rowAbout = (side: Side, name: string): Near | undefined =>
  isLine(side) ? undefined : side.near?.find((row) => row.with === name);

/** Which side bears the row: where one stands, else on the newer. */
export function bearerOf(a: Side, b: Side): [bearer: Row, other: Side] {
  if (isLine(a) && isLine(b)) throw wrongUsage("two lines of files are no pair: one side is an entry");
  if (isLine(a)) return [b as Row, a];
  if (isLine(b)) return [a, b];
  if (rowAbout(a, b.id) !== undefined) return [a, b];
  return rowAbout(b, a.id) !== undefined || byAge(b, a) > 0 ? [b, a] : [a, b];
}

/** An answer as the side says it that bears the row. */
const TURNED: Readonly<Partial<Record<PairAnswer, RowAnswer>>> = {
  replaces: "replaced_by",
  exception: "has_exception",
};

/**
 * Applies an answer. Throws `usage` where the two are no pair or nothing is to be decided, `refused` where somebody who is
 * trusted more has answered.
 */
export async function answerPair(change: Change, input: PairAnswering, who: Answering): Promise<PairAnswered> {
  const { first, second, answer, reason } = input;
  refuseNoPair(input);
  const [bearer, other] = bearerOf(first, second);
  const name = nameOf(other);
  const known = [rowAbout(bearer, name), rowAbout(other, bearer.id)].filter((row) => row !== undefined);
  refuseOverruling(known, who, input);
  const { answer: before, score, found } = known[0] ?? {};
  if (answer === "open" && before === undefined)
    throw wrongUsage(`nothing was answered about ${nameOf(first)} and ${nameOf(second)}`, NOTHING_OPEN);
  const said = (bearer === first ? answer : (TURNED[answer as PairAnswer] ?? answer)) as RowAnswer;
  const row: Near = { with: name, ...defined({ score, found }), at: who.at };
  const answered =
    answer === "open" ? row : { ...row, answer: said, by: who.by, tier: who.tier, ...defined({ reason }) };
  if (!isLine(other)) await putRow(change, other.id, bearer.id);
  const place = await putRow(change, bearer.id, name, answered);
  return { ...wordsOfAnswer(change.tree, input, bearer.id, name), id: bearer.id, other: name, ...place };
}

const NOTHING_OPEN = "An open pair is answered, not opened again.";
const LINK = "To connect them without a claim, link them.";

function refuseNoPair({ first, second, answer }: PairAnswering): void {
  if (nameOf(first) === nameOf(second)) throw wrongUsage("a pair is two different entries");
  for (const side of [first, second]) {
    if (isLine(side)) continue;
    if (!isComparedType(side.type))
      throw wrongUsage(`${aOrAn(side.type)} is in no pair of near claims (${side.id})`, LINK);
    if (isLive(side) || answer === "open") continue;
    const back = openStep("What an answer took out comes back:", { a: nameOf(first), b: nameOf(second) });
    throw wrongUsage(`${side.id} is no longer live (${side.status}); there is nothing to decide`, back);
  }
}

function refuseOverruling(rows: readonly Near[], { tier, by }: Answering, { first, second }: PairAnswering): void {
  const stronger = rows.find(
    (row) => row.answer !== undefined && row.tier !== undefined && compareTiers(row.tier, tier) > 0,
  );
  if (stronger === undefined) return;
  const names = `${nameOf(first)} and ${nameOf(second)}`;
  throw new TenetError(
    `${stronger.by} has decided about ${names}, and is trusted more (${stronger.tier}) than ${by} (${tier})`,
    {
      failure: "refused",
      code: "less-trusted",
      hint: "Tell a person what speaks against it; they can decide anew at a terminal.",
    },
  );
}

/** Puts a row in the place of what an entry bears about a side; undefined takes it out. */
async function putRow(change: Change, id: string, name: string, row?: Near): Promise<Place> {
  const { near = [] } = await change.entry(id);
  const others = near.filter((one) => one.with !== name);
  const at = near.findIndex((one) => one.with === name);
  const next = row === undefined ? others : others.toSpliced(at === -1 ? others.length : at, 0, row);
  return await change.update(id, { near: next.length === 0 ? undefined : next });
}
