import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Entry, isLive, templateOf } from "../../entry/entry.js";
import { removeDisposable, writeDisposable } from "../../store/files/disposable.js";
import type { Store } from "../../store/open-store.js";
import { readableEntries } from "../readable-entries.js";
import { encodeSegment, readSegment } from "./lexicon-file.js";
import { mergeSegments, type Selection } from "./lexicon-merge.js";
import { buildSegment, type DocumentTerms, hashTerm, type Segment } from "./lexicon-segment.js";
import { termCounts, tokensOf } from "./tokens.js";

/** Nearly all documents, and those of files that changed since: a small change rewrites the small one alone. */
const NAMES = ["most.bin", "recent.bin"] as const;
/** A file for each month was an earlier format. */
const BY_MONTH = /^(?:\d{4}-\d{2}|other)\.bin$/;
/** So many documents in the small segment, or not in the large one any more, are always few. */
const FEW = 64;
/** More than this part of the large segment is too many: then all become one again. */
const PART = 1 / 16;

/** A segment of the open lexicon, and its documents that are no longer true. */
export interface HeldSegment {
  segment: Segment;
  gone: readonly number[];
}

/** What keywords find beyond the template: the history of an idea, its risk and its tags. */
function furtherTextOf(entry: Entry): string {
  const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
  const history = evolution.flatMap((item) => [item.text, item.evidence]);
  return [...history, entry.at_risk, ...(entry.tags ?? [])].filter((text) => text !== undefined).join("\n");
}

function termsOf(entry: Entry, file: string): DocumentTerms {
  const counts: DocumentTerms["counts"] = new Map();
  for (const [term, count] of termCounts(tokensOf(templateOf(entry)))) counts.set(hashTerm(term), [count, count]);
  for (const [term, count] of termCounts(tokensOf(furtherTextOf(entry)))) {
    const hash = hashTerm(term);
    const [all, template] = counts.get(hash) ?? [0, 0];
    counts.set(hash, [all + count, template]);
  }
  return { id: entry.id, file, live: isLive(entry), counts };
}

/** Files of a segment that are as they were, and those that are not: changed, removed, or held by another segment. */
interface Standing extends Selection {
  lost: readonly number[];
}

/** Which files of the segment are as they are in `files`; these are taken out of `open`. */
function standing(segment: Segment, files: ReadonlyMap<string, string>, open: Set<string>): Standing {
  const [held, lost]: [number[], number[]] = [[], []];
  segment.names.forEach((name, file) => {
    const isHeld = files.get(name) === segment.hashes[file] && open.delete(name);
    (isHeld ? held : lost).push(file);
  });
  return { segment, files: held, lost };
}

function countDocuments({ firstOf }: Segment, files: readonly number[]): number {
  return files.reduce((sum, file) => sum + (firstOf[file + 1] as number) - (firstOf[file] as number), 0);
}

/** Takes the documents of lost files out of the statistics of the segment. */
function withoutLost({ segment, lost }: Standing): HeldSegment {
  const gone: number[] = [];
  for (const file of lost) {
    const end = segment.firstOf[file + 1] as number;
    for (let document = segment.firstOf[file] as number; document < end; document++) gone.push(document);
  }
  for (const document of gone) {
    if (segment.live[document] === 0) continue;
    segment.live[document] = 0;
    const tokens = [1, segment.lengths[document] as number, segment.templateLengths[document] as number];
    tokens.forEach((number, which) => {
      segment.totals[which] = (segment.totals[which] as number) - number;
    });
    const { offsets, items, codes } = segment.rows();
    const end = offsets[document + 1] as number;
    for (let at = offsets[document] as number; at < end; at++) {
      const term = items[at] as number;
      segment.liveWith[term] = (segment.liveWith[term] as number) - 1;
      if (segment.templateCounts[codes[at] as number] === 0) continue;
      segment.liveTemplatesWith[term] = (segment.liveTemplatesWith[term] as number) - 1;
    }
  }
  return { segment, gone };
}

async function readFiles(tree: Store, files: ReadonlySet<string>): Promise<Selection> {
  const wanted = tree.headsIn(files);
  const documents = (await readableEntries(tree, wanted)).map(({ entry, file }) => termsOf(entry, file));
  const segment = buildSegment(new Map([...files].map((file) => [file, tree.files.get(file) as string])), documents);
  return { segment, files: [...segment.names.keys()] };
}

/**
 * The lexicon of a tree: read from the cache, and for files that changed built anew. Each segment says which content of
 * which file it was made from, so whatever is in the cache is used as far as it is true. Without a folder nothing is
 * kept.
 */
export async function segmentsOf(tree: Store, folder: string | undefined): Promise<HeldSegment[]> {
  const open = new Set(tree.files.keys());
  const [most, recent] = NAMES.map((name) => {
    const segment = folder === undefined ? undefined : readSegment(join(folder, name));
    return segment && standing(segment, tree.files, open);
  });
  const known = [most, recent].filter((one) => one !== undefined);
  const documents = (one: Standing | undefined) => (one === undefined ? 0 : one.segment.size);
  const lost = most === undefined ? 0 : countDocuments(most.segment, most.lost);
  const isLevel = open.size === 0;
  const fresh = isLevel ? undefined : await readFiles(tree, open);
  const beside = documents(recent) + lost + (fresh?.segment.size ?? 0);
  if (most === undefined || beside > Math.max(FEW, most.segment.size * PART)) {
    const whole = mergeSegments([...known, ...(fresh === undefined ? [] : [fresh])]);
    if (folder !== undefined && (most !== undefined || whole.names.length > 0)) keepWhole(folder, whole);
    return [{ segment: whole, gone: [] }];
  }
  if (fresh === undefined) return known.map(withoutLost);
  const small = mergeSegments([...(recent === undefined ? [] : [recent]), fresh]);
  // An unwritable cache costs time on the next run and nothing else.
  if (folder !== undefined) writeDisposable(join(folder, NAMES[1]), encodeSegment(small));
  return [withoutLost(most), { segment: small, gone: [] }];
}

function keepWhole(folder: string, whole: Segment): void {
  if (!writeDisposable(join(folder, NAMES[0]), encodeSegment(whole))) return;
  for (const name of readdirSync(folder)) {
    if (name === NAMES[1] || BY_MONTH.test(name)) removeDisposable(join(folder, name));
  }
}
