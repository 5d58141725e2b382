/** Checks several drafts at once and collects their errors with their positions. Called by every capture. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { type CaptureDraft, type CheckedDraft, checkDraft } from "./draft.js";

/** A refusal of one entry of a list; `details.entry` is its 1-based position. */
export class RefusedEntry extends TenetError {
  readonly entry: number;
  /** The error of the entry itself. */
  readonly reason: TenetError;

  constructor(entry: number, reason: TenetError) {
    super(`entry ${entry}: ${reason.message}`, {
      failure: reason.failure,
      code: reason.code,
      details: { ...reason.details, entry },
      ...(reason.hint === undefined ? {} : { hint: reason.hint }),
      cause: reason,
    });
    this.entry = entry;
    this.reason = reason;
  }
}

/** Each draft as checked, or the error that refuses it. */
export async function checkEach(ctx: Context, drafts: readonly CaptureDraft[]): Promise<(CheckedDraft | TenetError)[]> {
  const results: (CheckedDraft | TenetError)[] = [];
  for (const draft of drafts) {
    try {
      results.push(await checkDraft(ctx, draft));
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      results.push(thrown);
    }
  }
  return results;
}

/** Checks all drafts; throws one error that names everything wrong with any of them. */
export async function checkAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<CheckedDraft[]> {
  const results = await checkEach(ctx, drafts);
  const refusals = results.flatMap((result, at) => (result instanceof TenetError ? [{ entry: at + 1, result }] : []));
  const [firstRefusal] = refusals;
  if (firstRefusal === undefined) return results as CheckedDraft[];
  if (drafts.length === 1) throw firstRefusal.result;
  if (refusals.length === 1) throw new RefusedEntry(firstRefusal.entry, firstRefusal.result);
  throw new TenetError(
    `${refusals.length} of ${drafts.length} entries are refused; nothing was stored:\n${refusals
      .map(({ entry, result }) => indent(`entry ${entry}: ${result.message}`))
      .join("\n")}`,
    {
      failure: firstRefusal.result.failure,
      code: refusals.every(({ result }) => result.code === firstRefusal.result.code)
        ? firstRefusal.result.code
        : "wrong-input",
      ...defined({ hint: refusals.find(({ result }) => result.hint !== undefined)?.result.hint }),
      details: {
        entries: refusals.map(({ entry, result: { code, message, details } }) => ({ entry, code, message, details })),
      },
    },
  );
}

const indent = (text: string): string => `  ${text.replaceAll("\n", "\n  ")}`;

/** Adds the position in a list to any error of `act`. With a single draft the error carries no position. */
export async function atEntry<T>(at: number, of: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (of === 1 || !(thrown instanceof TenetError) || thrown instanceof RefusedEntry) throw thrown;
    throw new RefusedEntry(at + 1, thrown);
  }
}
