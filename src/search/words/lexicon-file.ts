/**
 * A segment as a file: a header, what queries need, and apart from it the rows, which only comparing documents needs.
 * Whoever does not compare does not read them.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { codesFor, type Lists, numbers, type Segment, transposed } from "./lexicon-segment.js";

/** Stands between names and hashes of files: no path holds it. */
const BETWEEN = "\0";
/** Every array begins at a multiple of this. */
const ALIGNMENT = 8;
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Numbers in {@link Segment.totals}. */
const TOTALS = 3;
const MAGIC = 0x7e4e71e2;
const VERSION = 4;
/** The numbers of the header, 32 bits each. */
const FIELDS = [
  "magic",
  "version",
  "mainCheck",
  "rowsCheck",
  "mainBytes",
  "rowsBytes",
  "fileBytes",
  "files",
  "documents",
  "idWidth",
  "terms",
  "items",
  "codes",
] as const;
type Header = Record<(typeof FIELDS)[number], number>;
const HEADER_BYTES = aligned(FIELDS.length * 4);

type Numeric = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function joined(arrays: readonly Numeric[]): Uint8Array {
  const bytes = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

/** Hands out arrays from bytes in the order they were {@link joined}. */
function taker(bytes: Uint8Array) {
  let at = bytes.byteOffset;
  return <T extends Numeric>(Type: { new (buffer: ArrayBuffer, start: number, length: number): T }, length: number) => {
    const array = new Type(bytes.buffer as ArrayBuffer, at, length);
    at += aligned(array.byteLength);
    return array;
  };
}

/** A header covers itself: its own numbers are part of the check of the main part. */
function mainCheck(header: Header, main: Uint8Array): number {
  return crc32(main, crc32(encodeHeader({ ...header, mainCheck: 0 })));
}

const encodeHeader = (header: Header): Uint8Array => joined([Uint32Array.from(FIELDS, (field) => header[field])]);

export function encodeSegment(segment: Segment): Uint8Array {
  const { postings } = segment;
  const rows = segment.rows();
  const files = Buffer.from([...segment.names, ...segment.hashes].join(BETWEEN));
  const main = joined([
    segment.totals,
    segment.terms,
    segment.liveWith,
    segment.liveTemplatesWith,
    segment.firstOf,
    segment.lengths,
    segment.templateLengths,
    postings.offsets,
    postings.items,
    segment.byId,
    segment.counts,
    segment.templateCounts,
    postings.codes,
    segment.live,
    Buffer.from(segment.ids, "latin1"),
    files,
  ]);
  const apart = joined([rows.offsets, rows.items, rows.codes]);
  const header: Header = {
    magic: MAGIC,
    version: VERSION,
    mainCheck: 0,
    rowsCheck: crc32(apart),
    mainBytes: main.length,
    rowsBytes: apart.length,
    fileBytes: files.length,
    files: segment.names.length,
    documents: segment.size,
    idWidth: segment.idWidth,
    terms: segment.terms.length,
    items: postings.items.length,
    codes: segment.counts.length,
  };
  return Buffer.concat([encodeHeader({ ...header, mainCheck: mainCheck(header, main) }), main, apart]);
}

/** So many bytes of a file from `start`; `undefined` where there are fewer. */
type Read = (start: number, length: number) => Uint8Array | undefined;

/** The segment in a file; `undefined` when it is absent, damaged or of another version. */
export function readSegment(path: string): Segment | undefined {
  return decodeSegment((start, length) => readPart(path, start, length));
}

function readPart(path: string, start: number, length: number): Uint8Array | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    if (fstatSync(file).size < start + length) return undefined;
    const bytes = Buffer.allocUnsafeSlow(length);
    return readSync(file, bytes, 0, length, start) === length ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function headerIn(read: Read): Header | undefined {
  const bytes = read(0, HEADER_BYTES);
  if (bytes === undefined) return undefined;
  const fields = new Uint32Array(Uint8Array.from(bytes).buffer);
  const header = Object.fromEntries(FIELDS.map((field, at) => [field, fields[at]])) as Header;
  return header.magic === MAGIC && header.version === VERSION ? header : undefined;
}

/** {@link readSegment} of whatever can be read in parts: each read gives bytes at a multiple of {@link ALIGNMENT}. */
export function decodeSegment(read: Read): Segment | undefined {
  const header = headerIn(read);
  const main = header === undefined ? undefined : read(HEADER_BYTES, header.mainBytes);
  if (header === undefined || main === undefined || mainCheck(header, main) !== header.mainCheck) return undefined;
  const take = taker(main);
  const totals = take(Float64Array, TOTALS);
  const termColumn = <T extends Numeric>(Type: { new (buffer: ArrayBuffer, start: number, length: number): T }) =>
    take(Type, header.terms);
  const terms = termColumn(Float64Array);
  const [liveWith, liveTemplatesWith] = [termColumn(Uint32Array), termColumn(Uint32Array)];
  const firstOf = take(Uint32Array, header.files + 1);
  const [lengths, templateLengths] = [take(Uint32Array, header.documents), take(Uint32Array, header.documents)];
  const offsets = take(Uint32Array, header.terms + 1);
  const items = take(typeOf(numbers(header.documents, 0)), header.items);
  const byId = take(typeOf(numbers(header.documents, 0)), header.documents);
  const [counts, templateCounts] = [take(Uint16Array, header.codes), take(Uint16Array, header.codes)];
  const postings = { offsets, items, codes: take(typeOf(codesFor(header.codes, 0)), header.items) };
  const live = take(Uint8Array, header.documents);
  const ids = textOf(take(Uint8Array, header.documents * header.idWidth), "latin1");
  const files = textOf(take(Uint8Array, header.fileBytes), "utf8");
  const texts = files.split(BETWEEN);
  let rows: Lists | undefined;
  return {
    names: texts.slice(0, header.files),
    hashes: texts.slice(header.files, 2 * header.files),
    firstOf,
    size: header.documents,
    ids,
    idWidth: header.idWidth,
    byId,
    live,
    lengths,
    templateLengths,
    totals,
    terms,
    liveWith,
    liveTemplatesWith,
    counts,
    templateCounts,
    postings,
    rows() {
      // Replaced meanwhile or damaged: the postings say the same.
      rows ??= rowsIn(read, header) ?? transposed(postings, header.documents, header.codes);
      return rows;
    },
  };
}

function rowsIn(read: Read, header: Header): Lists | undefined {
  const bytes = read(HEADER_BYTES + header.mainBytes, header.rowsBytes);
  if (bytes === undefined || crc32(bytes) !== header.rowsCheck) return undefined;
  const take = taker(bytes);
  const offsets = take(Uint32Array, header.documents + 1);
  const items = take(typeOf(numbers(header.terms, 0)), header.items);
  return { offsets, items, codes: take(typeOf(codesFor(header.codes, 0)), header.items) };
}

const typeOf = <T extends Numeric>(array: T) =>
  array.constructor as { new (buffer: ArrayBuffer, start: number, length: number): T };

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array, encoding: "latin1" | "utf8") =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString(encoding);
