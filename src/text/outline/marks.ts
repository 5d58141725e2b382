/** Bars and sparklines of block characters, for a screen. What they show is said in numbers beside them as well. */

/**
 * So many cells, shared out by what each part counts; a part that counts anything has one at least, as long as there is
 * room for all. Of largest remainders (Hamilton's method), so that the whole is always as long.
 */
export function shareOut(counts: readonly number[], cells: number): number[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum === 0) return counts.map(() => 0);
  const least = counts.filter((count) => count > 0).length > cells ? 0 : 1;
  const exact = counts.map((count) => (count * cells) / sum);
  const cellCounts = exact.map((part, at) => ((counts[at] ?? 0) > 0 ? Math.max(least, Math.floor(part)) : 0));
  const over = (at: number) => (exact[at] ?? 0) - (cellCounts[at] ?? 0);
  const places = cellCounts.map((_, at) => at).filter((at) => (counts[at] ?? 0) > 0);
  for (
    let cellsLeft = cells - cellCounts.reduce((total, one) => total + one, 0);
    cellsLeft !== 0;
    cellsLeft -= Math.sign(cellsLeft)
  ) {
    const sign = Math.sign(cellsLeft);
    const open = places.filter((at) => sign > 0 || (cellCounts[at] ?? 0) > least);
    const [best = 0] = open.sort((a, b) => sign * (over(b) - over(a)));
    cellCounts[best] = (cellCounts[best] ?? 0) + sign;
  }
  return cellCounts;
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar of `value` between 0 and `most`, to an eighth of a cell; something is never nothing. */
export function bar(value: number, most: number, cells: number): string {
  if (value <= 0 || most <= 0) return "";
  const eighths = Math.min(cells * 8, Math.max(1, Math.round((value * cells * 8) / most)));
  return "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

const LEVELS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** One character a value, from `least` to `most`; a dot where there is none. */
export function sparkline(values: readonly (number | null)[], least: number, most: number): string {
  const span = most - least;
  const levelOf = (value: number) => (span <= 0 ? 0 : Math.ceil(((value - least) / span) * (LEVELS.length - 1)));
  return values.map((value) => (value === null ? "·" : LEVELS[Math.min(7, Math.max(0, levelOf(value)))])).join("");
}
