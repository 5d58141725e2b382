/** `tenet add`: one entry or a list, YAML or JSON, each judged as the single commands judge it. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { type AskedTogether, askedTogether } from "./asks.js";
import { captureAll, captureChecked } from "./capture.js";
import type { Added, Captured } from "./capture-schemas.js";
import type { CaptureDraft, CheckedDraft } from "./drafts/draft.js";
import { checkEach, RefusedEntry } from "./drafts/draft-list.js";
import { readDrafts } from "./drafts/stated-drafts.js";

/**
 * Adds one entry or a list, YAML or JSON, each judged as the single commands judge it. All or nothing: whatever is
 * refused stops everything, unless `keepGoing`; the others are one change then.
 */
export async function add(ctx: Context, input: { text: string; keepGoing: boolean }): Promise<Added> {
  requireLearning(ctx.profile);
  const drafts = readDrafts(input.text);
  if (input.keepGoing) return await addEachPossible(ctx, drafts);
  return await addAll(ctx, drafts);
}

/** All of them, or none. */
export async function addAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Added> {
  const { captured, ...together } = askedTogether(await captureAll(ctx, drafts));
  return { ...together, results: captured.map((one) => ({ ok: true, ...one })) };
}

/** Failures of an entry itself; a full disk or a busy workspace ends everything, whatever was asked for. */
const OF_THE_ENTRY: ReadonlySet<string> = new Set(["usage", "not-found", "refused"]);

async function addEachPossible(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Added> {
  let asked: AskedTogether = {};
  const results: (Added["results"][number] | undefined)[] = drafts.map(() => undefined);
  let open: { at: number; checked: CheckedDraft }[] = [];
  for (const [at, result] of (await checkEach(ctx, drafts)).entries()) {
    if (result instanceof TenetError) results[at] = refused(result);
    else open.push({ at, checked: result });
  }
  while (open.length > 0) {
    try {
      const checked = open.map((one) => one.checked);
      const { captured, ...together } = askedTogether(await captureChecked(ctx, checked));
      asked = together;
      for (const [i, { at }] of open.entries()) results[at] = { ok: true, ...(captured[i] as Captured) };
      break;
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || !OF_THE_ENTRY.has(thrown.failure)) throw thrown;
      const position = thrown instanceof RefusedEntry ? thrown.entry - 1 : open.length === 1 ? 0 : undefined;
      const one = position === undefined ? undefined : open[position];
      if (one === undefined) throw thrown;
      results[one.at] = refused(thrown instanceof RefusedEntry ? thrown.reason : thrown);
      open = open.filter((other) => other !== one);
    }
  }
  return { ...asked, results: results as Added["results"] };
}

function refused({ code, message, hint, details }: TenetError): Added["results"][number] {
  return { ok: false, error: { code, message, details, ...(hint === undefined ? {} : { hint }) } };
}
