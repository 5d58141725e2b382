/** `tenet index`: completes the search index, and compares entries that were stored before it was complete. */

import type { z } from "zod";
import { togetherOutline } from "../capture/capture-outline.js";
import { askedOfAll, recheckAll } from "../capture/recheck.js";
import type { Context } from "../context.js";
import { idSaid } from "../entry/short-ids.js";
import type { Calibration } from "../search/calibrate.js";
import { Search } from "../search/search.js";
import { indexedKnowledgeLine } from "../store/knowledge/knowledge-outline.js";
import { openStore } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { faint, gap, heading, joined, line, type Outline, quote, type Said, table } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { indexedSchema } from "./health-schemas.js";

export interface IndexInput {
  /** Propose the cuts of the model; nothing is written. */
  calibrate?: boolean;
  /** Download the model's files first: the only use of the network. */
  fetchModel?: boolean;
}

export type Indexed = Omit<z.infer<typeof indexedSchema>, "calibration"> & { calibration?: Calibration | undefined };

/** Completes lexicon and vectors, then compares entries that were stored before. */
export async function index(ctx: Context, input: IndexInput = {}): Promise<Indexed> {
  const fetched =
    input.fetchModel === true ? await (await import("../search/model/fetch-model.js")).fetchModel(ctx) : undefined;
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  try {
    const report = await search.build(ctx.progress);
    if (report.index === "degraded") ctx.warn(`Entries are found by their words only: ${report.why ?? "no index"}.`);
    else if (report.index === "rebuilt") ctx.warn(`The index was ${report.why ?? "built anew"}.`);
    const calibration =
      input.calibrate === true && report.index !== "degraded"
        ? await (await import("../search/calibrate.js")).calibrate(ctx, tree, search)
        : undefined;
    // A proposal of cuts must not be followed by writes under the old ones.
    const looked = calibration !== undefined || report.pending > 0 ? [] : await recheckAll(ctx, tree, search);
    const knowledge = await (await import("../search/knowledge/index-knowledge.js")).indexKnowledge(ctx, tree);
    const looked_again = looked.map(({ id, linked, opened }) => ({ id, linked, opened }));
    return { ...report, looked_again, ...askedOfAll(looked), fetched, calibration, knowledge };
  } finally {
    await search.close();
  }
}

const share = (value: number) => `${Math.round(value * 100)} %`;
const entries = (count: number) => counted(count, "entry", "entries");

const SAYS = {
  claim: "the nearest is asked about",
  second: "the second is asked about, too",
  close: "printed together until answered",
} as const;

function calibrationOutline({ model, cuts, pairs, fromTree, yaml }: Calibration): Outline {
  const rows = cuts.map(({ cut, value, found, asked, now }) => ({
    cells: [
      cut,
      value.toFixed(2),
      faint(now === undefined ? "none now" : `now ${now.toFixed(2)}`),
      faint(`finds ${share(found)}, of unrelated ${share(asked)}  (${SAYS[cut]})`),
    ],
  }));
  return [
    gap,
    heading(`Proposed cuts for ${model}`),
    table(rows, { indent: 2 }),
    line(
      `Measured on ${pairs.related} pairs that somebody has to judge and ${pairs.unrelated} unrelated ones; ${fromTree} of them from this tree.`,
    ),
    line("Nothing was written. To use them, put this into tenet.yaml:"),
    gap,
    quote(yaml.trimEnd()),
  ];
}

function fetchedOutline({ fetched }: Indexed): Outline {
  if (fetched === undefined) return [];
  if (fetched.fetched.length === 0) return [line(`The model ${fetched.model} was complete already.`)];
  return [line(`Fetched ${fetched.fetched.join(", ")} of ${fetched.model}.`)];
}

function stateSaid(indexed: Indexed): Said {
  const { pending, embedded, cached, seconds, model = "no model", why = "no index" } = indexed;
  if (indexed.index === "degraded") return `${entries(indexed.entries)} by words only: ${why}.`;
  if (pending > 0) return `Stopped: ${entries(pending)} still to do. Run it again to go on.`;
  const work = `(${counted(embedded, "text")} read now, ${cached} known, ${seconds.toFixed(1)} s, ${model})`;
  return [`${entries(indexed.entries)} indexed `, faint(work)];
}

/** What `tenet index` did. */
export function indexOutline(indexed: Indexed): Outline {
  const { calibration, knowledge, looked_again: looked, asks, opened } = indexed;
  return [
    ...fetchedOutline(indexed),
    line(stateSaid(indexed)),
    ...lookedOutline(looked),
    ...(knowledge === undefined ? [] : [indexedKnowledgeLine(knowledge)]),
    ...(calibration === undefined ? [] : calibrationOutline(calibration)),
    ...togetherOutline(defined({ asks, opened })),
  ];
}

/** Entries named one by one; of more the number is said. */
const MOST_NAMED = 8;

function lookedOutline(looked: Indexed["looked_again"]): Outline {
  if (looked.length > MOST_NAMED) {
    const linked = looked.filter((one) => one.linked.length > 0).length;
    return [line(`${entries(looked.length)} compared with the rest, ${linked} linked`)];
  }
  return looked.map(({ id, linked, opened }) => {
    const noteLines = [
      ...(linked.length === 0 ? [] : [`linked to ${linked.join(", ")}`]),
      ...(opened.length === 0 ? [] : [`near ${opened.join(", ")}`]),
    ];
    const says = `  compared again: ${noteLines.join("; ") || "nothing near"}`;
    return line(joined([idSaid(id, 5), says]), { indent: 2, hang: 7 });
  });
}
