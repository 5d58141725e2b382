/**
 * Bundles src/ into dist/ (or the folder named as argument) with lazy chunks: a command loads only what it uses.
 * Packages with native parts stay outside the bundle and are imported where they are needed.
 */
import { readdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const house = fileURLToPath(new URL(".", import.meta.url));
const outdir = resolve(house, process.argv[2] ?? "dist");

const { metafile } = await build({
  absWorkingDir: house,
  entryPoints: { main: "src/main.ts", "embed-worker": "src/search/embed-worker.ts" },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
  metafile: true,
  chunkNames: "chunks/[name]-[hash]",
  external: ["@lancedb/lancedb", "apache-arrow", "onnxruntime-node", "@huggingface/transformers"],
  banner: {
    // CommonJS packages inside an ES module bundle still call require() for Node's own modules.
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
});

// Chunks of earlier builds go last, so that a command started during the build finds whole sets of files.
const written = new Set(Object.keys(metafile.outputs).map((file) => resolve(house, file)));
for (const entry of await readdir(outdir, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(file)) await rm(file).catch(() => console.warn(`left: ${relative(house, file)}`));
}
