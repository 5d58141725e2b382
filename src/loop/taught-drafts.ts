import { type CheckedDraft, checkDraft } from "../capture/drafts/draft.js";
import { draftOf } from "../capture/runs/commit-buffer.js";
import type { Context } from "../context.js";
import type { Reflexion } from "../entry/entry.js";
import type { RunRecord } from "../store/state/runs.js";
import { canonicalClaim } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";

/** The reason of a failed run, with its entities and tags. */
export interface RunFailure {
  reason?: string | undefined;
  entities?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
}

/** The reflexions of a failed run as drafts, with its reason unless one of them says the same. */
export async function taughtDrafts(
  ctx: Context,
  run: RunRecord,
  { reason, entities, tags }: RunFailure,
): Promise<CheckedDraft[]> {
  const reflexions = run.writes.flatMap((write) =>
    write.kind === "capture" && write.type === "reflexion" ? [draftOf(write, run, false)] : [],
  );
  if (reason === undefined || reflexions.some(({ fields }) => saysTheSame(fields, reason, entities, tags)))
    return reflexions;
  const about = defined({ entities: entities && [...entities], tags: tags && [...tags] });
  const why = await checkDraft(ctx, { type: "reflexion", reflexion: reason, run: run.id, ...about });
  return [...reflexions, why];
}

/** Whether a reflexion has these words, and at least these entities and tags. */
function saysTheSame(
  fields: CheckedDraft["fields"],
  reason: string,
  entities: readonly string[] = [],
  tags: readonly string[] = [],
): boolean {
  const { reflexion, entities: its = [], tags: own = [] } = fields as Partial<Reflexion>;
  const sameWords = canonicalClaim(reflexion ?? "") === canonicalClaim(reason);
  return sameWords && entities.every((one) => its.includes(one)) && tags.every((one) => own.includes(one));
}
