/** `tenet sync leave`: nothing goes or comes any more; with `erase` what this clone shared leaves the hub and every copy. */

import type { Context } from "../context.js";
import { isLive } from "../entry/gates/visible.js";
import { patienceOf, withLock } from "../store/files/lock.js";
import { openStore } from "../store/open-store.js";
import { requirePerson } from "../store/profile/people-only.js";
import { stamp } from "../text/durations.js";
import { copiesIn } from "./copies.js";
import { appendRows, ownRows, takeOutAll } from "./hub/hub-rows.js";
import { joinedHub, withJoinedHub } from "./open-joined.js";
import type { Joined } from "./push.js";
import { deletions, signedRows } from "./signed-rows.js";
import { summaryOf } from "./sync.js";
import type { SyncLeft } from "./sync-schemas.js";
import { forgetHub } from "./sync-state.js";

const INSTEAD = "Leave without erasing, or let a person at a terminal do it.";

/** Copies of what others shared stay here. Leaving alone needs no hub that answers; erasing does. */
export async function syncLeave(
  ctx: Context,
  { erase, confirmed }: { erase: boolean; confirmed?: boolean },
): Promise<SyncLeft> {
  const { workspace: ws } = ctx;
  const hubJoined = await joinedHub(ctx);
  const copies_kept = copiesIn(await openStore(ctx)).filter(isLive).length;
  if (!erase) {
    await withLock(ws.syncLock, "sync leave", patienceOf(ctx), () => forgetHub(ws));
    return { hub: { id: hubJoined.id, engine: hubJoined.engine }, agent: hubJoined.agent, erased_rows: 0, copies_kept };
  }
  await requirePerson(ctx, "erasing what was shared", confirmed === true, INSTEAD);
  return await withJoinedHub(ctx, "sync leave", async (joined) => {
    const erased_rows = await eraseOwn(ctx, joined);
    forgetHub(ws);
    return { hub: summaryOf(joined), agent: joined.identity.agent, erased_rows, copies_kept };
  });
}

/** A tombstone for every entry that stands, so that copies go at their next sync; then the words of all rows. */
async function eraseOwn(ctx: Context, { hub, at, identity }: Joined): Promise<number> {
  const { last, newest } = await ownRows(hub, identity.agent);
  const remainingEntries = newest.flatMap(({ entry, kind }) => (kind === "erased" ? [] : [entry]));
  const rows = signedRows(at.id, identity, last, deletions("erased", remainingEntries, stamp(ctx.clock.now())));
  if (rows.length > 0) await appendRows(hub, identity.agent, last, rows);
  await takeOutAll(hub, identity.agent);
  return remainingEntries.length;
}
