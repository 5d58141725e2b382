/**
 * What this machine remembers of sessions: which entries one was shown, and where a correction could have been applied.
 * Hints, not truth: one that is lost costs a question at most.
 */
import type { Context } from "../../context.js";
import { stamp } from "../../text/durations.js";
import type { Row, Store } from "../open-store.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";
import { impliedTriggers, type Opportunity, type Triggers, triggersIn } from "./triggers.js";

/** An entry that was printed, with its triggers; a question that was put; a trigger that was said. */
const SHOWN = "shown";
const ASKED = "asked";
const CAME_UP = "came up";

export interface SessionMemory {
  shown: ReadonlySet<string>;
  asked: ReadonlySet<string>;
  triggers: ReadonlyMap<string, Triggers>;
}

export function readSession(ws: Workspace, session: string): SessionMemory {
  const shown = State.of(ws).facts<Triggers | null>(SHOWN, { session });
  const asked = State.of(ws).facts(ASKED, { session });
  return {
    shown: new Set(shown.map(({ key }) => key)),
    asked: new Set(asked.map(({ key }) => key)),
    triggers: new Map(shown.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]))),
  };
}

/** Called after printing. */
export function rememberShown({ workspace, actor: { session }, clock }: Context, tree: Store, ids: readonly string[]) {
  const at = stamp(clock.now());
  State.of(workspace).note(SHOWN, ...ids.map((key) => ({ session, key, at, value: triggersOf(tree.head(key)) })));
}

/** A context repeats none of these questions. */
export function rememberAsked({ workspace, actor: { session }, clock }: Context, keys: readonly string[]) {
  const at = stamp(clock.now());
  State.of(workspace).note(ASKED, ...keys.map((key) => ({ session, key, at, value: null })));
}

/** The words that it states, and of a correction what it is about. */
function triggersOf(head: Row | undefined): Triggers | null {
  if (head?.triggers !== undefined) return { any: head.triggers, pairs: [] };
  if (head?.type !== "correction") return null;
  return impliedTriggers({ corrected_to: head.corrected_to ?? "", prior_belief: head.prior_belief });
}

/** Where a text of this session holds a trigger of something it was shown. */
export function noteOpportunities({ workspace: ws, actor: { session }, clock }: Context, text: string): void {
  const at = stamp(clock.now());
  for (const id of triggersIn(text, readSession(ws, session).triggers)) rememberOpportunity(ws, { id, at, session });
}

/** Once a session and day: in a long one it may fail between two. */
export function rememberOpportunity(ws: Workspace, value: Opportunity): void {
  const { id, at, session } = value;
  const key = `${id} ${at.slice(0, 10)}`;
  const state = State.of(ws);
  if (state.facts(CAME_UP, { session, key }).length === 0) state.note(CAME_UP, { session, key, at, value });
}

export const readOpportunities = (ws: Workspace): Opportunity[] => State.of(ws).values<Opportunity>(CAME_UP);
