/**
 * Bundles src/ into dist/ (or the folder named as argument): parts that are loaded when a command needs them, those of
 * the commands of every day in packs, each with V8's code cache beside it (docs/decisions/002). Packages with native
 * parts stay outside and are required where they are needed.
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

const { outputFiles, metafile } = await build({
  ...style,
  absWorkingDir: house,
  entryPoints: { main: "src/main.ts", "embed-worker": "src/search/model/embed-worker.ts" },
  outdir: parts,
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
  format: "esm",
  chunkNames: "[name]-[hash]",
  // Its main file asks for its own parts by names that no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  external: [
    "@photostructure/sqlite",
    "@lancedb/lancedb",
    "apache-arrow",
    "onnxruntime-node",
    "@huggingface/transformers",
  ],
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

const functions = new Map(await Promise.all(outputFiles.map(asFunction)));
/** Parts with which a command begins, the first of all included. */
const beginnings = new Set(
  Object.entries(metafile.outputs)
    .filter(([, { entryPoint = "" }]) => entryPoint === "src/main.ts" || entryPoint.startsWith("src/cli/"))
    .map(([path]) => basename(path)),
);

const startWith = (packOf) =>
  writeFile(
    join(dist, "main.cjs"),
    `const { load, usePacks } = require("./loader.cjs");\nusePacks(${JSON.stringify(packOf)});\nload("main.js").main();\n`,
  );

await mkdir(parts, { recursive: true });
// A code cache never stands beside code it was not made from.
for (const name of await readdir(parts)) if (name.endsWith(".cache")) await rm(join(parts, name));
for (const [name, part] of functions) await writeFile(join(parts, name), part);
await copyFile(join(house, "build", "loader.cjs"), join(dist, "loader.cjs"));
await writeFile(join(dist, "embed-worker.cjs"), 'require("./loader.cjs").load("embed-worker.js");\n');
await startWith({});

/** Runs the commands of a group in `folder`; answers the parts they loaded. */
function warmUp(folder, group, packOf = {}, pack = "") {
  const args = [join(house, "build", "warm-up.cjs"), dist, folder, group, JSON.stringify(packOf), pack];
  return JSON.parse(execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }).toString());
}

const GROUPS = ["daily", "show", "status", "heartbeat", "recall", "digest", "hook", "capture", "mcp"];
const packOfGroup = (group) => `pack-${group}.js`;

/** Writes a pack for each group with what it loads beside the first one; answers which parts bring which pack. */
async function writePacks(folder) {
  const packOf = {};
  // What an unchanged workspace takes: the caches are made by then.
  const capture = warmUp(folder, "capture");
  // What a heartbeat finds out about the rules it keeps: looking through all of them is not what it does every time.
  warmUp(folder, "heartbeat");
  const daily = new Set(warmUp(folder, "daily"));
  for (const group of GROUPS) {
    const all = group === "capture" ? capture : warmUp(folder, group);
    const names = group === "daily" ? all : all.filter((name) => !daily.has(name));
    const pack = packOfGroup(group);
    for (const name of names) if (beginnings.has(name)) packOf[name] ??= pack;
    const members = names.map((name) => `${JSON.stringify(name)}:${functions.get(name)},\n`);
    await writeFile(join(parts, pack), `({${members.join("")}})`);
  }
  return packOf;
}

const packs = [];
const folder = await mkdtemp(join(tmpdir(), "tenet-warm-up-"));
try {
  warmUp(folder, "init");
  const packOf = await writePacks(folder);
  packs.push(...GROUPS.map(packOfGroup));
  for (const group of GROUPS) warmUp(folder, group === "daily" ? "reading" : group, packOf, packOfGroup(group));
  await startWith(packOf);
} catch {
  console.warn("no code cache was made: commands start more slowly, and work");
} finally {
  await rm(folder, { recursive: true, force: true });
}

// Parts of earlier builds go last, so that a command started during the build finds whole sets of files.
for (const name of await readdir(parts)) {
  const isOurs = functions.has(name) || packs.includes(name) || name.endsWith(".cache");
  if (!isOurs) await rm(join(parts, name));
}
