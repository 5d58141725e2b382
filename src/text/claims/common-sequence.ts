import { diffArrays } from "diff";

/** Lines that differ in more are not worth a shortest script: between what both begin and end with nothing is common then. */
const MOST_EDITS = 2_000;

/** Positions in two lists of lines of what they have in common, in order: a longest common subsequence. */
export function commonSequence(a: readonly string[], b: readonly string[]): [inA: number, inB: number][] {
  const room = Math.min(a.length, b.length);
  let head = 0;
  while (head < room && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < room - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)] as const;
  const common = Array.from({ length: head }, (_, at): [number, number] => [at, at]);
  let [inA, inB] = [head, head];
  for (const { added, removed, count } of diffArrays(...middle, { maxEditLength: MOST_EDITS }) ?? []) {
    if (!added && !removed) for (let at = 0; at < count; at++) common.push([inA + at, inB + at]);
    if (!added) inA += count;
    if (!removed) inB += count;
  }
  for (let at = tail; at > 0; at--) common.push([a.length - at, b.length - at]);
  return common;
}
