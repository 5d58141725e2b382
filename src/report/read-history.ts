/** Reads once what a report is made of: entries, versions, and what this machine knows. */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isSensitive, isWithdrawn } from "../entry/gates/visible.js";
import { inForce } from "../entry/status.js";
import { possible, standingsOf } from "../rules/planning/candidates.js";
import { EvidenceLoader } from "../rules/planning/evidence-loader.js";
import { readChain } from "../rules/versions/chain.js";
import type { Store } from "../store/open-store.js";
import { asNobody, openShown } from "../store/viewer.js";
import type { History, LocalHistory } from "./history.js";
import { readLocal } from "./read-local.js";

/** The history of a workspace as everybody may read it. Writes nothing but the caches that reading refreshes. */
export async function readHistory(ctx: Context): Promise<History> {
  const reader = asNobody(ctx);
  const { workspace: ws, profile, clock } = reader;
  const tree = await openShown(reader);
  const chain = await readChain(ws);
  const entries = await countedEntries(reader, tree);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    now: clock.now(),
    timezone: profile.timezone,
    entries,
    byId,
    qualified: await qualifiedIn(reader, tree),
    versions: chain.versions,
    days: profile.outcome,
    local: knownOf(byId, await readLocal(ctx)),
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
async function qualifiedIn(ctx: Context, tree: Store): Promise<string[]> {
  const ids = possible(tree);
  const evidence = new EvidenceLoader(ctx, tree);
  await evidence.load(ids);
  return standingsOf(ctx, evidence, ids).flatMap(({ evidence: { id }, standing: { qualified } }) =>
    qualified === undefined ? [] : [id],
  );
}

/** Removes ids of entries that are private or gone. */
function knownOf(byId: ReadonlyMap<string, Entry>, local: LocalHistory): LocalHistory {
  return { ...local, showings: local.showings.map((one) => ({ ...one, ids: one.ids.filter((id) => byId.has(id)) })) };
}
