import { joinedFloats } from "../../text/arrays.js";
import {
  CountPairs,
  codesFor,
  idColumns,
  idOf,
  type Lists,
  numbers,
  type Parts,
  type Segment,
  segmentFrom,
} from "./lexicon-segment.js";

/** Some of a segment's files, by number. */
export interface Selection {
  segment: Segment;
  files: readonly number[];
}

/** One file of what comes out. */
interface Source {
  selection: number;
  file: number;
  name: string;
}

/** The documents of some files as a segment of their own: never tokenised again. No file may be selected twice. */
export function mergeSegments(selections: readonly Selection[]): Segment {
  const sources: Source[] = selections.flatMap(({ segment, files }, selection) =>
    files.map((file) => ({ selection, file, name: segment.names[file] as string })),
  );
  sources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const used = selections.map(usedTerms);
  const terms = union(selections.map(({ segment }) => segment.terms).map((all, at) => onlyUsed(all, used[at])));
  const pairs = new CountPairs();
  const maps = selections.map(({ segment }, at) => ({
    rows: segment.rows(),
    term: placesOf(segment.terms, used[at] as Uint8Array, terms),
    code: Uint32Array.from(segment.counts, (all, code) => pairs.code(all, segment.templateCounts[code] as number)),
  }));
  const { columns } = pairs;
  const firstOf = new Uint32Array(sources.length + 1);
  const ids: string[] = [];
  const live: number[] = [];
  const offsets: number[] = [0];
  let total = 0;
  sources.forEach(({ selection, file }, number) => {
    const { segment } = selections[selection] as Selection;
    const { rows } = maps[selection] as { rows: Lists };
    const [from, end] = rangeOf(segment, file);
    for (let document = from; document < end; document++) {
      ids.push(idOf(segment, document));
      live.push(segment.live[document] as number);
      total += (rows.offsets[document + 1] as number) - (rows.offsets[document] as number);
      offsets.push(total);
    }
    firstOf[number + 1] = ids.length;
  });
  const merged = {
    offsets: Uint32Array.from(offsets),
    items: numbers(terms.length, total),
    codes: codesFor(columns.counts.length, total),
  };
  let place = 0;
  for (const { selection, file } of sources) {
    const { rows, term, code } = maps[selection] as (typeof maps)[number];
    const [from, end] = rangeOf((selections[selection] as Selection).segment, file);
    const last = rows.offsets[end] as number;
    for (let at = rows.offsets[from] as number; at < last; at++) {
      merged.items[place] = term[rows.items[at] as number] as number;
      merged.codes[place++] = code[rows.codes[at] as number] as number;
    }
  }
  const parts: Parts = {
    names: sources.map(({ name }) => name),
    hashes: sources.map(({ selection, file }) => selections[selection]?.segment.hashes[file] as string),
    firstOf,
    ...idColumns(ids),
    live: Uint8Array.from(live),
    terms,
    ...columns,
    rows: merged,
  };
  return segmentFrom(parts);
}

const rangeOf = ({ firstOf }: Segment, file: number) => [firstOf[file] as number, firstOf[file + 1] as number] as const;

/** 1 where a selected document holds the term. */
function usedTerms({ segment, files }: Selection): Uint8Array {
  const used = new Uint8Array(segment.terms.length);
  const { offsets, items } = segment.rows();
  for (const file of files) {
    const [from, end] = rangeOf(segment, file);
    const last = offsets[end] as number;
    for (let at = offsets[from] as number; at < last; at++) used[items[at] as number] = 1;
  }
  return used;
}

const onlyUsed = (terms: Float64Array, used: Uint8Array | undefined) => terms.filter((_, term) => used?.[term] === 1);

/** All the terms, each once, in ascending order. */
function union(lists: readonly Float64Array[]): Float64Array {
  const all = joinedFloats(lists).sort();
  return all.filter((hash, at) => at === 0 || all[at - 1] !== hash);
}

/** Where each used term stands in `all`. */
function placesOf(terms: Float64Array, used: Uint8Array, all: Float64Array): Uint32Array {
  const places = new Uint32Array(terms.length);
  let place = 0;
  for (let term = 0; term < terms.length; term++) {
    if (used[term] === 0) continue;
    while (all[place] !== terms[term]) place++;
    places[term] = place;
  }
  return places;
}
