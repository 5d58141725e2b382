/** `tenet draft`: what an agent wrote and what a person made of it, kept as an example. */
import { addAll } from "../capture/add.js";
import type { Added } from "../capture/capture-schemas.js";
import type { CaptureDraft } from "../capture/drafts/draft.js";
import { readDrafts } from "../capture/drafts/stated-drafts.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { next } from "../steps.js";

export interface DraftInput {
  /** One map of fields or a list, YAML or JSON; undefined where flags say everything. */
  text?: string | undefined;
  /** Fields that hold for every map which does not state them itself. */
  stated: Readonly<Record<string, unknown>>;
}

/**
 * Keeps each edit, all of them or, when one is refused, none. Wrong usage: nothing was changed, a text of more than
 * 20,000 characters, no `context` or `original`.
 */
export async function draft(ctx: Context, { text, stated }: DraftInput): Promise<Added> {
  const maps = text === undefined ? [{ ...stated }] : readDrafts(text).map((one) => ({ ...stated, ...one }));
  return await addAll(ctx, maps.map(asEdit));
}

function asEdit(fields: Readonly<Record<string, unknown>>, at: number): CaptureDraft {
  const { type = "edit" } = fields;
  if (type === "edit") return { ...fields, type };
  throw new TenetError(`entry ${at + 1} is of type ${JSON.stringify(type)}, and drafts are edits`, {
    failure: "usage",
    code: "wrong-type",
    hint: next("State context, original and final. Entries of other types:", "add", { named: "-" }),
  });
}
