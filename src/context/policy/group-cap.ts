/** How much of a group of memories is printed. Pure. */

/** A memory of a group. */
export interface GroupedText {
  group: string;
  text: string;
}

/**
 * Of every group what its cap holds, in the order given: what stands first is printed first, and the first that does not
 * fit ends its group. `left`: those that are not printed.
 */
export function withinGroups<T extends GroupedText>(items: readonly T[], cap: number): { kept: T[]; left: T[] } {
  const used = new Map<string, number>();
  const full = new Set<string>();
  const [kept, left]: [T[], T[]] = [[], []];
  for (const item of items) {
    const sum = (used.get(item.group) ?? 0) + [...item.text].length;
    const fits = !full.has(item.group) && sum <= cap;
    if (fits) used.set(item.group, sum);
    else full.add(item.group);
    (fits ? kept : left).push(item);
  }
  return { kept, left };
}
