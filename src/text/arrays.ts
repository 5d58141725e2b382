/** What sorted and joined arrays need in several layers. */

/** The first of `count` places from which on something holds; `count` when it holds nowhere. Once it holds, it stays so. */
export function firstPlace(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** All numbers, one list after the other. */
export function joinedFloats(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}
