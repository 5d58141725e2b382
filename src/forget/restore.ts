/** Undoes a forgetting: the entry counts again. */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { bornAs } from "../entry/record-types.js";
import { TenetError } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { checkStatus } from "../store/change/transitions.js";
import type { Row } from "../store/open-store.js";
import { reasonForPerson } from "./needs-person.js";
import { type SelectionRequest, select } from "./selection.js";

export interface Restored {
  heads: readonly Row[];
  needs: string;
}

/**
 * Stages it. What was struck from others (uses, answers, items of a history, links) stays struck, and a rule comes back by a
 * digest. Throws `refused` for words that are gone.
 */
export async function stageRestore(ctx: Context, change: Change, request: SelectionRequest): Promise<Restored> {
  const selection = select(ctx, change.tree, request);
  const loaded = (await change.tree.load(selection.heads.map(({ id }) => id))).map(({ entry }) => entry);
  const forgottenEntries = loaded.filter(({ status }) => status === "forgotten");
  for (const entry of request.selector === undefined ? forgottenEntries : []) {
    if (entry.erased === undefined && entry.redacted === undefined) continue;
    throw new TenetError(`${entry.id} was ${entry.erased ? "erased" : "redacted"}: its words are gone`, {
      failure: "refused",
      code: "words-gone",
      hint: "Say it again, or take it from git's history by hand, where it is still there.",
    });
  }
  const back = forgottenEntries.filter(({ erased, redacted }) => erased === undefined && redacted === undefined);
  for (const entry of back) {
    const status = before(entry);
    checkStatus(entry, status, "person");
    await change.update(entry.id, { status, forgotten: undefined });
  }
  const ids = new Set(back.map(({ id }) => id));
  return {
    heads: selection.heads.filter(({ id }) => ids.has(id)),
    needs: reasonForPerson({ taking: "restore", tiers: [], rests: false }) as string,
  };
}

/** The status an entry had; its rule has left, so it is none any more. */
function before(entry: Entry): Entry["status"] {
  if (entry.superseded_by !== undefined) return "superseded";
  const was = entry.forgotten?.was;
  const own = bornAs(entry.type);
  return was === undefined || was === "forgotten" || was === "superseded" || was === "promoted" ? own : was;
}
