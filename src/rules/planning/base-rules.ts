import type { Context } from "../../context.js";
import { CommittedWorkspace } from "../../store/base/committed-workspace.js";
import { baseSentence } from "../../store/base/policy/base-state.js";
import { keepValue, keptValue } from "../../store/cache/kept-value.js";
import { GitFailed } from "../../store/git/git.js";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { type BaseRule, baseRules, waitsForMerge } from "../policy/merged.js";
import { type Rule, rulePaths, type Target } from "../policy/rule.js";
import type { Chain } from "../versions/chain.js";

/** The rules of the base; empty without a base. */
export interface RulesOfBase {
  /** Those it has; where it cannot be read, those it had when it was read last, if that is known. */
  merged?: readonly BaseRule[] | undefined;
  /** The base cannot be read: live rules stay, and nothing new is adopted or made. */
  unread?: true;
}

interface CachedRules {
  /** The commit of the base, and the files that were read. */
  at: string;
  merged: BaseRule[];
}

type Asking = Pick<Context, "workspace" | "base"> & Partial<Pick<Context, "warn">>;

/** Reads them at the base's commit, with a few git processes where it moved. */
export async function rulesOfBase(
  { workspace: ws, base, warn }: Asking,
  paths: readonly Target[],
): Promise<RulesOfBase> {
  if (base.state === "none") return {};
  const cachedRules = keptValue<CachedRules>(ws, "rules of the base");
  const before = cachedRules?.merged;
  if (base.state === "unreadable") return { merged: before, unread: true };
  const at = JSON.stringify([base.commit, paths]);
  if (before !== undefined && cachedRules?.at === at) return { merged: before };
  const merged = await readAt(ws, base.commit, paths);
  if (merged === undefined) {
    const because = `core files or versions of ${base.branch} are missing or damaged`;
    warn?.(baseSentence({ state: "unreadable", because }));
    return { merged: before, unread: true };
  }
  keepValue(ws, "rules of the base", { at, merged });
  return { merged };
}

/** Undefined where an object of the commit is missing or torn, or a block of it is damaged. */
async function readAt(ws: Workspace, commit: string, paths: readonly Target[]): Promise<BaseRule[] | undefined> {
  try {
    const committed = CommittedWorkspace.at(ws.root, commit);
    const files = await committed.coreFiles(paths);
    if (files.some(({ trouble }) => trouble !== undefined)) return undefined;
    const standing = (await committed.chain()).inForce.flatMap(({ rules }) => rules);
    return baseRules(
      files.flatMap(({ rules }) => rules),
      standing,
    );
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

/** Rules of a chain that are in force here and have no effect before people merged them. */
export async function unmergedRules(
  ctx: Pick<Context, "workspace" | "profile" | "base">,
  chain: Chain,
  tree: Pick<Store, "head">,
): Promise<Rule[]> {
  if (ctx.base.state === "none") return [];
  const standing = chain.inForce.flatMap(({ rules }) => rules);
  const { merged } = await rulesOfBase(ctx, rulePaths(ctx.profile.files, standing));
  return unmergedAmong(ctx, standing, merged, tree);
}

/** The same of rules that are at hand. */
function unmergedAmong(
  { profile }: Pick<Context, "profile">,
  rules: readonly Rule[],
  merged: readonly BaseRule[] | undefined,
  tree: Pick<Store, "head">,
): Rule[] {
  const facts = { merged, mode: profile.apply_mode, tierOf: (id: string) => tree.head(id)?.trust };
  return rules.filter((rule) => waitsForMerge(rule, facts));
}
