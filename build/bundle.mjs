/**
 * Bundles src/ into dist/, or into another folder and for another platform: node build/bundle.mjs [FOLDER [PLATFORM]].
 * Parts that are loaded when a command needs them, each with V8's code cache, all in one file (docs/decisions/002), and
 * beside it the native parts of the platform and the licences of everything in it (docs/decisions/071). LanceDB's binary
 * and the embedded PostgreSQL stay outside and are required where they are needed.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { build, transform } from "esbuild";
import { licencesOf } from "./licences.mjs";
import { HERE, placeNatives, RUNTIME, SQLITE } from "./natives.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
const [folder = "dist", platform = HERE] = process.argv.slice(2);
const dist = resolve(house, folder);

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

/** SQLite's package as tenet uses it: its binding, for whichever C library is here. */
const sqlite = `
import { TenetError } from "./src/errors.ts";
function found() {
  let why;
  for (const path of ${JSON.stringify(SQLITE.map((name) => `../native/${name}`))}) {
    try { return require(path); } catch (error) { why ??= error; }
  }
  throw new TenetError(\`This installation of tenet is for ${platform}; on \${process.platform}-\${process.arch} SQLite cannot be loaded: \${why.message.split("\\n")[0]}\`, {
    failure: "failed",
    code: "wrong-platform",
    hint: "Install the package of tenet that was made for this machine, or build it here from its sources: npm ci",
    cause: why,
  });
}
export const { DatabaseSync } = found();`;

/**
 * SQLite's binding and the ONNX runtime's are loaded from dist/native, beside the parts; their JavaScript is a part. Of
 * SQLite's package nothing but the binding is needed, and looking for that by the package's name takes 5 ms.
 */
const bundledNatives = {
  name: "native parts beside the bundle",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@photostructure.sqlite$/ }, () => ({ path: "binding", namespace: "sqlite" }));
    onLoad({ filter: /./, namespace: "sqlite" }, () => ({ contents: sqlite, resolveDir: house }));
    onLoad({ filter: /onnxruntime-node.dist.binding\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(/require\(`[^`]*onnxruntime_binding\.node`\)/, `require("../native/${RUNTIME}")`);
      if (contents === text) throw new Error(`${path} loads its binding in another way`);
      return { contents };
    });
  },
};

/** zod's messages in fifty languages: 400 kB that every command would load. */
const oneLanguage = {
  name: "zod in English",
  setup({ onLoad }) {
    onLoad({ filter: /zod.v4.locales.index\.(js|cjs)$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

const { metafile, outputFiles } = await build({
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
  external: [
    ...["@huggingface/transformers", "@lancedb/lancedb-*", "*.node", "openai"],
    "@electric-sql/pglite",
    // Other ways to reach PostgreSQL, which nothing asks for.
    ...["pg-native", "pg-cloudflare"],
  ],
  plugins: [bundledLanceDB, bundledNatives, oneLanguage],
  metafile: true,
});

/** esbuild escapes all but the insides of regular expressions. */
const inAscii = (code) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Stands for the build in `store/cache/schema.ts`: caches of another are told by it. */
const BUILD = "@build@";
const hash = createHash("sha256");
for (const { text } of outputFiles) hash.update(text);
const buildHash = hash.digest("hex").slice(0, 16);
if (!outputFiles.some(({ text }) => text.includes(BUILD))) throw new Error("no part asks for the build");

/** A part as the function that loader.cjs calls. esbuild splits ES modules only, so each becomes CommonJS afterwards. */
async function asFunction({ path, text }) {
  const { code } = await transform(text.replaceAll(BUILD, buildHash), {
    ...style,
    format: "cjs",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__url" },
  });
  return [basename(path), `(function(exports,require,module,__url){${inAscii(code.trimEnd())}\n})`];
}

/**
 * V8's code cache of all functions of a part. V8 refuses a cache written under other flags than it is read with. For
 * another platform there is none: only V8 there could write it.
 */
function cacheOf(code) {
  if (platform !== HERE) return Buffer.alloc(0);
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
await placeNatives(join(dist, "native"), platform);
await writeFile(join(dist, "THIRD-PARTY.txt"), await licencesOf(Object.keys(metafile.inputs)));
await copyFile(join(house, "build", "loader.cjs"), join(dist, "loader.cjs"));
await writeFile(join(dist, "main.cjs"), 'require("./loader.cjs").load("main.js").main();\n');
await writeFile(join(dist, "embed-worker.cjs"), 'require("./loader.cjs").load("embed-worker.js");\n');
// A command that starts during the build finds the parts of one build or of the other.
await writeFile(join(dist, "parts.new"), Buffer.concat(pieces));
await rename(join(dist, "parts.new"), join(dist, "parts.bin"));
