/**
 * Bundles src/ into dist/ (or the folder named as argument): parts that are loaded when a command needs them, each with
 * V8's code cache beside it (docs/decisions/002). Packages with native parts stay outside and are required where they
 * are needed.
 */
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const house = fileURLToPath(new URL("..", import.meta.url));
const dist = resolve(house, process.argv[2] ?? "dist");
const parts = join(dist, "parts");

/** How every part is written: minified but for names, which a stack trace shows. */
const style = { platform: "node", target: "node20", minifySyntax: true, minifyWhitespace: true, logLevel: "warning" };

/** What most commands load: their parts, and what these import, are written into one file as well. */
const DAILY = [
  "src/main.ts",
  ...["program", "open-door", "list"].map((name) => `src/cli/${name}.ts`),
  "src/operations/list.ts",
  ...["find-workspace", "profile"].map((name) => `src/tree/${name}.ts`),
];

const { outputFiles, metafile } = await build({
  ...style,
  absWorkingDir: house,
  entryPoints: { main: "src/main.ts", "embed-worker": "src/search/embed-worker.ts" },
  outdir: parts,
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
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

/** The names of the daily parts and of all that they import. */
function dailyParts() {
  const outputs = Object.entries(metafile.outputs);
  const wanted = outputs.filter(([, { entryPoint }]) => DAILY.includes(entryPoint)).map(([name]) => name);
  for (const name of wanted) {
    for (const { path, kind } of metafile.outputs[name].imports) {
      if (kind === "import-statement" && path in metafile.outputs && !wanted.includes(path)) wanted.push(path);
    }
  }
  return new Set(wanted.map((name) => basename(name)));
}

await mkdir(parts, { recursive: true });
// A code cache never stands beside code it was not made from.
for (const name of await readdir(parts)) if (name.endsWith(".cache")) await rm(join(parts, name));
const daily = dailyParts();
let together = "";
for (const { path, text } of outputFiles) {
  const part = await asFunction(text);
  const name = basename(path);
  await writeFile(path, part);
  if (daily.has(name)) together += `${JSON.stringify(name)}:${part},\n`;
}
await writeFile(join(parts, "daily.js"), `({${together}})`);
await copyFile(join(house, "build", "loader.cjs"), join(dist, "loader.cjs"));
const start = 'const { load, open } = require("./loader.cjs");\nopen("daily.js");\nload("main.js").main();\n';
await writeFile(join(dist, "main.cjs"), start);
await writeFile(join(dist, "embed-worker.cjs"), 'require("./loader.cjs").load("embed-worker.js");\n');

// Parts of earlier builds go last, so that a command started during the build finds whole sets of files.
const written = new Set(["daily.js", ...outputFiles.map(({ path }) => basename(path))]);
for (const name of await readdir(parts)) if (!written.has(name)) await rm(join(parts, name));

const folder = await mkdtemp(join(tmpdir(), "tenet-warm-up-"));
try {
  for (const kind of ["write", "read"]) {
    execFileSync(process.execPath, [join(house, "build", "warm-up.cjs"), dist, folder, kind], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
} catch {
  console.warn("no code cache was made: commands start more slowly, and work");
} finally {
  await rm(folder, { recursive: true, force: true });
}
