/**
 * The core without the records: people's lines, and rules as they are in the blocks of the core files. Printed by a hook that runs out of
 * time. No entry is looked up, and each line says so.
 */
import type { Context } from "../context.js";
import { rulesOfBase } from "../rules/planning/base-rules.js";
import { readRuleFiles } from "../rules/planning/rule-files.js";
import { waitsForMerge } from "../rules/policy/merged.js";
import { rulePaths } from "../rules/policy/rule.js";
import { loadedLines } from "../store/instruction-files.js";
import { peoplesLayer } from "./peoples-layer.js";
import { assemble } from "./policy/assemble.js";
import { coreWithin } from "./policy/budget.js";
import { MOST_RULES } from "./policy/choose-rules.js";
import type { ContextItem, Layer } from "./policy/layer.js";
import { screenLayers } from "./screen-layers.js";
import { type ContextInput, isLeftOut } from "./sources.js";

const UNCHECKED = "entry not looked at";
const OUT_OF_TIME = "tenet ran out of time: the rest was not looked up.";

/** The text, with a last line about what was not done. Reads the core files alone. */
export async function coreFromFiles(ctx: Context, input: Pick<ContextInput, "host" | "characters">): Promise<string> {
  const { files, context, apply_mode } = ctx.profile;
  const about = { ctx, loaded: input.host === undefined ? new Map() : loadedLines(ctx.workspace, input.host) };
  const ruleFiles = await readRuleFiles(ctx.workspace, rulePaths(files, []));
  const { merged } = await rulesOfBase(ctx, rulePaths(files, []));
  // The author of a line is unknown here; in mode `auto` most rules need no person.
  const facts = { merged, mode: apply_mode, tierOf: () => "self" as const };
  const items: ContextItem[] = ruleFiles
    .flatMap(({ rules }) => rules)
    .filter((line) => !isLeftOut(about, line.target, line.line) && !waitsForMerge(line, facts))
    .slice(0, MOST_RULES)
    .map(({ text, ids: [id], target }) => ({
      ...(id === undefined ? { place: target } : { id }),
      text,
      note: UNCHECKED,
    }));
  const layer: Layer = { name: "rules", title: "Rules", items };
  const limits = { ...context, characters: input.characters };
  const layers = coreWithin(await screenLayers(ctx, [await peoplesLayer(about), layer], limits), limits);
  return assemble({ layers, says: [OUT_OF_TIME], nonce: "", files }).text;
}
