import type { Context } from "../../context.js";
import { baseSentence } from "../../store/base/policy/base-state.js";
import { CacheDatabase } from "../../store/cache/database.js";
import { contentsOf, filesAt } from "../../store/git/commit-files.js";
import { GitFailed } from "../../store/git/git.js";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { type BaseRule, baseRules, waitsForMerge } from "../policy/merged.js";
import { type Rule, rulePaths, type Target } from "../policy/rule.js";
import { type Chain, committedChain } from "../versions/chain.js";
import { ruleFileOf } from "./rule-files.js";

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

/** Reads them at the base's commit, with a few git processes where it moved. */
export async function rulesOfBase(
  { workspace: ws, base, warn }: Pick<Context, "workspace" | "base"> & Partial<Pick<Context, "warn">>,
  paths: readonly Target[],
): Promise<RulesOfBase> {
  if (base.state === "none") return {};
  const cachedRules = CacheDatabase.of(ws).fact<CachedRules>("rules of the base");
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
  CacheDatabase.of(ws).keepFact("rules of the base", { at, merged });
  return { merged };
}

/** Undefined where an object of the commit is missing or torn, or a block of it is damaged. */
async function readAt(ws: Workspace, commit: string, paths: readonly Target[]): Promise<BaseRule[] | undefined> {
  try {
    const contents = await contentsOf(ws.root, await filesAt(ws.root, commit, [...paths, ws.relative(ws.versions)]));
    const files = paths.map((target) => ruleFileOf(target, `${contents.get(target) ?? ""}`, null));
    if (files.some(({ trouble }) => trouble !== undefined)) return undefined;
    const lines = files.flatMap(({ rules }) => rules);
    return baseRules(
      lines,
      (await committedChain(contents)).inForce.flatMap(({ rules }) => rules),
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
  const facts = { merged, mode: ctx.profile.apply_mode, tierOf: (id: string) => tree.head(id)?.trust };
  return standing.filter((rule) => waitsForMerge(rule, facts));
}
