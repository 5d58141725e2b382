/** The push of a sync: deletions at once, entries once a person has let as much out. Called by `sync` alone. */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { sha256 } from "../store/files/atomic-file.js";
import { openStore } from "../store/open-store.js";
import { requirePerson } from "../store/profile/people-only.js";
import { stamp } from "../text/durations.js";
import { type Joined, ownChanges, type PlannedPush, planOf, push, pushDeletions } from "./push.js";
import type { OutgoingRow, Synced } from "./sync-schemas.js";
import { type JoinedHub, noteArrivals, readArrivals, writeJoinedHub } from "./sync-state.js";

export interface PushInput {
  /** Nothing is written, here or there. */
  dryRun: boolean;
  /** A person saw the rows and typed the word that was asked for. */
  confirmed?: boolean | undefined;
  /** `fingerprint` of the dry run that they were shown: anything else does not go. */
  shown?: string | undefined;
}

const INSTEAD = "A person looks at tenet sync --dry-run and runs tenet sync at a terminal.";

/**
 * Writes into `answer` what went. Answers of the refusal where entries wait for a person: deletions went all the same,
 * and the rest of the sync is nobody's to hold up.
 */
export async function pushPart(
  ctx: Context,
  joined: Joined,
  hubJoined: JoinedHub,
  input: PushInput,
  answer: Synced,
): Promise<TenetError | undefined> {
  const tree = await openStore(ctx);
  const planned = await planOf(ctx, tree, joined);
  const { plan, own } = planned;
  const pushed: NonNullable<Synced["pushed"]> = {
    ...numbersOf(plan.entries),
    withdrawn: plan.withdrawn.length,
    erased: plan.erased.length,
    kept: plan.kept,
  };
  answer.pushed = pushed;
  const needs = plan.entries.length > 0 ? personNeeded(ctx, joined, hubJoined) : undefined;
  if (input.dryRun) {
    pushed.rows = [...deletionRows(planned), ...entryRows(planned)];
    pushed.not_shared = own.flatMap(({ id, because }) => (because === undefined ? [] : [{ id, because }]));
    pushed.unnamed = own.filter(({ unnamed }) => unnamed).length;
    answer.fingerprint = fingerprintOf(planned);
    if (needs !== undefined) answer.needs_person = needs;
    return undefined;
  }
  const remainingPlan = await pushDeletions(ctx, joined, planned);
  requireShownRows(planned, input);
  const refusal =
    needs === undefined ? undefined : await confirmed(ctx, joined, hubJoined, planned, needs, input.confirmed === true);
  if (refusal === undefined) await push(ctx, joined, remainingPlan);
  const late = refusal === undefined ? [] : plan.entries;
  const unsent = new Set(late.map(({ id }) => id));
  const known = readArrivals(ctx.workspace);
  noteArrivals(ctx.workspace, ownChanges(known, joined.identity.agent, planned, unsent));
  const notSent = numbersOf(late);
  pushed.entries -= notSent.entries;
  pushed.arrivals -= notSent.arrivals;
  return refusal;
}

function numbersOf(rows: PlannedPush["plan"]["entries"]): { entries: number; arrivals: number } {
  const arrivals = rows.filter(({ body }) => body.type === "arrival").length;
  return { entries: rows.length - arrivals, arrivals };
}

/** Why a person has to confirm the push; undefined where a push of the same reach was confirmed before. */
function personNeeded(
  { profile: { sync } }: Pick<Context, "profile">,
  { hub }: Joined,
  { confirmed }: JoinedHub,
): string | undefined {
  if (confirmed === undefined) return "the first sharing with this hub";
  if (confirmed.hub !== hub.name) return "the first sharing with a hub at this place";
  const { share, names = [] } = confirmed;
  const isAsConfirmed = JSON.stringify([sync.share, sync.names]) === JSON.stringify([share, names]);
  return isAsConfirmed ? undefined : "sharing by other settings than were let out before";
}

/** Notes who let what out, before it goes. Answers of the refusal where nobody did. */
async function confirmed(
  ctx: Context,
  { hub }: Joined,
  hubJoined: JoinedHub,
  planned: PlannedPush,
  subject: string,
  typed: boolean,
): Promise<TenetError | undefined> {
  try {
    const { by } = await requirePerson(ctx, subject, typed, INSTEAD);
    const { share, names } = ctx.profile.sync;
    const shownPlan = { hub: hub.name, rows: entryRows(planned).length, shown: fingerprintOf(planned) };
    hubJoined.confirmed = { ...shownPlan, share, names, by, at: stamp(ctx.clock.now()) };
  } catch (thrown) {
    if (thrown instanceof TenetError && thrown.code === "needs-person") return thrown;
    throw thrown;
  }
  writeJoinedHub(ctx.workspace, hubJoined);
  return undefined;
}

/** Throws `busy` when other rows would go than a person was shown. */
function requireShownRows(planned: PlannedPush, { shown }: PushInput): void {
  if (shown === undefined || shown === fingerprintOf(planned)) return;
  throw new TenetError("what would go is no longer what was shown; no entry was sent", {
    failure: "busy",
    code: "changed-meanwhile",
    hint: "Look at it once more: tenet sync",
  });
}

/** The same for the same rows: what needs a person, word for word. */
const fingerprintOf = (planned: PlannedPush): string => sha256(JSON.stringify(entryRows(planned)));

function deletionRows({ plan }: PlannedPush): OutgoingRow[] {
  return [
    ...plan.erased.map((id) => ({ id, kind: "erased" as const })),
    ...plan.withdrawn.map((id) => ({ id, kind: "withdrawn" as const })),
  ];
}

function entryRows({ plan }: PlannedPush): OutgoingRow[] {
  return plan.entries.map(({ id, at, body }) => {
    const kind = body.type === "arrival" ? body.type : "entry";
    return { id, kind, at, body: { ...body } };
  });
}
