/**
 * What this machine remembers of sessions: which entries one was shown, and where a correction could have been applied.
 * Hints, not truth: one that is lost costs a question at most.
 */
import type { Context } from "../../context.js";
import { impliedTriggers, type Opportunity, type Triggers, triggersIn } from "../../entry/holds/triggers.js";
import { stamp } from "../../text/durations.js";
import type { Row, Store } from "../open-store.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** Kinds of facts: an entry that was printed with its triggers, a question that was put. */
const SHOWN = "shown";
const ASKED = "asked";
/** An entry whose trigger was said, by its id and day. */
const CAME_UP = "came up";

export interface SessionMemory {
  shown: ReadonlySet<string>;
  asked: ReadonlySet<string>;
  triggers: ReadonlyMap<string, Triggers>;
}

/** All that is remembered of one session. */
export function readSession(ws: Workspace, session: string): SessionMemory {
  const state = State.of(ws);
  const shown = state.facts<Triggers | null>(SHOWN, { session });
  const triggers = shown.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]));
  return {
    shown: new Set(shown.map(({ key }) => key)),
    asked: new Set(state.facts(ASKED, { session }).map(({ key }) => key)),
    triggers: new Map(triggers),
  };
}

/** Notes that a correction could have been applied in a session: once a day, since in a long one it may fail between two. */
export function rememberOpportunity(ws: Workspace, opportunity: Opportunity): void {
  const { id, at, session } = opportunity;
  const key = `${id} ${at.slice(0, 10)}`;
  const state = State.of(ws);
  if (state.facts(CAME_UP, { session, key }).length === 0)
    state.note(CAME_UP, { session, key, at, value: opportunity });
}

/** The opportunities noted on this machine. */
export const readOpportunities = (ws: Workspace): Opportunity[] => State.of(ws).values<Opportunity>(CAME_UP);

/** What brings an entry up: words that it states, and of a correction what it is about. */
function triggersOf(head: Row | undefined): Triggers | null {
  if (head?.triggers !== undefined) return { any: head.triggers, pairs: [] };
  if (head?.type !== "correction") return null;
  return impliedTriggers({ corrected_to: head.corrected_to ?? "", prior_belief: head.prior_belief });
}

/** Remembers which entries this session printed. Call it after printing. */
export function rememberShown({ workspace: ws, actor, clock }: Context, tree: Store, ids: readonly string[]): void {
  const at = stamp(clock.now());
  const shown = ids.map((id) => ({ session: actor.session, key: id, at, value: triggersOf(tree.head(id)) }));
  State.of(ws).note(SHOWN, ...shown);
}

/** Remembers which questions this session was asked, by their keys: a context repeats none of them. */
export function rememberAsked({ workspace: ws, actor, clock }: Context, questions: readonly { key: string }[]): void {
  const at = stamp(clock.now());
  State.of(ws).note(ASKED, ...questions.map(({ key }) => ({ session: actor.session, key, at, value: null })));
}

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export function noteOpportunities(ctx: Context, text: string): void {
  const { workspace: ws, actor, clock } = ctx;
  const { session } = actor;
  for (const id of triggersIn(text, readSession(ws, session).triggers))
    rememberOpportunity(ws, { id, at: stamp(clock.now()), session });
}
