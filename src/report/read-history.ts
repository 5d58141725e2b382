/** Reads once what a report is made of: entries, versions, daily logs, golden questions, and what this machine knows. */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isSensitive, isWithdrawn } from "../entry/gates/visible.js";
import { inForce } from "../entry/status.js";
import { readGateLines } from "../store/change/gate-lines.js";
import { readRuns } from "../store/golden/golden-runs.js";
import { readQuestions as readGoldenQuestions } from "../store/golden/read-questions.js";
import type { Store } from "../store/open-store.js";
import { possible, standingsOf } from "../store/rules/candidates.js";
import { EvidenceLoader } from "../store/rules/evidence-loader.js";
import { readChain } from "../store/rules/versions/chain.js";
import { asNobody, openShown } from "../store/viewer.js";
import { countWaiting } from "../store/waiting/policy/count-waiting.js";
import { waitingFor } from "../store/waiting/waiting.js";
import type { Candidate, History, LocalHistory } from "./history.js";
import { readLocal } from "./read-local.js";
import { readAllVersions } from "./read-versions.js";

/** `local`: with what this machine alone knows, which a commit does not hold. */
export interface Reading {
  local: boolean;
}

/** The history of a workspace as everybody may read it. Writes nothing but the caches that reading refreshes. */
export async function readHistory(ctx: Context, { local }: Reading): Promise<History> {
  const reader = asNobody(ctx);
  const { workspace: ws, profile, clock } = reader;
  const tree = await openShown(reader);
  const chain = await readChain(ws);
  const entries = await countedEntries(reader, tree);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const golden = await readGoldenQuestions(ws);
  return {
    now: clock.now(),
    timezone: profile.timezone,
    entries,
    byId,
    candidates: await candidatesIn(reader, tree),
    versions: await readAllVersions(ws, chain, entries),
    gate: readGateLines(ws),
    golden: {
      questions: golden.questions.map(({ id, tags }) => ({ id, tags: tags ?? [] })),
      runs: await readRuns(ws),
    },
    // What waits is counted for whoever asks, as everywhere; at a commit for everybody.
    waiting: countWaiting(await waitingFor(local ? ctx : reader), clock.now()),
    days: profile.outcome,
    stick: profile.stick,
    expire_days: profile.ask.expire_days,
    local: local ? knownOf(byId, await readLocal(ctx)) : undefined,
  };
}

/** What counts: neither forgotten nor turned down nor sensitive, each with the review in force. */
async function countedEntries({ profile }: Context, tree: Store): Promise<Entry[]> {
  const reviews = new Map(tree.withAny("review").map(({ id, review }) => [id, review?.state]));
  return (await tree.load()).flatMap(({ entry: treeEntry }) => {
    const entry = inForce(treeEntry, profile.apply_mode, reviews.get(treeEntry.id));
    const isOut = entry.status === "forgotten" || isSensitive(entry) || isWithdrawn(entry);
    return isOut || entry.erased !== undefined ? [] : [entry];
  });
}

/** What qualifies as a rule, blocked or not. */
async function candidatesIn(ctx: Context, tree: Store): Promise<Candidate[]> {
  const ids = possible(tree, ctx.profile.promotion);
  const evidence = new EvidenceLoader(ctx, tree);
  await evidence.load(ids);
  return standingsOf(ctx, evidence, ids).flatMap(({ evidence: { id }, standing: { qualified, blocked } }) =>
    qualified === undefined ? [] : [{ id, blocked }],
  );
}

/** Removes ids of entries that are private or gone. */
function knownOf(byId: ReadonlyMap<string, Entry>, local: LocalHistory): LocalHistory {
  const { showings, asked } = local;
  const isKnown = (id: string) => byId.has(id);
  return {
    ...local,
    showings: showings.map((one) => ({ ...one, ids: one.ids.filter(isKnown) })),
    asked: asked.filter(({ id }) => isKnown(id)),
  };
}
