/**
 * Does what is due by time without a question. Called by a heartbeat and at a session's end, so that rules are made
 * without a timer, too.
 */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { openStore, type Store } from "../store/open-store.js";
import { keepBounds } from "../store/state/bounds.js";
import { changeQuestions, MOST_WAITING } from "../store/state/question-log.js";
import type { RulesReport } from "./due/rules-due.js";
import { summaryOf } from "./due/timed-change.js";
import { type Upkeep, upkeepDue } from "./due/upkeep-due.js";

/** `rules/rules-upkeep.ts`, passed in by the doors. */
export type TendRules = (ctx: Context, tree: Store, how: { dryRun: boolean }) => Promise<RulesReport>;

/** What was done, or with `dryRun` would be, and the tree after it. */
interface Tended {
  tree: Store;
  /** One plain sentence each. */
  did: string[];
}

/** Completes, drops, writes down and digests what is due. */
export async function tend(
  ctx: Context,
  { dryRun, tendRules }: { dryRun: boolean; tendRules: TendRules },
): Promise<Tended> {
  let tree = await openStore(ctx);
  const upkeep = await upkeepDue(ctx, tree);
  const did = dryRun ? wouldDo(upkeep) : await doUpkeep(ctx, upkeep);
  if (isAny(upkeep) && !dryRun) tree = await openStore(ctx);
  if (!dryRun) keepBounds(ctx);
  // At a session's end somebody waits: without time left, the rules are done at the next one.
  if (ctx.until !== undefined && performance.now() > ctx.until) return { tree, did };
  const rules = await tendRules(ctx, tree, { dryRun });
  if (rules.did.length > 0 && !dryRun) tree = await openStore(ctx);
  return { tree, did: [...did, ...rules.did] };
}

/**
 * The same at a session's end, where tending is possible and no other writer is busy. The next heartbeat reports it.
 */
export async function tendAtSessionEnd(ctx: Context, tendRules: TendRules): Promise<void> {
  if (!ctx.profile.learning.on || !(await mayTendHere(ctx))) return;
  try {
    await tendAndRemember(ctx, tendRules);
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
  }
}

async function tendAndRemember(ctx: Context, tendRules: TendRules): Promise<void> {
  const { did } = await tend(ctx, { dryRun: false, tendRules });
  if (did.length === 0) return;
  await changeQuestions(ctx, async ({ did: before = [], ...rest }) => ({
    answer: undefined,
    keep: { ...rest, did: [...before, ...did].slice(-MOST_WAITING) },
  }));
}

async function mayTendHere({ workspace: { root } }: Context): Promise<boolean> {
  return (await unfinishedMerge(root)) === undefined;
}

/** Does the upkeep that was found. */
export async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  if (!isAny(upkeep)) return [];
  return await (await import("./heartbeat-tidy.js")).doUpkeep(ctx, upkeep);
}

const isAny = ({ isInterrupted, staleRuns, changes }: Upkeep): boolean =>
  isInterrupted || staleRuns.length + changes.length > 0;

function wouldDo(upkeep: Upkeep): string[] {
  return [
    ...(upkeep.isInterrupted ? ["complete an interrupted write"] : []),
    ...upkeep.staleRuns.map(({ id, opened, writes }) => `drop run ${id}, open since ${opened}, with ${writes} writes`),
    ...upkeep.changes.flatMap((change) => summaryOf(change) ?? []).map((summary) => `note that ${summary}`),
  ];
}
