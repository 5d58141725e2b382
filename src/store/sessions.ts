/**
 * What this machine remembers of sessions: which entries one was shown or captured, and where a correction could have
 * been applied. Hints, not truth: appended without a lock, lost lines cost a question at most.
 */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { isLearning } from "../entry/entry.js";
import { type Opportunity, triggersIn } from "../entry/triggers.js";
import { sha256 } from "./files/atomic-file.js";
import type { Store } from "./open-store.js";
import type { Workspace } from "./workspace.js";

/** One fact about a session. */
export interface SessionFact {
  at: string;
  session: string;
  agent: string;
  /** Ids printed in this session, with the triggers of those that have some. */
  shown?: string[];
  triggers?: Record<string, string[]>;
  /** Ids this session wrote. */
  captured?: string[];
}

/** Sessions are named by hosts: their file is named by a hash. */
function sessionFile(ws: Workspace, session: string): string {
  return join(ws.sessions, `${sha256(session).slice(0, 24)}.jsonl`);
}

function opportunitiesFile(ws: Workspace): string {
  return join(ws.sessions, "opportunities.jsonl");
}

/** One write call in append mode; the line end before it keeps a torn line of a writer that died apart. */
function append(path: string, fact: object): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `\n${JSON.stringify(fact)}\n`, { mode: 0o600 });
    return true;
  } catch {
    // A read-only or full disk: reading goes on, only the memory of it is missing.
    return false;
  }
}

function facts<T>(path: string): T[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as T];
    } catch {
      return [];
    }
  });
}

/** Remembers a fact; false when it could not be kept. */
export function rememberSession(ws: Workspace, fact: SessionFact): boolean {
  return append(sessionFile(ws, fact.session), fact);
}

export interface SessionMemory {
  shown: ReadonlySet<string>;
  captured: ReadonlySet<string>;
  triggers: ReadonlyMap<string, readonly string[]>;
}

/** All that is remembered of one session. */
export function readSession(ws: Workspace, session: string): SessionMemory {
  const shown = new Set<string>();
  const captured = new Set<string>();
  const triggers = new Map<string, readonly string[]>();
  for (const fact of facts<SessionFact>(sessionFile(ws, session))) {
    if (fact.session !== session) continue;
    for (const id of fact.shown ?? []) shown.add(id);
    for (const id of fact.captured ?? []) captured.add(id);
    for (const [id, words] of Object.entries(fact.triggers ?? {})) triggers.set(id, words);
  }
  return { shown, captured, triggers };
}

/** Notes that a correction could have been applied in a session. */
export function rememberOpportunity(ws: Workspace, opportunity: Opportunity): boolean {
  return append(opportunitiesFile(ws), opportunity);
}

/** Every opportunity noted on this machine. */
export function readOpportunities(ws: Workspace): Opportunity[] {
  const known = facts<Opportunity>(opportunitiesFile(ws));
  return known.filter(({ id, at, session }) => [id, at, session].every((one) => typeof one === "string"));
}

/** Remembers which entries this session was shown. Call it with what is really printed. */
export async function rememberShown(ctx: Context, tree: Store, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspace: ws, actor, clock } = ctx;
  const withTriggers = ids.filter((id) => tree.head(id)?.triggers === true);
  const triggers: Record<string, string[]> = {};
  for (const { entry } of await tree.load(withTriggers)) {
    if (isLearning(entry) && entry.triggers !== undefined) triggers[entry.id] = entry.triggers;
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

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export async function noteOpportunities(ctx: Context, text: string): Promise<void> {
  const { workspace: ws, actor, clock } = ctx;
  const { triggers } = readSession(ws, actor.session);
  if (triggers.size === 0) return;
  for (const id of triggersIn(text, triggers)) {
    rememberOpportunity(ws, { id, at: stamp(clock.now()), session: actor.session });
  }
}
