/**
 * What this machine remembers of sessions: which entries one was shown or captured, and where a correction could have
 * been applied. Hints, not truth: appended without a lock, lost lines cost a question at most.
 */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../context.js";
import { isLearning } from "../entry/entry.js";
import { impliedTriggers, type Opportunity, type Triggers, triggersIn } from "../entry/holds/triggers.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { sha256 } from "./files/atomic-file.js";
import type { Store } from "./open-store.js";
import { isLink } from "./records/scan.js";
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

function opportunitiesFile(ws: Workspace): string {
  return join(ws.sessions, "opportunities.jsonl");
}

/** Adds one line. One write call in append mode; the line end before it keeps a torn line of a writer that died apart. */
export function appendFact(path: string, fact: object): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (isLink(path)) return false;
    appendFileSync(path, `\n${JSON.stringify(fact)}\n`, { mode: 0o600 });
    return true;
  } catch {
    // A read-only or full disk: reading goes on, only the memory of it is missing.
    return false;
  }
}

/** The lines of such a file. Foreign lines are omitted: any program that may write files can add one. */
export function readFacts<T extends object>(path: string): Partial<Record<keyof T, unknown>>[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const fact: unknown = JSON.parse(line);
      return typeof fact === "object" && fact !== null ? [fact] : [];
    } catch {
      return [];
    }
  });
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
function triggersFrom(storedTriggers: string[] | Triggers): Triggers {
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
  return appendFact(opportunitiesFile(ws), opportunity);
}

/** Every opportunity noted on this machine. */
export function readOpportunities(ws: Workspace): Opportunity[] {
  const opportunities = readFacts<Opportunity>(opportunitiesFile(ws));
  return opportunities.filter((one): one is Opportunity =>
    [one.id, one.at, one.session].every((part) => typeof part === "string"),
  );
}

/** Remembers which entries this session printed. Call it after printing. */
export async function rememberShown(ctx: Context, tree: Store, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspace: ws, actor, clock } = ctx;
  const withTriggers = ids.filter((id) => {
    const head = tree.head(id);
    return head?.triggers === true || head?.type === "correction";
  });
  const triggers: Record<string, string[] | Triggers> = {};
  for (const { entry } of await tree.load(withTriggers)) {
    if (isLearning(entry) && entry.triggers !== undefined) triggers[entry.id] = entry.triggers;
    else if (entry.type === "correction") triggers[entry.id] = impliedTriggers(entry);
  }
  const { agent, session } = actor;
  rememberSession(ws, {
    at: stamp(clock.now()),
    session,
    agent,
    shown: [...ids],
    ...(Object.keys(triggers).length === 0 ? {} : { triggers }),
  });
}

/** Remembers which questions this session was asked, by their keys: a context repeats none of them. */
export function rememberAsked({ workspace: ws, actor, clock }: Context, questions: readonly { key: string }[]): void {
  if (questions.length === 0) return;
  const { agent, session } = actor;
  rememberSession(ws, { at: stamp(clock.now()), session, agent, asked: questions.map(({ key }) => key) });
}

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export async function noteOpportunities(ctx: Context, text: string): Promise<void> {
  const { workspace: ws, actor, clock } = ctx;
  const { triggers } = readSession(ws, actor.session);
  if (triggers.size === 0) return;
  for (const id of triggersIn(text, triggers)) {
    rememberOpportunity(ws, { id, at: stamp(clock.now()), session: actor.session });
  }
}
