/** `tenet add`: stores one entry or a list in YAML or JSON. Called by the command, and by `tenet examples`. */
import type { Context } from "../context.js";
import { VERDICTS } from "../entry/entry-schema.js";
import { isJudgedType } from "../entry/record-types.js";
import { readInstant } from "../entry/written-forms.js";
import { TenetError } from "../errors.js";
import { requireLearning } from "../store/change/prepare-write.js";
import { defined } from "../text/defined.js";
import { type AskedTogether, askedTogether } from "./answers/asks.js";
import { captureAll, captureChecked } from "./capture.js";
import type { Added, Captured } from "./capture-schemas.js";
import type { CaptureDraft, CheckedDraft } from "./drafts/draft.js";
import { checkEach, RefusedEntry } from "./drafts/draft-list.js";
import { readDrafts } from "./drafts/stated-drafts.js";

/**
 * Adds one entry or a list, YAML or JSON; each passes the same checks as in `tenet learn`. All or nothing: one refusal
 * stops everything. With `keepGoing` the entries that pass are stored as one change.
 */
export async function add(ctx: Context, input: { text: string; keepGoing: boolean }): Promise<Added> {
  requireLearning(ctx.profile);
  const drafts = readDrafts(input.text).flatMap(withOutcome);
  if (input.keepGoing) return await addEachPossible(ctx, drafts);
  return await addAll(ctx, drafts);
}

/** The verdict that an entry with an id states of itself becomes what judges it: an outcome, behind it in the list. */
function withOutcome(draft: CaptureDraft): CaptureDraft[] {
  const { outcome: verdict, outcome_date, ...entry } = draft;
  const isVerdict = (VERDICTS as readonly unknown[]).includes(verdict);
  if (!isVerdict || !isJudgedType(draft.type) || typeof draft["id"] !== "string") return [draft];
  const timestamp = readInstant(String(outcome_date ?? ""))?.at ?? draft.timestamp;
  const result = "As the entry states of itself.";
  return [entry, { type: "outcome", references: [draft["id"]], result, verdict, ...defined({ timestamp }) }];
}

export async function addAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Added> {
  const { captured, ...sharedAsks } = askedTogether(await captureAll(ctx, drafts));
  return { ...sharedAsks, results: captured.map((one) => ({ ok: true, ...one })) };
}

/** Failures of a single entry. Any other failure, such as a full disk or a busy workspace, ends the whole call. */
const OF_THE_ENTRY: ReadonlySet<string> = new Set(["usage", "not-found", "refused"]);

async function addEachPossible(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Added> {
  let sharedAsks: AskedTogether = {};
  const results: (Added["results"][number] | undefined)[] = drafts.map(() => undefined);
  let remaining: { at: number; checked: CheckedDraft }[] = [];
  for (const [at, result] of (await checkEach(ctx, drafts)).entries()) {
    if (result instanceof TenetError) results[at] = refused(result);
    else remaining.push({ at, checked: result });
  }
  while (remaining.length > 0) {
    try {
      const checked = remaining.map((one) => one.checked);
      const { captured, ...asksOfAttempt } = askedTogether(await captureChecked(ctx, checked));
      sharedAsks = asksOfAttempt;
      for (const [i, { at }] of remaining.entries()) results[at] = { ok: true, ...(captured[i] as Captured) };
      break;
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || !OF_THE_ENTRY.has(thrown.failure)) throw thrown;
      const position = thrown instanceof RefusedEntry ? thrown.entry - 1 : remaining.length === 1 ? 0 : undefined;
      const one = position === undefined ? undefined : remaining[position];
      if (one === undefined) throw thrown;
      results[one.at] = refused(thrown instanceof RefusedEntry ? thrown.reason : thrown);
      remaining = remaining.filter((other) => other !== one);
    }
  }
  return { ...sharedAsks, results: results as Added["results"] };
}

function refused({ code, message, hint, details }: TenetError): Added["results"][number] {
  return { ok: false, error: { code, message, details, ...(hint === undefined ? {} : { hint }) } };
}
