/** Heads into columns, by runs: what comes from columns already is copied at once, neither parsed nor looked at. */

import { type EntryMeta, HEAD_FIELDS } from "./entry-meta.js";
import { placeIn } from "./file-table.js";
import { numbersOf, packField } from "./head-codes.js";
import type { HeadList } from "./head-columns.js";
import { allRows, type HeadRuns, runsOf } from "./head-runs.js";
import { CLAIM_LENGTH, type HeadColumns, type OpenColumns, OWN_COLUMNS } from "./open-columns.js";
import { bytesOf, countBelow, type Integers, integerBytes, type Words, wordsOf } from "./sections.js";

/** After so many changes columns are made anew. */
const MOST_CHANGES = 255;

/** Columns of a list; `names` are the files its heads stand in, in order. */
export function packHeads(heads: HeadList, names: readonly string[]): HeadColumns {
  const { columns } = heads;
  if (columns?.names === names) return columns.stored;
  return packRuns(columns === undefined ? runsOf(heads.all) : allRows(columns), names);
}

/** Columns of heads; `names` are the files they stand in, in order. */
export function packRuns(heads: HeadRuns, names: readonly string[]): HeadColumns {
  const { columns, runs, count } = heads;
  const kept = runs.reduce((sum, { start, end }) => sum + end - start, 0);
  const anew = columns.stored.changes >= MOST_CHANGES || kept * 2 <= columns.count;
  const ids = wordsOfRuns(heads, columns.ids, (head) => head.id);
  const timestamps = wordsOfRuns(heads, columns.timestamps, (head) => head.timestamp);
  const files = numbersOf(heads, fileNumbers(columns, names), (head) => placeIn(names, head.file));
  const lines = numbersOf(heads, columns.numbers("lines"), (head) => head.line);
  const sections = new Map<string, Uint8Array>([
    ["ids", Buffer.from(ids.text)],
    ["timestamps", Buffer.from(timestamps.text)],
    ["files", integerBytes(files)],
    ["lines", integerBytes(lines)],
    ...textSections(heads),
    ...claimSections(heads),
  ]);
  for (const field of HEAD_FIELDS) {
    if (OWN_COLUMNS.has(field)) continue;
    for (const [section, bytes] of packField(heads, field, anew) ?? []) sections.set(section, bytes);
  }
  const changes = anew ? 0 : columns.stored.changes + 1;
  return { count, widths: [ids.width, timestamps.width], changes, sections };
}

function wordsOfRuns({ runs, count }: HeadRuns, held: Words, wordOf: (head: EntryMeta) => string): Words {
  const between = " ";
  if (held.width === 0) {
    const words = held.count === 0 ? [] : held.text.split(between);
    const all = runs.flatMap(({ start, end, heads }) => [...words.slice(start, end), ...heads.map(wordOf)]);
    return wordsOf(all, between);
  }
  const step = held.width + 1;
  const parts: string[] = [];
  let isEven = true;
  for (const { start, end, heads } of runs) {
    if (end > start) parts.push(held.text.slice(start * step, end * step - 1));
    for (const head of heads) {
      const word = wordOf(head);
      isEven &&= word.length === held.width;
      parts.push(word);
    }
  }
  const text = parts.join(between);
  return isEven ? { text, count, width: count === 0 ? 0 : held.width } : wordsOf(text.split(between), between);
}

/** The numbers of the rows' files among other names; -1 for files that are gone. */
function fileNumbers(columns: OpenColumns, names: readonly string[]): Integers {
  const held = columns.numbers("files");
  if (columns.names === names) return held;
  const numbers = new Int32Array(columns.names.length);
  let [place, isSame] = [0, true];
  for (let number = 0; number < numbers.length; number++) {
    const name = columns.names[number] as string;
    while (place < names.length && (names[place] as string) < name) place++;
    numbers[number] = names[place] === name ? place : -1;
    isSame &&= numbers[number] === number;
  }
  if (isSame) return held;
  const moved = new Int32Array(held.length);
  for (let row = 0; row < held.length; row++) moved[row] = numbers[held[row] as number] ?? -1;
  return moved;
}

function textSections({ columns, runs, count }: HeadRuns): [string, Uint8Array][] {
  const texts = columns.bytes("texts");
  const held = columns.numbers("textEnds");
  const ends = new Int32Array(count);
  const parts: Uint8Array[] = [];
  let [at, length] = [0, 0];
  const add = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  for (const { start, end, heads } of runs) {
    const from = start === 0 ? 0 : (held[start - 1] as number);
    const shift = length - from;
    ends.set(held.subarray(start, end), at);
    const border = at + end - start;
    if (shift === 0) at = border;
    for (; at < border; at++) ends[at] = (ends[at] as number) + shift;
    if (end > start) add(texts.subarray(from, held[end - 1]));
    for (const head of heads) {
      add(Buffer.from(head.text));
      ends[at++] = length;
    }
  }
  return [
    ["texts", Buffer.concat(parts, length)],
    ["textEnds", integerBytes(ends)],
  ];
}

/** The rows that have not exactly one hash, their counts, and how many hashes more than rows come before each of them. */
function unusualRows(counts: Int32Array): { rows: Int32Array; numbers: Int32Array; more: Int32Array } {
  const length = counts.length / 2;
  const [rows, numbers, more] = [new Int32Array(length), new Int32Array(length), new Int32Array(length + 1)];
  for (let place = 0; place < length; place++) {
    rows[place] = counts[place * 2] as number;
    numbers[place] = counts[place * 2 + 1] as number;
    more[place + 1] = (more[place] as number) + (numbers[place] as number) - 1;
  }
  return { rows, numbers, more };
}

function claimSections({ columns, runs }: HeadRuns): [string, Uint8Array][] {
  const claims = columns.bytes("claims");
  const held = unusualRows(columns.listed("claimCounts"));
  const counts: number[] = [];
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, heads } of runs) {
    const [first, last] = [countBelow(held.rows, start), countBelow(held.rows, end)];
    const from = start + (held.more[first] as number);
    parts.push(claims.subarray(from * CLAIM_LENGTH, (end + (held.more[last] as number)) * CLAIM_LENGTH));
    for (let place = first; place < last; place++) {
      counts.push((held.rows[place] as number) - start + at, held.numbers[place] as number);
    }
    at += end - start;
    for (const head of heads) {
      if (head.claims.length !== 1) counts.push(at, head.claims.length);
      parts.push(Buffer.from(head.claims.join("")));
      at++;
    }
  }
  return [
    ["claims", Buffer.concat(parts)],
    ["claimCounts", bytesOf(Int32Array.from(counts))],
  ];
}
