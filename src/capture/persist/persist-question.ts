/**
 * Stores a question to an owner under the lock. Answers instead with a known entry, with near texts, or with the
 * question that waits already; refuses beyond the limits. Called by `judge-and-store.ts`.
 */

import { claimOf, type Entry, type Question, refOf } from "../../entry/entry.js";
import type { Attribution } from "../../entry/gates/attribution.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isInUse } from "../../entry/gates/visible.js";
import { cutsOf, isOutsideModel, rounded } from "../../entry/near/near-cuts.js";
import { isRefuted, openPairs, type Pair } from "../../entry/near/pairs.js";
import { isComparedType } from "../../entry/record-types.js";
import { countAgain } from "../../entry/repetition.js";
import { inForce } from "../../entry/status.js";
import { TenetError } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import { isTold } from "../../store/facts/asked-facts.js";
import type { EntryMeta } from "../../store/open-store.js";
import { type AskLimits, isOpenQuestion, refusedBy } from "../../store/questions/policy/limits.js";
import { canonicalClaim } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { Captured } from "../capture-schemas.js";
import { compareWithKnown } from "../compare.js";
import { isQuotable, quoted } from "../policy/links.js";
import { type KnownText, nearestTexts } from "../policy/nearest.js";
import type { PreparedDraft } from "../prepare.js";
import { reservedAlias } from "./persist-new.js";
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
  const knownAnswer = (await keyedEntry(change, prepared, at)) ?? keyedElsewhere(prepared);
  if (knownAnswer !== undefined) return knownAnswer;
  const allQuestions = change.now.where({ type: "question" });
  const openQuestions = allQuestions.filter((head) => isOpenQuestion(head, limits.expire_days, at));
  const countedAnswer = await countWhereAsked(change, prepared, openQuestions);
  if (countedAnswer !== undefined) return countedAnswer;
  // A question from a buffer is stored without this: its author is no longer there to judge near texts.
  const skipsNearTexts = prepared.anyway === true || prepared.buffered !== undefined;
  const { texts, mayAnswer } = skipsNearTexts ? NOTHING_NEAR : await nearTexts(change, prepared, { openQuestions, at });
  const near = texts.map(shownText);
  if (mayAnswer) return nearAnswer(prepared, near);
  // A question dated to another day counts on the day it was written.
  const askedToday = allQuestions.filter((head) => {
    const sameDay = dayOf(head.recorded ?? head.timestamp) === dayOf(at.toISOString());
    return sameDay && head.agent === prepared.agent;
  });
  const why = refusedBy({ today: askedToday.length, open: openQuestions.length }, limits);
  if (why !== undefined) throw await tooMany(prepared, why, openQuestions);
  return { ...(await persistRecord(change, prepared)), ...(near.length === 0 ? {} : { near }) };
}

const NOTHING_NEAR = { texts: [], mayAnswer: false };

/** The newest live fact of the question's key that no correction refutes. */
async function keyedEntry(change: Change, prepared: PreparedDraft, at: Date): Promise<Captured | undefined> {
  const { claim: question, fields, mode } = prepared;
  const { key, scope } = fields as { key?: string; scope?: string };
  if (key === undefined) return undefined;
  // The same key means something else for a contact than for the project.
  const isMeant = (head: EntryMeta) => contactOf(head) === contactOf(defined({ scope }));
  const headsOfKey = change.now.where({ key }).filter(isMeant);
  const refuterOf = refutersById(openPairs(change.now));
  for (const head of [...headsOfKey].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))) {
    if (refuterOf.has(head.id) || !(await prepared.isShown(head))) continue;
    const entry = inForce(await change.entry(head.id), mode);
    if (!mayAnswer(change, entry, at)) continue;
    const because = [`${quoted(entry, true)} is known, and it has the key ${key}. Nothing was asked.`];
    const { file, line } = change.head(entry.id) ?? {};
    const answer = { decision: "known" as const, type: "question" as const, id: entry.id, text: question };
    return { ...answer, ...defined({ file, line }), because, asks: [] };
  }
  return undefined;
}

/** True for a live, approved claim that holds now and may be quoted. */
function mayAnswer(change: Change, entry: Entry, at: Date): boolean {
  if (!isComparedType(entry.type) || !isInUse(entry) || !isQuotable(entry)) return false;
  const head = change.head(entry.id);
  return head !== undefined && isTold(head, { at, only: false });
}

/** Corrections by the ids of entries that they refute, where nobody has judged the pair. */
function refutersById(pairs: readonly Pair<EntryMeta>[]): Map<string, EntryMeta> {
  return new Map(pairs.filter(({ near }) => isRefuted(near)).map(({ older, newer }) => [older.id, newer]));
}

function keyedElsewhere({ around, claim: question }: PreparedDraft): Captured | undefined {
  const keyedText = around?.keyed;
  if (keyedText === undefined) return undefined;
  const { id, file, line, text } = keyedText;
  const what = id === undefined ? "A passage of that key" : id;
  const because = [`${what} says: "${oneLine(text)}" Nothing was asked.`];
  return {
    ...defined({ decision: "known" as const, type: "question" as const, id, file, line, text: question }),
    because,
    asks: [],
  };
}

/** Without an embedding, this many candidates with the most words in common are compared. */
const MOST_BY_WORDS = 20;

/** Texts that may answer the question, from entries and `around`; each refuted one is followed by its correction. */
async function nearTexts(
  change: Change,
  prepared: PreparedDraft,
  { openQuestions, at }: { openQuestions: readonly EntryMeta[]; at: Date },
): Promise<{ texts: KnownText[]; mayAnswer: boolean }> {
  const { claim: question, search, neighbourhood, profile, around } = prepared;
  const { candidates } = await compareWithKnown(change, prepared, [], new Set());
  const answerable = candidates.filter(({ entry }) => mayAnswer(change, entry, at));
  const byWords = [...answerable].sort((a, b) => b.lexical - a.lexical).slice(0, MOST_BY_WORDS);
  const isForeign = neighbourhood.cuts === undefined || isOutsideModel(question);
  const texts = answerable.map((one): KnownText => {
    const text = claimOf(one.entry);
    const claim = isForeign || isOutsideModel(text) ? undefined : one.claim;
    const isCompared = claim === undefined && byWords.includes(one);
    return {
      ...asText(change, one.entry),
      ...(isCompared ? { lexical: search.likeness(question, text).lex } : { claim }),
    };
  });
  const openIds = new Set(openQuestions.map(({ id }) => id));
  const isThere = ({ id }: KnownText) => id === undefined || !id.startsWith("ASK-") || openIds.has(id);
  const otherTexts: KnownText[] = [];
  for (const one of (around?.texts ?? []).filter(isThere)) {
    const head = one.id === undefined ? undefined : change.head(one.id);
    if (head === undefined || (await prepared.isShown(head))) otherTexts.push(one);
  }
  const nearest = nearestTexts([...texts, ...otherTexts], neighbourhood.cuts ?? cutsOf(profile));
  return { ...nearest, texts: await withRefuters(change, prepared, nearest.texts) };
}

function asText(change: Change, entry: Entry): KnownText {
  const { file = "", line = 1 } = change.head(entry.id) ?? {};
  return { id: entry.id, file, line, text: oneLine(claimOf(entry)) };
}

async function withRefuters(change: Change, { isShown }: PreparedDraft, nearest: readonly KnownText[]) {
  const refuterOf = refutersById(openPairs(change.now));
  const ids = new Set(nearest.map(({ id }) => id));
  const texts: KnownText[] = [];
  for (const one of nearest) {
    texts.push(one);
    const refuter = one.id === undefined ? undefined : refuterOf.get(one.id);
    if (refuter !== undefined && !ids.has(refuter.id) && (await isShown(refuter)))
      texts.push(asText(change, await change.entry(refuter.id)));
  }
  return texts;
}

type Shown = NonNullable<Captured["near"]>;

const shownText = ({ id, file, line, text, claim, lexical }: KnownText): Shown[number] => ({
  ...defined({ id, text, where: `${file}:${line}` }),
  ...defined({ claim: claim && rounded(claim), lexical: lexical && rounded(lexical) }),
});

function nearAnswer({ claim: question, steps }: PreparedDraft, near: Shown): Captured {
  return {
    decision: "near",
    type: "question",
    text: question,
    because: ["Something known may answer it. Nothing was asked."],
    asks: [],
    near,
    next: `If none of it answers, ask again: ${steps.askAnyway}`,
  };
}

/** Counts the question on an open one with the same key or equal words. */
async function countWhereAsked(
  change: Change,
  prepared: PreparedDraft,
  openQuestions: readonly EntryMeta[],
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
    const { agent, session } = prepared;
    const { source, origin } = fields as Attribution;
    const countPatch = countAgain(earlier, { agent, source, origin, session });
    const place = await change.update(earlier.id, { ...countPatch, ...reservedAlias(prepared, earlier) });
    const because = [`${quoted(earlier)} asks the same and waits for an answer; it is counted there.`];
    return { decision: "counted", type: "question", id: earlier.id, ...place, text: question, because, asks: [] };
  }
  return undefined;
}

const LONGEST_SHOWN = 80;

async function tooMany(
  { isShown }: PreparedDraft,
  why: string,
  openQuestions: readonly EntryMeta[],
): Promise<TenetError> {
  const visibleQuestions: EntryMeta[] = [];
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
