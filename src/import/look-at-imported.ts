/** After an import: what came in is compared with what is known and asked about, as many captures of one call are. */
import { together } from "../capture/asks.js";
import { askedOfAll, type RecheckResult, recheck } from "../capture/recheck.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { withModelLoading } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { openStore } from "../store/open-store.js";
import { unlookedIn } from "../store/unlooked.js";
import { newIdsIn } from "./import.js";
import type { Imported } from "./import-schemas.js";

/** Each takes some 20 ms of the model. What a larger import brought is looked up by `tenet index`. */
const MOST_LOOKED_UP = 200;
/** With more entries than this without a vector, the index is built first, by whoever has the time for that. */
const MOST_WITHOUT_VECTOR = 500;

/**
 * Compares what an import brought, opens close pairs, and answers the import with what is asked about them. The entries
 * are stored by then: what keeps it from looking is a warning, and they wait for the next look.
 */
export async function lookAtImported(ctx: Context, imported: Imported): Promise<Imported> {
  const waiting = new Set(unlookedIn(ctx.workspace));
  const among = new Set(newIdsIn(imported).filter((id) => waiting.has(id)));
  if (among.size === 0 || among.size > MOST_LOOKED_UP) return imported;
  // A look that is interrupted ends the command, and would leave open what became of the import.
  const standing = () => ctx.warn("What was imported is stored; it was not compared with the rest: tenet index");
  ctx.signal.addEventListener("abort", standing);
  try {
    const looked = await withModelLoading(ctx, true, () => look(ctx, among));
    const { asks = [], opened = 0 } = askedOfAll(looked);
    const all = together([{ asks }, imported], opened + (imported.opened ?? 0));
    return { ...imported, compared: looked.length, ...all };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What came in was not compared with the rest: ${thrown.message}`);
    return imported;
  } finally {
    ctx.signal.removeEventListener("abort", standing);
  }
}

async function look(ctx: Context, among: ReadonlySet<string>): Promise<RecheckResult[]> {
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  try {
    const built = await search.build(ctx.progress, { most: MOST_WITHOUT_VECTOR });
    return built.pending > 0 ? [] : await recheck(ctx, tree, search, { among });
  } finally {
    await search.close();
  }
}
