/** `tenet sync`: what is shared goes to the hub, and what others share comes here. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { requireTyped } from "../review/people-only.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { openStore } from "../store/open-store.js";
import { counted } from "../text/paint.js";
import { convergenceCounts } from "./convergence-counts.js";
import { ownRows, sharedArrivals } from "./hub/hub-rows.js";
import { withJoinedHub } from "./open-joined.js";
import { type Claim, convergenceOf } from "./policy/convergence.js";
import { isWider } from "./policy/may-share.js";
import { type Pulled, pull } from "./pull.js";
import { type Joined, type PlannedPush, planOf, push } from "./push.js";
import type { HubSummary, OutgoingRow, Synced } from "./sync-schemas.js";
import { type JoinedHub, readCursors, refusedIn, writeJoinedHub, writeKnownClaims } from "./sync-state.js";

export interface SyncInput {
  push: boolean;
  pull: boolean;
  /** Nothing is written, here or there. */
  dryRun: boolean;
  /** A person saw the rows and typed the word that was asked for. */
  confirmed?: boolean;
}

const INSTEAD = "See what would go: tenet sync --dry-run. What others share can be taken meanwhile: tenet sync --pull";

/** Pushes, then pulls. A push that shares more than a person let out needs one; taking needs nobody. */
export async function sync(ctx: Context, input: SyncInput): Promise<Synced> {
  return await withJoinedHub(ctx, "sync", async (joined, known) => {
    const { hub, identity } = joined;
    const answer: Synced = { hub: summaryOf(joined), agent: identity.agent, dry_run: input.dryRun, refused: [] };
    if (input.push) await pushPart(ctx, joined, known, input, answer);
    if (input.dryRun) return input.pull ? { ...answer, next: "tenet sync" } : answer;
    const sharedClaims = async () =>
      convergenceOf(await sharedArrivals(hub, refusedIn(await readCursors(ctx.workspace))));
    let claims = await sharedClaims();
    if (input.pull) {
      await refuseMerge(ctx);
      const pulled = await pull(ctx, joined, teachersIn(claims));
      answer.taken = takenOf(pulled);
      warnOf(ctx, pulled);
      answer.refused = pulled.refused.map(({ agent, number, because }) => ({ agent, number, because }));
      // Nothing was written there meanwhile that counts here; what was refused counts no more.
      if (pulled.refused.length > 0) claims = await sharedClaims();
    }
    const at = stamp(ctx.clock.now());
    await writeKnownClaims(ctx.workspace, { at, hub: known.id, agent: identity.agent, claims });
    answer.convergence = convergenceCounts(claims);
    const last = { at, pushed: answer.pushed?.entries ?? 0, taken: answer.taken?.rows ?? 0 };
    const shared = (await ownRows(hub, identity.agent)).newest.filter(({ kind }) => kind === "entry").length;
    await writeJoinedHub(ctx.workspace, { ...known, last, shared });
    return answer;
  });
}

/** What is odd about the hub's rows, whoever wrote them. */
function warnOf(ctx: Pick<Context, "warn">, { gaps, behind }: Pulled): void {
  for (const agent of gaps) ctx.warn(`Rows of ${agent} are missing in the hub: it lost them, or holds them back.`);
  if (behind.length === 0) return;
  const agents = counted(behind.length, "agent");
  ctx.warn(
    `The hub holds fewer rows of ${agents} than were read: it was restored. Leaving and joining reads all anew.`,
  );
}

export const summaryOf = ({ hub, at }: Pick<Joined, "hub" | "at">): HubSummary => ({
  id: at.id,
  engine: hub.engine,
  name: hub.name,
  vectors: at.hasVectors,
});

async function pushPart(
  ctx: Context,
  joined: Joined,
  known: JoinedHub,
  input: SyncInput,
  answer: Synced,
): Promise<void> {
  const tree = await openStore(ctx, input.dryRun ? { untouched: true } : {});
  const planned = await planOf(ctx, tree, joined);
  const { plan, arrivals, own } = planned;
  answer.pushed = {
    entries: plan.entries.length,
    withdrawn: plan.withdrawn.length,
    erased: plan.erased.length,
    arrivals: arrivals.length,
    kept: plan.kept,
  };
  const needs = plan.entries.length + arrivals.length === 0 ? undefined : personNeeded(ctx, known);
  if (input.dryRun) {
    answer.pushed.rows = outgoingRows(planned);
    answer.pushed.not_shared = own.flatMap(({ id, because }) => (because === undefined ? [] : [{ id, because }]));
    if (needs !== undefined) answer.needs_person = needs;
    return;
  }
  if (needs !== undefined) {
    const { by } = await requireTyped(ctx, needs, input.confirmed === true, INSTEAD);
    const { share, fields } = ctx.profile.sync;
    known.confirmed = { share, fields, by, at: stamp(ctx.clock.now()) };
    // Who let it out is noted before it goes.
    await writeJoinedHub(ctx.workspace, known);
  }
  const left = await push(ctx, tree, joined, planned);
  if (left === 0) return;
  answer.pushed.entries -= left;
  ctx.warn(
    `The hub takes no more rows of this agent today: ${counted(left, "entry", "entries")} go with a sync tomorrow.`,
  );
}

/** Why a person is asked before entries go; undefined where one has let as much out already. */
function personNeeded({ profile: { sync } }: Pick<Context, "profile">, { confirmed }: JoinedHub): string | undefined {
  if (confirmed === undefined) return "the first sharing with this hub";
  return isWider(sync, confirmed) ? "sharing more than was let out before" : undefined;
}

function outgoingRows({ plan, arrivals }: PlannedPush): OutgoingRow[] {
  return [
    ...plan.erased.map((id) => ({ id, kind: "erased" as const })),
    ...plan.withdrawn.map((id) => ({ id, kind: "withdrawn" as const })),
    ...plan.entries.map(({ id, body }) => ({ id, kind: "entry" as const, at: body.at, body: { ...body } })),
    ...arrivals.map(({ entry: id, at, shown_before }) => ({ id, kind: "arrival" as const, at, shown_before })),
  ];
}

/** Of whom each agent had a claim: of whoever came to it first. */
function teachersIn(claims: readonly Claim[]): Map<string, string> {
  return new Map(
    claims.flatMap(({ arrivals }) =>
      arrivals.flatMap(({ agent, entry, how }): [string, string][] => {
        const [first] = arrivals;
        return how === "learned" && first !== undefined ? [[`${agent}/${entry}`, first.agent]] : [];
      }),
    ),
  );
}

async function refuseMerge({ workspace }: Context): Promise<void> {
  const merging = await unfinishedMerge(workspace.root);
  if (merging === undefined) return;
  throw new TenetError(`git has unfinished work here: ${merging}; nothing is taken until it is done`, {
    failure: "busy",
    code: "unfinished-merge",
    hint: "Finish it in git, or run: tenet merge",
  });
}

function takenOf({ rows, results, refused, waiting }: Pulled): NonNullable<Synced["taken"]> {
  const of = (...decisions: string[]) => results.filter(({ decision }) => decisions.includes(decision)).length;
  return {
    rows,
    stored: of("stored", "superseded", "recurrence"),
    evolved: of("evolved", "restated", "changed"),
    linked: of("linked"),
    skipped: of("skipped", "known"),
    contested: results.filter(({ contested }) => contested).length,
    withdrawn: of("forgotten"),
    erased: of("erased"),
    refused: refused.length,
    waiting,
    own: of("own"),
    results,
  };
}
