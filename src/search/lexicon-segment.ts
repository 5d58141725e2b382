/**
 * The lexicon of one month as a block of typed arrays, read with one call and searched in place. Terms are kept as
 * 53-bit hashes in ascending order: at 100,000 terms two of them meet once in a million trees.
 */
import { crc32 } from "node:zlib";

const MAGIC = 0x7e4e71e1;
const VERSION = 2;
/** magic, version, crc of the rest, bytes of the list of files, bytes of the ids, documents, terms, postings */
const HEADER = 8;
const HIGHEST_COUNT = 0xffff;

/** Terms of one entry: how often in all its fields, and how often in its template. */
export interface DocumentTerms {
  id: string;
  /** Relative path of the file that holds it. */
  file: string;
  /** It counts in the statistics. */
  live: boolean;
  /** By term hash: [in all fields, in the template]. */
  counts: Map<number, [all: number, template: number]>;
}

export interface Segment {
  /** Sources of the segment, as {@link listOfFiles} writes them. */
  readonly files: string;
  /** Made from text when first asked for: most segments are never asked. */
  readonly ids: readonly string[];
  readonly size: number;
  /** 1 where a document is a live entry. */
  readonly live: Uint8Array;
  /** Index into the list of files, for each document. */
  readonly fileOf: Uint32Array;
  /** Tokens in all fields, and in the template, for each document. */
  readonly lengths: Uint32Array;
  readonly templateLengths: Uint32Array;
  readonly terms: Float64Array;
  /** Postings of term i: from `offsets[i]` to before `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly counts: Uint16Array;
  readonly templateCounts: Uint16Array;
}

/** Files with their content hashes as one text, so that a look whether any changed is one comparison. */
export function listOfFiles(files: ReadonlyMap<string, string>): string {
  let list = "";
  for (const [file, hash] of files) list += `${file}\t${hash}\n`;
  return list;
}

/** The other way round. */
export function filesIn(list: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const line of list.split("\n")) {
    const tab = line.lastIndexOf("\t");
    if (tab > 0) files.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return files;
}

/** A 53-bit hash of a term (cyrb53): stable between processes and machines, and exact as a double. */
export function hashTerm(term: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Where a term's postings stand; -1 when no document of the segment holds it. */
export function findTerm(segment: Segment, hash: number): number {
  let low = 0;
  let high = segment.terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = segment.terms[middle] as number;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Puts documents together to a segment. Every file of a document must be among `files`. */
export function buildSegment(files: ReadonlyMap<string, string>, documents: readonly DocumentTerms[]): Segment {
  const fileNumber = new Map([...files.keys()].map((file, number) => [file, number]));
  const postings = new Map<number, number[]>();
  let total = 0;
  documents.forEach((document, number) => {
    for (const [hash, [all, template]] of document.counts) {
      let list = postings.get(hash);
      if (list === undefined) {
        list = [];
        postings.set(hash, list);
      }
      list.push(number, Math.min(all, HIGHEST_COUNT), Math.min(template, HIGHEST_COUNT));
      total++;
    }
  });
  const terms = Float64Array.from(postings.keys()).sort();
  const segment = {
    files: listOfFiles(files),
    ids: documents.map((document) => document.id),
    size: documents.length,
    live: Uint8Array.from(documents, (document) => Number(document.live)),
    fileOf: Uint32Array.from(documents, (document) => fileNumber.get(document.file) as number),
    lengths: new Uint32Array(documents.length),
    templateLengths: new Uint32Array(documents.length),
    terms,
    offsets: new Uint32Array(terms.length + 1),
    documents: new Uint32Array(total),
    counts: new Uint16Array(total),
    templateCounts: new Uint16Array(total),
  };
  let at = 0;
  terms.forEach((hash, term) => {
    segment.offsets[term] = at;
    const list = postings.get(hash) as number[];
    for (let item = 0; item < list.length; item += 3) {
      const [document, all, template] = [list[item] as number, list[item + 1] as number, list[item + 2] as number];
      segment.documents[at] = document;
      segment.counts[at] = all;
      segment.templateCounts[at] = template;
      segment.lengths[document] = (segment.lengths[document] as number) + all;
      segment.templateLengths[document] = (segment.templateLengths[document] as number) + template;
      at++;
    }
  });
  segment.offsets[terms.length] = at;
  return segment;
}

/** The documents a segment was built from, without those of the files named: what a changed month keeps. */
export function documentsOf(segment: Segment, keep: (file: string) => boolean): DocumentTerms[] {
  const files = [...filesIn(segment.files).keys()];
  const documents = segment.ids.map((id, number) => ({
    id,
    live: segment.live[number] === 1,
    file: files[segment.fileOf[number] as number] as string,
    counts: new Map<number, [number, number]>(),
  }));
  for (let term = 0; term < segment.terms.length; term++) {
    const hash = segment.terms[term] as number;
    for (let at = segment.offsets[term] as number; at < (segment.offsets[term + 1] as number); at++) {
      documents[segment.documents[at] as number]?.counts.set(hash, [
        segment.counts[at] as number,
        segment.templateCounts[at] as number,
      ]);
    }
  }
  return documents.filter((document) => keep(document.file));
}

const padded = (bytes: number) => Math.ceil(bytes / 8) * 8;

export function encodeSegment(segment: Segment): Uint8Array {
  const files = Buffer.from(segment.files);
  const ids = Buffer.from(segment.ids.join("\n"));
  const sections = [
    segment.terms,
    segment.offsets,
    segment.documents,
    segment.counts,
    segment.templateCounts,
    segment.fileOf,
    segment.lengths,
    segment.templateLengths,
    segment.live,
    files,
    ids,
  ];
  const size = HEADER * 4 + sections.reduce((sum, section) => sum + padded(section.byteLength), 0);
  const bytes = new Uint8Array(size);
  let at = HEADER * 4;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += padded(section.byteLength);
  }
  const { size: documents, terms, documents: postings } = segment;
  const header = [MAGIC, VERSION, 0, files.length, ids.length, documents, terms.length, postings.length];
  header[2] = crc32(bytes.subarray(HEADER * 4));
  bytes.set(new Uint8Array(Uint32Array.from(header).buffer), 0);
  return bytes;
}

/** The segment in these bytes; `undefined` when they are damaged or of another version. */
export function decodeSegment(file: Uint8Array): Segment | undefined {
  if (file.byteLength < HEADER * 4) return undefined;
  // A copy at offset 0: typed arrays need alignment, and pooled buffers start anywhere.
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER);
  const [magic, version, checksum, filesBytes = 0, idsBytes = 0, documents = 0, terms = 0, postings = 0] = header;
  if (magic !== MAGIC || version !== VERSION || crc32(bytes.subarray(HEADER * 4)) !== checksum) return undefined;
  let at = bytes.byteOffset + HEADER * 4;
  const take = (length: number, width: number) => {
    const start = at;
    at += padded(length * width);
    return [bytes.buffer as ArrayBuffer, start, length] as const;
  };
  try {
    const numbers = {
      terms: new Float64Array(...take(terms, 8)),
      offsets: new Uint32Array(...take(terms + 1, 4)),
      documents: new Uint32Array(...take(postings, 4)),
      counts: new Uint16Array(...take(postings, 2)),
      templateCounts: new Uint16Array(...take(postings, 2)),
      fileOf: new Uint32Array(...take(documents, 4)),
      lengths: new Uint32Array(...take(documents, 4)),
      templateLengths: new Uint32Array(...take(documents, 4)),
    };
    const live = new Uint8Array(...take(documents, 1));
    const files = Buffer.from(...take(filesBytes, 1)).toString("utf8");
    const ids = Buffer.from(...take(idsBytes, 1));
    return new StoredSegment({ ...numbers, live, files, size: documents }, ids);
  } catch {
    return undefined;
  }
}

/** A segment whose ids are cut out of their text when they are first asked for. */
class StoredSegment implements Segment {
  readonly files!: string;
  readonly size!: number;
  readonly live!: Uint8Array;
  readonly fileOf!: Uint32Array;
  readonly lengths!: Uint32Array;
  readonly templateLengths!: Uint32Array;
  readonly terms!: Float64Array;
  readonly offsets!: Uint32Array;
  readonly documents!: Uint32Array;
  readonly counts!: Uint16Array;
  readonly templateCounts!: Uint16Array;
  readonly #text: Buffer;
  #ids: readonly string[] | undefined;

  constructor(parts: Omit<Segment, "ids">, ids: Buffer) {
    Object.assign(this, parts);
    this.#text = ids;
  }

  get ids(): readonly string[] {
    this.#ids ??= this.size === 0 ? [] : this.#text.toString("latin1").split("\n");
    return this.#ids;
  }
}
