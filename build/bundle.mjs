/**
 * Bundles src/ into dist/ (or the folder named as argument): parts that are loaded when a command needs them, each with
 * V8's code cache, all in one file (docs/decisions/002). Packages with native parts stay outside and are required where
 * they are needed.
 */
import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { build, transform } from "esbuild";

const house = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(house, process.argv[2] ?? "dist");

/** How every part is written: minified but for names, which a stack trace shows. */
const style = { platform: "node", target: "node20", minifySyntax: true, minifyWhitespace: true, logLevel: "warning" };

/**
 * LanceDB and Arrow take 100 ms to load as they are, nearly all of it in plain JavaScript; as a part, 30. Node has to be
 * asked for LanceDB's own copy of Arrow by `require`; a bundler understands that only without `createRequire`.
 */
const bundledLanceDB = {
  name: "LanceDB as a part",
  setup({ onLoad }) {
    onLoad({ filter: /vectors.lancedb\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.replace("const require = createRequire(import.meta.url);", ""), loader: "ts" };
    });
  },
};

/**
 * SQLite's binding at the place where it lies now: asking for the package by its name, which then looks for the binding,
 * takes longer than loading it. Where it lies elsewhere, or is for another machine, the package looks for it.
 */
const foundSQLite = {
  name: "SQLite where it lies",
  setup({ onLoad, onResolve }) {
    const manifest = createRequire(import.meta.url).resolve("@photostructure/sqlite/package.json");
    const found = createRequire(manifest)("node-gyp-build").path(dirname(manifest));
    const path = JSON.stringify(relative(join(dist, "parts"), found).replaceAll("\\", "/"));
    onResolve({ filter: /^@photostructure.sqlite$/ }, ({ kind }) =>
      kind === "import-statement" ? { path: "binding", namespace: "sqlite" } : { external: true },
    );
    onLoad({ filter: /./, namespace: "sqlite" }, () => ({
      contents: `let found; try { found = require(${path}); } catch { found = require("@photostructure/sqlite"); }
        export const { DatabaseSync } = found;`,
    }));
  },
};

const { outputFiles } = await build({
  ...style,
  absWorkingDir: house,
  entryPoints: { main: "src/main.ts", "embed-worker": "src/search/model/embed-worker.ts" },
  outdir: dist,
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  chunkNames: "[name]-[hash]",
  // Its main file asks for its own parts by names that no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  external: ["@huggingface/transformers", "@lancedb/lancedb-*", "*.node", "onnxruntime-node", "openai"],
  plugins: [bundledLanceDB, foundSQLite],
});

/** esbuild escapes all but the insides of regular expressions. */
const inAscii = (code) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A part as the function that loader.cjs calls. esbuild splits ES modules only, so each becomes CommonJS afterwards. */
async function asFunction({ path, text }) {
  const { code } = await transform(text, {
    ...style,
    format: "cjs",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__url" },
  });
  return [basename(path), `(function(exports,require,module,__url){${inAscii(code.trimEnd())}\n})`];
}

/** V8's code cache of all functions of a part. V8 refuses a cache written under other flags than it is read with. */
function cacheOf(code) {
  setFlagsFromString("--no-lazy");
  const script = new Script(code);
  setFlagsFromString("--lazy");
  return script.createCachedData();
}

const index = {};
const pieces = [];
let start = 0;
for (const [name, code] of await Promise.all(outputFiles.map(asFunction))) {
  const cache = cacheOf(code);
  index[name] = [start, code.length, cache.length];
  pieces.push(Buffer.from(code, "latin1"), cache);
  start += code.length + cache.length;
}
const head = Buffer.from(JSON.stringify(index));
pieces.unshift(Buffer.from(String(head.length).padStart(8)), head);

await mkdir(dist, { recursive: true });
await copyFile(join(house, "build", "loader.cjs"), join(dist, "loader.cjs"));
await writeFile(join(dist, "main.cjs"), 'require("./loader.cjs").load("main.js").main();\n');
await writeFile(join(dist, "embed-worker.cjs"), 'require("./loader.cjs").load("embed-worker.js");\n');
// A command that starts during the build finds the parts of one build or of the other.
await writeFile(join(dist, "parts.new"), Buffer.concat(pieces));
await rename(join(dist, "parts.new"), join(dist, "parts.bin"));
