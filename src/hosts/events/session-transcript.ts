/**
 * What a conversation shows since a hook last looked at it: learnings that the agent cited, moments at which one could
 * have been applied, corrections of the person. Stores no entry, prints nothing.
 */

import type { Context } from "../../context.js";
import { tailOf } from "../../entry/entry.js";
import { DRAWN_TAIL, ID_FORM } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { isOwnOutput } from "../../screening/detect/own-output.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import type { Turn } from "../../store/host.js";
import { openStore, type Row } from "../../store/open-store.js";
import { readOpportunities, readSession, rememberOpportunity, type SessionMemory } from "../../store/state/sessions.js";
import { triggersIn } from "../../store/state/triggers.js";
import { stamp } from "../../text/durations.js";
import { withoutFenced } from "../../text/fence.js";
import { turnsSince } from "../../transcripts/transcript.js";
import { tailHashes } from "../../transcripts/transcript-lines.js";
import { HOOK_LOCK_MS, isOver, type Until } from "../hook-event.js";
import { hearTurns } from "./hear-turns.js";
import { allFindings, readFindings, type SessionFindings, writeFindings } from "./session-findings.js";

/** What one look at a conversation came to. */
export interface TranscriptResult {
  /** Ids whose use was recorded by this call. */
  used: string[];
  opportunities: number;
}

/** Reads the new part of a transcript. Idempotent for the same text, by any path and session. */
export async function lookAtTranscript(ctx: Context, transcript: string, time: Until): Promise<TranscriptResult> {
  const { actor, clock, workspace: ws } = ctx;
  const now = stamp(clock.now());
  const all = allFindings(ws);
  const stored: SessionFindings = readFindings(ws, actor.session) ?? {
    session: actor.session,
    agent: actor.agent,
    began: now,
    at: now,
  };
  const since = await turnsSince(transcript, await readBefore(all, transcript), () => isOver(time));
  if (since === undefined) {
    throw new TenetError("the transcript is in no form that tenet knows", { failure: "failed", code: "no-transcript" });
  }
  const turns: Turn[] = [];
  for (const turn of since.turns) turns.push(...ownWordsOf(turn));
  // Before it is noted how far was read: what cannot be kept now is heard the next time.
  await hearTurns(
    ctx,
    turns.filter(({ role }) => role === "user"),
    "transcript",
  );
  const memory = readSession(ws, actor.session);
  const began = [stored.began, ...turns.flatMap(({ at }) => at ?? [])].sort()[0] as string;
  const findings: SessionFindings = {
    ...stored,
    began,
    at: now,
    transcript: { tail: (await tailHashes(transcript, [since.read]))[0] as string, read: since.read },
  };
  const opportunities = noteOpportunities(ctx, turns, memory);
  const cited = await countableIds(ctx, citedIds(turns, memory), findings);
  const used = cited.length === 0 ? [] : await writeUses(ctx, findings, cited);
  // While another writer holds the lock nothing of it is noted as read: the next look writes the uses.
  if (used === undefined) return { used: [], opportunities };
  if (turns.length > 0 || stored.transcript?.read !== since.read) writeFindings(ws, findings);
  return { used, opportunities };
}

/** Up to where a conversation was read before, in any session. */
async function readBefore(all: readonly SessionFindings[], path: string): Promise<number> {
  const readTails = all.flatMap(({ transcript }) => transcript ?? []);
  const tails = await tailHashes(
    path,
    readTails.map(({ read }) => read),
  );
  return Math.max(0, ...readTails.flatMap(({ tail, read }, at) => (tails[at] === tail ? read : [])));
}

/** The words of the person, without tenet's own output. */
function ownWordsOf(turn: Turn): Turn[] {
  const text = withoutFenced(turn.text).trim();
  return text === "" || isOwnOutput(text) ? [] : [{ ...turn, text }];
}

function citedIds(turns: readonly Turn[], { shown }: SessionMemory): string[] {
  return [...new Set(turns.flatMap(({ role, text }) => (role === "assistant" ? citedIn(text, shown) : [])))];
}

/** Once a session and entry, as the same words said at the prompt were noted there. */
function noteOpportunities(ctx: Context, turns: readonly Turn[], { triggers }: SessionMemory): number {
  if (triggers.size === 0 || turns.length === 0) return 0;
  const { actor, clock, workspace: ws } = ctx;
  const opportunities = readOpportunities(ws);
  const notedIds = new Set(opportunities.flatMap(({ id, session }) => (session === actor.session ? id : [])));
  const before = notedIds.size;
  for (const { text, at = stamp(clock.now()) } of turns) {
    for (const id of triggersIn(text, triggers)) {
      if (!notedIds.has(id)) rememberOpportunity(ws, { id, at, session: actor.session });
      notedIds.add(id);
    }
  }
  return notedIds.size - before;
}

/** Writes uses of a session; undefined while another writer holds the lock. */
async function writeUses(
  ctx: Context,
  findings: SessionFindings,
  ids: readonly string[],
): Promise<string[] | undefined> {
  const { changeTree } = await import("../../store/change/change.js");
  const { stageUse } = await import("../../loop/due/stage-use.js");
  const { agent, session } = findings;
  const user = { at: new Date(findings.at), agent, session, timezone: ctx.profile.timezone };
  const verb = { ...tendVerb("used"), captures: true, reason: `used: ${ids.join(", ")} (cited)` };
  try {
    return await changeTree({ ...ctx, patienceMs: HOOK_LOCK_MS }, verb, async (change) => {
      const countedIds: string[] = [];
      for (const id of ids)
        if ((await stageUse(change, id, { result: "cited" }, user)).decision === "counted") countedIds.push(id);
      return countedIds;
    });
  } catch (thrown) {
    if (thrown instanceof TenetError && thrown.failure === "busy") return undefined;
    throw thrown;
  }
}

/** What a session wrote itself proves nothing, also where the shell had another name for that session. */
async function countableIds(ctx: Context, ids: readonly string[], { began, at }: SessionFindings): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = (await openStore(ctx)).where({ id: ids });
  const isOwn = ({ session = "adhoc-", timestamp }: Row) =>
    session.startsWith("adhoc-") && timestamp >= began && timestamp <= at;
  return rows.filter((row) => row.type !== "outcome" && !isOwn(row)).map(({ id }) => id);
}

/** As tenet draws them: five characters, a letter among them. Imported ids have other ends, which are no names. */
const DRAWN = new RegExp(`^(?=[0-9]{0,4}[A-Z])${DRAWN_TAIL}$`);
const WHOLE = new RegExp(ID_FORM, "gu");
const WORD = /[\p{L}\p{N}_]+/gu;

/** The ids among `knownIds` that the text names, whole or by tail as a separate word, in any case. */
export function citedIn(text: string, knownIds: ReadonlySet<string>): string[] {
  if (knownIds.size === 0) return [];
  const foundIds = new Set<string>();
  const upper = text.toUpperCase();
  for (const [id] of upper.matchAll(WHOLE)) if (knownIds.has(id)) foundIds.add(id);
  // A tail within a whole id names that one alone.
  const rest = upper.replace(WHOLE, " ");
  const tails = new Map<string, string[]>();
  for (const id of knownIds) {
    const tail = tailOf(id);
    if (DRAWN.test(tail)) tails.set(tail, [...(tails.get(tail) ?? []), id]);
  }
  for (const [word] of rest.matchAll(WORD)) {
    const idsOfTail = tails.get(word);
    // Two of one tail: nobody can say which was meant.
    if (idsOfTail?.length === 1) foundIds.add(idsOfTail[0] as string);
  }
  return [...foundIds];
}
