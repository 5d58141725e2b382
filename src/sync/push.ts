/** Pushes the shared part of a tree to its hub: signed rows for new, changed and removed entries. */

import type { Context } from "../context.js";
import { stopIfInterrupted } from "../errors.js";
import { recordEvent } from "../store/ledger/ledger.js";
import type { Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { Hub } from "./hub/hub.js";
import { appendRows, heldByOthers, ownRows, roomLeft } from "./hub/hub-rows.js";
import type { HubIdentity } from "./hub/migrate.js";
import type { Identity } from "./identity.js";
import { erasedArrivals, type OwnArrival, ownArrivals, ShownClaims } from "./own-arrivals.js";
import type { HubRow } from "./policy/hub-row.js";
import { type PushPlan, planPush } from "./policy/plan-push.js";
import { gitSilent } from "./private-names.js";
import { type Placed, placeClaims } from "./same-claims.js";
import { type OwnEntry, ownEntries } from "./shared-entries.js";
import { NO_WORDS, type RowDraft, signedRows, tombstones } from "./signed-rows.js";

/** What would go, before anything is written. */
export interface PlannedPush {
  plan: PushPlan;
  arrivals: OwnArrival[];
  /** All entries of this tree, with why some are not shared. */
  own: OwnEntry[];
  /** The number of the newest row of this clone. */
  last: number;
}

/** Where a push goes, and as whom. */
export interface Joined {
  hub: Hub;
  at: HubIdentity;
  identity: Identity;
}

/**
 * Compares this tree with its rows in the hub: the next push continues an interrupted one. Throws `failed`
 * (`git-silent`) where git did not answer: stricter settings would withdraw shared entries.
 */
export async function planOf(ctx: Context, tree: Store, { hub, identity }: Omit<Joined, "at">): Promise<PlannedPush> {
  if (ctx.base.state === "unreadable") throw gitSilent("which settings count, and without them nothing is shared");
  const own = await ownEntries(ctx, tree);
  const { last, newest, arrivals: arrivalRows } = await ownRows(hub, identity.agent);
  const sharedEntries = new Set(newest.map(({ entry }) => entry));
  const fresh = own.flatMap(({ id, body }) => (body === undefined || sharedEntries.has(id) ? [] : [id]));
  const idsOfOthers = await heldByOthers(hub, identity.agent, fresh);
  const states = own.map((one) => (idsOfOthers.has(one.id) ? { id: one.id, because: ELSEWHERE } : one));
  const plan = planPush(states, newest);
  const erasedAtHub = new Set(plan.erasedThere);
  const reportedEntries = new Set(arrivalRows.map(({ entry }) => entry));
  const arrivals = (await ownArrivals(ctx, tree)).filter(({ entry }) => !reportedEntries.has(entry));
  for (const { entry, kind } of newest) if (kind === "erased") reportedEntries.delete(entry);
  plan.erased = [...new Set([...plan.erased, ...(await erasedArrivals(tree, reportedEntries))])];
  return {
    plan,
    arrivals,
    own: states.map((one) => (erasedAtHub.has(one.id) ? { ...one, because: ERASED_THERE } : one)),
    last,
  };
}

const ELSEWHERE = "another clone of this repository shares it";
const ERASED_THERE = "its words were erased in the hub, and do not come back";

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Writes deletions to the hub: they need no person and no model, and have no daily limit. Returns the rest of the plan.
 */
export async function pushDeletions(ctx: Context, joined: Joined, planned: PlannedPush): Promise<PlannedPush> {
  const { plan, last } = planned;
  const now = stamp(ctx.clock.now());
  const drafts = [...tombstones("erased", plan.erased, now), ...tombstones("withdrawn", plan.withdrawn, now)];
  await writeRows(ctx, joined, signedRows(joined.at.id, joined.identity, last, drafts));
  return { ...planned, plan: { ...plan, erased: [], withdrawn: [] }, last: last + drafts.length };
}

/**
 * Writes the planned entries and arrivals. Answers of how many entries the hub takes no more today: they go with the first
 * sync tomorrow.
 */
export async function push(ctx: Context, tree: Store, joined: Joined, planned: PlannedPush): Promise<number> {
  if (planned.plan.entries.length + planned.arrivals.length === 0) return 0;
  const rows = await rowsOf(ctx, tree, joined, planned);
  const fitting = rows.slice(0, await roomLeft(joined.hub, joined.identity.agent));
  await writeRows(ctx, joined, fitting);
  return rows.slice(fitting.length).filter(({ kind }) => kind === "entry").length;
}

/** In batches: each is there whole or not at all. Throws `interrupted` between them. */
async function writeRows(ctx: Context, { hub, identity }: Joined, rows: readonly HubRow[]): Promise<void> {
  if (rows.length === 0) return;
  const bar = ctx.progress.start("Sharing", rows.length);
  try {
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH);
      stopIfInterrupted(ctx, `${from} of ${counted(rows.length, "row")} went; the next sync goes on from there`);
      await appendRows(hub, identity.agent, (batch[0] as HubRow).number - 1, batch);
      await noteShared(ctx, batch);
      bar.step(batch.length);
    }
  } finally {
    bar.stop();
  }
}

/** What left this machine, for audits. */
async function noteShared({ workspace, clock, actor }: Context, rows: readonly HubRow[]): Promise<void> {
  const { agent, session, run } = actor;
  const ids = rows.flatMap(({ kind, entry }) => (kind === "arrival" ? [] : [entry]));
  await recordEvent(workspace, {
    at: stamp(clock.now()),
    kind: "write",
    op: "sync",
    agent,
    session,
    ...defined({ run }),
    ids,
  });
}

/** Numbered and signed. */
async function rowsOf(
  ctx: Context,
  tree: Store,
  { hub, at, identity }: Joined,
  { plan, arrivals, last }: PlannedPush,
): Promise<HubRow[]> {
  const placedClaims = await placeClaims(
    hub,
    plan.entries.map(({ body }) => body.claim),
  );
  const shownClaims = new ShownClaims(ctx, tree);
  const drafts: RowDraft[] = [];
  for (const [place, { id, body, text, hash }] of plan.entries.entries()) {
    const { claim, cluster } = placedClaims[place] as Placed;
    drafts.push({
      header: {
        ...NO_WORDS,
        kind: "entry",
        entry: id,
        hash,
        claim,
        cluster,
        shown_before: shownClaims.before(claim, cluster, body.at),
        at: body.at,
      },
      body: text,
    });
  }
  for (const { entry, claim, at: saidAt, shown_before } of arrivals) {
    drafts.push({ header: { ...NO_WORDS, kind: "arrival", entry, claim, cluster: claim, at: saidAt, shown_before } });
  }
  return signedRows(at.id, identity, last, drafts);
}
