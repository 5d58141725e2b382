/** Named runs of bytes in one file: what is not asked for is neither parsed nor decoded. */
import { firstPlace } from "../../text/arrays.js";

export type Sections = ReadonlyMap<string, Uint8Array>;

/** Names and lengths, in the order of the bytes. */
export type Directory = [name: string, length: number][];

export const directoryOf = (sections: Sections): Directory =>
  Array.from(sections, ([name, bytes]) => [name, bytes.length]);

/** Throws when the bytes are not exactly what the directory says. */
export function sectionsIn(bytes: Buffer, directory: Directory): Map<string, Buffer> {
  const sections = new Map<string, Buffer>();
  let start = 0;
  for (const [name, length] of directory) {
    sections.set(name, bytes.subarray(start, start + length));
    start += length;
  }
  if (start !== bytes.length) throw new Error("uneven sections");
  return sections;
}

/** Whole numbers of 32 bits; as signed bytes where all of them fit. */
export type Integers = Int32Array | Int8Array;

const isSmall = (number: number): boolean => number >= -128 && number < 128;

export function integerBytes(numbers: Integers): Uint8Array {
  return bytesOf(numbers instanceof Int32Array && numbers.every(isSmall) ? Int8Array.from(numbers) : numbers);
}

/** The bytes of numbers as they lie there. */
export function bytesOf({ buffer, byteOffset, byteLength }: Integers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Room for numbers, signed bytes where all of them fit. */
export function roomFor(count: number, held: Integers, more: readonly number[]): Integers {
  return held instanceof Int8Array && more.every(isSmall) ? new Int8Array(count) : new Int32Array(count);
}

/** How many of the numbers, which are in order, are less than one. */
export function countBelow(numbers: Int32Array, than: number): number {
  return firstPlace(numbers.length, (place) => (numbers[place] as number) >= than);
}

/** `count` numbers: the length says how wide they are. Throws when it fits neither. */
export function integersIn(bytes: Uint8Array, count: number): Integers {
  if (bytes.length === count) return new Int8Array(bytes.buffer, bytes.byteOffset, count);
  if (bytes.length !== count * Int32Array.BYTES_PER_ELEMENT) throw new Error("uneven column");
  // A copy: where a section begins is not aligned for 32-bit views.
  return new Int32Array(new Uint8Array(bytes).buffer);
}

/** Texts joined by one character that none of them holds. */
export interface Words {
  text: string;
  count: number;
  /** The length of every one of them; 0 where they differ. */
  width: number;
}

export function wordsOf(words: readonly string[], between: string): Words {
  const width = words[0]?.length ?? 0;
  const even = words.every((word) => word.length === width);
  return { text: words.join(between), count: words.length, width: even ? width : 0 };
}

/** Each of the words by its number; even ones are cut out when they are asked for. */
export function wordAt({ text, count, width }: Words, between: string): (row: number) => string {
  if (width > 0) {
    if (text.length !== count * (width + 1) - 1) throw new Error("uneven words");
    return (row) => text.slice(row * (width + 1), row * (width + 1) + width);
  }
  const words = text === "" && count === 0 ? [] : text.split(between);
  if (words.length !== count) throw new Error("uneven words");
  return (row) => words[row] as string;
}
