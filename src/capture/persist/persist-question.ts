/**
 * Stores a question to an owner under the lock. Answers instead with a known entry, with near texts, or with the
 * question that waits already; refuses beyond the limits. Called by `judge-and-store.ts`.
 */

import { type Question, refOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isInUse } from "../../entry/gates/visible.js";
import { isComparedType } from "../../entry/record-types.js";
import { TenetError } from "../../errors.js";
import { type AskLimits, isOpenQuestion, refusedBy } from "../../questions/policy/limits.js";
import { cutsOf } from "../../search/near-cuts.js";
import { entryOf } from "../../store/cache/row.js";
import type { Change } from "../../store/change/change.js";
import { isTold } from "../../store/contacts/asked-facts.js";
import { openPairsIn } from "../../store/open-pairs.js";
import type { Row } from "../../store/open-store.js";
import { canonicalClaim } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { Captured } from "../capture-schemas.js";
import type { PreparedDraft } from "../look/prepare.js";
import { isQuotable, quoted } from "../policy/links.js";
import { sayAgain } from "./persist-new.js";
import { persistRecord } from "./persist-record.js";

/** The limits and the clock for questions. */
export interface Asking {
  asking: {
    limits: AskLimits;
    at: Date;
    /** The local day of an instant. */
    dayOf(instant: string): string;
  };
}

/**
 * Stores a question, counts it where it waits already, or answers with what is known. Throws `refused` beyond the
 * limits.
 */
export async function persistQuestion(
  change: Change,
  prepared: PreparedDraft,
  { limits, at, dayOf }: Asking["asking"],
): Promise<Captured> {
  const knownAnswer = await keyedEntry(change, prepared, at);
  if (knownAnswer !== undefined) return knownAnswer;
  const allQuestions = change.tree.where({ type: "question" });
  const openQuestions = allQuestions.filter((head) => isOpenQuestion(head, limits.expire_days, at));
  const countedAnswer = await countWhereAsked(change, prepared, openQuestions);
  if (countedAnswer !== undefined) return countedAnswer;
  // A question dated to another day counts on the day it was written.
  const askedToday = allQuestions.filter((head) => {
    const sameDay = dayOf(head.timestamp) === dayOf(at.toISOString());
    return sameDay && head.agent === prepared.agent;
  });
  const why = refusedBy({ today: askedToday.length, open: openQuestions.length }, limits);
  if (why !== undefined) throw await tooMany(prepared, why, openQuestions);
  return await persistRecord(change, prepared);
}

/** The newest live fact of the question's key that no correction refutes. */
async function keyedEntry(change: Change, prepared: PreparedDraft, at: Date): Promise<Captured | undefined> {
  const { claim: question, fields } = prepared;
  const { key, scope } = fields as { key?: string; scope?: string };
  if (key === undefined) return undefined;
  // The same key means something else for a contact than for the project.
  const isMeant = (head: Row) => contactOf(head) === contactOf(defined({ scope }));
  const headsOfKey = change.tree.where({ key }).filter(isMeant);
  const pairs = openPairsIn(change.tree, cutsOf(prepared.profile).close);
  const refuted = new Set(pairs.flatMap(({ isRefuted, older }) => (isRefuted && older ? [older.chain] : [])));
  for (const head of [...headsOfKey].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))) {
    if (refuted.has(head.chain) || !(await prepared.isShown(head)) || !mayAnswer(head, at)) continue;
    const entry = entryOf(head);
    const because = [`${quoted(entry, true)} is known, and it has the key ${key}. Nothing was asked.`];
    const { file, line } = change.tree.head(entry.id) ?? {};
    const answer = { decision: "known" as const, type: "question" as const, id: entry.id, text: question };
    return { ...answer, ...defined({ file, line }), because, asks: [] };
  }
  return undefined;
}

/** True for a live, approved claim that holds now and may be quoted. */
const mayAnswer = (row: Row, at: Date): boolean =>
  isComparedType(row.type) && isInUse(row) && isQuotable(entryOf(row)) && isTold(row, { at, only: false });

/** Counts the question on an open one with the same key or equal words. */
async function countWhereAsked(
  change: Change,
  prepared: PreparedDraft,
  openQuestions: readonly Row[],
): Promise<Captured | undefined> {
  const { claim: question, fields } = prepared;
  const scope = fields["scope"] ?? "project";
  const key = fields["key"] as string | undefined;
  const words = canonicalClaim(question);
  for (const head of openQuestions) {
    if ((head.scope ?? "project") !== scope || !(await prepared.isShown(head))) continue;
    const earlier = (await change.entry(head.id)) as Question;
    const isSame = (key !== undefined && earlier.key === key) || canonicalClaim(earlier.question) === words;
    if (!isSame) continue;
    const place = await sayAgain(change, earlier.id, prepared);
    const because = [`${quoted(earlier)} asks the same and waits for an answer; it is counted there.`];
    return { decision: "counted", type: "question", id: earlier.id, ...place, text: question, because, asks: [] };
  }
  return undefined;
}

const LONGEST_SHOWN = 80;

async function tooMany({ isShown }: PreparedDraft, why: string, openQuestions: readonly Row[]): Promise<TenetError> {
  const visibleQuestions: Row[] = [];
  for (const head of openQuestions) if (await isShown(head)) visibleQuestions.push(head);
  const lines = visibleQuestions.map(({ id, text }) => `  ${refOf(id)}  ${shorten(oneLine(text), LONGEST_SHOWN)}`);
  const waitingList = lines.length === 0 ? "" : `\nThese wait for an answer:\n${lines.join("\n")}`;
  return new TenetError(`${why}.${waitingList}`, {
    failure: "refused",
    code: "too-many-questions",
    hint: "Go on with what can be undone, and say what you assumed: a person answers what waits, at a terminal.",
    details: { open: visibleQuestions.map(({ id, text, timestamp }) => ({ id, text, asked: timestamp })) },
  });
}
