/** The layer `people`: what people wrote into core files that the host does not load. */
import { linesOfCore, textOfCoreFile } from "../store/records/peoples-lines.js";
import type { Layer } from "./policy/layer.js";
import { isLeftOut, type Sources } from "./sources.js";

/** In the order of the files. What a file that the host loads says is not said again. */
export async function peoplesLayer(sources: Pick<Sources, "ctx" | "loaded">): Promise<Layer> {
  const { soul, memory, procedures, boot, heartbeat } = sources.ctx.profile.files;
  const files = new Set([soul, memory, procedures, boot, heartbeat]);
  const isPrinted = (file: string, line?: number) => !isLeftOut(sources, file, line);
  // Of a line in two files the one that the host loads counts: each file is read by itself.
  const textOf = (file: string) => textOfCoreFile(sources.ctx.workspace, file) ?? "";
  const read = [...files].map((file) => linesOfCore([[file, textOf(file)]]));
  const lines = (await Promise.all(read)).flat();
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
