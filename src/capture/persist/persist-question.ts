/**
 * Writes a question to an owner under the lock: says what has its key, what is near and where it waits already, and refuses
 * what is too much to ask. Every door that stores entries comes through here.
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

/** What asking depends on besides the question. */
export interface Asking {
  asking: {
    limits: AskLimits;
    at: Date;
    /** The local day of an instant. */
    dayOf(instant: string): string;
  };
}

/** Stores a question, counts it where it waits already, or says what is known. Throws `refused` beyond the limits. */
export async function persistQuestion(
  change: Change,
  prepared: PreparedDraft,
  { limits, at, dayOf }: Asking["asking"],
): Promise<Captured> {
  const known = (await keyedEntry(change, prepared, at)) ?? keyedElsewhere(prepared);
  if (known !== undefined) return known;
  const asked = change.now.where({ type: "question" });
  const open = asked.filter((head) => isOpenQuestion(head, limits.expire_days, at));
  const again = await askedBefore(change, prepared, open);
  if (again !== undefined) return again;
  // What waited in a buffer is asked: nobody is there any more who could judge what is near.
  const shown = prepared.anyway === true || prepared.buffered !== undefined;
  const near = shown ? [] : await nearTexts(change, prepared, { open, at });
  if (near.length > 0) return nearAnswer(prepared, near);
  // What was asked on another day than it is dated counts on the day it was written.
  const today = asked.filter((head) => {
    const sameDay = dayOf(head.recorded ?? head.timestamp) === dayOf(at.toISOString());
    return sameDay && head.agent === prepared.agent;
  });
  const why = refusedBy({ today: today.length, open: open.length }, limits);
  if (why !== undefined) throw await tooMany(prepared, why, open);
  return await persistRecord(change, prepared);
}

/** The newest live fact of the question's key; none of which a correction says that it is wrong. */
async function keyedEntry(change: Change, prepared: PreparedDraft, at: Date): Promise<Captured | undefined> {
  const { claim: question, fields, mode } = prepared;
  const { key, scope } = fields as { key?: string; scope?: string };
  if (key === undefined) return undefined;
  // Of a contact a key names something else than of the project.
  const isMeant = (head: EntryMeta) => contactOf(head) === contactOf(defined({ scope }));
  const keyed = change.now.where({ key }).filter(isMeant);
  const refuted = refutedBy(openPairs(change.now));
  for (const head of [...keyed].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))) {
    if (refuted.has(head.id) || !(await prepared.isShown(head))) continue;
    const entry = inForce(await change.entry(head.id), mode);
    if (!mayAnswer(change, entry, at)) continue;
    const because = [`${quoted(entry, true)} is known, and it has the key ${key}. Nothing was asked.`];
    const { file, line } = change.head(entry.id) ?? {};
    const answer = { decision: "known" as const, type: "question" as const, id: entry.id, text: question };
    return { ...answer, ...defined({ file, line }), because, asks: [] };
  }
  return undefined;
}

/** A live, approved claim that holds now, and may be quoted. */
function mayAnswer(change: Change, entry: Entry, at: Date): boolean {
  if (!isComparedType(entry.type) || !isInUse(entry) || !isQuotable(entry)) return false;
  const head = change.head(entry.id);
  return head !== undefined && isTold(head, { at, only: false });
}

/** Corrections by the entries that they say are wrong, as long as nobody has judged that. */
function refutedBy(pairs: readonly Pair<EntryMeta>[]): Map<string, EntryMeta> {
  return new Map(pairs.filter(({ near }) => isRefuted(near)).map(({ older, newer }) => [older.id, newer]));
}

function keyedElsewhere({ around, claim: question }: PreparedDraft): Captured | undefined {
  const keyed = around?.keyed;
  if (keyed === undefined) return undefined;
  const { id, file, line, text } = keyed;
  const what = id === undefined ? "A passage of that key" : id;
  const because = [`${what} says: "${oneLine(text)}" Nothing was asked.`];
  return {
    ...defined({ decision: "known" as const, type: "question" as const, id, file, line, text: question }),
    because,
    asks: [],
  };
}

/** So many of the nearest by their words are looked at where nothing else can be compared. */
const MOST_BY_WORDS = 20;

/** What may answer the question: entries, and what was found around it; each refuted one with the correction beside it. */
async function nearTexts(
  change: Change,
  prepared: PreparedDraft,
  { open, at }: { open: readonly EntryMeta[]; at: Date },
): Promise<KnownText[]> {
  const { claim: question, search, neighbourhood, profile, around } = prepared;
  const { candidates } = await compareWithKnown(change, prepared, [], new Set());
  const known = candidates.filter(({ entry }) => mayAnswer(change, entry, at));
  const byWords = [...known].sort((a, b) => b.lexical - a.lexical).slice(0, MOST_BY_WORDS);
  const isForeign = neighbourhood.cuts === undefined || isOutsideModel(question);
  const texts = known.map((one): KnownText => {
    const text = claimOf(one.entry);
    const claim = isForeign || isOutsideModel(text) ? undefined : one.claim;
    const isCompared = claim === undefined && byWords.includes(one);
    return {
      ...asText(change, one.entry),
      ...(isCompared ? { lexical: search.likeness(question, text).lex } : { claim }),
    };
  });
  const waiting = new Set(open.map(({ id }) => id));
  const isThere = ({ id }: KnownText) => id === undefined || !id.startsWith("ASK-") || waiting.has(id);
  const others: KnownText[] = [];
  for (const one of (around?.texts ?? []).filter(isThere)) {
    const head = one.id === undefined ? undefined : change.head(one.id);
    if (head === undefined || (await prepared.isShown(head))) others.push(one);
  }
  const nearest = nearestTexts([...texts, ...others], neighbourhood.cuts ?? cutsOf(profile));
  return await withRefuters(change, prepared, nearest);
}

function asText(change: Change, entry: Entry): KnownText {
  const { file = "", line = 1 } = change.head(entry.id) ?? {};
  return { id: entry.id, file, line, text: oneLine(claimOf(entry)) };
}

async function withRefuters(change: Change, { isShown }: PreparedDraft, nearest: readonly KnownText[]) {
  const refuted = refutedBy(openPairs(change.now));
  const ids = new Set(nearest.map(({ id }) => id));
  const shown: KnownText[] = [];
  for (const one of nearest) {
    shown.push(one);
    const by = one.id === undefined ? undefined : refuted.get(one.id);
    if (by !== undefined && !ids.has(by.id) && (await isShown(by)))
      shown.push(asText(change, await change.entry(by.id)));
  }
  return shown;
}

function nearAnswer({ claim: question, steps }: PreparedDraft, near: readonly KnownText[]): Captured {
  return {
    decision: "near",
    type: "question",
    text: question,
    because: ["Something known may answer it. Nothing was asked."],
    asks: [],
    near: near.map(({ id, file, line, text, claim, lexical }) => ({
      ...defined({ id, text, where: `${file}:${line}` }),
      ...defined({ claim: claim && rounded(claim), lexical: lexical && rounded(lexical) }),
    })),
    next: `If none of it answers, ask again: ${steps.askAnyway}`,
  };
}

/** A question that waits under the same key, or in equal words, is counted there. */
async function askedBefore(
  change: Change,
  prepared: PreparedDraft,
  open: readonly EntryMeta[],
): Promise<Captured | undefined> {
  const { claim: question, fields } = prepared;
  const scope = fields["scope"] ?? "project";
  const key = fields["key"] as string | undefined;
  const words = canonicalClaim(question);
  for (const head of open) {
    if ((head.scope ?? "project") !== scope || !(await prepared.isShown(head))) continue;
    const known = (await change.entry(head.id)) as Question;
    const isSame = (key !== undefined && known.key === key) || canonicalClaim(known.question) === words;
    if (!isSame) continue;
    const { agent, session } = prepared;
    const { source, origin } = fields as Attribution;
    const counted = countAgain(known, { agent, source, origin, session });
    const place = await change.update(known.id, { ...counted, ...reservedAlias(prepared, known) });
    const because = [`${quoted(known)} asks the same and waits for an answer; it is counted there.`];
    return { decision: "counted", type: "question", id: known.id, ...place, text: question, because, asks: [] };
  }
  return undefined;
}

const LONGEST_SHOWN = 80;

async function tooMany({ isShown }: PreparedDraft, why: string, open: readonly EntryMeta[]): Promise<TenetError> {
  const shown: EntryMeta[] = [];
  for (const head of open) if (await isShown(head)) shown.push(head);
  const lines = shown.map(({ id, text }) => `  ${refOf(id)}  ${shorten(oneLine(text), LONGEST_SHOWN)}`);
  const waiting = lines.length === 0 ? "" : `\nThese wait for an answer:\n${lines.join("\n")}`;
  return new TenetError(`${why}.${waiting}`, {
    failure: "refused",
    code: "too-many-questions",
    hint: "Go on with what can be undone, and say what you assumed: a person answers what waits, at a terminal.",
    details: { open: shown.map(({ id, text, timestamp }) => ({ id, text, asked: timestamp })) },
  });
}
