/** Compares imported entries with known ones and asks about near pairs. Called at the end of an import. */
import { askedOfAll, type RecheckResult, recheck } from "../capture/look/recheck.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { withModelLoading } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { openStore } from "../store/open-store.js";
import { unlookedIn } from "../store/state/unlooked.js";
import { newIdsIn } from "./import.js";
import type { Imported } from "./import-schemas.js";

/** Each takes some 20 ms of the model. What a larger import brought is looked up by `tenet index`. */
const MOST_LOOKED_UP = 200;
/** With more entries than this without a vector, the comparison is left to `tenet index`. */
const MOST_WITHOUT_VECTOR = 500;

/**
 * Compares imported entries with known ones; opens near pairs, and adds the questions to the answer. The entries are
 * stored already: a failure is a warning, and they wait for the next comparison.
 */
export async function lookAtImported(ctx: Context, imported: Imported): Promise<Imported> {
  const waitingIds = new Set(unlookedIn(ctx.workspace));
  const among = new Set(newIdsIn(imported).filter((id) => waitingIds.has(id)));
  if (among.size === 0 || among.size > MOST_LOOKED_UP) return imported;
  // A look that is interrupted ends the command, and would leave open what became of the import.
  const warnUncompared = () => ctx.warn("What was imported is stored; it was not compared with the rest: tenet index");
  ctx.signal.addEventListener("abort", warnUncompared);
  try {
    const looked = await withModelLoading(ctx, true, () => look(ctx, among));
    return { ...imported, compared: looked.length, ...askedOfAll(looked) };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What came in was not compared with the rest: ${thrown.message}`);
    return imported;
  } finally {
    ctx.signal.removeEventListener("abort", warnUncompared);
  }
}

async function look(ctx: Context, among: ReadonlySet<string>): Promise<RecheckResult[]> {
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  try {
    const indexReport = await search.build(ctx.progress, { most: MOST_WITHOUT_VECTOR });
    return indexReport.pending > 0 ? [] : await recheck(ctx, tree, search, { among });
  } finally {
    await search.close();
  }
}
