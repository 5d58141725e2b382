/** `tenet index`: completes what search needs, and looks again at what was stored before it was complete. */
import { type RecheckResult, recheck } from "../capture/recheck.js";
import type { Context } from "../context.js";
import type { Calibration } from "../search/calibrate.js";
import type { FetchedModel } from "../search/model/fetch-model.js";
import { type BuildReport, openSearch } from "../search/search.js";
import { openStore } from "../store/open-store.js";

export interface IndexInput {
  /** Propose bands; nothing is written. */
  calibrate?: boolean;
  /** Download the model's files first: the only use of the network. */
  fetchModel?: boolean;
}

export interface Indexed extends BuildReport {
  /** Entries that were compared now because they could not be when they were written. */
  looked_again: RecheckResult[];
  fetched?: FetchedModel;
  calibration?: Calibration;
}

/** Completes lexicon and vectors, then looks again at what was stored while they were not complete. */
export async function index(ctx: Context, input: IndexInput = {}): Promise<Indexed> {
  const fetched =
    input.fetchModel === true ? await (await import("../search/model/fetch-model.js")).fetchModel(ctx) : undefined;
  const tree = await openStore(ctx);
  const search = openSearch(ctx, tree);
  try {
    const built = await search.build(ctx.progress);
    if (built.index === "degraded") ctx.warn(`Entries are found by their words only: ${built.why ?? "no index"}.`);
    else if (built.index === "rebuilt") ctx.warn(`The index was ${built.why ?? "built anew"}.`);
    const calibration =
      input.calibrate === true && built.index !== "degraded"
        ? await (await import("../search/calibrate.js")).calibrate(ctx, tree, search)
        : undefined;
    // A proposal of bands must not be followed by writes under the old ones.
    const looked = calibration !== undefined || built.pending > 0 ? [] : await recheck(ctx, tree, search);
    return {
      ...built,
      looked_again: looked,
      ...(fetched === undefined ? {} : { fetched }),
      ...(calibration === undefined ? {} : { calibration }),
    };
  } finally {
    await search.close();
  }
}
