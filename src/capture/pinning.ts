/** `tenet remember --pin`: a memory that a person keeps before every session, new or known already. */
import type { Context } from "../context.js";
import { withModelLoading } from "../search/model/started-model.js";
import { captureVerb, prepareWrite } from "../store/change/prepare-write.js";
import { requirePerson } from "../store/profile/people-only.js";
import { defined } from "../text/defined.js";
import { captureChecked } from "./capture.js";
import type { Captured } from "./capture-schemas.js";
import { checkDraft } from "./drafts/draft.js";

export const PIN_WORD = "pin";

const INSTEAD = "Remember it without --pin; a person may pin it by saying it again.";

/**
 * Remembers one fact and pins it, or pins the memory with the same words. Requires a person: exit 5 otherwise.
 */
export async function rememberPinned(
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  confirmed: boolean,
): Promise<Captured> {
  const { by } = await requirePerson(ctx, "pinning a memory", confirmed, INSTEAD);
  await prepareWrite(ctx, captureVerb("remember --pin"));
  const checked = await checkDraft(ctx, { ...defined(input), type: "memory" });
  const [captured] = await withModelLoading(ctx, true, () => captureChecked(ctx, [{ ...checked, pinnedBy: by }]));
  return captured as Captured;
}
