import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Captured } from "../memory/captured.js";
import { readDrafts } from "./add-input.js";
import { capture, captureAll } from "./capture.js";
import type { CaptureDraft } from "./draft.js";

/** What became of one entry of the input. */
export type AddResult =
  | ({ ok: true } & Captured)
  | { ok: false; error: { code: string; message: string; hint?: string; details: Record<string, unknown> } };

export interface Added {
  /** In input order. */
  results: AddResult[];
}

/**
 * Adds one entry or a list, YAML or JSON, each judged as the single commands judge it. All or nothing: the first that
 * is refused stops everything, unless `keepGoing`.
 */
export async function add(ctx: Context, input: { text: string; keepGoing: boolean }): Promise<Added> {
  const drafts = readDrafts(input.text);
  if (input.keepGoing) {
    const results: AddResult[] = [];
    for (const draft of drafts) results.push(await attempt(ctx, draft));
    return { results };
  }
  const captured = await captureAll(ctx, drafts);
  return { results: captured.map((one) => ({ ok: true, ...one })) };
}

async function attempt(ctx: Context, draft: CaptureDraft): Promise<AddResult> {
  try {
    return { ok: true, ...(await capture(ctx, draft)) };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const { code, message, hint, details } = thrown;
    return { ok: false, error: { code, message, details, ...(hint === undefined ? {} : { hint }) } };
  }
}
