/**
 * Loads the parts of the bundle out of `parts.bin`, which stays open as long as the process lives: a build meanwhile puts
 * another file in its place. Each part is a function of CommonJS and V8's code cache of it, so that V8 neither parses nor
 * compiles it again. V8 refuses a cache that is damaged or of another Node or processor: the part is then compiled as usual.
 */
const { openSync, readSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { Script } = require("node:vm");

const file = openSync(join(__dirname, "parts.bin"), "r");

function bytesAt(start, length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  readSync(file, bytes, 0, length, start);
  return bytes;
}

/** First come digits that say how long the index behind them is, then the index, then the parts. */
const DIGITS = 8;
const indexLength = Number(bytesAt(0, DIGITS).latin1Slice());
/** By the name of a part: where its code starts among the parts, its length, and the length of the cache behind it. */
const index = JSON.parse(bytesAt(DIGITS, indexLength).latin1Slice());
const firstPart = DIGITS + indexLength;

/** Parts are named as if they lay here. */
const folder = join(__dirname, "parts");
const outside = createRequire(join(folder, "part.js"));
/** Making the first URL of a process takes 3 ms: a path that needs no escaping is put together by hand. */
const urlOf = (path) => (/^\/[\w./-]+$/.test(path) ? `file://${path}` : require("node:url").pathToFileURL(path).href);

/** @type {Map<string, { exports: any }>} */
const loaded = new Map();

/** The exports of a part, run when it is first asked for. */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const [start, length, cacheLength] = index[name];
  const filename = join(folder, name);
  // Code is ASCII, which is read without decoding.
  const code = bytesAt(firstPart + start, length).latin1Slice();
  const cachedData = bytesAt(firstPart + start + length, cacheLength);
  const run = new Script(code, { filename, cachedData }).runInThisContext();
  const part = { exports: {} };
  loaded.set(name, part);
  run(part.exports, requireFrom, part, urlOf(filename));
  return part.exports;
}

/** Modules of Node that cost one to three milliseconds: loaded when something of them is used. Imported by names only. */
const LATE = new Set([
  "node:child_process",
  "node:crypto",
  "node:fs/promises",
  "node:tty",
  "node:worker_threads",
  "node:zlib",
]);

function requireFrom(id) {
  if (id.startsWith("./")) return load(id.slice(2));
  // js-yaml asks for it to read functions from data, which tenet never does, and goes on without.
  if (id === "esprima") throw new Error("functions are not read from data");
  return LATE.has(id) ? new Proxy({}, { get: (_, name) => outside(id)[name] }) : outside(id);
}

module.exports = { load };
