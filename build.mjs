/**
 * Bundles src/ into dist/ with lazy chunks: a command loads only what it uses.
 * Packages with native parts stay outside the bundle and are imported where they are needed.
 */
import { rm } from "node:fs/promises";
import { build } from "esbuild";

await rm(new URL("dist", import.meta.url), { recursive: true, force: true });
await build({
  entryPoints: { main: "src/main.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
  chunkNames: "chunks/[name]-[hash]",
  external: [
    "@lancedb/lancedb",
    "apache-arrow",
    "onnxruntime-node",
    "@huggingface/transformers",
  ],
  banner: {
    // CommonJS packages inside an ES module bundle still call require() for Node's own modules.
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
});
