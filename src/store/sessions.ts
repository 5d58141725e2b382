/**
 * What this machine remembers of sessions: which entries one was shown or captured, and where a correction could have
 * been applied. Hints, not truth: appended without a lock, lost lines cost a question at most.
 */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../context.js";
import { impliedTriggers, type Opportunity, type Triggers, triggersIn } from "../entry/holds/triggers.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { sha256 } from "./files/atomic-file.js";
import { appendFact, readFacts } from "./files/fact-log.js";
import type { Store } from "./open-store.js";
import type { Workspace } from "./workspace.js";

/** One fact about a session. */
export interface SessionFact {
  at: string;
  session: string;
  agent: string;
  /** Ids printed in this session, with the triggers of those that have some. */
  shown?: string[];
  triggers?: Record<string, string[] | Triggers>;
  /** Ids this session wrote. */
  captured?: string[];
  /** Keys of the questions put before it. */
  asked?: string[];
  /** The host whose hook opened it. */
  host?: string;
}

/** Sessions are named by hosts: their file is named by a hash. */
function sessionFile(ws: Workspace, session: string): string {
  return join(ws.sessions, `${sha256(session).slice(0, 24)}.jsonl`);
}

/** Remembers a fact; false when it could not be kept. */
export function rememberSession(ws: Workspace, fact: SessionFact): boolean {
  return appendFact(sessionFile(ws, fact.session), fact);
}

export interface SessionMemory {
  shown: ReadonlySet<string>;
  captured: ReadonlySet<string>;
  asked: ReadonlySet<string>;
  triggers: ReadonlyMap<string, Triggers>;
  /** The host whose hook opened it; undefined for a session named only by a flag or a variable. */
  host?: string;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** Words that an entry states itself stand as a list; those that it implies as both kinds. */
function triggersFrom(storedTriggers: string[] | Triggers | undefined): Triggers {
  if (Array.isArray(storedTriggers)) return { any: texts(storedTriggers), pairs: [] };
  return { any: texts(storedTriggers?.any), pairs: texts(storedTriggers?.pairs) };
}

/** All that is remembered of one session. */
export function readSession(ws: Workspace, session: string): SessionMemory {
  const shownIds = new Set<string>();
  const captured = new Set<string>();
  const askedIds = new Set<string>();
  const triggers = new Map<string, Triggers>();
  let host: string | undefined;
  for (const fact of readFacts<SessionFact>(sessionFile(ws, session))) {
    if (fact.session !== session) continue;
    if (typeof fact.host === "string") host ??= fact.host;
    for (const id of texts(fact.shown)) shownIds.add(id);
    for (const id of texts(fact.captured)) captured.add(id);
    for (const key of texts(fact.asked)) askedIds.add(key);
    for (const [id, words] of Object.entries(fact.triggers ?? {})) triggers.set(id, triggersFrom(words));
  }
  return { shown: shownIds, captured, asked: askedIds, triggers, ...defined({ host }) };
}

/** Notes that a host's hook opened this session: its uses count by themselves. */
export function rememberOpened({ workspace: ws, actor, clock }: Context, host: string): void {
  const { agent, session } = actor;
  if (readSession(ws, session).host === undefined)
    rememberSession(ws, { at: stamp(clock.now()), session, agent, host });
}

/** Notes that a correction could have been applied in a session. */
export function rememberOpportunity(ws: Workspace, opportunity: Opportunity): boolean {
  return appendFact(ws.opportunities, opportunity);
}

/**
 * The opportunities noted on this machine, or those of one session: one line an entry, session and day, earlier ones one
 * an entry and session.
 */
export function readOpportunities(ws: Workspace, session?: string): Opportunity[] {
  const opportunities = readFacts<Opportunity>(ws.opportunities, session);
  return opportunities.filter(
    (one): one is Opportunity =>
      [one.id, one.at, one.session].every((part) => typeof part === "string") &&
      (session === undefined || one.session === session),
  );
}

/** Remembers which entries this session printed. Call it after printing. */
export async function rememberShown(ctx: Context, tree: Store, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspace: ws, actor, clock } = ctx;
  const triggers: Record<string, string[] | Triggers> = {};
  for (const head of ids.flatMap((id) => tree.head(id) ?? [])) {
    if (head.triggers !== undefined) triggers[head.id] = head.triggers;
    else if (head.type === "correction")
      triggers[head.id] = impliedTriggers({ corrected_to: head.corrected_to ?? "", prior_belief: head.prior_belief });
  }
  const { agent, session } = actor;
  const before = readSession(ws, session);
  const isNew = (id: string): boolean =>
    !before.shown.has(id) ||
    (id in triggers && !isDeepStrictEqual(before.triggers.get(id), triggersFrom(triggers[id])));
  const shown = ids.filter(isNew);
  if (shown.length === 0) return;
  const newTriggers = Object.fromEntries(Object.entries(triggers).filter(([id]) => shown.includes(id)));
  const more = Object.keys(newTriggers).length === 0 ? {} : { triggers: newTriggers };
  rememberSession(ws, { at: stamp(clock.now()), session, agent, shown, ...more });
}

/** Remembers which questions this session was asked, by their keys: a context repeats none of them. */
export function rememberAsked({ workspace: ws, actor, clock }: Context, questions: readonly { key: string }[]): void {
  if (questions.length === 0) return;
  const { agent, session } = actor;
  const before = readSession(ws, session).asked;
  const asked = questions.flatMap(({ key }) => (before.has(key) ? [] : key));
  if (asked.length > 0) rememberSession(ws, { at: stamp(clock.now()), session, agent, asked });
}

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export async function noteOpportunities(ctx: Context, text: string): Promise<void> {
  const { workspace: ws, actor, clock } = ctx;
  const { triggers } = readSession(ws, actor.session);
  if (triggers.size === 0) return;
  const at = stamp(clock.now());
  const { session } = actor;
  const cameUp = triggersIn(text, triggers);
  if (cameUp.length === 0) return;
  // Once a day: in a session that goes on for weeks a correction may fail between two of them.
  const noted = readOpportunities(ws, session).filter((one) => one.at.slice(0, 10) === at.slice(0, 10));
  for (const id of cameUp) {
    if (!noted.some((one) => one.id === id)) rememberOpportunity(ws, { id, at, session });
  }
}
