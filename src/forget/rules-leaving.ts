/** Rules that rest on what is forgotten: which they are, by the ids in the blocks, and how they and their words leave. */
import type { Context } from "../context.js";
import { isPeoples } from "../entry/gates/trust.js";
import { TenetError } from "../errors.js";
import { planVersions } from "../rules/planning/plan-versions.js";
import { writeVersions } from "../rules/planning/write-versions.js";
import { type BlockRule, rulesIn } from "../rules/policy/block.js";
import { rulePaths } from "../rules/policy/rule.js";
import type { Operation } from "../rules/policy/version.js";
import { type Chain, readChain } from "../rules/versions/chain.js";
import { joinedRulebook } from "../rules/versions/join-branches.js";
import { next } from "../steps.js";
import type { Change } from "../store/change/change.js";
import { blockIn } from "../store/records/marked-blocks.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { RuleChange } from "./forget-schemas.js";
import type { Taker } from "./selection.js";

/** A bullet of a block; `from` and `to` count the lines of its file, `to` exclusive. */
interface RestingRule extends BlockRule {
  target: string;
}

/** The core files that may hold a block. */
export const coreFiles = ({ profile }: Pick<Context, "profile">) => rulePaths(profile.files, []);

/** Every bullet in the blocks of the core files. */
function rulesInFiles(ctx: Context, read: (path: string) => string): RestingRule[] {
  return coreFiles(ctx).flatMap((target) => {
    const block = blockIn(read(ctx.workspace.absolute(target)), "rules");
    if (block.state !== "found") return [];
    const { from: start } = block;
    return rulesIn(block.lines).map((rule) => ({ ...rule, target, from: start + rule.from, to: start + rule.to }));
  });
}

export const textIn = (change: Pick<Change, "read">, path: string): string =>
  Buffer.from(change.read(path) ?? []).toString("utf8");

const PLACE = /^(.+):(\d+)$/;

/** References with each `FILE:LINE` of a rule as the ids that it rests on. Throws `not-found` where no rule stands. */
export function entriesNamed(ctx: Context, refs: readonly string[], read: (path: string) => string): string[] {
  return refs.flatMap((ref) => {
    const [, file, number] = PLACE.exec(ref) ?? [];
    if (file === undefined) return [ref];
    const at = Number(number) - 1;
    const rule = rulesInFiles(ctx, read).find(({ target, from, to }) => target === file && from <= at && at < to);
    if (rule !== undefined && rule.ids.length > 0) return [...rule.ids];
    const hint = next("Entries that are rules:", "list", { status: "promoted" });
    throw new TenetError(`no rule stands at ${ref}`, { failure: "not-found", hint });
  });
}

/** What became of the rules. */
export interface RulesLeft {
  changes: RuleChange[];
  /** The version that takes them out. */
  version?: string | undefined;
  chain: Chain;
}

/** Stages the part of a digest that is about rules of these staged entries: nothing new becomes one. */
export async function leaveRules(
  ctx: Context,
  change: Change,
  gone: ReadonlySet<string>,
  { by, tier = "self", reason }: Taker,
): Promise<RulesLeft> {
  const isOf = ({ ids }: Pick<RestingRule, "ids">) => ids.some((id) => gone.has(id));
  const resting = rulesInFiles(ctx, (path) => textIn(change, path)).filter(isOf);
  if (resting.length === 0) return { changes: [], chain: await readChain(ctx.workspace) };
  const book = await joinedRulebook(ctx, change);
  const plan = await planVersions(ctx, change.tree, book, { only: [...gone][0] });
  const isPersons = typeof by === "string" && isPeoples(tier);
  if (isPersons && plan.now)
    plan.now.decided = { by, at: stamp(ctx.clock.now()), how: "typed", ...defined({ reason }) };
  const { active, chain } = await writeVersions(ctx, change, plan, isPersons ? "person" : "digest");
  const changesOf = (operations: readonly Operation[] = [], fate: RuleChange["fate"]) =>
    operations.flatMap(({ op, target, ids, because, before }): RuleChange[] => {
      const isTheirs = isOf({ ids }) || resting.some(({ text }) => text === before);
      return op === "keep" || !isTheirs ? [] : [{ op, target, ids: [...ids], because, fate }];
    });
  const changes = [...changesOf(plan.now?.operations, "active"), ...changesOf(plan.waiting?.operations, "waits")];
  const kept = resting.filter(({ ids }) => !changes.some((one) => one.ids.some((id) => ids.includes(id))));
  const because = "a person's line: it stays until they take it out";
  const stays = kept.map(
    ({ target, ids }): RuleChange => ({ op: "keep", target, ids: [...ids], because, fate: "active" }),
  );
  return { changes: [...changes, ...stays], version: active?.id, chain };
}

/** What rules that were made of these entries say, in every version: an agent may have worded them. */
export function wordsOfRules({ versions }: Chain, gone: ReadonlySet<string>): string[] {
  const lines = versions.flatMap(({ rules, operations }) => [...rules, ...operations]);
  return lines.flatMap((line) => {
    const before = "before" in line ? (line.before ?? []) : [];
    return gone.has(line.ids[0] ?? "") ? [line.text, before].flat() : [];
  });
}
