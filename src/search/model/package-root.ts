import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The folder that holds package.json and `models/`, seen from `src/`, from `dist/parts/` and from an installed package. */
export function packageRoot(): string {
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return here;
  }
}

/** The built worker, beside the parts of the bundle; `undefined` when tenet runs from its sources. */
export function workerFile(): string | undefined {
  const file = join(here, "..", "embed-worker.cjs");
  return existsSync(file) ? file : undefined;
}
