/**
 * Writes a question to an owner under the lock: looks first whether something known answers it or whether it is asked
 * already, and refuses what is too much to ask. Every door that stores entries comes through here.
 */
import type { Captured } from "../capture/capture-schemas.js";
import { compareWithKnown, reservedAlias } from "../capture/persist-new.js";
import { persistRecord } from "../capture/persist-record.js";
import { quoted } from "../capture/policy/neighbours.js";
import type { PreparedDraft } from "../capture/prepare.js";
import { isTold } from "../contacts/asked-facts.js";
import type { Attribution } from "../entry/attribution.js";
import { contactOf } from "../entry/contact-scope.js";
import { claimOf, type Entry, isApproved, isLive, type Question, refOf } from "../entry/entry.js";
import { inForce } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { countedAgain } from "../forget/consequences.js";
import type { Change } from "../store/change.js";
import type { EntryMeta } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import { answersQuestion, asksTheSame } from "./policy/asked-again.js";
import { type AskLimits, isOpenQuestion, refusedBy } from "./policy/limits.js";

/** What asking depends on besides the question. */
export interface Asking {
  asking: {
    limits: AskLimits;
    at: Date;
    /** The local day of an instant. */
    dayOf(instant: string): string;
  };
}

const LONGEST_STATEMENT = 300;
const ANSWERING: ReadonlySet<string> = new Set(["memory", "correction", "insight"]);

/** Stores a question, counts it where it waits already, or says what answers it. Throws `refused` beyond the limits. */
export async function persistQuestion(
  change: Change,
  prepared: PreparedDraft,
  { limits, at, dayOf }: Asking["asking"],
): Promise<Captured> {
  // What was recorded comes first: what an owner answered holds, whatever a document says.
  const known = (await answeredBy(change, prepared, at)) ?? answeredIn(prepared);
  if (known !== undefined) return known;
  const asked = questionsIn(change, prepared);
  const open = asked.filter((head) => isOpenQuestion(head, limits.expire_days, at));
  const again = await askedBefore(change, prepared, open);
  if (again !== undefined) return again;
  // What was asked on another day than it is dated counts on the day it was written.
  const today = asked.filter((head) => {
    const sameDay = dayOf(head.recorded ?? head.timestamp) === dayOf(at.toISOString());
    return sameDay && head.agent === prepared.agent;
  });
  const why = refusedBy({ today: today.length, open: open.length }, limits);
  if (why !== undefined) throw await tooMany(prepared, why, open);
  return await persistRecord(change, prepared);
}

/** All questions, those included that this very change asks. */
function questionsIn(change: Change, { seen }: PreparedDraft): EntryMeta[] {
  const heads = [...change.tree.where({ type: "question" }), ...change.headsSince(seen)];
  return [...new Map(heads.filter(({ type }) => type === "question").map((head) => [head.id, head])).values()];
}

/** A live fact of the question's key, or one that says what is asked; none about which two entries disagree. */
async function answeredBy(change: Change, prepared: PreparedDraft, at: Date): Promise<Captured | undefined> {
  const { claim: question, fields, mode } = prepared;
  const { key, scope } = fields as { key?: string; scope?: string };
  // Of a contact a key names something else than of the project.
  const isMeant = (head: EntryMeta) => head.key === key && contactOf(head) === contactOf(defined({ scope }));
  const keyed = key === undefined ? [] : change.tree.withAny("key").filter(isMeant);
  for (const head of [...keyed].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))) {
    if (!(await prepared.isShown(head))) continue;
    const entry = inForce(await change.entry(head.id), mode);
    if (isAnswer(change, entry, at)) return knownAnswer(change, question, entry, `it has the key ${key}`);
  }
  const { candidates, bands } = await compareWithKnown(change, prepared, [], new Set());
  const near = [...candidates].sort((a, b) => (b.claim ?? b.lexical) - (a.claim ?? a.lexical));
  for (const { entry, claim } of near) {
    if (
      isAnswer(change, entry, at) &&
      answersQuestion(question, { text: claimOf(entry), ...defined({ claim }) }, bands)
    )
      return knownAnswer(change, question, entry, "it says what is asked");
  }
  return undefined;
}

function isAnswer(change: Change, entry: Entry, at: Date): boolean {
  if (!ANSWERING.has(entry.type) || !isLive(entry) || !isApproved(entry)) return false;
  const head = change.head(entry.id);
  if (head === undefined || !isTold(head, { at, only: false })) return false;
  const contests = (ids: readonly string[] = []) => ids.some((id) => isCounting(change.head(id)));
  if (contests(entry.contests)) return false;
  return !change.tree.withAny("contests").some((head) => head.contests?.includes(entry.id) && isCounting(head));
}

const isCounting = (head: EntryMeta | undefined): boolean => head !== undefined && isLive(head) && isApproved(head);

function knownAnswer(change: Change, question: string, entry: Entry, why: string): Captured {
  const place = change.head(entry.id);
  const because = [`${quoted(entry, true)} is known, and ${why}. Nothing was asked.`];
  const { file, line } = place ?? {};
  return {
    ...{ decision: "known" as const, type: "question" as const, id: entry.id, text: question },
    ...defined({ file, line }),
    because,
    neighbours: [],
  };
}

function answeredIn({ passage, claim: question }: PreparedDraft): Captured | undefined {
  if (passage === undefined) return undefined;
  const { file, line, statement } = passage;
  const because = [`A file says what is asked: "${shorten(oneLine(statement), LONGEST_STATEMENT)}" Nothing was asked.`];
  return { decision: "known", type: "question", file, line, text: question, because, neighbours: [] };
}

async function askedBefore(
  change: Change,
  prepared: PreparedDraft,
  open: readonly EntryMeta[],
): Promise<Captured | undefined> {
  const { claim: question, fields } = prepared;
  const scope = fields["scope"] ?? "project";
  const key = fields["key"] as string | undefined;
  for (const head of open) {
    if ((head.scope ?? "project") !== scope || !(await prepared.isShown(head))) continue;
    const known = (await change.entry(head.id)) as Question;
    if (!asksTheSame({ question: known.question, key: known.key }, { question, key })) continue;
    const { agent, session } = prepared;
    const { source, origin } = fields as Attribution;
    const counted = countedAgain(known, { agent, source, origin, session });
    const place = await change.update(known.id, { ...counted, ...reservedAlias(prepared, known) });
    const because = [`${quoted(known)} asks the same and waits for an answer; it is counted there.`];
    return { decision: "skipped", type: "question", id: known.id, ...place, text: question, because, neighbours: [] };
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
