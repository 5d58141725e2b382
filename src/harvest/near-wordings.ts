/** How near things that were said are to each other, by the model's cosine, as a capture looks. Nothing of it is kept. */

import { stopIfInterrupted, TenetError } from "../errors.js";
import { EmbedPool } from "../search/model/embed-pool.js";
import { cosine } from "../search/model/embedder.js";
import { locateModel } from "../search/model/model-files.js";
import { type StartedModel, startedModel } from "../search/model/started-model.js";
import { cutsFor, isOutsideModel } from "../search/near-cuts.js";
import { defaultProfile } from "../settings.js";
import { Workspace } from "../store/workspace.js";
import type { HarvestWorld } from "./read-all.js";
import { joinNear, type UtteranceGroup } from "./repeats.js";

/** Groups that are near joined to one. Where no model tells, and outside its letters, they stay as their words are. */
export async function joinedByNearness(
  world: HarvestWorld,
  groups: readonly UtteranceGroup[],
): Promise<readonly UtteranceGroup[]> {
  const texts = new Set(groups.map(({ last }) => last.quote).filter((quote) => !isOutsideModel(quote)));
  if (texts.size < 2) return groups;
  const model = modelFor(world);
  if ("unavailable" in model) return byWords(world, groups, model.unavailable);
  const cuts = cutsFor(world.memory?.profile ?? defaultProfile(), model.located.name);
  if (cuts === undefined) return byWords(world, groups, `${model.located.name} has no near in tenet.yaml`);
  const bar = world.progress.start("wordings compared", texts.size);
  try {
    const vectors = new Map<string, Float32Array>();
    for (const text of texts) {
      stopIfInterrupted(world, "nothing was stored");
      vectors.set(text, await model.embedder.embed(text, "passage"));
      bar.step();
    }
    const vectorOf = ({ last }: UtteranceGroup) => vectors.get(last.quote);
    return joinNear(groups, (a, b) => nearness(vectorOf(a), vectorOf(b)), cuts.close);
  } catch (error) {
    if (error instanceof TenetError) throw error;
    return byWords(world, groups, error instanceof Error ? error.message : String(error));
  } finally {
    bar.stop();
    await model.embedder.dispose();
  }
}

const nearness = (a: Float32Array | undefined, b: Float32Array | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : cosine(a, b);

function byWords({ warn }: HarvestWorld, groups: readonly UtteranceGroup[], because: string) {
  warn(`What was said again is put together by equal words alone: ${because}.`);
  return groups;
}

/** The workspace's model; where none is, the one that is shipped, and not even a cache is written. */
function modelFor({ memory, folder, models }: HarvestWorld): StartedModel {
  if (memory !== undefined) return startedModel(memory);
  const located = locateModel(defaultProfile(), new Workspace(folder));
  return "unavailable" in located ? located : { located, embedder: models?.pool(located) ?? new EmbedPool(located) };
}
