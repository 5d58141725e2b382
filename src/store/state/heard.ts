/**
 * Sentences heard and not recorded yet. Local, and not disposable: open sentences stay until a person or agent records or
 * drops them.
 */
import type { Context } from "../../context.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { openStore, type Store } from "../open-store.js";
import { userContext } from "../user-tree.js";
import { viewerOf } from "../viewer.js";
import type { Workspace } from "../workspace.js";
import { type HeardClosing, type HeardSentence, type Hearing, heardAs, isHeardFor, isOpen } from "./hearing.js";
import { State } from "./state-db.js";

type Here = Pick<Context, "workspace">;

const HEARD = "heard";

/** Everything that is kept, closed sentences included, the oldest first. */
export const readHeard = (ws: Workspace): HeardSentence[] => State.of(ws).values<HeardSentence>(HEARD);

const keep = (state: State, one: HeardSentence): void => state.put(HEARD, { key: one.id, at: one.at, value: one });

/** Drops sentences with the words of what is forgotten. */
export function dropHeard(state: State, sentences: readonly HeardSentence[]): void {
  for (const { id } of sentences) state.drop(HEARD, id);
}

/** Stores new sentences and returns all of them; none while learning is off. */
export function hear(
  { workspace: ws, profile, ids }: Here & Pick<Context, "profile" | "ids">,
  hearings: readonly Hearing[],
): HeardSentence[] {
  if (!profile.learning.on || hearings.length === 0) return [];
  const state = State.of(ws);
  return state.transaction(() =>
    hearings.map((hearing) => {
      const known = readHeard(ws);
      const heard = heardAs(known, hearing, () => unusedTail(ids, known));
      if (!known.includes(heard)) keep(state, heard);
      return heard;
    }),
  );
}

function unusedTail(ids: Context["ids"], known: readonly HeardSentence[]): string {
  const tail = ids.tail();
  return known.some(({ id }) => id === tail) ? unusedTail(ids, known) : tail;
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
  const entries = stores.flatMap((tree) => tree.naming(hashes, "claim"));
  const stands = (id: string) => stores.some((tree) => tree.whole().idsNamed(id).length > 0);
  const open = sentences.filter((one) => isOpen(one, entries, stands));
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
  const { session } = ctx.actor;
  const at = stamp(ctx.clock.now());
  changeSentences(ctx, new Set(closed.map(({ id }) => id)), (one) => {
    const more = closed.filter(({ id }) => id === one.id).map(({ by }): HeardClosing => defined({ at, session, by }));
    return { ...one, closed: [...(one.closed ?? []), ...more] };
  });
}

/** Counts a context in which these were printed. On a failure they are printed once more. */
export function notePrinted(here: Here, printedIds: readonly string[]): void {
  if (printedIds.length === 0) return;
  State.of(here.workspace).hint(() => {
    changeSentences(here, new Set(printedIds), (one) => ({ ...one, printed: one.printed + 1 }));
  });
}

function changeSentences(
  { workspace: ws }: Here,
  ids: ReadonlySet<string>,
  change: (one: HeardSentence) => HeardSentence,
) {
  const state = State.of(ws);
  state.transaction(() => {
    for (const one of readHeard(ws)) if (ids.has(one.id)) keep(state, change(one));
  });
}
