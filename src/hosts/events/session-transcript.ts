/**
 * What a conversation shows since a hook last looked at it: learnings that the agent cited, moments at which one could
 * have been applied, corrections of the person. Stores no entry, prints nothing.
 */

import type { Context } from "../../context.js";
import { tailOf } from "../../entry/entry.js";
import { triggersIn } from "../../entry/holds/triggers.js";
import { DRAWN_TAIL, ID_FORM } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { ownOutputIn } from "../../screening/detect/own-output.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { HOOK_LOCK_MS, isOver, type Until } from "../../store/hosts/hook-event.js";
import type { Turn } from "../../store/hosts/host.js";
import { allFindings, readFindings, type SessionFindings, writeFindings } from "../../store/hosts/session-findings.js";
import { hear } from "../../store/loop/heard.js";
import { type EntryMeta, openStore, type Store } from "../../store/open-store.js";
import { entriesNamed } from "../../store/reference.js";
import { readOpportunities, readSession, rememberOpportunity, type SessionMemory } from "../../store/sessions.js";
import { turnsSince } from "../../store/transcripts/transcript.js";
import { tailHashes } from "../../store/transcripts/transcript-lines.js";
import { stamp } from "../../text/durations.js";
import { withoutFenced } from "../../text/fence.js";
import { hearTurns } from "./hear-turns.js";

/** What tells of a session that no hook is known to have opened. */
const TRANSCRIPT = "transcript";

/** What one look at a conversation came to. */
export interface TranscriptResult {
  /** Ids whose use was written now. */
  used: string[];
  opportunities: number;
}

/** Looks at what was added to a transcript. Twice over the same text changes nothing, by whatever path and session. */
export async function lookAtTranscript(ctx: Context, transcript: string, time: Until): Promise<TranscriptResult> {
  const { actor, clock, workspace: ws } = ctx;
  const now = stamp(clock.now());
  const all = await takenOver(ctx, allFindings(ws));
  const known: SessionFindings = readFindings(ws, actor.session) ?? {
    session: actor.session,
    agent: actor.agent,
    began: now,
    at: now,
    cited: [],
    counted: [],
  };
  const since = await turnsSince(transcript, await readBefore(all, transcript), () => isOver(time));
  if (since === undefined) {
    throw new TenetError("the transcript is in no form that tenet knows", { failure: "failed", code: "no-transcript" });
  }
  const turns: Turn[] = [];
  for (const turn of since.turns) turns.push(...(await ownWordsOf(ctx, turn)));
  // Before it is noted how far was read: what cannot be kept now is heard the next time.
  await hearTurns(
    ctx,
    turns.filter(({ role }) => role === "user"),
    "transcript",
  );
  const memory = readSession(ws, actor.session);
  const began = [known.began, ...turns.flatMap(({ at }) => at ?? [])].sort()[0] as string;
  const findings: SessionFindings = {
    ...known,
    began,
    at: now,
    transcript: { tail: (await tailHashes(transcript, [since.read]))[0] as string, read: since.read },
    cited: [...new Set([...known.cited, ...cited(turns, memory, known)])],
  };
  const opportunities = noteOpportunities(ctx, turns, memory);
  if (findings.cited.length === 0 && !othersWait(ctx)) {
    if (turns.length > 0 || known.transcript?.read !== since.read) writeFindings(ws, findings);
    return { used: [], opportunities };
  }
  // Kept before the lock is asked for: what cannot be written now is written the next time.
  writeFindings(ws, findings);
  return { used: await writeUses(ctx, await openStore(ctx)), opportunities };
}

/** Keeps sentences of a version before where they are kept now; findings are written without them from then on. */
async function takenOver(ctx: Context, all: readonly SessionFindings[]): Promise<SessionFindings[]> {
  await hear(
    { ...ctx, patienceMs: HOOK_LOCK_MS },
    all.flatMap(({ heard = [] }) => heard),
  );
  return all.map(({ heard, ...rest }) => {
    if (heard !== undefined && ctx.profile.learning.on) writeFindings(ctx.workspace, rest);
    return rest;
  });
}

/** Up to where a conversation was read before, in any session. */
async function readBefore(all: readonly SessionFindings[], path: string): Promise<number> {
  const known = all.flatMap(({ transcript }) => transcript ?? []);
  const tails = await tailHashes(
    path,
    known.map(({ read }) => read),
  );
  return Math.max(0, ...known.flatMap(({ tail, read }, at) => (tails[at] === tail ? read : [])));
}

/** What somebody said themselves; nothing of what tenet printed. */
async function ownWordsOf(ctx: Context, turn: Turn): Promise<Turn[]> {
  const text = withoutFenced(turn.text).trim();
  if (text === "") return [];
  return ownOutputIn(text, await entriesNamed(text, () => openStore(ctx))) === undefined ? [{ ...turn, text }] : [];
}

function cited(turns: readonly Turn[], memory: SessionMemory, known: SessionFindings): string[] {
  const shown = new Set([...memory.shown].filter((id) => !memory.captured.has(id) && !known.counted.includes(id)));
  return turns.flatMap(({ role, text }) => (role === "assistant" ? citedIn(text, shown) : []));
}

/** Once a session and entry, as the same words said at the prompt were noted there; and once an instant. */
function noteOpportunities(ctx: Context, turns: readonly Turn[], { triggers }: SessionMemory): number {
  if (triggers.size === 0 || turns.length === 0) return 0;
  const { actor, clock, workspace: ws } = ctx;
  const opportunities = readOpportunities(ws);
  const noted = new Set(opportunities.flatMap(({ id, session }) => (session === actor.session ? id : [])));
  const instants = new Set(opportunities.map(({ id, at }) => `${id} ${at}`));
  let count = 0;
  for (const { text, at } of turns) {
    for (const id of triggersIn(text, triggers)) {
      const isKnown = noted.has(id) || instants.has(`${id} ${at}`);
      noted.add(id);
      if (isKnown) continue;
      rememberOpportunity(ws, { id, at: at ?? stamp(clock.now()), session: actor.session });
      count++;
    }
  }
  return count;
}

function othersWait({ workspace: ws }: Context): boolean {
  return allFindings(ws).some(({ cited: waiting }) => waiting.length > 0);
}

/** Writes the uses that wait, of this session and of earlier ones that could not. Leaves them where somebody is in the way. */
async function writeUses(ctx: Context, tree: Store): Promise<string[]> {
  const used: string[] = [];
  for (const known of allFindings(ctx.workspace)) {
    if (known.cited.length === 0) continue;
    const countable = known.cited.filter((id) => isCountable(tree.head(id), known));
    try {
      if (countable.length > 0) used.push(...(await writeUsesOf(ctx, known, countable)));
    } catch (thrown) {
      if (thrown instanceof TenetError && thrown.failure === "busy") return used;
      throw thrown;
    }
    writeFindings(ctx.workspace, { ...known, cited: [], counted: [...new Set([...known.counted, ...known.cited])] });
  }
  return used;
}

/** What a session wrote itself proves nothing, also where the shell had another name for that session. */
function isCountable(head: EntryMeta | undefined, { began, at }: SessionFindings): boolean {
  if (head === undefined || head.type === "outcome") return false;
  const isNameless = head.session === undefined || head.session.startsWith("adhoc-");
  return !(isNameless && head.timestamp >= began && head.timestamp <= at);
}

async function writeUsesOf(ctx: Context, known: SessionFindings, ids: readonly string[]): Promise<string[]> {
  const { changeTree } = await import("../../store/change/change.js");
  const { stageUse } = await import("../../store/loop/stage-use.js");
  const { agent, session } = known;
  const { host = TRANSCRIPT } = readSession(ctx.workspace, session);
  const user = { at: new Date(known.at), agent, session, host, timezone: ctx.profile.timezone };
  const what = { ...tendVerb("used"), captures: true, reason: `used: ${ids.join(", ")} (cited)`, waitMs: HOOK_LOCK_MS };
  return await changeTree(ctx, what, async (change) => {
    const counted: string[] = [];
    for (const id of ids) {
      if ((await stageUse(change, id, { result: "cited" }, user)).decision === "counted") counted.push(id);
    }
    return counted;
  });
}

/** As tenet draws them: five characters, a letter among them. Imported ids have other ends, which are no names. */
const DRAWN = new RegExp(`^(?=[0-9]{0,4}[A-Z])${DRAWN_TAIL}$`);
const WHOLE = new RegExp(ID_FORM, "gu");
const WORD = /[\p{L}\p{N}_]+/gu;

/** The ids among `known` that the text names, whole or by their drawn tail as a word of its own, in any case. */
export function citedIn(text: string, known: ReadonlySet<string>): string[] {
  if (known.size === 0) return [];
  const cited = new Set<string>();
  const upper = text.toUpperCase();
  for (const [id] of upper.matchAll(WHOLE)) if (known.has(id)) cited.add(id);
  // A tail within a whole id names that one alone.
  const rest = upper.replace(WHOLE, " ");
  const tails = new Map<string, string[]>();
  for (const id of known) {
    const tail = tailOf(id);
    if (DRAWN.test(tail)) tails.set(tail, [...(tails.get(tail) ?? []), id]);
  }
  for (const [word] of rest.matchAll(WORD)) {
    const named = tails.get(word);
    // Two of one tail: nobody can say which was meant.
    if (named?.length === 1) cited.add(named[0] as string);
  }
  return [...cited];
}
