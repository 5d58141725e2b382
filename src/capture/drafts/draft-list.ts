/** Several drafts at once: each is checked, and what is wrong is said of all of them, with their position. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { asStub, type CaptureDraft, type CheckedDraft, checkDraft, MissingFields } from "./draft.js";

/** A refusal of one entry of a list; `details.entry` is its 1-based position. */
export class RefusedEntry extends TenetError {
  readonly entry: number;
  /** What was wrong with the entry itself. */
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

/** Each draft checked, or why it is refused. */
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

/** All drafts checked; throws one refusal that names everything wrong with any of them. */
export async function checkAll(ctx: Context, drafts: readonly CaptureDraft[]): Promise<CheckedDraft[]> {
  const results = await checkEach(ctx, drafts);
  const refused = results.flatMap((result, at) => (result instanceof TenetError ? [{ entry: at + 1, result }] : []));
  const [first] = refused;
  if (first === undefined) return results as CheckedDraft[];
  if (drafts.length === 1) throw first.result;
  if (results.every((result) => !(result instanceof TenetError) || result instanceof MissingFields)) {
    throw missingInList(drafts, results as (CheckedDraft | MissingFields)[]);
  }
  if (refused.length === 1) throw new RefusedEntry(first.entry, first.result);
  throw new TenetError(
    `${refused.length} of ${drafts.length} entries are refused; nothing was stored:\n${refused
      .map(({ entry, result }) => indented(`entry ${entry}: ${result.message}`))
      .join("\n")}`,
    {
      failure: first.result.failure,
      code: refused.every(({ result }) => result.code === first.result.code) ? first.result.code : "wrong-input",
      hint: [
        ...new Set(refused.flatMap(({ result }) => (result instanceof MissingFields ? [] : (result.hint ?? [])))),
      ].join("\n"),
      details: {
        entries: refused.map(({ entry, result: { code, message, details } }) => ({ entry, code, message, details })),
      },
    },
  );
}

/** One answer for the whole list: the questions of every entry, and a stub that holds the complete ones as well. */
function missingInList(
  drafts: readonly CaptureDraft[],
  results: readonly (CheckedDraft | MissingFields)[],
): TenetError {
  const stub = results
    .map((result, at) => {
      const text = result instanceof MissingFields ? result.stub : asStub(result, drafts[at] as CaptureDraft);
      return `# entry ${at + 1}\n- ${text.replaceAll("\n", "\n  ")}`;
    })
    .join("\n");
  const lacking = results.flatMap((result, at) =>
    result instanceof MissingFields ? [{ entry: at + 1, missing: result.questions, message: result.message }] : [],
  );
  return new TenetError(
    `Answers are missing; nothing was stored:\n${lacking
      .map(({ entry, message }) => indented(`entry ${entry}: ${message}`))
      .join("\n")}`,
    {
      failure: "usage",
      code: "missing-fields",
      hint: `Fill in and pipe into \`tenet add -\`:\n${stub}`,
      details: { missing: lacking.map(({ entry, missing }) => ({ entry, missing })), stub },
    },
  );
}

const indented = (text: string): string => `  ${text.replaceAll("\n", "\n  ")}`;

/** Names the entry of a list in whatever refuses it; a single entry needs no position. */
export async function atEntry<T>(at: number, of: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (of === 1 || !(thrown instanceof TenetError) || thrown instanceof RefusedEntry) throw thrown;
    throw new RefusedEntry(at + 1, thrown);
  }
}
