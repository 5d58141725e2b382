/** Pushes the shared part of a tree to its hub: signed rows for new, changed and removed entries. */
import type { Context } from "../context.js";
import { stopIfInterrupted } from "../errors.js";
import type { Store } from "../store/open-store.js";
import { recordEvent } from "../store/state/ledger.js";
import { claimHash } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import type { Hub } from "./hub/hub.js";
import { appendRows, heldByOthers, type OwnRow, ownRows } from "./hub/hub-rows.js";
import type { HubIdentity } from "./hub/migrate.js";
import type { Identity } from "./identity.js";
import { ownArrivals, ShownCopies } from "./own-arrivals.js";
import type { ArrivalFact } from "./policy/convergence.js";
import type { HubRow } from "./policy/hub-row.js";
import { type OwnState, type PushPlan, planPush } from "./policy/plan-push.js";
import { gitSilent } from "./private-names.js";
import { type OwnEntry, ownEntries } from "./shared-entries.js";
import { deletions, type RowDraft, signedRows } from "./signed-rows.js";
import { type ArrivalChanges, type Arrivals, readArrivals } from "./sync-state.js";

/** Where a push goes, and as whom. */
export interface Joined {
  hub: Hub;
  at: HubIdentity;
  identity: Identity;
}

/** What would go, before anything is written. */
export interface PlannedPush {
  plan: PushPlan;
  /** All entries of this tree, with why some are not shared. */
  own: OwnEntry[];
  /** What this clone says in the hub once all of the plan went. */
  says: ArrivalFact[];
  /** The number of the newest row of this clone. */
  last: number;
}

const ELSEWHERE = "another clone of this repository shares it";
const ERASED_THERE = "its words were erased in the hub, and do not come back";

/**
 * Compares this tree with its rows in the hub: the next push continues an interrupted one. Throws `failed`
 * (`git-silent`) where git did not answer: stricter settings would withdraw shared entries.
 */
export async function planOf(
  ctx: Context,
  tree: Store,
  { hub, at, identity: { agent } }: Joined,
): Promise<PlannedPush> {
  if (ctx.base.state === "unreadable") throw gitSilent("which settings count, and without them nothing is shared");
  const shown = new ShownCopies(ctx, tree);
  const { last, newest } = await ownRows(hub, agent);
  const known = readArrivals(ctx.workspace);
  const own = await withoutOthers(hub, agent, newest, await ownEntries(ctx, tree));
  const there = new Set(newest.map(({ entry }) => entry));
  const entries = own.map(learned);
  const shared = new Set(entries.flatMap(({ id, body }) => (body === undefined ? [] : [id])));
  const arrivals = ownArrivals(ctx, tree, { hub: at.id, shared, shown });
  const states = [...entries, ...arrivals, ...arrivalsGone(tree, newest, new Set(arrivals.map(({ id }) => id)))];
  const plan = planPush(states, newest);
  const erasedThere = new Set(plan.erasedThere);
  return {
    plan,
    own: own.map((one) => (erasedThere.has(one.id) ? { ...one, because: ERASED_THERE } : one)),
    says: states.flatMap((state) => (erasedThere.has(state.id) ? [] : factOf(agent, state))),
    last,
  };

  /** What was shared keeps what it was learned from: the ledger does not go back for ever. */
  function learned(one: OwnEntry): OwnEntry {
    const { id, body, at = "" } = one;
    if (body === undefined) return one;
    const before = known.get(`${agent}/${id}`);
    const from = there.has(id) ? before?.from : shown.teacherOfClaim(claimHash(body.claim), at);
    return from === undefined ? one : { ...one, body: { ...body, from } };
  }
}

/** Of an entry that two clones have, the first to share it stays the writer. */
async function withoutOthers(hub: Hub, agent: string, newest: readonly OwnRow[], own: OwnEntry[]): Promise<OwnEntry[]> {
  const there = new Set(newest.map(({ entry }) => entry));
  const fresh = own.flatMap(({ id, body }) => (body === undefined || there.has(id) ? [] : [id]));
  const others = await heldByOthers(hub, agent, fresh);
  return own.map((one) => (others.has(one.id) ? { id: one.id, because: ELSEWHERE } : one));
}

/** Reported arrivals at copies that stand here, and were not said again after all. */
const arrivalsGone = (tree: Store, newest: readonly OwnRow[], arrived: ReadonlySet<string>): OwnState[] =>
  newest.flatMap(({ entry: id, kind }) =>
    kind === "arrival" && !arrived.has(id) && tree.head(id) !== undefined ? [{ id, gone: "withdrawn" }] : [],
  );

function factOf(agent: string, { id, at, body }: OwnState): ArrivalFact[] {
  if (body === undefined || at === undefined) return [];
  const who = { agent, entry: id, at };
  if (body.type !== "arrival") return [defined({ ...who, claim: claimHash(body.claim), from: body.from })];
  const { of, own, from } = body;
  return [defined({ ...who, of, own, from })];
}

/** What this clone says in the hub otherwise than is known. `unsent`: entries of the plan that did not go. */
export function ownChanges(
  known: Arrivals,
  agent: string,
  { says }: PlannedPush,
  unsent: ReadonlySet<string>,
): ArrivalChanges {
  const said = new Map(says.map((fact) => [`${agent}/${fact.entry}`, fact]));
  const gone = [...known].filter(([key, fact]) => fact.agent === agent && !said.has(key));
  const isNews = ([key, fact]: [string, ArrivalFact]) =>
    !unsent.has(fact.entry) && JSON.stringify(known.get(key)) !== JSON.stringify(fact);
  return new Map([...gone.map(([key]) => [key, undefined] as const), ...[...said].filter(isNews)]);
}

/** Rows of one transaction. */
const BATCH = 500;

/**
 * Writes deletions to the hub: they need no person and no model. Returns the rest of the plan.
 */
export async function pushDeletions(ctx: Context, joined: Joined, planned: PlannedPush): Promise<PlannedPush> {
  const { plan, last } = planned;
  const now = stamp(ctx.clock.now());
  const drafts = [...deletions("erased", plan.erased, now), ...deletions("withdrawn", plan.withdrawn, now)];
  await writeRows(ctx, joined, signedRows(joined.at.id, joined.identity, last, drafts));
  return { ...planned, plan: { ...plan, erased: [], withdrawn: [] }, last: last + drafts.length };
}

/** Writes the planned entries and arrivals. */
export async function push(ctx: Context, joined: Joined, { plan, last }: PlannedPush): Promise<void> {
  const drafts = plan.entries.map(({ id, at, text }): RowDraft => ({ entry: id, at, says: { body: text } }));
  await writeRows(ctx, joined, signedRows(joined.at.id, joined.identity, last, drafts));
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
async function noteShared(ctx: Context, rows: readonly HubRow[]): Promise<void> {
  recordEvent(ctx, { kind: "write", op: "sync", ids: rows.map(({ entry }) => entry) });
}
