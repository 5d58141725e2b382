/** Puts a decided version in force on top of what is there now: by rule, so that what people did meanwhile stays. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Kept } from "../../memory/rules/merge.js";
import { rebased } from "../../memory/rules/rebase.js";
import type { Version, VersionDecision } from "../../memory/rules/version.js";
import type { Change } from "../../tree/change.js";
import { carryOut } from "./carry-out.js";
import { planAdoption } from "./plan.js";
import type { Rulebook } from "./rulebook.js";
import { activate, versionOf } from "./stage.js";

export interface Enacted {
  version: Version;
  /** Rules that stayed as people wrote them although the version would have changed them. */
  kept: readonly Kept[];
  /** What people did by hand, taken over first. */
  adopted?: Version | undefined;
  /** It was built anew because the rules had changed since it was proposed. */
  rebased: boolean;
}

/**
 * `approved`: who decided, stands behind each rule that the version brings. Adopts hand edits first, then merges the
 * version's rules with those in force. Throws `conflict` when nothing of it could be done.
 */
export async function enact(
  ctx: Context,
  change: Change,
  book: Rulebook,
  version: Version,
  decided: VersionDecision,
): Promise<Enacted> {
  const plan = await planAdoption(ctx, change.tree, book);
  const { adopted, chain, files } = await carryOut(ctx, change, plan, "person");
  const current = chain.active;
  const theirs = current?.rules ?? [];
  const base = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? []);
  const by = { by: decided.by, how: "approved" as const, at: stamp(ctx.clock.now()) };
  const { rules, operations, summary, kept } = rebased(version, base, theirs, by);
  if (operations.length === 0) {
    throw new TenetError(`nothing of version ${version.id} can be done: people changed every rule it is about`, {
      failure: "conflict",
      code: "kept-by-people",
      hint: "See what stands in the files now: tenet digest --dry-run",
    });
  }
  const { id, proposed_by, declined } = version;
  const enacted: Version = {
    ...versionOf(ctx, id, {
      status: "active",
      proposed_by,
      change_summary: summary,
      operations,
      rules,
      decided,
      base: current,
      ...(declined === undefined ? {} : { declined }),
    }),
    created: version.created,
  };
  await activate(ctx, change, { chain, files }, enacted, theirs);
  return { version: enacted, kept, adopted, rebased: version.previous !== (current?.id ?? null) };
}
