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

/** Kinds of facts: an entry that was printed, with its triggers; a question that was put; a trigger that was said. */
const SHOWN = "shown";
const ASKED = "asked";
const CAME_UP = "came up";

export interface SessionMemory {
  shown: ReadonlySet<string>;
  asked: ReadonlySet<string>;
  triggers: ReadonlyMap<string, Triggers>;
}

/** All that is remembered of one session. */
export function readSession(ws: Workspace, session: string): SessionMemory {
  const factsOf = <T>(kind: string) => State.of(ws).facts<T>(kind, { session });
  const shown = factsOf<Triggers | null>(SHOWN);
  return {
    shown: new Set(shown.map(({ key }) => key)),
    asked: new Set(factsOf(ASKED).map(({ key }) => key)),
    triggers: new Map(shown.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]))),
  };
}

function remember(
  { workspace, actor: { session }, clock }: Context,
  kind: string,
  keys: readonly string[],
  factOf: (key: string) => unknown = () => null,
): void {
  const at = stamp(clock.now());
  State.of(workspace).note(kind, ...keys.map((key) => ({ session, key, at, value: factOf(key) })));
}

/** Remembers which entries this session printed. Call it after printing. */
export const rememberShown = (ctx: Context, tree: Store, ids: readonly string[]): void =>
  remember(ctx, SHOWN, ids, (id) => triggersOf(tree.head(id)));

/** Remembers which questions this session was asked: a context repeats none of them. */
export const rememberAsked = (ctx: Context, keys: readonly string[]): void => remember(ctx, ASKED, keys);

/** What brings an entry up: words that it states, and of a correction what it is about. */
function triggersOf(head: Row | undefined): Triggers | null {
  if (head?.triggers !== undefined) return { any: head.triggers, pairs: [] };
  if (head?.type !== "correction") return null;
  return impliedTriggers({ corrected_to: head.corrected_to ?? "", prior_belief: head.prior_belief });
}

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export function noteOpportunities({ workspace: ws, actor: { session }, clock }: Context, text: string): void {
  const at = stamp(clock.now());
  for (const id of triggersIn(text, readSession(ws, session).triggers)) rememberOpportunity(ws, { id, at, session });
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
