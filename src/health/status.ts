/** `tenet status`: how the workspace stands, from heads and a few small files. */

import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import { isApproved, isLive } from "../entry/entry.js";
import { pendingOf, quotedOf, waitingVersionsOf } from "../loop/heartbeat-items.js";
import { failingLessons, loopOf, readQuestions } from "../loop/question-log.js";
import { shownUserTree } from "../recall/home.js";
import { hiddenIn } from "../recall/viewer.js";
import { readChain } from "../rules/versions/chain.js";
import { readIndexStatus } from "../search/index-status.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import { readMergeBuffer, unfinishedRuns } from "../store/runs.js";
import { daysBetween } from "../text/durations.js";
import type { StatusReport } from "./health-schemas.js";

/** Reads heads and local state; writes nothing but the caches that reading refreshes. */
export async function status(ctx: Context): Promise<StatusReport> {
  const { workspace: ws, profile } = ctx;
  // git answers while the store is read.
  const [merge, tree] = await Promise.all([unfinishedMerge(ws.root), openStore(ctx)]);
  // Counted whole, but what is quoted or asked for is what its reader may be shown.
  const shown = tree.without(await hiddenIn(ctx, tree));
  const [newest] = shown.newest(1);
  const captures = (await readMergeBuffer(ws))?.writes.length ?? 0;
  const runs = await unfinishedRuns(ws);
  const errors = tree.findings.filter(({ severity }) => severity === "error");
  const [worst] = errors;
  return {
    workspace: ws.root,
    agent: ownAgents(profile)[0] ?? "main",
    counts: countsOf(tree),
    ...(newest === undefined ? {} : { newest: { ...quotedOf(newest), at: newest.timestamp } }),
    due: await dueOf(ctx, shown),
    waiting: [...pendingOf(shown, ...(await shownUserTree(ctx))), ...waitingVersionsOf(await readChain(ws))].map(
      (one) => ({
        ...one,
        days: Math.max(0, Math.floor(daysBetween(one.oldest.since, ctx.clock.now()))),
      }),
    ),
    index: readIndexStatus(ws, tree.hash),
    interrupted: tree.pending,
    ...(merge === undefined && captures === 0 ? {} : { merge: { state: merge ?? "finished", captures } }),
    runs: runs.map(({ id, opened, writes }) => ({ id, opened, writes: writes.length })),
    findings: {
      errors: errors.length,
      warnings: tree.findings.filter(({ severity }) => severity === "warning").length,
      ...(worst === undefined
        ? {}
        : { first: `${worst.file}${worst.line === undefined ? "" : `:${worst.line}`}: ${worst.message}` }),
    },
  };
}

function countsOf(tree: Store): StatusReport["counts"] {
  const counts = {
    live: 0,
    correction: 0,
    insight: 0,
    outcome: 0,
    memory: 0,
    promoted: 0,
    inconclusive: 0,
    superseded: 0,
    forgotten: 0,
  };
  for (const { head, count } of tree.tally()) {
    if (head.status === "superseded" || head.status === "forgotten") counts[head.status] += count;
    if (!isLive(head)) continue;
    counts.live += count;
    counts[head.type] += count;
    if (head.status === "promoted" || head.status === "inconclusive") counts[head.status] += count;
  }
  return counts;
}

async function dueOf(ctx: Context, tree: Store): Promise<StatusReport["due"]> {
  const known = await readQuestions(ctx.workspace);
  const loop = loopOf(ctx, tree, known);
  let recurrences = 0;
  const contested = new Set<string>();
  for (const head of tree.withAny("maybe_recurrence_of", "contests")) {
    if (!counts(head)) continue;
    if (head.maybe_recurrence_of !== undefined && counts(tree.head(head.maybe_recurrence_of))) recurrences++;
    for (const id of head.contests ?? []) if (counts(tree.head(id))) contested.add([head.id, id].sort().join("+"));
  }
  return {
    questions: loop.due.length + loop.waiting,
    reinforce: failingLessons(tree).filter(({ carrier }) => counts(carrier)).length,
    recurrences,
    contested: contested.size,
  };
}

const counts = (head: EntryMeta | undefined): boolean => head !== undefined && isLive(head) && isApproved(head);
