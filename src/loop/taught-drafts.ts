/** What a failed run teaches: its reflexions, and the reason. Called by `run.ts`. */
import { checkDraft } from "../capture/drafts/draft.js";
import { waitingCaptures } from "../capture/runs/buffer.js";
import type { Context } from "../context.js";
import type { Reflexion } from "../entry/entry.js";
import type { RunRecord, WaitingCapture } from "../store/state/runs.js";
import { canonicalClaim } from "../text/claims/canonical.js";
import { defined } from "../text/defined.js";

/** The reason of a failed run, with its entities and tags. */
export interface RunFailure {
  reason?: string | undefined;
  entities?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
}

/** The reflexions of a failed run, with its reason unless one of them says the same. */
export async function taughtWrites(
  ctx: Context,
  run: RunRecord,
  { reason, entities, tags }: RunFailure,
): Promise<WaitingCapture[]> {
  const reflexions = run.writes.flatMap((write) =>
    write.kind === "capture" && write.type === "reflexion" ? [write] : [],
  );
  if (reason === undefined || reflexions.some(({ fields }) => saysTheSame(fields, reason, entities, tags)))
    return reflexions;
  const about = defined({ entities: entities && [...entities], tags: tags && [...tags] });
  const why = await checkDraft(ctx, { type: "reflexion", reflexion: reason, ...about });
  return [...reflexions, ...(await waitingCaptures(ctx, run, [why]))];
}

/** Whether a reflexion has these words, and at least these entities and tags. */
function saysTheSame(
  fields: WaitingCapture["fields"],
  reason: string,
  entities: readonly string[] = [],
  tags: readonly string[] = [],
): boolean {
  const { reflexion, entities: its = [], tags: own = [] } = fields as Partial<Reflexion>;
  const sameWords = canonicalClaim(reflexion ?? "") === canonicalClaim(reason);
  return sameWords && entities.every((one) => its.includes(one)) && tags.every((one) => own.includes(one));
}
