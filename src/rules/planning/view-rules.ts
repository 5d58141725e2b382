/** The rules as they are, beside what a digest would do about them now. Read by heartbeats, a session's end and `status`. */
import type { Context } from "../../context.js";
import { isLive } from "../../entry/gates/visible.js";
import { TenetError } from "../../errors.js";
import { beyondTree, settingsOf } from "../../loop/due/rules-due.js";
import type { Store } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import type { Operation } from "../policy/version.js";
import { planVersions, type RulesPlan } from "./plan-versions.js";
import { type Rulebook, readRulebook } from "./rulebook.js";
import { type RulesStatus, stampsOfRules, writeRulesStatus } from "./rules-status.js";
import { sameOperations } from "./write-versions.js";

/** The rules as they are found, with what a digest would do about them. */
export interface RulesView {
  tree: Store;
  stamps: ReturnType<typeof stampsOfRules>;
  book: Rulebook;
  plan: RulesPlan | undefined;
  status: RulesStatus;
}

export async function viewRules(ctx: Context, tree: Store): Promise<RulesView> {
  const stamps = stampsOfRules(ctx);
  const book = await readRulebook(ctx);
  const plan = await planUnlessRefused(ctx, tree, book);
  return { tree, stamps, book, plan, status: statusOf(ctx, tree, { book, plan }) };
}

/** What a heartbeat needs to know of the rules. `plan`: undefined where a digest would refuse. */
export function statusOf(ctx: Context, tree: Store, { book, plan }: Pick<RulesView, "book" | "plan">): RulesStatus {
  const fresh = plan === undefined ? [] : freshOperations(plan);
  const ids = new Set(fresh.filter(({ op }) => op !== "delete").flatMap((op) => op.ids));
  const waits = [...ids].flatMap((id) => tree.head(id) ?? []).filter(isLive);
  const last = book.chain.versions
    .filter(({ proposed_by, joins }) => proposed_by !== "person" && joins === undefined)
    .map(({ created }) => created);
  const since = [...(last.length > 0 ? last : waits.map(({ timestamp }) => timestamp))].sort();
  const newest = last.length > 0 ? since.at(-1) : since[0];
  return {
    tree: tree.hash,
    settings: settingsOf(ctx),
    corrections: waits.filter(({ type, status }) => type === "correction" && status !== "promoted").length,
    anything: fresh.length > 0,
    ready: fresh.filter(({ op }) => op === "add").length,
    beyond: beyondTree(ctx, tree),
    kept: plan === undefined ? [] : keptBackBy(plan),
    ...defined({ since: newest }),
  };
}

/** Keys of the open pairs that keep rules, and what would be one, back. */
function keptBackBy({ book, candidates, behind }: RulesPlan): string[] {
  const rules = book.active.flatMap(({ ids }) => ids.flatMap((id) => behind.get(id) ?? []));
  const wouldBe = candidates.flatMap(({ evidence, standing }) => (standing.qualified === undefined ? [] : evidence));
  return [...new Set([...rules, ...wouldBe].flatMap(({ pairs = [] }) => pairs))];
}

/** The result of a digest now. Undefined when it would refuse: the digest itself gives the reason. */
async function planUnlessRefused(ctx: Context, tree: Store, book: Rulebook): Promise<RulesPlan | undefined> {
  try {
    return await planVersions(ctx, tree, book);
  } catch (error) {
    if (error instanceof TenetError) return undefined;
    throw error;
  }
}

/** Operations that no version holds yet: what waits for a person already does not wait for a digest. */
export function freshOperations({ book, now, waiting }: RulesPlan): Operation[] {
  const pendingVersion = book.chain.pending;
  const isKnown =
    pendingVersion !== undefined &&
    waiting !== undefined &&
    sameOperations(pendingVersion.operations, waiting.operations);
  return [...(now?.operations ?? []), ...(isKnown ? [] : (waiting?.operations ?? []))];
}

/** How many rules a digest would add now. Writes only the stored status. */
export async function countReadyRules(ctx: Context, tree: Store): Promise<number> {
  const { stamps, status } = await viewRules(ctx, tree);
  writeRulesStatus(ctx.workspace, stamps, status);
  return status.ready;
}
