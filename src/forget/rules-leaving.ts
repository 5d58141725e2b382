/** Rules that rest on what is forgotten: which they are, by the ids in the blocks, and how they and their words leave. */
import type { Context } from "../context.js";
import { isPeoples } from "../entry/gates/trust.js";
import { TenetError } from "../errors.js";
import { planVersions } from "../rules/planning/plan-versions.js";
import { readRulebook } from "../rules/planning/rulebook.js";
import { writeVersions } from "../rules/planning/write-versions.js";
import { rulePaths } from "../rules/policy/rule.js";
import type { Chain } from "../rules/versions/chain.js";
import { joinedRulebook } from "../rules/versions/join-branches.js";
import { standingAt } from "../rules/why-place.js";
import { next } from "../steps.js";
import type { Change } from "../store/change/change.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { RuleChange } from "./forget-schemas.js";
import type { ForgetRequest } from "./selection.js";

const PLACE = /^(.+):(\d+)$/;

/** References with each `FILE:LINE` of a rule as the ids that it rests on. Throws `not-found` where no rule stands. */
export async function entriesNamed(ctx: Context, refs: readonly string[]): Promise<string[]> {
  const named = refs.map(async (ref) => {
    const [, file, line] = PLACE.exec(ref) ?? [];
    if (file === undefined) return [ref];
    const paths = rulePaths(ctx.profile.files, []);
    const { rule } = await standingAt(ctx, await openShown(ctx), file, Number(line), paths);
    if (rule !== undefined && rule.ids.length > 0) return rule.ids;
    const hint = next("Entries that are rules:", "list", { status: "promoted" });
    throw new TenetError(`no rule stands at ${ref}`, { failure: "not-found", hint });
  });
  return (await Promise.all(named)).flat();
}

/**
 * Stages the part of a digest that is about rules of these staged entries: nothing new becomes one. Answers what became of
 * each, and the version that takes them out.
 */
export async function leaveRules(
  ctx: Context,
  change: Change,
  gone: ReadonlySet<string>,
  { by, tier = "self", reason }: ForgetRequest,
) {
  const isOf = ({ ids }: { ids: readonly string[] }) => ids.some((id) => gone.has(id));
  const { lines, chain: before } = await readRulebook(ctx);
  const resting = lines.filter(isOf);
  if (resting.length === 0) return { changes: [], version: undefined, chain: before };
  const book = await joinedRulebook(ctx, change);
  const plan = await planVersions(ctx, change.tree, book, { only: [...gone][0] });
  if (isPeoples(tier) && plan.now)
    plan.now.decided = { by, at: stamp(ctx.clock.now()), how: "typed", ...defined({ reason }) };
  const { active, chain } = await writeVersions(ctx, change, plan, isPeoples(tier) ? "person" : "digest");
  const changesOf = (step: typeof plan.now, fate: RuleChange["fate"]) =>
    (step?.operations ?? [])
      .filter((one) => isOf(one) || resting.some(({ text }) => text === one.before))
      .map(({ op, target, ids, because }): RuleChange => ({ op, target, ids: [...ids], because, fate }));
  const changes = [...changesOf(plan.now, "active"), ...changesOf(plan.waiting, "waits")];
  for (const { target, ids } of resting) {
    if (changes.some((one) => one.ids.some((id) => ids.includes(id)))) continue;
    const because = "a person's line: it stays until they take it out";
    changes.push({ op: "keep", target, ids: [...ids], because, fate: "active" });
  }
  return { changes, version: active?.id, chain };
}

/** What rules that were made of these entries say, in every version: an agent may have worded them. */
export function wordsOfRules({ versions }: Chain, gone: ReadonlySet<string>): string[] {
  const isOf = ({ ids: [first = ""] }: { ids: readonly string[] }) => gone.has(first);
  return versions.flatMap(({ rules, operations }) => [
    ...rules.filter(isOf).map(({ text }) => text),
    ...operations.filter(isOf).flatMap(({ text, before = "" }) => [text, before]),
  ]);
}
