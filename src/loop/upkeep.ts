/**
 * Does what time brought, without a question: by a heartbeat, and at a session's end, so that a set-up without a timer makes
 * rules, too.
 */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { gitFolder } from "../store/git/git-folder.js";
import { headBranch } from "../store/git/git-head.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { agendaOf } from "../store/loop/agenda.js";
import type { Pending } from "../store/loop/loop-schemas.js";
import { changeQuestions, MOST_WAITING, type Questions, readQuestions } from "../store/loop/question-log.js";
import type { RulesReport } from "../store/loop/rules-due.js";
import { leapIn } from "../store/loop/time-leap.js";
import type { TimedChange } from "../store/loop/timed-change.js";
import { type Upkeep, upkeepDue } from "../store/loop/upkeep-due.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";

/** `rules/rules-upkeep.ts`, which the doors hand over. */
export type TendRules = (ctx: Context, tree: Store, how: { doubted: boolean; dryRun: boolean }) => Promise<RulesReport>;

/** What was done, or with `dryRun` would be, and how it left the tree. */
interface Tended {
  tree: Store;
  leap: ReturnType<typeof leapIn>;
  /** One plain sentence each. */
  did: string[];
  /** Versions that wait for a person. */
  pending: Pending[];
}

/** Completes, drops, expires, settles and digests what is due. `known`: what was asked. */
export async function tend(
  ctx: Context,
  known: Questions,
  { dryRun, tendRules }: { dryRun: boolean; tendRules: TendRules },
): Promise<Tended> {
  let tree = await openStore(ctx, { untouched: dryRun });
  const leap = leapIn(ctx, tree, known);
  const { doubted } = leap;
  const due = await upkeepDue(ctx, tree, doubted);
  const unanswered = doubted ? [] : agendaOf(ctx, tree, known, []).unanswered.map(inconclusive);
  const upkeep = { ...due, changes: [...due.changes, ...unanswered] };
  const did = dryRun ? wouldDo(upkeep) : await doUpkeep(ctx, upkeep);
  if (did.length > 0 && !dryRun) tree = await openStore(ctx);
  // At a session's end somebody waits: the rules then have the next one.
  if (ctx.until !== undefined && performance.now() > ctx.until) return { tree, leap, did, pending: [] };
  const rules = await tendRules(ctx, tree, { doubted, dryRun });
  if (rules.did.length > 0 && !dryRun) tree = await openStore(ctx);
  return { tree, leap, did: [...did, ...rules.did], pending: rules.pending };
}

/** The same at a session's end, where it may be done and nobody is in the way. The next heartbeat tells of it. */
export async function tendAtSessionEnd(ctx: Context, tendRules: TendRules): Promise<void> {
  if (!ctx.profile.learning.on || !(await mayTendHere(ctx))) return;
  try {
    await tendAndRemember(ctx, tendRules);
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
  }
}

async function tendAndRemember(ctx: Context, tendRules: TendRules): Promise<void> {
  const known = await readQuestions(ctx.workspace);
  const { leap, did } = await tend(ctx, known, { dryRun: false, tendRules });
  if (did.length === 0 && leap.leapt === known.leapt) return;
  await changeQuestions(ctx, "hook", async ({ leapt: _, did: before = [], ...rest }) => ({
    answer: undefined,
    keep: {
      ...rest,
      did: [...before, ...did].slice(-MOST_WAITING),
      ...(leap.leapt === undefined ? {} : { leapt: leap.leapt }),
    },
  }));
}

/** On every branch: what is made is a proposal until people merge it. Not in git's way, and not where no branch would keep it. */
async function mayTendHere({ workspace: { root } }: Context): Promise<boolean> {
  const isDetached = gitFolder(root) !== undefined && (await headBranch(root)) === undefined;
  return !isDetached && (await unfinishedMerge(root)) === undefined;
}

/** Makes what was found to be due. */
export async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  const { replay, commits, staleRuns, changes } = upkeep;
  if (!replay && commits.length + staleRuns.length + changes.length === 0) return [];
  return await (await import("./heartbeat-tidy.js")).doUpkeep(ctx, upkeep);
}

/** An entry whose last question nobody answered. */
export function inconclusive({ id }: EntryMeta): TimedChange {
  return { id, does: "inconclusive", summary: `${id} is inconclusive: nobody answered` };
}

function wouldDo(upkeep: Upkeep): string[] {
  return [
    ...(upkeep.replay ? ["complete an interrupted write"] : []),
    ...upkeep.commits.map((what) => `commit ${what}`),
    ...upkeep.staleRuns.map(({ id, opened, writes }) => `drop run ${id}, open since ${opened}, with ${writes} writes`),
    ...upkeep.changes.map(({ summary }) => `note that ${summary}`),
  ];
}
