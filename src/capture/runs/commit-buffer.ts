/**
 * Commits buffered writes: each is stored and leaves its buffer in one change, so that a repeat stores nothing twice.
 * Called by runs and by `finish-first.ts`.
 */

import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { tendVerb } from "../../store/change/prepare-write.js";
import { isForUserTree } from "../../store/home.js";
import { openStore } from "../../store/open-store.js";
import {
  type BufferedCapture,
  type BufferedWrite,
  closedRun,
  type RunRecord,
  readMergeBuffer,
  readRun,
  writeRun,
} from "../../store/state/runs.js";
import { ensureUserTree, inUserTree } from "../../store/user-tree.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Captured, Committed } from "../capture-schemas.js";
import { type CheckedDraft, claimIn } from "../drafts/draft.js";
import { storeDrafts } from "../judge-and-store.js";
import { reservedIds } from "./buffer.js";

/** Failures that drop a write; any other failure ends the commit and keeps the rest. */
export const FINAL: ReadonlySet<string> = new Set(["usage", "not-found", "refused", "conflict"]);

/** A buffered capture as a checked draft. */
export function draftOf(write: BufferedCapture, run: RunRecord | undefined, merging: boolean): CheckedDraft {
  const { id, agent, session, tier, type, fields, timestamp } = write;
  const isNamed = session !== "" && !session.startsWith(`adhoc-${agent}-`);
  return {
    type,
    fields: run === undefined || merging ? fields : { ...fields, run: run.id },
    timestamp,
    buffered: defined({ agent, tier, id, session: isNamed ? session : undefined, promised: run && reservedIds(run) }),
  };
}

/** Applies a write that is no capture, in the change in which it leaves its buffer. */
export type ApplyWrite = (change: Change, write: Exclude<BufferedWrite, BufferedCapture>) => Promise<string>;

/**
 * Commits the writes of a run in order, or the captures that waited for git (`id` undefined). A write that is no longer possible is
 * reported and dropped; a busy workspace or a failing disk ends the commit, and the next call continues.
 */
export async function commitWrites(ctx: Context, id: string | undefined, apply: ApplyWrite): Promise<Committed[]> {
  const change = <T>(reason: string, body: (change: Change) => Promise<T>) =>
    changeTree(ctx, { ...tendVerb("commit"), captures: true, reason }, body);
  const results: Committed[] = [];
  let inCall: number | undefined;
  for (;;) {
    const run = bufferOf(ctx, id);
    inCall ??= (run?.writes ?? []).filter(({ kind }) => kind === "capture").length;
    const [first] = run?.writes ?? [];
    if (first === undefined) return results;
    const removeThis = (staged: Change) => removeFirst(ctx, staged, id, first);
    try {
      if (first.kind === "capture") {
        const draft = draftOf(first, run, id === undefined);
        const home = isForUserTree(draft) ? await ensureUserTree(ctx) : ctx;
        const captured =
          home === ctx
            ? (await storeDrafts(ctx, [draft], removeThis, { inCall }))[0]
            : await storeOnce(home, draft, inCall);
        if (home !== ctx) await change("an entry of the user tree", async (staged) => removeThis(staged));
        if (captured !== undefined) results.push({ kind: first.kind, captured });
      } else {
        const says = await change(`${first.kind}: ${writeText(first)}`, async (staged) => {
          removeThis(staged);
          return await apply(staged, first);
        });
        results.push({ kind: first.kind, says });
      }
    } catch (error) {
      if (error instanceof AlreadyCommitted) continue;
      if (!(error instanceof TenetError) || !FINAL.has(error.failure)) throw error;
      await change("drop what can no longer be made", async (staged) => removeThis(staged));
      results.push({ kind: first.kind, refused: error.message, says: writeText(first) });
    }
  }
}

/** Two trees need two changes: an entry stored before a crash is not stored again. */
async function storeOnce(home: Context, draft: CheckedDraft, inCall: number): Promise<Captured | undefined> {
  const id = draft.buffered?.id;
  const isThere =
    id !== undefined && (await openStore(home)).heads.some((one) => one.id === id || one.aliases?.includes(id));
  return isThere ? undefined : (await storeDrafts(home, [draft], undefined, { inCall })).map(inUserTree)[0];
}

function writeText(write: BufferedWrite): string {
  if (write.kind === "log") return write.text;
  if (write.kind !== "capture") return `${write.kind} for ${write.ref}`;
  return claimIn(write);
}

/** Another process committed this write meanwhile. */
class AlreadyCommitted extends Error {}

const bufferOf = ({ workspace: ws }: Context, id: string | undefined): RunRecord | undefined =>
  id === undefined ? readMergeBuffer(ws) : readRun(ws, id);

/** Lets the buffer be without its first write when the change is made. After the last write a run is closed. */
function removeFirst(ctx: Context, staged: Change, id: string | undefined, expected: BufferedWrite): void {
  const run = bufferOf(ctx, id);
  const [first, ...otherWrites] = run?.writes ?? [];
  if (run === undefined || JSON.stringify(first) !== JSON.stringify(expected)) throw new AlreadyCommitted();
  const rest = { ...run, writes: otherWrites, count: (run.count ?? 0) + 1 };
  const closed = () => ({ ...closedRun(rest, "finished", stamp(ctx.clock.now())), count: rest.count });
  staged.alongside((state) => {
    writeRun(state, otherWrites.length > 0 || id === undefined ? rest : closed());
  });
}
