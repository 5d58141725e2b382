/** Commits what waited: each write is stored and leaves its buffer in one change, so that twice is once. */

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
  closedRunFile,
  mergeBufferFile,
  type RunRecord,
  runText,
} from "../../store/runs.js";
import { ensureUserTree, inUserTree } from "../../store/user-tree.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Captured, Committed } from "../capture-schemas.js";
import { type CheckedDraft, claimIn } from "../drafts/draft.js";
import { storeDrafts } from "../judge-and-store.js";
import { reservedIds } from "./buffer.js";

/** Refusals that will not go away by waiting; anything else ends the commit and keeps the rest. */
export const FINAL: ReadonlySet<string> = new Set(["usage", "not-found", "refused", "conflict"]);

/** A buffered capture as a draft that was checked. */
export function draftOf(write: BufferedCapture, run: RunRecord | undefined, merging: boolean): CheckedDraft {
  const { id, agent, session, tier, type, fields, timestamp } = write;
  const named = session !== "" && !session.startsWith(`adhoc-${agent}-`);
  return {
    type,
    fields: run === undefined || merging ? fields : { ...fields, run: run.id },
    timestamp,
    buffered: defined({ agent, tier, id, session: named ? session : undefined, promised: run && reservedIds(run) }),
  };
}

/** How a write that is no capture is made, in the change in which it leaves its buffer. */
export type ApplyWrite = (change: Change, write: Exclude<BufferedWrite, BufferedCapture>) => Promise<string>;

/**
 * Commits a buffer's writes in order. `read` gives it as it is now, `path` is its file. A write that can no longer be
 * made is told and dropped; a busy workspace or a failing disk ends here, and the rest is committed next time.
 */
export async function commitWrites(
  ctx: Context,
  path: string,
  read: () => Promise<RunRecord | undefined>,
  apply: ApplyWrite,
): Promise<Committed[]> {
  const change = (reason: string, body: (change: Change) => Promise<string>) =>
    changeTree(ctx, { ...tendVerb("commit"), captures: true, reason }, body);
  const done: Committed[] = [];
  let inCall: number | undefined;
  for (;;) {
    const run = await read();
    inCall ??= (run?.writes ?? []).filter(({ kind }) => kind === "capture").length;
    const [first] = run?.writes ?? [];
    if (first === undefined) return done;
    const removeThis = (staged: Change) => removeFirst(ctx, staged, path, read, first);
    try {
      if (first.kind === "capture") {
        const draft = draftOf(first, run, path === mergeBufferFile(ctx.workspace));
        const home = isForUserTree(draft) ? await ensureUserTree(ctx) : ctx;
        const captured =
          home === ctx
            ? (await storeDrafts(ctx, [draft], removeThis, { inCall }))[0]
            : await storeOnce(home, draft, inCall);
        if (home !== ctx) await change("an entry of the user tree", (staged) => removeThis(staged).then(() => ""));
        if (captured !== undefined) done.push({ kind: first.kind, captured });
      } else {
        const says = await change(`${first.kind}: ${writeText(first)}`, async (staged) => {
          await removeThis(staged);
          return await apply(staged, first);
        });
        done.push({ kind: first.kind, says });
      }
    } catch (error) {
      if (error instanceof AlreadyCommitted) continue;
      if (!(error instanceof TenetError) || !FINAL.has(error.failure)) throw error;
      await change("drop what can no longer be made", async (staged) => {
        await removeThis(staged);
        return "";
      });
      done.push({ kind: first.kind, refused: error.message, says: writeText(first) });
    }
  }
}

/** Two trees are no one change: what was stored before a crash is not stored again. */
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

/** Stages the buffer without its first write; the last one leaves it closed, or for git gone. */
async function removeFirst(
  ctx: Context,
  staged: Change,
  path: string,
  read: () => Promise<RunRecord | undefined>,
  expected: BufferedWrite,
): Promise<void> {
  const run = await read();
  const [first, ...rest] = run?.writes ?? [];
  if (run === undefined || JSON.stringify(first) !== JSON.stringify(expected)) throw new AlreadyCommitted();
  const left = { ...run, writes: rest, count: (run.count ?? 0) + 1 };
  if (rest.length > 0) staged.write(path, runText(left));
  else {
    staged.remove(path);
    if (path === mergeBufferFile(ctx.workspace)) return;
    const closed = { ...closedRun(left, "finished", stamp(ctx.clock.now())), count: left.count };
    staged.write(closedRunFile(ctx.workspace, run.id), runText(closed));
  }
}
