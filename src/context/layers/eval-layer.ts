/** The one line of a context on golden questions: how many are answered, how many a week ago, which fail. */

import type { LayerSources } from "../../recall/layer-sources.js";
import { fileInTree, readBytes } from "../../store/files/safe-path.js";
import { readRuns } from "../../store/golden/golden-runs.js";
import { standingOf, standingText } from "../../store/golden/policy/standing.js";
import type { Layer } from "../../store/layers/policy/layer.js";
import { surveyFolder } from "../../store/survey.js";
import type { Workspace } from "../../store/workspace.js";

const MOST_BYTES = 1024 * 1024;
/** A key `id` at the start of a line or an item, or within braces; what a comment or a sentence says is none. */
const ID =
  /(?:^[ \t]*(?:-[ \t]+)?|[{,][ \t]*)["']?id["']?:[ \t]*["']?([A-Za-z0-9][\w.-]{0,63})(?=["']?\s*(?:[,}#]|$))/gm;

/** The ids of the questions there are, without reading the files as YAML; of those that differ in case alone the first. */
async function statedIds(ws: Workspace): Promise<Set<string>> {
  const ids = new Map<string, string>();
  for (const file of surveyFolder(ws, ws.goldenQuestions).files) {
    if (!/\.ya?ml$/i.test(file)) continue;
    const path = ws.absolute(file);
    const state = await fileInTree(ws, path).catch(() => undefined);
    if (state === undefined || state.size > MOST_BYTES) continue;
    const bytes = await readBytes(ws, path).catch(() => undefined);
    for (const [, id = ""] of Buffer.from(bytes ?? [])
      .toString("utf8")
      .matchAll(ID)) {
      if (!ids.has(id.toLowerCase())) ids.set(id.toLowerCase(), id);
    }
  }
  return new Set(ids.values());
}

/** Nothing where no question was ever asked, or none is left. */
export async function evalLayer({ ctx }: LayerSources): Promise<Layer> {
  const empty: Layer = { name: "eval", title: "Golden questions", items: [] };
  const runs = await readRuns(ctx.workspace).catch(() => []);
  if (runs.length === 0) return empty;
  const standing = standingOf(runs, await statedIds(ctx.workspace), ctx.clock.now());
  return standing === undefined ? empty : { ...empty, items: [{ place: "eval", text: standingText(standing) }] };
}
