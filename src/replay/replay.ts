/** What the rules of a version would have changed, computed from the files on disk. Called by `tenet versions diff`. */
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import type { TrialContext } from "../recall/answer-program.js";
import { openStore, type Store } from "../store/open-store.js";
import { LAST, nameOfVersion, type ReplayedChange, replayChange } from "../store/replay/replay-change.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import { applied } from "../store/rules/policy/operations.js";
import { isOpen, type Version } from "../store/rules/policy/version.js";
import { type Rulebook, readRulebook } from "../store/rules/rulebook.js";
import { rulesBefore } from "../store/rules/versions/three-way.js";
import { defined } from "../text/defined.js";

const MOST_LAST = 500;

export interface ReplayInput {
  /** A version by number, id or tail; by default the waiting one, else the plan of a digest. */
  ref?: string | undefined;
  /** How many contexts and cases are looked at. */
  last?: number | undefined;
  /**
   * Makes the contexts in which the program of `commands.eval` answers golden questions: where a version is named, and
   * only by the command, which hands over `trialContexts` of `context/context.ts`.
   */
  contexts?: ((ctx: Context) => TrialContext) | undefined;
}

/** Reads only. Throws `not-found` for an unknown version, or where nothing waits and a digest would do nothing. */
export async function replay(ctx: Context, { ref, last = LAST, contexts }: ReplayInput = {}): Promise<Replayed> {
  if (!Number.isInteger(last) || last < 1 || last > MOST_LAST) {
    throw wrongUsage(`--last is a whole number from 1 to ${MOST_LAST}`, "Leave it out for the last 20.");
  }
  const [tree, book] = [await openStore(ctx), await readRulebook(ctx)];
  const { chain } = book;
  const version = ref === undefined ? chain.pending : chain.resolve(ref);
  const change = version === undefined ? await nextDigest(ctx, tree, book) : changeOf(book, version);
  const replayed = await replayChange(ctx, tree, chain, change, last, last);
  if (version === undefined) return replayed;
  const answers =
    contexts !== undefined && ref !== undefined
      ? await (await import("./ask-golden.js")).answersOf(ctx, change, contexts)
      : undefined;
  return { version: version.id, ...replayed, ...defined({ answers }) };
}

function changeOf({ chain, active }: Rulebook, version: Version): ReplayedChange {
  const { id, operations, previous } = version;
  const name = nameOfVersion(id);
  if (!isOpen(version)) return { name, before: rulesBefore(version, chain), after: version.rules, operations };
  const isCurrent = previous === (chain.active?.id ?? null);
  return { name, before: active, after: isCurrent ? version.rules : applied(active, operations, id), operations };
}

async function nextDigest(ctx: Context, tree: Store, book: Rulebook): Promise<ReplayedChange> {
  const { planVersions, rulesBeforeDigest } = await import("../store/rules/plan-versions.js");
  const plan = await planVersions(ctx, tree, book);
  const operations = [...(plan.now?.operations ?? []), ...(plan.waiting?.operations ?? [])];
  if (operations.length === 0) {
    throw new TenetError("no version waits, and a digest would change no rule", {
      failure: "not-found",
      code: "nothing-to-replay",
      hint: "Name a version: tenet versions",
    });
  }
  const before = rulesBeforeDigest(plan);
  return { name: "The next digest", before, after: plan.waiting?.rules ?? plan.now?.rules ?? before, operations };
}
