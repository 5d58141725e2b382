/**
 * Sentences heard and not recorded yet. Local, and not disposable: open sentences stay until a person or agent records or
 * drops them.
 */
import type { Context } from "../../context.js";
import {
  type HeardClosing,
  type HeardSentence,
  type Hearing,
  isHeardFor,
  isOpen,
  isPersonal,
  withHeard,
} from "../../entry/heard.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { openStore, type Store } from "../open-store.js";
import { userContext } from "../user-tree.js";
import { viewerOf } from "../viewer.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

type Here = Pick<Context, "workspace">;
type Heard = readonly HeardSentence[];

const HEARD = "heard";

/** Everything that is kept, closed sentences included, the oldest first. */
export const readHeard = (ws: Workspace): HeardSentence[] => State.of(ws).values<HeardSentence>(HEARD);

/** Changes the stored sentences, in one transaction: those that are left out go. */
export function changeHeard(state: State, change: (known: Heard) => Heard): void {
  state.transaction(() => {
    const known = state.values<HeardSentence>(HEARD);
    const next = change(known);
    const stays = new Set(next.map(({ id }) => id));
    for (const { id } of known) if (!stays.has(id)) state.drop(HEARD, id);
    state.put(HEARD, ...next.map((one) => ({ key: one.id, at: one.at, value: one })));
  });
}

/** Stores new sentences and returns them; none while learning is off. */
export function hear(ctx: Here & Pick<Context, "profile" | "ids">, hearings: readonly Hearing[]): HeardSentence[] {
  if (!ctx.profile.learning.on || hearings.length === 0) return [];
  const newSentences: HeardSentence[] = [];
  changeHeard(State.of(ctx.workspace), (sentences) => {
    return hearings.reduce((before, one) => {
      const { all, heard } = withHeard(before, one, () => newId(ctx, before));
      newSentences.push(heard);
      return all;
    }, sentences);
  });
  return newSentences;
}

function newId({ ids }: Pick<Context, "ids">, sentences: Heard): string {
  for (;;) {
    const id = ids.tail();
    if (!sentences.some((one) => one.id === id)) return id;
  }
}

/** Where entries that record a sentence may stand. */
async function treesHere(ctx: Context): Promise<Store[]> {
  const own = await userContext(ctx);
  return await Promise.all([ctx, ...(own === undefined ? [] : [own])].map((one) => openStore(one)));
}

/**
 * The sentences without a record that a reader may see, the oldest first. `trees`: the workspace's and the reader's own,
 * where they are open.
 */
export async function openHeard(ctx: Context, trees?: readonly Store[]): Promise<HeardSentence[]> {
  const sentences = readHeard(ctx.workspace);
  if (sentences.length === 0) return [];
  const stores = trees ?? (await treesHere(ctx));
  const hashes = new Set(sentences.map(({ sentence }) => claimHash(sentence)));
  const entries = stores.flatMap((tree) => tree.claiming(hashes));
  const stands = (id: string) => stores.some((tree) => tree.stands(id));
  const open = sentences.filter((one) => isOpen(one, entries, stands));
  if (!open.some(isPersonal)) return open;
  const viewer = await viewerOf(ctx);
  return open.filter((one) => isHeardFor(one, viewer));
}

/** Which sentence an entry records, or that a person dropped it. */
export interface ClosedHeard {
  id: string;
  by?: string | undefined;
}

/** Notes recorded or dropped sentences. The words stay for a while: a capture may be taken back. */
export function closeHeard(ctx: Here & Pick<Context, "clock" | "actor">, closed: readonly ClosedHeard[]): void {
  if (closed.length === 0) return;
  const closingFields = { at: stamp(ctx.clock.now()), session: ctx.actor.session };
  changeHeard(State.of(ctx.workspace), (sentences) =>
    sentences.map((one) => {
      const more = closed
        .filter(({ id }) => id === one.id)
        .map(({ by }): HeardClosing => defined({ ...closingFields, by }));
      return more.length === 0 ? one : { ...one, closed: [...(one.closed ?? []), ...more] };
    }),
  );
}

/** Counts a context in which these were printed. On a failure they are printed once more. */
export function notePrinted({ workspace: ws }: Here, printedIds: readonly string[]): void {
  if (printedIds.length === 0) return;
  const state = State.of(ws);
  const counted = (one: HeardSentence) => (printedIds.includes(one.id) ? { ...one, printed: one.printed + 1 } : one);
  state.hint(() => changeHeard(state, (sentences) => sentences.map(counted)));
}
