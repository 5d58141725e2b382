/** One entry from a person or an agent at the command line: `tenet learn`, `tenet correct`. */
import type { Context } from "../context.js";
import { withModelLoading } from "../search/model/started-model.js";
import type { CaptureDraft } from "./draft.js";
import type { Captured } from "./policy/captured.js";
import { parseRisk, stakesGate } from "./policy/stakes.js";

/** Captures one entry. Its text will be compared by meaning: the model loads beside the code that captures. */
export function record(ctx: Context, draft: CaptureDraft): Promise<Captured> {
  const embeds = ctx.actor.run === undefined && isCompared(draft);
  return withModelLoading(ctx, embeds, async () => (await import("./capture.js")).capture(ctx, draft));
}

/** As far as the draft can be judged before it is checked. */
function isCompared({ type, risk, at_risk }: CaptureDraft): boolean {
  const said = at_risk ?? (typeof risk === "string" ? parseRisk(risk).at_risk : undefined);
  return stakesGate({ type, at_risk: typeof said === "string" ? said : undefined }).verdict === "store";
}
