import { join } from "node:path";
import { type Entry, isLive, templateOf } from "../memory/entry.js";
import { writeDisposable } from "../tree/disposable.js";
import { monthOf } from "../tree/month-cache.js";
import type { Tree } from "../tree/tree.js";
import { readDisposable } from "./disposable-file.js";
import {
  buildSegment,
  type DocumentTerms,
  decodeSegment,
  documentsOf,
  encodeSegment,
  filesIn,
  hashTerm,
  listOfFiles,
  type Segment,
} from "./lexicon-segment.js";
import { readableEntries } from "./readable-entries.js";
import { termCounts, tokensOf } from "./tokens.js";

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

interface Month {
  path: string | undefined;
  files: Map<string, string>;
  segment: Segment | undefined;
}

function monthsOf(tree: Tree, folder: string | undefined): Month[] {
  const months = new Map<string, Map<string, string>>();
  for (const [file, hash] of tree.files) {
    const month = monthOf(file);
    const files = months.get(month);
    if (files === undefined) months.set(month, new Map([[file, hash]]));
    else files.set(file, hash);
  }
  return [...months].map(([month, files]) => {
    const path = folder === undefined ? undefined : join(folder, `${month}.bin`);
    const bytes = path === undefined ? undefined : readDisposable(path);
    return { path, files, segment: bytes === undefined ? undefined : decodeSegment(bytes) };
  });
}

/**
 * The lexicon of a tree by month: read from the cache, and where a file changed built anew from what is known of the
 * month's other files. Without a folder nothing is kept.
 */
export async function segmentsOf(tree: Tree, folder: string | undefined): Promise<Segment[]> {
  const months = monthsOf(tree, folder);
  const stale = months.filter(({ segment, files }) => segment?.files !== listOfFiles(files));
  if (stale.length > 0) {
    const changed = new Set<string>();
    for (const { segment, files } of stale) {
      const known = filesIn(segment?.files ?? "");
      for (const [file, hash] of files) if (known.get(file) !== hash) changed.add(file);
    }
    const added = new Map<string, DocumentTerms[]>();
    const wanted = tree.heads.filter((head) => changed.has(head.file));
    for (const { entry, file } of await readableEntries(tree, wanted)) {
      const documents = added.get(file);
      if (documents === undefined) added.set(file, [termsOf(entry, file)]);
      else documents.push(termsOf(entry, file));
    }
    for (const month of stale) {
      const isKept = (file: string) => month.files.has(file) && !changed.has(file);
      const kept = month.segment === undefined ? [] : documentsOf(month.segment, isKept);
      const fresh = [...month.files.keys()].flatMap((file) => added.get(file) ?? []);
      month.segment = buildSegment(month.files, [...kept, ...fresh]);
      // An unwritable cache costs time on the next run and nothing else.
      if (month.path !== undefined) writeDisposable(month.path, encodeSegment(month.segment));
    }
  }
  return months.flatMap(({ segment }) => segment ?? []);
}
