/**
 * The least that could do the job with the same parts, as a process of its own:
 *   node bench/floor.mjs make <folder> [entries] [files]     writes what the others work on
 *   node bench/floor.mjs <newest|entry|due|words|meaning> <folder>
 * Each opens the SQLite file, compares the stamps of all files with those on disk, and asks one thing. `meaning` is what
 * captures and hybrid recall cannot do without: the model embeds a text in a thread, LanceDB is opened and searched.
 * Nothing is taken from src/.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const require = createRequire(import.meta.url);
const WIDTH = 384;
const TEXT = "Take the lock before a stale copy is read";
const WORDS = ["word12", "word57", "word101", "word230"];
const model = fileURLToPath(new URL("../models/Xenova/all-MiniLM-L6-v2/", import.meta.url));

function open(folder) {
  const { DatabaseSync } = require("@photostructure/sqlite");
  return new DatabaseSync(join(folder, "floor.db"), { readOnly: true });
}

function compareStamps(db) {
  for (const { path, mtime, size } of db.prepare("SELECT path, mtime, size FROM files").all()) {
    const now = statSync(path);
    if (now.mtimeMs !== mtime || now.size !== size) throw new Error(`${path} changed`);
  }
}

/** The ten best of BM25 with the usual constants. */
function bestByWords(db) {
  const { count, mean } = db.prepare("SELECT count(*) AS count, avg(length) AS mean FROM entries").get();
  const ofWord = db.prepare(
    "SELECT entry, times, length FROM postings JOIN entries ON entries.number = entry WHERE word = ?",
  );
  const scores = new Map();
  for (const word of WORDS) {
    const found = ofWord.all(word);
    const weight = Math.log(1 + (count - found.length + 0.5) / (found.length + 0.5));
    for (const { entry, times, length } of found) {
      const score = (weight * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / mean));
      scores.set(entry, (scores.get(entry) ?? 0) + score);
    }
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, 10);
  const text = db.prepare("SELECT text FROM entries WHERE number = ?");
  return best.map(([number]) => text.get(number).text);
}

/** In the thread: the vector of each list of token ids. */
async function serveModel() {
  const { InferenceSession, Tensor } = require("onnxruntime-node");
  const session = await InferenceSession.create(join(model, "onnx", "model_quantized.onnx"), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    logSeverityLevel: 4,
  });
  parentPort.once("message", async (ids) => {
    const tensor = (values) => new Tensor("int64", values, [1, ids.length]);
    const { last_hidden_state: states } = await session.run({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    });
    const vector = new Float32Array(WIDTH);
    for (const [at, value] of states.data.entries()) vector[at % WIDTH] += value / ids.length;
    parentPort.postMessage(vector);
  });
}

async function nearest(folder) {
  // Its makers' telemetry, which tenet switches off as well.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  const worker = new Worker(new URL(import.meta.url));
  const vector = new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const { connect } = require("@lancedb/lancedb");
  const opened = connect(join(folder, "vectors")).then((connection) => connection.openTable("entries"));
  const { Tokenizer } = require("@huggingface/tokenizers");
  const tokenizer = new Tokenizer(require(`${model}tokenizer.json`), require(`${model}tokenizer_config.json`));
  const { ids, attention_mask: mask } = tokenizer.encode(TEXT);
  worker.postMessage(ids.filter((_, at) => mask[at] === 1));
  const table = await opened;
  const search = table
    .vectorSearch(await vector)
    .distanceType("cosine")
    .select(["id", "_distance"])
    .limit(10);
  const found = await search.toArray();
  worker.unref();
  return found.map(({ id }) => id);
}

const ASKED = {
  newest: (db) => db.prepare("SELECT id, text FROM entries ORDER BY at DESC LIMIT 20").all(),
  entry: (db) => db.prepare("SELECT * FROM entries WHERE id = 'E00500'").get(),
  due: (db) => db.prepare("SELECT id FROM entries WHERE due < 1").all(),
  words: bestByWords,
  meaning: bestByWords,
};

/** Files, a database that knows them, 10,000 entries of sixty words of four hundred each, and their vectors. */
async function make(folder, entries = 10_000, files = 1_500) {
  const { DatabaseSync } = require("@photostructure/sqlite");
  mkdirSync(join(folder, "files"), { recursive: true });
  const db = new DatabaseSync(join(folder, "floor.db"));
  db.exec(`PRAGMA journal_mode = WAL; BEGIN;
    CREATE TABLE files (path TEXT PRIMARY KEY, mtime REAL, size INTEGER) WITHOUT ROWID;
    CREATE TABLE entries (number INTEGER PRIMARY KEY, id TEXT UNIQUE, at INTEGER, due INTEGER, length INTEGER, text TEXT);
    CREATE TABLE postings (word TEXT, entry INTEGER, times INTEGER, PRIMARY KEY (word, entry)) WITHOUT ROWID;
    CREATE INDEX entries_at ON entries (at); CREATE INDEX entries_due ON entries (due)`);
  const file = db.prepare("INSERT INTO files VALUES (?, ?, ?)");
  for (let number = 0; number < files; number++) {
    const path = join(folder, "files", `${number}.md`);
    writeFileSync(path, `file ${number}\n`);
    const { mtimeMs, size } = statSync(path);
    file.run(path, mtimeMs, size);
  }
  const entry = db.prepare("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)");
  const posting = db.prepare("INSERT INTO postings VALUES (?, ?, ?)");
  // A generator of numbers that is the same everywhere.
  let state = 7;
  const below = (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % bound;
  };
  const rows = [];
  for (let number = 0; number < entries; number++) {
    const words = new Set(Array.from({ length: 60 }, () => `word${below(400)}`));
    const id = `E${String(number).padStart(5, "0")}`;
    entry.run(number, id, number, number + 1, words.size, [...words].join(" "));
    for (const word of words) posting.run(word, number, 1 + below(3));
    rows.push({ id, vector: Array.from({ length: WIDTH }, () => below(2_000) / 1_000 - 1) });
  }
  db.exec("COMMIT");
  db.close();
  const { connect } = require("@lancedb/lancedb");
  const connection = await connect(join(folder, "vectors"));
  await connection.createTable("entries", rows);
}

if (!isMainThread) await serveModel();
else {
  const [verb, folder, ...sizes] = process.argv.slice(2);
  if (verb === "make") await make(folder, ...sizes.map(Number));
  else {
    // The model loads in its thread while the rest goes on here.
    const near = verb === "meaning" ? nearest(folder) : undefined;
    const db = open(folder);
    compareStamps(db);
    const found = ASKED[verb](db);
    process.stdout.write(`${JSON.stringify({ found, near: await near })}\n`);
  }
}
