import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The folder that holds package.json and `models/`, seen from `src/`, from `dist/` and from an installed package. */
export function packageRoot(): string {
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return here;
  }
}

/** The built worker, beside the bundle or its chunks; `undefined` when tenet runs from its sources. */
export function workerFile(): string | undefined {
  return [join(here, "embed-worker.js"), join(here, "..", "embed-worker.js")].find((file) => existsSync(file));
}
