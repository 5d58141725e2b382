/** `tenet add`: one entry or a list, YAML or JSON, each judged as the single commands judge it. */
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { parseStated, YamlTrouble } from "../store/records/safe-yaml.js";
import { captureAll, captureChecked } from "./capture.js";
import type { Added, Captured } from "./capture-schemas.js";
import type { CaptureDraft, CheckedDraft } from "./draft.js";
import { checkEach, RefusedEntry } from "./draft-list.js";

/**
 * Adds one entry or a list, YAML or JSON, each judged as the single commands judge it. All or nothing: whatever is
 * refused stops everything, unless `keepGoing`; the others are one change then.
 */
export async function add(ctx: Context, input: { text: string; keepGoing: boolean }): Promise<Added> {
  const drafts = readDrafts(input.text);
  if (input.keepGoing) return { results: await addEachPossible(ctx, drafts) };
  const captured = await captureAll(ctx, drafts);
  return { results: captured.map((one) => ({ ok: true, ...one })) };
}

/** Failures of an entry itself; a full disk or a busy workspace ends everything, whatever was asked for. */
const OF_THE_ENTRY: ReadonlySet<string> = new Set(["usage", "not-found", "refused"]);

async function addEachPossible(ctx: Context, drafts: readonly CaptureDraft[]): Promise<Added["results"][number][]> {
  const results: (Added["results"][number] | undefined)[] = drafts.map(() => undefined);
  let open: { at: number; checked: CheckedDraft }[] = [];
  for (const [at, result] of (await checkEach(ctx, drafts)).entries()) {
    if (result instanceof TenetError) results[at] = refused(result);
    else open.push({ at, checked: result });
  }
  while (open.length > 0) {
    try {
      const captured = await captureChecked(
        ctx,
        open.map(({ checked }) => checked),
      );
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
  return results as Added["results"][number][];
}

function refused({ code, message, hint, details }: TenetError): Added["results"][number] {
  return { ok: false, error: { code, message, details, ...(hint === undefined ? {} : { hint }) } };
}

const EXAMPLE =
  'A correction: {"type": "correction", "prior_belief": "...", "corrected_to": "...", "stakes": "high", "at_risk": "...", "behavioral_change": "..."}';

function wrong(message: string, line?: number): TenetError {
  return new TenetError(`input${line === undefined ? "" : `:${line}`}: ${message}`, {
    failure: "usage",
    code: "wrong-input",
    hint: EXAMPLE,
  });
}

/** The drafts in a text, one or a list; a usage error names the line. Fields are not checked here. */
export function readDrafts(text: string): CaptureDraft[] {
  if (text.trim() === "") throw wrong("nothing to add");
  let value: unknown;
  try {
    value = parseStated(text);
  } catch (thrown) {
    if (thrown instanceof YamlTrouble) throw wrong(thrown.message, thrown.line);
    throw thrown;
  }
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw wrong("an empty list");
  return list.map((item, position) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      throw wrong(`entry ${position + 1} is not a map of fields`);
    }
    return item as CaptureDraft;
  });
}
