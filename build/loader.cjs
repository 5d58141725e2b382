/**
 * Loads the parts of the bundle. Each is a function of CommonJS; with V8's code cache beside it, V8 neither parses nor
 * compiles what a warm-up has run before. A cache of another Node or processor is not looked for, a damaged one is
 * refused by V8: the part is then compiled as usual.
 */
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { Script } = require("node:vm");

const folder = join(__dirname, "parts");
const outside = createRequire(join(folder, "part.js"));
const cacheOf = (file) => `${file}.${process.version}-${process.arch}.cache`;

/** @type {{ file: string, script: Script }[]} */
const compiled = [];
/** Parts that came in packs, by name. */
const unpacked = {};
/** The pack that a part is read with, for parts with which the work of a command begins. */
let packs = {};
/** @type {Map<string, { exports: any }>} */
const loaded = new Map();

function bytesOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The value of a file that is one expression. */
function expressionIn(file) {
  // Parts are ASCII, which is read without decoding.
  const script = new Script(readFileSync(file, "latin1"), { filename: file, cachedData: bytesOf(cacheOf(file)) });
  compiled.push({ file, script });
  return script.runInThisContext();
}

/** Parts that are used together stand together in one file, too: reading forty small ones takes 15 ms. */
function usePacks(packOf) {
  packs = packOf;
}

/** Making the first URL of a process takes 3 ms: a path that needs no escaping is put together by hand. */
const urlOf = (file) => (/^\/[\w./-]+$/.test(file) ? `file://${file}` : require("node:url").pathToFileURL(file).href);

/** The exports of a part, run when it is first asked for. */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const file = join(folder, name);
  const part = { exports: {} };
  loaded.set(name, part);
  const isPacked = packs[name] !== undefined && unpacked[name] === undefined;
  if (isPacked) Object.assign(unpacked, expressionIn(join(folder, packs[name])));
  const run = unpacked[name] ?? expressionIn(file);
  run(part.exports, requireFrom, part, urlOf(file));
  return part.exports;
}

/** Modules of Node that few commands use, and that cost a millisecond or more: loaded when something of them is used. */
const LATE = new Set(["node:child_process", "node:crypto", "node:fs/promises", "node:tty", "node:util", "node:zlib"]);

/** Stands for a module of Node until a property of it is read. */
const late = (id) =>
  new Proxy(Object.create(null), {
    get: (_, name) => outside(id)[name],
    has: (_, name) => name in outside(id),
    ownKeys: () => Reflect.ownKeys(outside(id)),
    getOwnPropertyDescriptor: (_, name) => ({
      ...Reflect.getOwnPropertyDescriptor(outside(id), name),
      configurable: true,
    }),
  });

function requireFrom(id) {
  if (id.startsWith("./")) return load(id.slice(2));
  // js-yaml asks for it to read functions from data, which tenet never does, and goes on without.
  if (id === "esprima") throw new Error("functions are not read from data");
  const name = id.startsWith("node:") ? id : `node:${id}`;
  return LATE.has(name) ? late(name) : outside(id);
}

/** Names of the parts that were loaded, in this order. */
const loadedParts = () => [...loaded.keys()];

/** Writes the code cache of files that were read, with all functions that ran until now. */
function keepCompiled(wanted) {
  for (const { file, script } of compiled) if (wanted(file)) writeFileSync(cacheOf(file), script.createCachedData());
}

module.exports = { usePacks, load, loadedParts, keepCompiled };
