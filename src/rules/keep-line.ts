/** A person takes a line as their own that was changed by hand. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { sayMerge } from "../store/base/say-merge.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { requireTyped } from "../store/people/people-only.js";
import { lineChange, summaryOf } from "../store/rules/policy/operations.js";
import { isUnproven, type Rule } from "../store/rules/policy/rule.js";
import { joinedRulebook } from "../store/rules/versions/join-branches.js";
import { activate, newVersionId, versionOf } from "../store/rules/versions/version-writer.js";
import { adopt } from "../store/rules/write-versions.js";
import { stamp } from "../text/durations.js";

export interface KeepInput {
  /** The version that took the line over. */
  since: string;
  text: string;
  /** A person typed the word that was asked for. */
  confirmed: boolean;
}

/** Makes the line a person's own, as a new version; with a base, from its merge on. Exit 5 for anybody but a person. */
export async function keepLine(ctx: Context, { since, text, confirmed }: KeepInput): Promise<{ by: string }> {
  const decisionText = "taking a line as one's own";
  const { by, how } = await requireTyped(ctx, decisionText, confirmed, "Show a person the line: tenet review --list");
  return await changeTree(
    ctx,
    { ...changeVerb("review"), reason: `review: kept a line of version ${since}` },
    async (change) => {
      const { chain, files } = await adopt(ctx, change, await joinedRulebook(ctx, change));
      const before = chain.rules.find((rule) => isUnproven(rule) && rule.since === since && rule.text === text);
      if (before === undefined) {
        const message = `the line is no longer what was shown; nothing was decided`;
        throw new TenetError(message, {
          failure: "busy",
          code: "changed-meanwhile",
          hint: "See what waits: tenet review --list",
        });
      }
      const at = stamp(ctx.clock.now());
      const id = newVersionId(ctx, chain);
      const after: Rule = { ...before, since: id, decided_by: { by, how: "edited", at } };
      const because = `${by} took it as their own.`;
      const grounds = { reason: "edited", because, evidence: "", tier: "owner", support: 0 } as const;
      const operations = [{ ...lineChange(before, after), ...grounds }];
      const version = versionOf(ctx, id, {
        status: "active",
        proposed_by: "person",
        change_summary: summaryOf(operations),
        operations,
        rules: chain.rules.map((rule) => (rule === before ? after : rule)),
        decided: { by, at, how },
        base: chain.active,
        declined: chain.declined,
      });
      await activate(ctx, change, { chain, files }, version, chain.rules);
      sayMerge(ctx);
      return { by };
    },
  );
}
