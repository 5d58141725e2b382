/** `tenet index`: completes the search index, and compares entries that were stored before it was complete. */

import type { z } from "zod";
import { togetherText } from "../capture/capture-text.js";
import { askedOfAll, recheckAll } from "../capture/recheck.js";
import type { Context } from "../context.js";
import { shortId } from "../entry/short-ids.js";
import type { Calibration } from "../search/calibrate.js";
import { Search } from "../search/search.js";
import { indexedKnowledgeLines } from "../store/knowledge/knowledge-text.js";
import { openStore } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { counted, type Paint } from "../text/paint.js";
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

function calibrationText({ model, cuts, pairs, fromTree, yaml }: Calibration, paint: Paint): string[] {
  const rows = cuts.map(({ cut, value, found, asked, now }) => {
    const before = now === undefined ? "none now" : `now ${now.toFixed(2)}`;
    return `  ${cut.padEnd(8)}${value.toFixed(2)}  ${paint.faint(`${before.padEnd(10)}finds ${share(found)}, of unrelated ${share(asked)}  (${SAYS[cut]})`)}`;
  });
  return [
    "",
    paint.strong(`Proposed cuts for ${model}`),
    ...rows,
    `Measured on ${pairs.related} pairs that somebody has to judge and ${pairs.unrelated} unrelated ones; ${fromTree} of them from this tree.`,
    "Nothing was written. To use them, put this into tenet.yaml:",
    "",
    ...yaml.trimEnd().split("\n"),
  ];
}

/** What `tenet index` did, for people. */
export function indexText(indexed: Indexed, paint: Paint): string {
  const { fetched, calibration, knowledge, looked_again: looked } = indexed;
  const lines: string[] = [];
  if (fetched?.fetched.length === 0) lines.push(`The model ${fetched.model} was complete already.`);
  else if (fetched !== undefined) lines.push(`Fetched ${fetched.fetched.join(", ")} of ${fetched.model}.`);
  if (indexed.index === "degraded")
    lines.push(`${entries(indexed.entries)} by words only: ${indexed.why ?? "no index"}.`);
  else if (indexed.pending > 0) lines.push(`Stopped: ${entries(indexed.pending)} still to do. Run it again to go on.`);
  else {
    const work = `(${counted(indexed.embedded, "text")} read now, ${indexed.cached} known, ${indexed.seconds.toFixed(1)} s, ${indexed.model ?? "no model"})`;
    lines.push(`${entries(indexed.entries)} indexed ${paint.faint(work)}`);
  }
  lines.push(...lookedLines(looked, paint));
  if (knowledge !== undefined) lines.push(...indexedKnowledgeLines(knowledge, paint));
  if (calibration !== undefined) lines.push(...calibrationText(calibration, paint));
  const { asks, opened } = indexed;
  return `${lines.join("\n")}\n${togetherText(defined({ asks, opened }), paint)}`;
}

/** Entries named one by one; of more the number is said. */
const MOST_NAMED = 8;

function lookedLines(looked: Indexed["looked_again"], paint: Paint): string[] {
  if (looked.length > MOST_NAMED) {
    const linked = looked.filter((one) => one.linked.length > 0).length;
    return [`${entries(looked.length)} compared with the rest, ${linked} linked`];
  }
  return looked.map(({ id, linked, opened }) => {
    const noteLines = [
      ...(linked.length === 0 ? [] : [`linked to ${linked.join(", ")}`]),
      ...(opened.length === 0 ? [] : [`near ${opened.join(", ")}`]),
    ];
    return `  ${shortId(id, 5, paint)}  compared again: ${noteLines.join("; ") || "nothing near"}`;
  });
}
