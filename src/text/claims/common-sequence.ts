import { diffArrays } from "diff";

/**
 * Positions in two lists of what they have in common, in order: the words of two claims, the lines of two texts. A
 * longest common subsequence, with what both begin and end with kept whole; undefined when it takes more than
 * `mostEdits` to make one list of the other.
 */
export function commonSequence<T>(
  a: readonly T[],
  b: readonly T[],
  mostEdits: number,
  isSame: (x: T, y: T) => boolean = Object.is,
): [inA: number, inB: number][] | undefined {
  const room = Math.min(a.length, b.length);
  let head = 0;
  while (head < room && isSame(a[head] as T, b[head] as T)) head++;
  let tail = 0;
  while (tail < room - head && isSame(a[a.length - 1 - tail] as T, b[b.length - 1 - tail] as T)) tail++;
  const middle = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)] as const;
  const common = Array.from({ length: head }, (_, at): [number, number] => [at, at]);
  if (middle.every((rest) => rest.length > 0)) {
    const changes = diffArrays<T>(...middle, { comparator: isSame, maxEditLength: mostEdits });
    if (changes === undefined) return undefined;
    let [inA, inB] = [head, head];
    for (const { added, removed, count } of changes) {
      if (!added && !removed) for (let at = 0; at < count; at++) common.push([inA + at, inB + at]);
      if (!added) inA += count;
      if (!removed) inB += count;
    }
  }
  for (let at = tail; at > 0; at--) common.push([a.length - at, b.length - at]);
  return common;
}
