/** Limits how much of each group of memories is printed. Called by `now-layers.ts`. Pure. */

/** A memory of a group. */
export interface GroupedText {
  group: string;
  text: string;
}

/**
 * The items that fit the cap of their group, in the given order. The first item that does not fit ends its group.
 * `left`: the items that are not printed.
 */
export function withinGroups<T extends GroupedText>(items: readonly T[], cap: number): { kept: T[]; left: T[] } {
  const usedCharacters = new Map<string, number>();
  const fullGroups = new Set<string>();
  const [kept, left]: [T[], T[]] = [[], []];
  for (const item of items) {
    const sum = (usedCharacters.get(item.group) ?? 0) + [...item.text].length;
    const fits = !fullGroups.has(item.group) && sum <= cap;
    if (fits) usedCharacters.set(item.group, sum);
    else fullGroups.add(item.group);
    (fits ? kept : left).push(item);
  }
  return { kept, left };
}
