/** Does what a heartbeat finds to do about the rules. Loaded only when something changed or is due. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { isDigestDue, type RulesReport } from "../loop/due/rules-due.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { openStore, type Store } from "../store/open-store.js";
import { digest } from "./digest.js";
import { planAdoption, type RulesPlan } from "./planning/plan-versions.js";
import { writeRulesStatus } from "./planning/rules-status.js";
import { freshOperations, type RulesView, viewRules } from "./planning/view-rules.js";
import { writeVersions } from "./planning/write-versions.js";
import { summaryOf } from "./policy/operations.js";
import { joinedRulebook, needsJoin } from "./versions/join-branches.js";

/** See `tendRules`. While git or another writer is busy, and where a file is damaged, it warns and goes on. */
export async function workOnRules(ctx: Context, tree: Store, { dryRun }: { dryRun: boolean }): Promise<RulesReport> {
  const did: string[] = [];
  const mayWrite = !dryRun && ctx.actor.run === undefined;
  let state = await viewRules(ctx, tree);
  if (hasOpenWork(state)) {
    if (mayWrite) {
      did.push(...(await retryWhileBusy(ctx, () => takeOver(ctx))));
      state = await viewRules(ctx, await openStore(ctx));
    } else did.push(...(await wouldTakeOver(ctx, state)));
  }
  if (isDigestDue(ctx, state.status)) {
    if (mayWrite) {
      did.push(...(await retryWhileBusy(ctx, () => runDigest(ctx))));
      state = await viewRules(ctx, await openStore(ctx));
    } else did.push(...wouldDigest(state.plan));
  }
  if (mayWrite) writeRulesStatus(ctx.workspace, state.stamps, state.status);
  return { did };
}

/** Whether there is anything to take over or to join. */
const hasOpenWork = ({ book: { chain, edits, returned } }: RulesView): boolean =>
  edits.length + returned.length > 0 || needsJoin(chain);

async function takeOver(ctx: Context): Promise<string[]> {
  return await changeTree(
    ctx,
    { ...tendVerb("heartbeat"), captures: true, reason: "heartbeat: rules that people changed" },
    async (change) => {
      const book = await joinedRulebook(ctx, change);
      const plan = await planAdoption(ctx, change.tree, book);
      const { adopted } = await writeVersions(ctx, change, plan, "digest");
      return [...book.did, ...(adopted === undefined ? [] : [takeoverText(plan, adopted.id)])];
    },
  );
}

async function wouldTakeOver(ctx: Context, { tree, book }: RulesView): Promise<string[]> {
  const plan = await planAdoption(ctx, tree, book);
  return [
    ...(book.chain.inForce.length > 1 ? ["join the rules of two branches"] : []),
    ...(plan.adoption === undefined ? [] : [takeoverText(plan, undefined)]),
  ];
}

function takeoverText({ adoption }: RulesPlan, version: string | undefined): string {
  const changeSummary = summaryOf(adoption?.operations ?? []);
  const by =
    adoption === undefined || adoption.by === "unproven" || adoption.by === "auto" ? "by hand" : `by ${adoption.by}`;
  if (version === undefined) return `take over what was changed ${by}: ${changeSummary}`;
  return `took over what was changed ${by} as version ${version}: ${changeSummary}`;
}

async function runDigest(ctx: Context): Promise<string[]> {
  const { operations, version, pending, decision } = await digest(ctx);
  if (decision === "unchanged") return [];
  const withFate = (fate: "active" | "pending") => operations.filter((op) => op.fate === fate);
  const [now, waits] = [withFate("active"), withFate("pending")];
  return [
    ...(now.length === 0 ? [] : [`digested what was learned into version ${version}: ${summaryOf(now)}`]),
    ...(waits.length === 0 ? [] : [`proposed version ${pending}, which waits for a person: ${summaryOf(waits)}`]),
  ];
}

function wouldDigest(plan: RulesPlan | undefined): string[] {
  if (plan === undefined) return [];
  return [`digest what was learned: ${summaryOf(freshOperations(plan))}`];
}

/** A busy tree or a damaged file becomes a warning; the rest of the upkeep goes on. */
async function retryWhileBusy(ctx: Context, body: () => Promise<string[]>): Promise<string[]> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof TenetError) || !["busy", "conflict", "refused"].includes(error.failure)) throw error;
    ctx.warn(`${error.message} The rules wait for the next heartbeat.`);
    return [];
  }
}
