/** Reads once what a report is made of: entries, versions, and what this machine knows. */
import type { Context } from "../context.js";
import { possible, standingsOf } from "../rules/planning/candidates.js";
import { EvidenceLoader } from "../rules/planning/evidence-loader.js";
import { readChain } from "../rules/versions/chain.js";
import type { Row, Store } from "../store/open-store.js";
import { asNobody, openShown } from "../store/viewer.js";
import { type History, isCounted, type LocalHistory } from "./history.js";
import { readLocal } from "./read-local.js";

/** The history of a workspace as everybody may read it. Writes nothing but the caches that reading refreshes. */
export async function readHistory(ctx: Context): Promise<History> {
  const reader = asNobody(ctx);
  const { workspace: ws, profile, clock } = reader;
  const tree = await openShown(reader);
  const chain = await readChain(ws);
  const entries = tree.heads.filter(isCounted);
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
function knownOf(byId: ReadonlyMap<string, Row>, local: LocalHistory): LocalHistory {
  return { ...local, showings: local.showings.map((one) => ({ ...one, ids: one.ids.filter((id) => byId.has(id)) })) };
}
