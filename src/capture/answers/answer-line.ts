/**
 * Applies an answer about an entry and a line that people wrote. Called by `tenet resolve` and by captures with stated
 * answers. tenet never writes the line: an answer that the line is outdated asks a person to change it, and both are
 * shown until then. A line has an owner's trust.
 */
import { claimOf, type Entry, type Near } from "../../entry/entry.js";
import { changedOf, mayChange } from "../../entry/gates/may-change.js";
import { isLive } from "../../entry/gates/visible.js";
import { isClose, isRefuted, nearTo } from "../../entry/near/pairs.js";
import { isComparedType } from "../../entry/record-types.js";
import { inForce } from "../../entry/status.js";
import { TenetError, wrongUsage } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";
import { defined } from "../../text/defined.js";
import type { Answering, PairAnswered, PairAnswering } from "./answer-pair.js";
import { putOwnRow, rowWith } from "./pair-rows.js";

export interface LineAnswering extends Pick<PairAnswering, "answer" | "reason"> {
  entry: string;
  line: PeoplesLine;
  /** The line is the side that holds, or the exception. */
  lineFirst: boolean;
}

/** A line counts as an owner's live word. */
const LINE = { tier: "owner" } as const;

/** No person said it: an agent frees it from no line, at any score. */
const isAgents = ({ tier }: Entry): boolean => tier !== "owner" && tier !== "relayed";

/** Applies an answer. Throws `usage` where the entry is of a type that is not compared, or is no longer live. */
export async function answerLine(change: Change, input: LineAnswering, who: Answering): Promise<PairAnswered> {
  const entry = inForce(await change.entry(input.entry), who.mode);
  if (!isComparedType(entry.type)) throw wrongUsage(`${entry.id} is in no pair of near claims`);
  if (!isLive(entry)) throw wrongUsage(`${entry.id} is no longer live (${entry.status}); there is nothing to decide`);
  const { line, answer, lineFirst } = input;
  const place = `${line.file}:${line.line}`;
  switch (answer) {
    case "same": {
      const says = `${place} says the same: ${entry.id} becomes no rule in ${line.file}.`;
      return await close(change, entry, input, who, { says, answered: "same" });
    }
    case "replaces":
      return lineFirst ? await giveWay(change, entry, input, who) : await askToChange(change, entry, input, who);
    case "exception": {
      const [narrow, general] = lineFirst ? [place, entry.id] : [entry.id, place];
      const freed = lineFirst && !isAgents(entry) ? changedOf(entry) : LINE;
      const mayExcept = mayChange(who.changer, freed, "except") === "yes";
      if (!mayExcept) return await propose(change, entry, input, who);
      const says = `Both hold: ${narrow} is an exception to ${general}.`;
      return await close(change, entry, input, who, { says, answered: "exception" });
    }
    default:
      return await unrelate(change, entry, input, who);
  }
}

async function close(
  change: Change,
  entry: Entry,
  { line, reason }: LineAnswering,
  who: Answering,
  { says, answered: answer }: { says: string; answered: "same" | "exception" },
): Promise<PairAnswered> {
  const row = unanswered(rowWith(entry, line, who));
  const place = await putOwnRow(change, entry.id, {
    ...row,
    state: "unrelated",
    answered: answer,
    ...defined({ reason }),
  });
  return { decision: answer, id: entry.id, other: line.ref, ...place, says };
}

/** The row without any earlier answer or proposal. */
function unanswered({ proposed: _, reason: __, answered: ___, ...row }: Near): Near {
  return row as Near;
}

async function propose(
  change: Change,
  entry: Entry,
  { line, answer, lineFirst }: LineAnswering,
  who: Answering,
  says = `${who.by} is trusted less than ${line.file}, so both stay until a person decides.`,
): Promise<PairAnswered> {
  const proposed = { answer, first: lineFirst ? line.ref : entry.id, by: who.by, at: who.at };
  const place = await putOwnRow(change, entry.id, { ...rowWith(entry, line, who), state: "open", proposed });
  return { decision: "proposed", id: entry.id, other: line.ref, ...place, says };
}

/** Proposes to a person to change the line: only people change what they wrote. */
async function askToChange(change: Change, entry: Entry, input: LineAnswering, who: Answering): Promise<PairAnswered> {
  const { file, line } = input.line;
  const says = `${file}:${line} is a person's to change; both are shown until then.`;
  return await propose(change, entry, input, who, says);
}

/** The line holds, and the entry leaves use. */
async function giveWay(change: Change, entry: Entry, input: LineAnswering, who: Answering): Promise<PairAnswered> {
  const { line, reason } = input;
  if (mayChange(who.changer, changedOf(entry), "retire") !== "yes") return await propose(change, entry, input, who);
  const row = unanswered(rowWith(entry, line, who));
  await putOwnRow(change, entry.id, { ...row, state: "unrelated", answered: "replaced", ...defined({ reason }) });
  const place = await change.update(entry.id, { status: "superseded" });
  const says = `${line.file}:${line.line} holds instead of ${entry.id}: "${claimOf(entry)}"`;
  return { decision: "replaced", id: entry.id, other: line.ref, ...place, says };
}

/** `unrelated` closes the pair. An answer that would free a rule beside the line is only proposed. */
async function unrelate(change: Change, entry: Entry, input: LineAnswering, who: Answering): Promise<PairAnswered> {
  const { line, reason } = input;
  const row = rowWith(entry, line, who);
  const holds = isAgents(entry) || row.answered === "same" || isRefuted(row) || isClose(row, who.cuts);
  const maySettle =
    mayChange(who.changer, LINE, "settle") === "yes" && mayChange(who.changer, changedOf(entry), "settle") === "yes";
  if (holds && !maySettle) return await propose(change, entry, input, who);
  const place = await putOwnRow(change, entry.id, { ...unanswered(row), state: "unrelated", ...defined({ reason }) });
  const says = "They have nothing to do with each other; both stay.";
  return { decision: "unrelated", id: entry.id, other: line.ref, ...place, says };
}

/** Takes an answer back: the entry returns to its former status, and the pair is open again. */
export async function reopenLine(change: Change, id: string, line: PeoplesLine) {
  const entry = await change.entry(id);
  const row = nearTo(entry, line.ref);
  const isAnswered = row !== undefined && (row.state !== "open" || row.proposed !== undefined);
  if (!isAnswered) {
    throw new TenetError(`nothing was answered about ${id} and ${line.ref}`, {
      failure: "usage",
      code: "usage",
      hint: "An open pair is answered, not opened again.",
    });
  }
  const isReplaced = row.answered === "replaced" && entry.status === "superseded" && entry.superseded_by === undefined;
  const restored = isReplaced ? [`${id} is in use again.`] : [];
  if (isReplaced) await change.update(id, { status: "active" });
  else if (!isLive(entry))
    throw wrongUsage(`${id} is no longer live (${entry.status}); the pair cannot be opened again`);
  const place = await putOwnRow(change, id, { ...unanswered(row), state: "open" });
  const says = [...restored, "The pair is open again."].join(" ");
  return { decision: "reopened" as const, id, other: line.ref, ...place, says };
}
