/** Does what a heartbeat finds to do about the rules. Loaded only when something changed or is due. */
import type { Context } from "../context.js";
import type { Stick } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { illegalStatus } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { waitingVersionsOf } from "../store/loop/heartbeat-items.js";
import { isDigestDue, pendingIn, type RulesReport, settingsOf } from "../store/loop/rules-due.js";
import { heldByNow } from "../store/loop/settling.js";
import { openStore, type Store } from "../store/open-store.js";
import { planAdoption, planVersions, type RulesPlan } from "../store/rules/plan-versions.js";
import { summaryOf } from "../store/rules/policy/operations.js";
import type { Operation } from "../store/rules/policy/version.js";
import { type Rulebook, readRulebook } from "../store/rules/rulebook.js";
import { type RulesStatus, stampsOfRules, writeRulesStatus } from "../store/rules/rules-status.js";
import { joinedRulebook, needsJoin } from "../store/rules/versions/join-branches.js";
import { moveText, sameOperations, writeVersions } from "../store/rules/write-versions.js";
import { digest } from "./digest.js";

/** See `tendRules`. While git or another writer is busy, and where a file is damaged, it says so and goes on. */
export async function workOnRules(
  ctx: Context,
  tree: Store,
  { doubted, dryRun }: { doubted: boolean; dryRun: boolean },
): Promise<RulesReport> {
  const did: string[] = [];
  const mayWrite = !dryRun && ctx.actor.run === undefined;
  let state = await viewRules(ctx, tree, dryRun);
  if (hasOpenWork(state, tree)) {
    if (mayWrite) {
      did.push(...(await retryWhileBusy(ctx, () => takeOver(ctx))));
      state = await viewRules(ctx, await openStore(ctx), false);
    } else did.push(...(await wouldTakeOver(ctx, state)));
  }
  const due = !doubted && isDigestDue(ctx, state.status);
  if (due) {
    if (mayWrite) {
      did.push(...(await retryWhileBusy(ctx, () => runDigest(ctx))));
      state = await viewRules(ctx, await openStore(ctx), false);
    } else did.push(...wouldDigest(state.plan));
  }
  if (mayWrite) writeRulesStatus(ctx.workspace, state.stamps, state.status);
  return { pending: pendingIn(state.status), did };
}

/** How many rules a digest would add now. Writes nothing but what is kept of it. */
export async function readyRules(ctx: Context, tree: Store): Promise<number> {
  const { stamps, status } = await viewRules(ctx, tree, true);
  writeRulesStatus(ctx.workspace, stamps, status);
  return status.ready;
}

/** The rules as they are found, with what a digest would do about them. */
interface RulesView {
  tree: Store;
  stamps: ReturnType<typeof stampsOfRules>;
  book: Rulebook;
  plan: RulesPlan | undefined;
  status: RulesStatus;
}

async function viewRules(ctx: Context, tree: Store, untouched: boolean): Promise<RulesView> {
  const stamps = stampsOfRules(ctx);
  const book = await readRulebook(ctx, { untouched });
  const held = heldByNow(ctx, tree);
  const plan = await planUnlessRefused(ctx, tree, book, held);
  const fresh = plan === undefined ? [] : freshOperations(plan);
  const ids = new Set(fresh.filter(({ op }) => op !== "delete").flatMap((op) => op.ids));
  const waits = [...ids].flatMap((id) => tree.head(id) ?? []).filter(isLive);
  const [versions] = waitingVersionsOf(book.chain);
  const last = book.chain.versions
    .filter(({ proposed_by, joins }) => proposed_by !== "person" && joins === undefined)
    .map(({ created }) => created);
  const since = [...(last.length > 0 ? last : waits.map(({ timestamp }) => timestamp))].sort();
  const newest = last.length > 0 ? since.at(-1) : since[0];
  const status: RulesStatus = {
    tree: tree.hash,
    settings: settingsOf(ctx),
    corrections: waits.filter(({ type, status }) => type === "correction" && status !== "promoted").length,
    anything: fresh.length > 0,
    ready: fresh.filter(({ op }) => op === "add").length,
    held: [...held.keys()],
    ...(versions === undefined ? {} : { versions: { count: versions.count, oldest: versions.oldest } }),
    ...(newest === undefined ? {} : { since: newest }),
  };
  return { tree, stamps, book, plan, status };
}

/** What a digest would do now. Undefined when it would refuse: the digest itself says why. */
async function planUnlessRefused(
  ctx: Context,
  tree: Store,
  book: Rulebook,
  held: ReadonlyMap<string, Stick>,
): Promise<RulesPlan | undefined> {
  try {
    return await planVersions(ctx, tree, book, { heldByNow: held });
  } catch (error) {
    if (error instanceof TenetError) return undefined;
    throw error;
  }
}

/** Operations that no version holds yet: what waits for a person already does not wait for a digest. */
function freshOperations({ book, now, waiting }: RulesPlan): Operation[] {
  const known = book.chain.pending;
  const isKnown = known !== undefined && waiting !== undefined && sameOperations(known.operations, waiting.operations);
  return [...(now?.operations ?? []), ...(isKnown ? [] : (waiting?.operations ?? []))];
}

/** Whether there is anything to take over, to move, to join or to mark. */
function hasOpenWork({ book, plan }: RulesView, tree: Store): boolean {
  const { chain, edits, returned, active } = book;
  if (plan?.moved !== undefined) return true;
  if (edits.length + returned.length > 0 || needsJoin(chain)) return true;
  const rules = new Map(active.flatMap((rule) => rule.ids.map((id) => [id, rule.target] as const)));
  const unmarked = [...rules].some(([id, target]) => {
    const head = tree.head(id);
    if (head === undefined || (head.status === "promoted" && head.promoted_to === target)) return false;
    return head.status === "promoted" || illegalStatus(head.status, "promoted") === undefined;
  });
  if (unmarked) return true;
  return active.length > 0 && tree.where({ status: "promoted" }).some(({ id }) => !rules.has(id));
}

async function takeOver(ctx: Context): Promise<string[]> {
  return await changeTree(
    ctx,
    { ...tendVerb("heartbeat"), captures: true, reason: "heartbeat: rules that people changed" },
    async (change) => {
      const book = await joinedRulebook(ctx, change);
      const plan = await planAdoption(ctx, change.tree, book);
      const { adopted, moved } = await writeVersions(ctx, change, plan, "digest");
      return [
        ...book.did,
        ...(adopted === undefined ? [] : [takeoverText(plan, adopted.id)]),
        ...(moved === undefined
          ? []
          : [`${moved.change_summary}, as \`files\` in tenet.yaml says (version ${moved.id})`]),
      ];
    },
  );
}

async function wouldTakeOver(ctx: Context, { tree, book }: RulesView): Promise<string[]> {
  const plan = await planAdoption(ctx, tree, book);
  return [
    ...(book.chain.inForce.length > 1 ? ["join the rules of two branches"] : []),
    ...(plan.adoption === undefined ? [] : [takeoverText(plan, undefined)]),
    ...(plan.moved === undefined ? [] : [moveText(plan.moved.operations)]),
  ];
}

function takeoverText({ adoption }: RulesPlan, version: string | undefined): string {
  const what = summaryOf(adoption?.operations ?? []);
  const by =
    adoption === undefined || adoption.by === "unproven" || adoption.by === "auto" ? "by hand" : `by ${adoption.by}`;
  if (version === undefined) return `take over what was changed ${by}: ${what}`;
  return `took over what was changed ${by} as version ${version}: ${what}`;
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

/** Somebody else's turn, or a file that has to be mended first, is told and costs nothing else. */
async function retryWhileBusy(ctx: Context, body: () => Promise<string[]>): Promise<string[]> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof TenetError) || !["busy", "conflict", "refused"].includes(error.failure)) throw error;
    ctx.warn(`${error.message} The rules wait for the next heartbeat.`);
    return [];
  }
}
