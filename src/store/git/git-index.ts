/** What git's index says about unmerged paths, read without starting git: a process costs more than a whole capture's reading. */

const STAT_BYTES = 40;
const STAGE = 0x3000;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0x0fff;

/**
 * Paths with more than one stage, in index order. Undefined when the bytes are of a kind not understood here (an
 * unknown version, a split index, damage): ask git then. `hashBytes` is 20, or 32 in a sha256 repository.
 */
export function unmergedInIndex(index: Buffer, hashBytes: 20 | 32): string[] | undefined {
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const unmerged = new Set<string>();
  const flagsOffset = STAT_BYTES + hashBytes;
  let name: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + flagsOffset + 2 > index.length) return undefined;
    const flags = index.readUInt16BE(at + flagsOffset);
    let start = at + flagsOffset + ((flags & EXTENDED) === 0 ? 2 : 4);
    let kept = 0;
    if (version === 4) {
      const cut = offsetVarint(index, start);
      if (cut === undefined || cut.value > name.length) return undefined;
      kept = name.length - cut.value;
      start = cut.next;
    }
    const known = version === 4 ? NAME_LENGTH : flags & NAME_LENGTH;
    const end = known < NAME_LENGTH ? start + known : index.indexOf(0, start);
    if (end === -1 || end >= index.length) return undefined;
    if (version === 4) name = Buffer.concat([name.subarray(0, kept), index.subarray(start, end)]);
    if ((flags & STAGE) !== 0) unmerged.add((version === 4 ? name : index.subarray(start, end)).toString("utf8"));
    // Versions 2 and 3 pad each entry with 1 to 8 NULs to a multiple of eight.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  // A split index keeps most entries in another file.
  if (index.indexOf("link", at, "latin1") === at) return undefined;
  return [...unmerged];
}

/** git's offset encoding: each continued byte adds one, so that no length can be written twice. */
function offsetVarint(bytes: Buffer, from: number): { value: number; next: number } | undefined {
  let at = from;
  let byte = bytes[at++];
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++];
    if (byte === undefined) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next: at };
}
