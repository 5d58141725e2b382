/**
 * `src/` as plain JavaScript, compiled once a run into the folder of the build. Test files import it as Node does, not
 * through vite: a test file then loads it in a third of the time, and can have a process of its own.
 */
import { readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, stop } from "esbuild";
import type { Plugin } from "vite";

export const HOUSE = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = join(HOUSE, "src");
/** Beneath node_modules, so that packages are found as they are from the house. */
export const BUILDS = join(realpathSync(join(HOUSE, "node_modules")), ".cache", "tenet-test");
/** The folder of this run: configuration and set-up run in one process. */
export const BUILD = join(BUILDS, `run-${process.pid}`);

export async function compileSource(): Promise<void> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:ts|json)$/.test(name),
  );
  await build({
    entryPoints: files.map((name) => join(SOURCE, name)),
    outbase: SOURCE,
    outdir: join(BUILD, "src"),
    loader: { ".json": "copy" },
    format: "esm",
    target: "node20.19",
    sourcemap: "linked",
    logLevel: "error",
  });
  await stop();
}

/** Sends each import of a file in `src/` to what was compiled from it. */
export const compiledSource: Plugin = {
  name: "compiled-source",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".")) return;
    const file = resolve(dirname(importer), source);
    if (file.startsWith(SOURCE + sep)) return { id: join(BUILD, "src", file.slice(SOURCE.length)), external: true };
  },
};
