/** Keeps captures and log lines as drafts until their run finishes. Called by `capture.ts`, `log.ts` and runs. */

import type { Context } from "../../context.js";
import type { Stakes } from "../../entry/entry.js";
import { openStore } from "../../store/open-store.js";
import { addToRun, openRun, type RunRecord, type WaitingCapture } from "../../store/state/runs.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { byHome } from "../by-home.js";
import type { Captured } from "../capture-schemas.js";
import { type CheckedDraft, claimIn } from "../drafts/draft.js";
import { ListNames } from "../drafts/list-names.js";
import { judgedDrafts } from "../judge-and-store.js";
import { reflexionsOff } from "../look/prepare.js";
import { asFields } from "../relations.js";

/** Keeps captures durably in a run. Everything that could refuse one is asked now, while its author is there to mend it. */
export async function bufferCaptures(ctx: Context, run: string, checked: readonly CheckedDraft[]): Promise<Captured[]> {
  const writes = await waitingCaptures(ctx, openRun(ctx.workspace, run), checked);
  addToRun(ctx.workspace, run, writes);
  return writes.map(bufferedAnswer);
}

/** Captures as they wait in a run: judged, with whole ids. They may name those that wait before them. */
export async function waitingCaptures(
  ctx: Context,
  run: RunRecord,
  checked: readonly CheckedDraft[],
): Promise<WaitingCapture[]> {
  if (run.reflexions === false && checked.some(({ type }) => type === "reflexion"))
    throw reflexionsOff(`Run ${run.id} was started with --no-reflexion; nothing was stored.`);
  const earlier = draftsIn(run);
  const judged = await byHome(ctx, checked, async (home, part) => {
    const list = new ListNames([...earlier, ...part]);
    return await judgedDrafts(home, await openStore(home), part, list, earlier);
  });
  const { session: saidIn } = ctx.actor;
  const at = stamp(ctx.clock.now());
  return judged.map(({ type, fields, answers = {}, timestamp, tier, agent, session = saidIn, heard }) => ({
    ...{ kind: "capture", type, fields: { ...fields, ...asFields(answers) }, timestamp, tier, at, agent, session },
    ...defined({ heard }),
  }));
}

/** What waits in a run as drafts, with what was decided when they were made. */
export function draftsIn({ id: run, writes }: RunRecord): CheckedDraft[] {
  return writes.flatMap((write) => {
    if (write.kind !== "capture") return [];
    const { type, fields, timestamp, heard, tier, agent, session } = write;
    const made = { tier, agent, ...(session.startsWith(`adhoc-${agent}-`) ? {} : { session }) };
    return [{ type, fields: { ...fields, run }, timestamp, made, ...defined({ heard }) }];
  });
}

function bufferedAnswer(write: WaitingCapture): Captured {
  const { type, fields } = write;
  const because =
    type === "reflexion"
      ? "It is kept until its run ends, and stored then, whether the run failed or not."
      : "It is kept until its run finishes, and compared then; a failed run leaves nothing of it.";
  const text = String(fields["lesson"] ?? claimIn(write));
  const stakes = fields["stakes"] as Stakes | undefined;
  return defined({ decision: "buffered" as const, type, text, stakes, because: [because], asks: [] });
}
