/** The layer `people`: what people wrote into core files that the host does not load. Called by contexts and by a hook that runs out of time. */

import { coreLines } from "../store/records/core-lines.js";
import type { Layer } from "./policy/layer.js";
import { isLeftOut, type Sources } from "./sources.js";

/** In the order of the files: what the agent is, what holds, how it works. What a file that the host loads says is not said again. */
export async function peoplesLayer(sources: Pick<Sources, "ctx" | "loaded">): Promise<Layer> {
  const { soul, memory, procedures, boot, heartbeat } = sources.ctx.profile.files;
  const files = new Set([soul, memory, procedures, boot, heartbeat]);
  const isPrinted = (file: string, line?: number) => !isLeftOut(sources, file, line);
  const isNeeded = [...files].some((file) => isPrinted(file, Number.MAX_SAFE_INTEGER));
  const lines = isNeeded ? await coreLines(sources.ctx) : [];
  const said = new Set(
    lines.flatMap(({ file, line, hash }) => (sources.loaded.has(file) && !isPrinted(file, line) ? hash : [])),
  );
  const items = [...files].flatMap((name) =>
    lines.flatMap(({ file, line, text, hash }) => {
      if (file !== name || said.has(hash) || !isPrinted(file, line)) return [];
      said.add(hash);
      return { place: `${file}:${line}`, who: "people", text };
    }),
  );
  return { name: "people", title: "People's lines", items };
}
