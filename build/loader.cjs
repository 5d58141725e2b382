/**
 * Loads the parts of the bundle. Each is a function of CommonJS; with V8's code cache beside it, V8 neither parses nor
 * compiles what a warm-up has run before. A cache of another Node or processor is not looked for, a damaged one is
 * refused by V8: the part is then compiled as usual.
 */
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");

const folder = join(__dirname, "parts");
const outside = createRequire(join(folder, "part.js"));
const cacheOf = (file) => `${file}.${process.version}-${process.arch}.cache`;

/** @type {Map<string, { file: string, script: Script, exports: any }>} */
const loaded = new Map();

function bytesOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The exports of a part, run when it is first asked for. */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const file = join(folder, name);
  // esbuild writes ASCII, which is read without decoding.
  const script = new Script(readFileSync(file, "latin1"), { filename: file, cachedData: bytesOf(cacheOf(file)) });
  const part = { file, script, exports: {} };
  loaded.set(name, part);
  script.runInThisContext()(part.exports, requireFrom, part, pathToFileURL(file).href);
  return part.exports;
}

function requireFrom(id) {
  return id.startsWith("./") ? load(id.slice(2)) : outside(id);
}

/** Writes the code cache of every part that was loaded, with all functions that ran until now. */
function keepCompiled() {
  for (const { file, script } of loaded.values()) writeFileSync(cacheOf(file), script.createCachedData());
}

module.exports = { load, keepCompiled };
