/** Lines of a file of any encoding: those that are not meant stay byte for byte. */

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * The bytes with some lines replaced; undefined when none is. `next` gets a line without its end and answers what
 * shall stand there, or undefined to leave it.
 */
export function withLines(
  bytes: Uint8Array,
  next: (line: string, at: number) => string | undefined,
): Buffer | undefined {
  const all = Buffer.from(bytes);
  const parts: Buffer[] = [];
  let changed = false;
  for (let from = 0, at = 0; from < all.length; at++) {
    const found = all.indexOf(NEWLINE, from);
    const to = found === -1 ? all.length : found + 1;
    const end = found === -1 ? to : found > from && all[found - 1] === RETURN ? found - 1 : found;
    const put = next(all.toString("utf8", from, end), at);
    if (put === undefined) parts.push(all.subarray(from, to));
    else {
      changed = true;
      parts.push(Buffer.from(put), all.subarray(end, to));
    }
    from = to;
  }
  return changed ? Buffer.concat(parts) : undefined;
}
