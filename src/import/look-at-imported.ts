/** Compares imported entries with known ones and asks about near pairs. Called at the end of an import. */
import { nearestTogether } from "../capture/asks.js";
import type { Ask } from "../capture/capture-schemas.js";
import { compareLines } from "../capture/compare-lines.js";
import { askedOfAll, type RecheckResult, recheck } from "../capture/recheck.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { withModelLoading } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { READ_HERE } from "../store/imports/left-here.js";
import { openStore } from "../store/open-store.js";
import { unlookedIn } from "../store/unlooked.js";
import { newIdsIn } from "./import.js";
import type { Imported } from "./import-schemas.js";

/** Each takes some 20 ms of the model. What a larger import brought is looked up by `tenet index`. */
const MOST_LOOKED_UP = 200;
/** With more entries than this without a vector, the comparison is left to `tenet index`. */
const MOST_WITHOUT_VECTOR = 500;

/** Core files that an import named and left, because agents read them here. */
function filesRead({ profile }: Context, { left }: Imported): Set<string> {
  const readHere = left.flatMap(({ file, because }) => (because === READ_HERE ? [file] : []));
  const isNamed = (file: string) => readHere.some((name) => file === name || file.endsWith(`/${name}`));
  return new Set(Object.values(profile.files).filter(isNamed));
}

/**
 * Compares imported entries, and the lines of core files that were left in place, with known ones; opens near pairs,
 * and adds the questions to the answer. The entries are stored already: a failure is a warning, and they wait for the
 * next comparison.
 */
export async function lookAtImported(ctx: Context, imported: Imported): Promise<Imported> {
  const waitingIds = new Set(unlookedIn(ctx.workspace));
  const among = new Set(newIdsIn(imported).filter((id) => waitingIds.has(id)));
  const files = filesRead(ctx, imported);
  if ((among.size === 0 && files.size === 0) || among.size > MOST_LOOKED_UP) return imported;
  // A look that is interrupted ends the command, and would leave open what became of the import.
  const warnUncompared = () => ctx.warn("What was imported is stored; it was not compared with the rest: tenet index");
  ctx.signal.addEventListener("abort", warnUncompared);
  try {
    const { looked, written } = await withModelLoading(ctx, true, () => look(ctx, among, files));
    const { asks = [], opened = 0 } = askedOfAll(looked);
    const all = nearestTogether(
      [{ asks: [...asks, ...written] }, imported],
      opened + written.length + (imported.opened ?? 0),
    );
    return { ...imported, compared: looked.length, ...all };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What came in was not compared with the rest: ${thrown.message}`);
    return imported;
  } finally {
    ctx.signal.removeEventListener("abort", warnUncompared);
  }
}

interface Looked {
  looked: RecheckResult[];
  /** The questions about lines of core files. */
  written: Ask[];
}

async function look(ctx: Context, among: ReadonlySet<string>, files: ReadonlySet<string>): Promise<Looked> {
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  try {
    const indexReport = await search.build(ctx.progress, { most: MOST_WITHOUT_VECTOR });
    if (indexReport.pending > 0) return { looked: [], written: [] };
    const lineSuggestions = files.size === 0 ? [] : await compareLines(ctx, tree, search, files);
    if (among.size === 0) return { looked: [], written: lineSuggestions };
    const now = lineSuggestions.length === 0 ? tree : await openStore(ctx);
    return { looked: await recheck(ctx, now, search, { among }), written: lineSuggestions };
  } finally {
    await search.close();
  }
}
