/**
 * Bundles src/ into dist/ (or the folder named as argument): parts that are loaded when a command needs them, each with
 * V8's code cache beside it (docs/decisions/002). Packages with native parts stay outside and are required where they
 * are needed.
 */
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const house = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(house, process.argv[2] ?? "dist");
const parts = join(dist, "parts");

/** How every part is written: minified but for names, which a stack trace shows. */
const style = { platform: "node", target: "node20", minifySyntax: true, minifyWhitespace: true, logLevel: "warning" };

const { outputFiles } = await build({
  ...style,
  absWorkingDir: house,
  entryPoints: { main: "src/main.ts", "embed-worker": "src/search/embed-worker.ts" },
  outdir: parts,
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  chunkNames: "[name]-[hash]",
  external: ["@lancedb/lancedb", "apache-arrow", "onnxruntime-node", "@huggingface/transformers"],
});

/** A part as the function that loader.cjs calls. esbuild splits ES modules only, so each becomes CommonJS afterwards. */
async function asFunction(text) {
  const { code } = await transform(text, {
    ...style,
    format: "cjs",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__url" },
  });
  return `(function(exports,require,module,__url){${code.trimEnd()}\n})`;
}

await mkdir(parts, { recursive: true });
// A code cache never stands beside code it was not made from.
for (const name of await readdir(parts)) if (name.endsWith(".cache")) await rm(join(parts, name));
for (const { path, text } of outputFiles) await writeFile(path, await asFunction(text));
await copyFile(join(house, "build", "loader.cjs"), join(dist, "loader.cjs"));
await writeFile(join(dist, "main.cjs"), 'require("./loader.cjs").load("main.js").main();\n');
await writeFile(join(dist, "embed-worker.cjs"), 'require("./loader.cjs").load("embed-worker.js");\n');

// Parts of earlier builds go last, so that a command started during the build finds whole sets of files.
const written = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of await readdir(parts)) if (!written.has(name)) await rm(join(parts, name));

try {
  execFileSync(process.execPath, [join(house, "build", "warm-up.cjs"), dist], {
    stdio: ["ignore", "ignore", "inherit"],
  });
} catch {
  console.warn("no code cache was made: commands start more slowly, and work");
}
