/** `tenet sync`: pushes the shared part of the tree to the hub, and pulls rows of other agents. */
import { nearestAsks, openedIn } from "../capture/answers/asks.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { next } from "../steps.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { counted } from "../text/paint.js";
import { withJoinedHub } from "./open-joined.js";
import { type Claim, convergenceOf } from "./policy/convergence.js";
import { type Pulled, pull } from "./pull.js";
import type { Joined } from "./push.js";
import { type PushInput, pushPart } from "./push-part.js";
import type { ConvergenceCounts, HubSummary, Synced } from "./sync-schemas.js";
import { type Arrivals, type JoinedHub, readArrivals, writeJoinedHub } from "./sync-state.js";

export interface SyncInput extends PushInput {
  push: boolean;
  pull: boolean;
  /** Somebody can be asked who was not yet: the pull waits for their answer. */
  asks?: boolean;
}

/**
 * Pushes, then pulls. Sharing more than a person confirmed needs a person; deletions and the pull do not: the refusal
 * is thrown at the end, with the completed work in its details.
 */
export async function sync(ctx: Context, input: SyncInput): Promise<Synced> {
  const work = async (joined: Joined, hubJoined: JoinedHub): Promise<Synced> => {
    const { identity } = joined;
    const answer: Synced = { hub: summaryOf(joined), agent: identity.agent, dry_run: input.dryRun, refused: [] };
    const refusal = input.push ? await pushPart(ctx, joined, hubJoined, input, answer) : undefined;
    if (input.dryRun) return input.pull ? { ...answer, next: "tenet sync" } : answer;
    if (refusal !== undefined && input.asks === true) {
      for (const text of deletionsText(answer)) ctx.warn(`Before anybody was asked, ${text}.`);
      throw refusal;
    }
    if (input.pull) {
      await refuseMerge(ctx);
      const pulled = await pull(ctx, joined);
      answer.taken = takenOf(pulled);
      warnOf(ctx, pulled);
      answer.refused = pulled.refused.map(({ agent, number, because }) => ({ agent, number, because }));
    }
    const at = stamp(ctx.clock.now());
    const arrivals = readArrivals(ctx.workspace);
    answer.convergence = convergenceCounts(convergenceOf(arrivals.values()));
    const last = { at, pushed: answer.pushed?.entries ?? 0, taken: answer.taken?.rows ?? 0 };
    writeJoinedHub(ctx.workspace, { ...hubJoined, last });
    if (refusal !== undefined) throw withDone(refusal, answer, ctx.actor.atTerminal && input.confirmed !== true);
    return answer;
  };
  return await withJoinedHub(ctx, "sync", work, { untouched: input.dryRun });
}

/** The error of a refused push, with the work that was done nonetheless in its details. */
function withDone({ message, code, hint }: TenetError, answer: Synced, declined: boolean): TenetError {
  const cause = declined ? "not confirmed: no entry was sent" : message;
  const rows = answer.taken?.rows ?? 0;
  const doneParts = [deletionsText(answer), rows === 0 ? [] : `${counted(rows, "row")} of others came`].flat();
  return new TenetError([cause, ...doneParts].join("; "), {
    failure: "refused",
    code,
    details: { synced: answer },
    ...defined({ hint }),
  });
}

/** Empty where none went. */
function deletionsText({ pushed }: Synced): string[] {
  const deletions = (pushed?.withdrawn ?? 0) + (pushed?.erased ?? 0);
  return deletions === 0 ? [] : [`${counted(deletions, "deletion")} went`];
}

/** The hub was put back to what it was before. */
function warnOf(ctx: Pick<Context, "warn">, { behind }: Pulled): void {
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
});

/** How agents came to the same claims, in numbers. */
export function convergenceCounts(claims: readonly Claim[]): ConvergenceCounts {
  const later = claims.flatMap(({ arrivals }) => arrivals.slice(1));
  const learned = later.filter(({ how }) => how === "learned").length;
  return { claims: claims.length, learned, independent: later.length - learned };
}

/** How many entries of an agent are in the hub with their words. */
export const sharedIn = (arrivals: Arrivals, agent: string): number =>
  [...arrivals.values()].filter((fact) => fact.agent === agent && fact.claim !== undefined).length;

async function refuseMerge({ workspace }: Context): Promise<void> {
  const merging = await unfinishedMerge(workspace.root);
  if (merging === undefined) return;
  throw new TenetError(`git has unfinished work here: ${merging}; nothing is taken until it is done`, {
    failure: "busy",
    code: "unfinished-merge",
    hint: next("Finish it in git, or run:", "merge"),
  });
}

function takenOf({ rows, results, refused }: Pulled): NonNullable<Synced["taken"]> {
  const of = (...decisions: string[]) => results.filter(({ decision }) => decisions.includes(decision)).length;
  return {
    rows,
    stored: of("stored", "replaced", "repeated"),
    evolved: of("evolved", "changed"),
    counted: of("counted", "known"),
    opened: openedIn(results),
    asks: nearestAsks(results),
    withdrawn: of("forgotten"),
    erased: of("erased"),
    refused: refused.length,
    own: of("own"),
    results: results.map(({ asks: _asks, ...result }) => result),
  };
}
