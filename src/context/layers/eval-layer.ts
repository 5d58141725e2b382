/** The layer `eval`: one line about golden questions, how many are answered, how many a week ago, and which fail. */

import { readRuns } from "../../eval/golden-runs.js";
import { standingOf, standingText } from "../../eval/policy/standing.js";
import type { LayerSources } from "../../recall/layer-sources.js";
import { fileInTree, readBytes } from "../../store/files/safe-path.js";
import { surveyPath } from "../../store/survey.js";
import type { Workspace } from "../../store/workspace.js";
import type { Layer } from "../policy/layer.js";

const MOST_BYTES = 1024 * 1024;
/** A key `id` at the start of a line or an item, or within braces; not inside a comment or a sentence. */
const ID =
  /(?:^[ \t]*(?:-[ \t]+)?|[{,][ \t]*)["']?id["']?:[ \t]*["']?([A-Za-z0-9][\w.-]{0,63})(?=["']?\s*(?:[,}#]|$))/gm;

/** The ids of the golden questions, without parsing the files as YAML. Of ids that differ only in case, the first. */
async function statedIds(ws: Workspace): Promise<Set<string>> {
  const ids = new Map<string, string>();
  for (const file of surveyPath(ws, ws.goldenQuestions).files) {
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

/** Empty where no question was asked yet, or none exists. */
export async function evalLayer({ ctx }: LayerSources): Promise<Layer> {
  const empty: Layer = { name: "eval", title: "Golden questions", items: [] };
  const runs = await readRuns(ctx.workspace).catch(() => []);
  if (runs.length === 0) return empty;
  const standing = standingOf(runs, await statedIds(ctx.workspace), ctx.clock.now());
  return standing === undefined ? empty : { ...empty, items: [{ place: "eval", text: standingText(standing) }] };
}
